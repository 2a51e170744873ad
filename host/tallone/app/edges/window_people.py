"""Who presses: people at the window, simulated people, or both at once."""

from typing import Final

from tallone.display.window.window import Window
from tallone.sim_clock import SimClock

# Thirty looks a second at mouse and keys.
_FRAME_S: Final = 1 / 30


class WindowPeople:
    """Presses from the window and, in a simulation, from the people at the simulated table."""

    def __init__(self, window: Window | None, simulation: SimClock | None) -> None:
        self._window = window
        self._simulation = simulation

    def presses(self, now: float) -> list[dict[str, object]]:
        """Return what has been pressed since the last call."""
        found: list[dict[str, object]] = []
        if self._window is not None:
            found += [
                {
                    "button": press.button,
                    "seat": None if press.seat is None else press.seat.value,
                    "value": press.value,
                    "question": press.question,
                    # The window gives the answer's place as its value.
                    "option": press.value if press.button == "answer" else None,
                }
                for press in self._window.presses(now)
            ]
        if self._simulation is not None:
            found += [
                {
                    "button": press.button,
                    "seat": press.seat,
                    "value": press.value,
                    "question": press.question,
                    "option": press.option,
                }
                for press in self._simulation.presses()
            ]
        return found

    def show(self, screen: dict[str, object]) -> None:
        """Tell simulated people what they see."""
        if self._simulation is not None:
            self._simulation.show(screen)

    def frame_at(self, now: float) -> float:
        """A window has to be looked at thirty times a second; nothing else has."""
        return now + _FRAME_S if self._window is not None else float("inf")
