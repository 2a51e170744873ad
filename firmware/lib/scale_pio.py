# Clocks one result out of four HX711 at the moment when all of them have one, without the processor.
#
# X holds the levels of the four data lines at which a result is taken: low is ready, and a converter that is
# given up counts as ready while it stays high. A clock pulse is half a microsecond long: it cannot be
# stretched, and so never becomes the 60 us that power a converter down; a whole result takes 40 us. With the
# queue full the machine stands between two pulses, the clock low.
# ruff: noqa: F403, F405  the instructions are names only inside a program
import rp2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *

CLOCK_HZ = 4_000_000
CHIPS = 4
# Four words a result: six bits of each chip, the highest first, the first chip lowest in each nibble.
WORDS = 4
QUEUE_WORDS = 8


@rp2.asm_pio(
    set_init=rp2.PIO.OUT_LOW,
    autopush=True,
    push_thresh=24,
    fifo_join=rp2.PIO.JOIN_RX,
)
def take_results():
    wrap_target()
    label("look")
    mov(isr, null)
    in_(pins, 4)
    mov(y, isr)
    jmp(x_not_y, "look")
    mov(isr, null)
    set(y, 23)
    label("bit")
    set(pins, 1)[1]
    set(pins, 0)[1]
    in_(pins, 4)
    jmp(y_dec, "bit")
    set(pins, 1)[1]
    set(pins, 0)[15]
    wrap()
