# Light barriers for the PIO: when they went dark and light, how often, and a stop that waits for nobody.
#
# Of three programs each, every barrier has one; none of them needs the processor at the moment of an edge.
# Budget: docs/croupier.md, "State machines". Frequencies divide 125 and 150 MHz, so that no time drifts.
# ruff: noqa: F403, F405  the instructions are names only inside a program
import rp2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *

# They run at 5 MHz. Five cycles are a turn of any of the loops of edge_times, and a microsecond; two are a
# turn of stop_gate's first loop. A word of edge_times holds 29 bits of time, which counts down, and the level
# after the edge. Words shift in to the left, as they do unless it is said otherwise.


@rp2.asm_pio(fifo_join=rp2.PIO.JOIN_RX)
def edge_times():
    # Each edge is a word in the queue of eight; with the queue full the newest is lost, never the clock.
    set(x, 0)
    set(y, 1)
    wrap_target()
    label("light")
    jmp(x_dec, "pulse")[3]
    label("pulse")
    jmp(pin, "light")
    in_(x, 29)
    in_(null, 1)
    push(noblock)
    jmp(x_dec, "dark")[1]
    label("dark")
    jmp(x_dec, "pause")[2]
    label("pause")
    jmp(pin, "on")
    jmp("dark")
    label("on")
    in_(x, 29)
    in_(y, 1)
    push(noblock)
    jmp(x_dec, "light")[2]
    wrap()


@rp2.asm_pio()
def edge_count():
    # X goes down by one for each time the pin falls.
    set(x, 0)
    wrap_target()
    label("next")
    wait(1, pin, 0)
    wait(0, pin, 0)
    jmp(x_dec, "next")  # to the same place at nought: it only counts
    wrap()


@rp2.asm_pio()
def stop_gate():
    # Armed by a word: for so many turns the barrier may still be dark; from when it is light on, dark is
    # the next card. Each push is a nought that DMA carries to a motor: one to the first, two to both.
    wrap_target()
    label("idle")
    pull(block)
    mov(isr, null)
    mov(x, osr)
    label("dark")
    jmp(pin, "light")
    jmp(x_dec, "dark")
    push(noblock)
    jmp("idle")
    label("light")
    jmp(pin, "light")
    push(noblock)
    push(noblock)
    wrap()
