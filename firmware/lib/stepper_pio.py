# The pulse train of a stepper driver, as a program of the PIO.
#
# Each word of the queue is one stretch of steady speed: the low half is the number of pulses less
# one, the high half the pause after each pulse in cycles. DMA keeps the queue of eight words full.
# ruff: noqa: F403, F405  the instructions are names only inside a program
import rp2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *

# 0.125 us a cycle: at 32,000 steps a second one cycle is 0.4 % of a period.
CYCLE_HZ = 8_000_000
# Cycles of a pulse beside its pause: set 2, mov 1, set 1, last turn of the pause 1, jmp 1.
PULSE_CYCLES = 6
# The queue with both halves joined.
QUEUE_WORDS = 8


@rp2.asm_pio(set_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_RIGHT, fifo_join=rp2.PIO.JOIN_TX)
def step_pulses():
    wrap_target()
    pull(block)
    out(x, 16)
    label("pulse")
    set(pins, 1)[1]  # 250 ns; the TMC2209 wants 100 ns (data sheet, section 13)
    mov(y, osr)
    set(pins, 0)
    label("pause")
    jmp(y_dec, "pause")
    jmp(x_dec, "pulse")
    wrap()
