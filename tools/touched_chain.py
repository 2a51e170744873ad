"""Play an evening through the whole chain with fingers alone: firmware, link and window are the real ones.

Simulated people say what they would press; a finger goes down and up on what the screen shows at that
moment, through SDL's own queue, and what the window makes of it has to be what they meant. With a DISPLAY
the window is a real one: `xvfb-run -a python tools/touched_chain.py`.
"""

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path

import pygame

from tallone.app import open_table as opening
from tallone.app.edges.window_people import WindowPeople
from tallone.app.table_options import simulation_options
from tallone.commands import children
from tallone.config import Config, Language
from tallone.display.scene.scene import Target
from tallone.display.window.window import Window
from tallone.journal.records import HandOver
from tallone.journal.storage.reader import read
from tallone.press import Button, Press
from tallone.sim_clock import SimClock, SimulationOverError

# Nobody touches faster than that.
_PAUSE_S = 0.7
_touches: list[Press] = []


class FingerPeople(WindowPeople):
    """Simulated people whose every press is a finger on the window."""

    def __init__(self, window: Window | None, simulation: SimClock | None) -> None:
        super().__init__(window, None)
        assert window is not None
        assert simulation is not None
        self._glass = window
        self._people = simulation
        self.show = simulation.show  # type: ignore[method-assign]

    def presses(self, now: float) -> list[Press]:
        """Return what the window has made of the fingers of the people."""
        found: list[Press] = []
        for meant in self._people.presses():
            done: list[Press] = []
            for place, target in enumerate(self._targets(meant)):
                done += self._finger(target, now + _PAUSE_S * place)
            if [(one.button, one.seat, one.value, one.option) for one in done] != [
                (meant.button, meant.seat, meant.value, meant.option)
            ]:
                raise AssertionError(f"people meant {meant}, the window made {done} of it")
            _touches.extend(done)
            found += done
        return found

    def _targets(self, meant: Press) -> list[Target]:
        if meant.button is Button.CUT:
            keys = [*(f"key.{digit}" for digit in str(meant.value)), "key.ok"]
            return [self._target(key) for key in keys]
        if meant.button is Button.ANSWER:
            return [self._target(meant.button.value, value=meant.option)]
        return [self._target(meant.button.value, seat=meant.seat, side=meant.side)]

    def _target(self, button: str, **fields: object) -> Target:
        assert self._glass._scene is not None  # noqa: SLF001 - what people see
        for target in self._glass._scene.targets:  # noqa: SLF001
            if target.button == button and all(
                getattr(target, name) == value
                for name, value in fields.items()
                if value is not None
            ):
                return target
        raise AssertionError(f"nothing on the screen can be touched for {button} {fields}")

    def _finger(self, target: Target, now: float) -> list[Press]:
        width, height = self._glass.size
        box = target.box
        place = {"x": (box.x + box.w / 2) / width, "y": (box.y + box.h / 2) / height}
        made: list[Press] = []
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            pygame.event.post(pygame.event.Event(kind, finger_id=1, **place))
            made += self._glass.presses(now)
        return made


def main() -> int:
    """Play the hands and say how many touches they took; return 1 if a hand is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", choices=[one.value for one in Language], default="it")
    asked = parser.parse_args()
    opening.WindowPeople = FingerPeople  # type: ignore[misc]
    with tempfile.TemporaryDirectory(prefix="tallone-") as name:
        folder = Path(name)
        serve = [sys.executable, "-m", "tallone.simulator.evening.serve", name]
        given = {
            "--seed": asked.seed,
            "--hands": asked.hands,
            "--profile": "febur",
            "--pace": 1000,
        }
        serve += [str(part) for pair in given.items() for part in pair]
        table = children.start(serve)
        try:
            assert table.stdout is not None
            if table.stdout.readline().strip() != "ready":
                return 1
            played, has_screen = _play(folder, Language(asked.language))
        finally:
            children.end(table)
    sys.stdout.write(
        f"{played} of {asked.hands} hands, {len(_touches)} presses by finger, "
        f"{'a real window' if has_screen else 'a surface in memory'}\n"
    )
    return 0 if played == asked.hands else 1


def _play(folder: Path, language: Language) -> tuple[int, bool]:
    journal = folder / "journal.sqlite"
    config = Config(language=language, screen_inches=10, viewing_cm=70)
    options = simulation_options(folder, journal, window=True, config=config)
    with opening.open_table(options) as app:
        with contextlib.suppress(SimulationOverError):
            app.run()
        has_screen = app.has_screen
    overs = {record.hand for record in read(journal) if isinstance(record, HandOver)}
    return len(overs), has_screen


if __name__ == "__main__":
    sys.exit(main())
