# Both rollers stop when a card reaches a barrier: by PIO and DMA, whatever the program does meanwhile.
#
# The state machine runs edges_pio.stop_gate. Each of its pushes is a nought; the first is carried into the
# compare register of the feed motor's PWM slice, the second into the exit's: its duty is nought from the
# next period on, 40 us at 25 kHz.
import sys

from micropython import const

# Compare registers: base of the PWM block, so many bytes a slice (RP2040 and RP2350 data sheets, "PWM").
_BASE_2040 = const(0x40050000)
_BASE_2350 = const(0x400A8000)
_SLICE = const(0x14)
_COMPARE = const(0x0C)
# Turns of the machine's loop a millisecond.
_TURNS = const(2500)


class StopGate:
    """`machine` has the DREQ `request`; `feed` and `exit` are DMA channels, `gpios` their motors' PWM pins."""

    def __init__(self, machine, request, feed, exit, gpios):  # noqa: A002  a roller's name
        chip = sys.implementation._machine  # noqa: SLF001  the port's own name for it
        base = (_BASE_2040 if "RP2040" in chip else _BASE_2350) + _COMPARE
        self._machine = machine
        self._feed = feed
        self._exit = exit
        self._control = feed.pack_ctrl(
            inc_read=False, inc_write=False, treq_sel=request, chain_to=exit.channel
        )
        feed.config(read=machine, write=base + (gpios[0] >> 1 & 7) * _SLICE)
        exit.config(
            read=machine,
            write=base + (gpios[1] >> 1 & 7) * _SLICE,
            count=1,
            ctrl=exit.pack_ctrl(inc_read=False, inc_write=False, treq_sel=request),
        )

    def arm(self, patience_ms):
        """Stop both when the barrier goes dark after it was light; the feed alone if it stays dark so long."""
        self.off()
        machine = self._machine
        while machine.rx_fifo():
            machine.get()
        machine.restart()
        self._exit.count = 1
        self._feed.config(count=1, ctrl=self._control, trigger=True)
        machine.put(patience_ms * _TURNS)
        machine.active(1)

    @property
    def fired(self):
        """Whether it has stopped something since it was armed."""
        return not self._feed.active()

    def off(self):
        """Stop nothing any more."""
        self._machine.active(0)
        self._feed.active(0)
        self._exit.active(0)
