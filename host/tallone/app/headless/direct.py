"""An evening without boards or journal file, and without a window unless pictures are wanted: for statistics
over thousands of hands.
"""

from collections.abc import Sequence
from pathlib import Path

from tallone.app.evening.evening import Evening
from tallone.app.evening.presses import press
from tallone.app.hall.station import Station
from tallone.app.open_table import picture_screen
from tallone.app.screen.buttons import shown_of
from tallone.app.table_options import session_opened, setup_of, simulation_options
from tallone.journal.records import Record
from tallone.link.messages import Role
from tallone.link.reports import BoardReport
from tallone.press import Press
from tallone.shown import Shown


class DirectEvening:
    """A `Evening` that the simulator calls; keeps what the journal would hold."""

    def __init__(self, folder: Path) -> None:
        """Begin the evening that the folder's `run.json` describes."""
        options = simulation_options(folder, folder / "none.sqlite", window=False)
        setup = setup_of(options)
        self._painted = picture_screen(options)
        self.records: list[Record] = [session_opened(setup, 0.0, resumed=False)]
        self.evening = Evening(setup)
        self._now = 0.0
        self.station: Station | None = None  # a line to a hall, if there is one

    @property
    def shown(self) -> Shown:
        """What people can see and press."""
        return shown_of(self.evening, self._now)

    def board_up(self, role: Role, now: float) -> None:
        """A board answers."""
        self.evening.board_up(role, "", now)

    def report(self, role: Role, said: BoardReport, now: float) -> None:
        """Hear a board's report."""
        self.evening.hear(role, said, now)

    def press(self, pressed: Press, now: float) -> None:
        """Press a button."""
        press(self.evening, pressed, now)

    def step(self, now: float) -> Sequence[tuple[str, str, tuple[int, ...]]]:
        """Let time pass; return the commands to the boards."""
        self._now = now
        self.evening.tick(now)
        if self.station is not None:
            self.station.hear(self.evening, now)
        if self._painted is not None:
            self._painted.show(self.evening, now)
        records, commands = self.evening.effects.take()
        if records:
            self.evening.wrote(len(self.records) + 1, records)
            self.records += records
        if self.station is not None:
            self.station.speak(self.evening)
        return [(command.role, command.name, command.fields) for command in commands]
