# Light barriers, read from the state machines that watch them. Low is dark.
#
# Times and counts are the PIO's: whatever the program does meanwhile, they are true. The pin's interrupt
# only wakes the task that waits; late is early enough for that.
from time import ticks_diff, ticks_us

from micropython import const

_UNKNOWN = const(-1)
# Microseconds of the machines' common clock, which goes round in nine minutes.
_CLOCK = const((1 << 29) - 1)
_COUNTS = const(0xFFFF)
# Instructions for edge_count from outside: in x, 16 and push noblock give the count.
_IN_X = const(0x4030)
_PUSH = const(0x8000)


def elapsed(later, earlier):
    """Return the microseconds between two times of the machines' clock."""
    return (later - earlier) & _CLOCK


class Barrier:
    """`machine` is a state machine running edges_pio.edge_times at that pin; several begin in one moment.

    What it knows is as of the last `take()`.
    """

    def __init__(self, pin, machine, wake):
        self._pin = pin
        self._machine = machine
        # When the machine began, by ticks_us.
        self.zero = ticks_us()
        self.darks = 0
        self.lights = 0
        self.dark_at = 0
        self.light_at = 0
        # How long the last thing that came and went has shaded it; negative: nothing has.
        self.shaded_us = _UNKNOWN
        pin.irq(wake.set, pin.IRQ_RISING | pin.IRQ_FALLING)

    def start(self):
        self._machine.active(1)

    def now(self):
        """Return the time now, of the clock of dark_at and light_at."""
        return ticks_diff(ticks_us(), self.zero) & _CLOCK

    @property
    def dark(self):
        return self._pin.value() == 0

    @property
    def light(self):
        return self._pin.value() != 0

    def arm(self):
        """Forget what was seen; what comes from now on counts."""
        self.take()
        self.darks = self.lights = 0
        self.shaded_us = _UNKNOWN

    @property
    def passed(self):
        """Whether something has shaded it and has gone on."""
        self.take()
        return self.shaded_us != _UNKNOWN and self.light

    def take(self):
        """Take in what the machine has seen since."""
        machine = self._machine
        while machine.rx_fifo():
            word = machine.get()
            at = -(word >> 1) & _CLOCK
            if word & 1:
                self.light_at = at
                self.lights += 1
                if self.darks:
                    self.shaded_us = (at - self.dark_at) & _CLOCK
            else:
                self.darks += 1
                self.dark_at = at


class EdgeCounter:
    """Counts how often a pin falls. `machine` is a state machine running edges_pio.edge_count at that pin."""

    def __init__(self, pin, machine, wake):
        self._pin = pin
        self._machine = machine
        machine.active(1)
        self._before = 0
        self.arm()
        pin.irq(wake.set, pin.IRQ_FALLING)

    @property
    def dark(self):
        return self._pin.value() == 0

    @property
    def light(self):
        return self._pin.value() != 0

    def arm(self):
        """Count from nought."""
        self._before = self._read()

    @property
    def darks(self):
        return (self._read() - self._before) & _COUNTS

    def _read(self):
        machine = self._machine
        machine.exec(_IN_X)
        machine.exec(_PUSH)
        return -machine.get() & _COUNTS
