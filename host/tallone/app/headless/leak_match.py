"""Whole matches at the events level with every output overheard: the search for hidden cards.

Listened to are the records without their sealed parts, both languages' screens and terminal stories,
what the simulated people are told, log lines, commands and reports, and the files of the run.
"""

import dataclasses
import io
import logging
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import rich.console

from tallone.app.headless.direct import DirectEvening
from tallone.app.screen.views import view_of
from tallone.config import Language
from tallone.display.scene.text_layer import faces_of, texts_of
from tallone.display.texts.phrases import card_name
from tallone.display.views.story import Narrator
from tallone.display.views.view import TableView
from tallone.journal.records import HandOver, PhaseEntered, PlayEnded, Record
from tallone.journal.storage.writer import JournalWriter
from tallone.link.messages import Role
from tallone.link.reports import BoardReport, FieldValue, name_of_report
from tallone.mat.zones import Zone
from tallone.rules import CARDS
from tallone.simulator.clockwork.conductor import SECOND
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options
from tallone.simulator.studies.leak_search import LeakSearch
from tallone_wire.fields import FIELDS

# Simulated seconds between two looks at the files.
_FILES_EVERY_S: Final = 45.0
_PILES: Final = (Zone.STOCK, Zone.POZZETTO_1, Zone.POZZETTO_2)


class OverheardEvening(DirectEvening):
    """A `DirectEvening` with a journal, screens and a terminal; everything they say is looked through."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.search: LeakSearch | None = None
        self._writer = JournalWriter(folder / "journal.sqlite")
        self._terminals = {language: io.StringIO() for language in Language}
        self._narrators = {
            language: Narrator(rich.console.Console(file=terminal, width=200))
            for language, terminal in self._terminals.items()
        }
        self._view: TableView | None = None

    def report(self, role: Role, said: BoardReport, now: float) -> None:
        """Hear a board's report."""
        self._packet(role, "from", name_of_report(said), msgspec.structs.asdict(said))
        super().report(role, said, now)

    def step(self, now: float) -> Sequence[tuple[str, str, tuple[int, ...]]]:
        """Let time pass; look through all that comes of it."""
        known = len(self.records)
        commands = super().step(now)
        search = self.search
        if search is None:
            return commands
        fresh = self.records[known:]
        if fresh:
            self._writer.append(fresh)
        for record in fresh:
            if isinstance(record, PlayEnded | HandOver):
                search.phase("count")
            self._record(search, record)
            if isinstance(record, PhaseEntered):
                search.phase(record.phase)
        self._screens(search, now)
        for role, name, values in commands:
            names = FIELDS[name].split()
            self._packet(role, "to", name, dict(zip(names, values, strict=True)))
        return commands

    def view(self, now: float) -> TableView:
        """Return what the screen shows."""
        return view_of(self.evening, now, Language.ITALIAN)

    def close(self) -> None:
        """Close the journal."""
        self._writer.close()

    def _record(self, search: LeakSearch, record: Record) -> None:
        fields = msgspec.structs.asdict(record)
        where = f"record {type(record).__name__}"
        for name, value in fields.items():
            if isinstance(value, bytes):
                search.raw(f"{where}.{name}", value)
        plain = {name: value for name, value in fields.items() if not isinstance(value, bytes)}
        search.text(where, msgspec.json.encode(plain).decode())

    def _screens(self, search: LeakSearch, now: float) -> None:
        view = self.view(now)
        if view == self._view:
            return
        self._view = view
        search.text("people's view", repr(self.shown))
        for language in Language:
            self._screen(search, dataclasses.replace(view, language=language), now)

    def _screen(self, search: LeakSearch, view: TableView, now: float) -> None:
        language = view.language
        words = (*texts_of(view, now), *map(str, faces_of(view)))
        search.text(f"screen {language.value}", "\n".join(words))
        self._narrators[language].show(view, now)
        terminal = self._terminals[language]
        search.text(f"terminal {language.value}", terminal.getvalue())
        terminal.seek(0)
        terminal.truncate()

    def _packet(self, role: str, direction: str, name: str, fields: Mapping[str, object]) -> None:
        if self.search is not None:
            told: dict[str, FieldValue] = {
                key: value
                for key, value in fields.items()
                if isinstance(value, (int, str, bytes, tuple))
            }
            self.search.packet(role, direction, name, told)


def spoken_faces() -> dict[str, str]:
    """Return every face but the joker's as the screen says it in words, in both languages.

    A joker's word is also that of jokers in general.
    """
    return {
        card_name(card, language.value): str(card)
        for card in CARDS
        for language in Language
        if not card.is_joker
    }


class _Log(logging.Handler):
    """Passes log lines on, those for developers included."""

    def __init__(self, search: LeakSearch) -> None:
        super().__init__(logging.DEBUG)
        self._search = search

    def emit(self, record: logging.LogRecord) -> None:
        self._search.text("log line", f"{record.name} {record.getMessage()}")


def search_match(
    options: Options, evening: type[OverheardEvening] = OverheardEvening
) -> LeakSearch:
    """Play the hands as one evening at the events level; return what the search found."""
    log = logging.getLogger("tallone")
    with tempfile.TemporaryDirectory(prefix="tallone-") as name:
        folder = Path(name)
        evenings: list[OverheardEvening] = []

        def opened(place: Path) -> OverheardEvening:
            evenings.append(evening(place))
            return evenings[-1]

        table = EventTable(options, folder, opened)
        world = table.setting.world
        search = LeakSearch(
            world.everything, world.laid, lambda: table.conductor.now, spoken_faces()
        )
        evenings[0].search = search
        handler, level = _Log(search), log.level
        log.addHandler(handler)
        log.setLevel(logging.DEBUG)

        def files() -> None:
            search.folder(folder, [world.zones[zone] for zone in _PILES])

        def look() -> None:
            files()
            table.conductor.at(table.conductor.now + round(_FILES_EVERY_S * SECOND), look)

        table.conductor.at(SECOND, look)
        try:
            table.run(lambda _line: None)
            files()
        finally:
            log.removeHandler(handler)
            log.setLevel(level)
            evenings[0].close()
    return search
