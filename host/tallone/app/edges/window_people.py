"""Who presses: people at the window, simulated people, or both at once."""

from typing import Final

from tallone.display.window.touch import Press as Touch
from tallone.display.window.window import Window
from tallone.press import Button, Press
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
            found += map(_of_window, self._window.presses(now))
        if self._simulation is not None:
            found += self._simulation.presses()
        return found

    def show(self, screen: dict[str, object]) -> None:
        """Tell simulated people what they see."""
        if self._simulation is not None:
            self._simulation.show(screen)

    def frame_at(self, now: float) -> float:
        """A window has to be looked at thirty times a second; nothing else has."""
        return now + _FRAME_S if self._window is not None else float("inf")


def _of_window(touched: Touch) -> Press:
    button = Button(touched.button)
    return Press(
        button=button,
        seat=touched.seat,
        value=touched.value,
        question=touched.question,
        # The window gives the answer's place as its value.
        option=touched.value if button is Button.ANSWER else None,
    )
