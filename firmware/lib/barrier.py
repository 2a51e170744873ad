# A light barrier: when it went dark, when light, how often. Low is dark.
from time import ticks_diff, ticks_us

_UNKNOWN = -1


class Barrier:
    """Edges are timed in the interrupt, so that a busy loop does not blur them."""

    def __init__(self, pin, wake):
        self._pin = pin
        self._wake = wake
        # Called in the interrupt at dark; for the one thing that cannot wait for a task: a stop.
        self.on_dark = None
        self.arm()
        pin.irq(self._edge, pin.IRQ_RISING | pin.IRQ_FALLING)

    @property
    def dark(self):
        return self._pin.value() == 0

    @property
    def light(self):
        return self._pin.value() != 0

    def arm(self):
        """Forget what was seen; what comes from now on counts."""
        self.darks = 0
        self.dark_at = 0
        self.light_at = 0
        self.shaded_us = _UNKNOWN

    @property
    def passed(self):
        """Whether something has shaded it and has gone on."""
        return self.shaded_us != _UNKNOWN and self.light

    def _edge(self, _pin):
        now = ticks_us()
        if self._pin.value() == 0:
            self.darks += 1
            self.dark_at = now
            if self.on_dark is not None:
                self.on_dark()
        else:
            self.light_at = now
            if self.darks:
                self.shaded_us = ticks_diff(now, self.dark_at)
        self._wake.set()
