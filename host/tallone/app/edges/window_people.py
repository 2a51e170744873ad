"""Who presses: people at the window, simulated people, or both at once."""

from typing import Final

from tallone.display.window.window import Window
from tallone.press import Press
from tallone.shown import Shown
from tallone.sim_clock import SimClock

# Thirty looks a second at mouse and keys.
_FRAME_S: Final = 1 / 30


class WindowPeople:
    """Presses from the window and, in a simulation, from the people at the simulated table."""

    def __init__(self, window: Window | None, simulation: SimClock | None) -> None:
        self._window = window
        self._simulation = simulation

    def presses(self, now: float) -> list[Press]:
        """Return what has been pressed since the last call."""
        found: list[Press] = []
        if self._window is not None:
            found += self._window.presses(now)
        if self._simulation is not None:
            found += self._simulation.presses()
        return found

    def show(self, shown: Shown) -> None:
        """Tell simulated people what they see."""
        if self._simulation is not None:
            self._simulation.show(shown)

    def frame_at(self, now: float) -> float:
        """A window has to be looked at thirty times a second; nothing else has."""
        return now + _FRAME_S if self._window is not None else float("inf")
