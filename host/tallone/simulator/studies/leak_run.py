"""Whole matches through the whole chain with everything that leaves the program looked through.

Beside the running program and its boards: the journal as it is written, the bytes of both cables, the
folder with journal, log, boards' errors and pictures, and what people are told.
"""

import base64
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from tallone.journal.records import DealRevealed, HandOver, PhaseEntered, PlayEnded, Record
from tallone.journal.storage.reader import JournalReader
from tallone.mat.zones import Zone
from tallone.simulator.clockwork.boards import ROLES
from tallone.simulator.clockwork.conductor import SECOND
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.program import JOURNAL
from tallone.simulator.evening.run import SimulatedTable
from tallone.simulator.studies.leak_search import REGISTRIES, Leak, LeakSearch

# Simulated seconds between two looks at what was written and sent, and at whole files.
_EVERY_S: Final = 0.5
_FILES_EVERY: Final = 60
_PILES: Final = (Zone.STOCK, Zone.POZZETTO_1, Zone.POZZETTO_2)


class SearchedTable:
    """A simulated table whose program is watched; `search.leaks` is what came out too early."""

    def __init__(
        self,
        options: Options,
        folder: Path,
        words: Mapping[str, str],
        command: list[str] | None = None,
    ) -> None:
        """`words` are faces as they are spoken; `command` replaces the program, for tests."""
        self._folder = folder
        self.table = SimulatedTable(options, folder, command=command)
        conductor, world = self.table.conductor, self.table.world
        self.search = LeakSearch(world.everything, world.laid, lambda: conductor.now, words)
        self._reader: JournalReader | None = None
        self._looks = 0
        # Hand -> its files as they were while it was played.
        self._before: dict[int, bytes] = {}
        self._revealed: list[DealRevealed] = []
        for role in ROLES:
            self.table.board(role).cable.capture = []
        conductor.at(SECOND, self._look)

    def run(self) -> None:
        """Play; raise SimulationError if the program or the boards fail."""
        try:
            self.table.run(lambda _line: None)
            self._look_once()
        finally:
            self.table.close()
            if self._reader is not None:
                self._reader.close()
        for revealed in self._revealed:
            self._seek_secret(revealed)

    def _look(self) -> None:
        self._look_once()
        conductor = self.table.conductor
        conductor.at(conductor.now + round(_EVERY_S * SECOND), self._look)

    def _look_once(self) -> None:
        search = self.search
        # First what was sent: a card's tag is read before anything is written about it.
        for role in ROLES:
            cable = self.table.board(role).cable
            captured, cable.capture = cable.capture or [], []
            search.capture(role, ((direction, chunk) for _at, direction, chunk in captured))
        for record in self._fresh():
            self._record(record)
        search.text("people's view", repr(self.table.gate.shown))
        self._looks += 1
        if self._looks % _FILES_EVERY == 0:
            world = self.table.world
            search.folder(self._folder, [world.zones[zone] for zone in _PILES])

    def _fresh(self) -> Sequence[Record]:
        path = self._folder / JOURNAL
        if self._reader is None and path.exists() and path.stat().st_size:
            self._reader = JournalReader(path)
        return [] if self._reader is None else [entry.record for entry in self._reader.new()]

    def _record(self, record: Record) -> None:
        if isinstance(record, PlayEnded | HandOver):
            self.search.phase("count")
        fields = msgspec.structs.asdict(record)
        where = f"record {type(record).__name__}"
        for name, value in fields.items():
            if isinstance(value, bytes):
                self.search.raw(f"{where}.{name}", value)
        plain = {name: value for name, value in fields.items() if not isinstance(value, bytes)}
        self.search.text(where, msgspec.json.encode(plain).decode())
        if isinstance(record, PhaseEntered):
            self.search.phase(record.phase)
            if record.phase in ("turn_first", "play"):
                self._before[record.hand] = self._files()
        if isinstance(record, DealRevealed):
            self._revealed.append(record)

    def _files(self) -> bytes:
        """Everything in the folder but registries and the hand's key, which opens what is sealed."""
        return b"".join(
            path.read_bytes()
            for path in sorted(self._folder.rglob("*"))
            if path.is_file() and path.suffix != ".key" and not path.name.startswith(REGISTRIES)
        )

    def _seek_secret(self, revealed: DealRevealed) -> None:
        """Look for the secret of a hand in the files as they were while it was played."""
        written = str(revealed.reveal["secret"])
        secret = bytes.fromhex(written)
        spelled = (
            secret,
            written.encode(),
            written.upper().encode(),
            base64.b64encode(secret)[:-4],
        )
        data = self._before.get(revealed.hand, b"")
        if any(spelling in data for spelling in spelled):
            self.search.leaks.append(
                Leak(where="files", card="all", at=revealed.at, text="the secret")
            )


def search_chain(
    options: Options, words: Mapping[str, str], command: list[str] | None = None
) -> LeakSearch:
    """Play the hands through the whole chain; return what the search has found."""
    with tempfile.TemporaryDirectory(prefix="tallone-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        searched = SearchedTable(options, folder, words, command)
        searched.run()
    return searched.search
