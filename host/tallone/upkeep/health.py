"""How a table's machinery has been: counted from journals, without a name and without a card.

What is counted is what boards and program wrote down themselves: cables, machine faults by their kind
and place, deals given up, questions people had to answer, how long a card and a picture took. Tags are
counted by how often one stayed silent, never by which card it is on.
"""

import collections
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from tallone.errors import JournalError
from tallone.findings import FindingKind
from tallone.journal.records import (
    Asked,
    DealAborted,
    DealReady,
    Found,
    HandOver,
    LatencySampled,
    LinkChanged,
    Record,
    SessionOpened,
)
from tallone.journal.storage.reader import JournalReader

# Findings that say something about the machine and not about people.
MACHINE: Final = frozenset(
    {
        *(FindingKind.DEAD_TAG, FindingKind.UNKNOWN_CARD, FindingKind.DUPLICATE_UID),
        *(FindingKind.DOUBLE_FEED, FindingKind.JAM, FindingKind.MACHINE_FAULT),
        *(FindingKind.MACHINE_CONTRADICTION, FindingKind.SHORT_RETURN, FindingKind.LONG_RETURN),
        *(FindingKind.READER_DEAD, FindingKind.LINK_LOST, FindingKind.BOARD_RESTARTED),
        *(FindingKind.TAMPER, FindingKind.RESUMED),
    }
)
# A sum that counts on within a session, so its last value counts.
_COUNTERS: Final = ("frames", "resent", "crc_errors")
_MOST_PLACES: Final = 64


class Board(msgspec.Struct, kw_only=True):
    """A board's cable, over all journals."""

    frames: int = 0
    resent: int = 0
    crc_errors: int = 0
    lost: int = 0
    restarted: int = 0


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """How often one thing went wrong in one place."""

    what: str
    place: str
    times: int


class Health(msgspec.Struct, kw_only=True):
    """The counts; times are milliseconds of the evening's clock."""

    journals: int = 0
    damaged: int = 0  # journals that could be read up to their damage only
    sessions: int = 0
    hands: int = 0
    deals: int = 0
    deals_given_up: int = 0
    doubtful_deals: int = 0  # certain to less than 99 in 100 when the piles had been carried
    questions: int = 0
    boards: dict[str, Board] = {}
    troubles: list[Trouble] = []
    latency_p50_ms: dict[str, float] = {}
    latency_p95_ms: dict[str, float] = {}

    @property
    def advice(self) -> list[str]:
        """What to look at, worst first; empty if nothing stands out."""
        told = [
            f"{trouble.what} {trouble.times} times at {trouble.place or 'the machine'}: look there"
            for trouble in self.troubles
            if trouble.times >= max(2, self.hands // 20)
        ]
        for name, board in self.boards.items():
            if board.crc_errors * 1000 > board.frames or board.lost > self.sessions:
                told.append(
                    f"the {name}'s cable or supply: {board.crc_errors} damaged frames, {board.lost} losses"
                )
        return told


class _Counting:
    """Takes records in, one after the other."""

    def __init__(self) -> None:
        self.health = Health()
        self._troubles: collections.Counter[tuple[str, str]] = collections.Counter()
        self._times: dict[str, list[float]] = {}
        self._last: dict[str, LinkChanged] = {}

    def take(self, record: Record) -> None:
        health = self.health
        match record:
            case SessionOpened():
                self._close_session()
                health.sessions += 1
            case HandOver():
                health.hands += 1
            case DealReady(certainty=certainty):
                health.deals += 1
                health.doubtful_deals += certainty < 0.99
            case DealAborted():
                health.deals_given_up += 1
            case Asked():
                health.questions += 1
            case LatencySampled(stage=stage, milliseconds=found):
                self._times.setdefault(stage, []).extend(found)
            case LinkChanged():
                self._link(record)
            case Found(what=what) if what in MACHINE:
                self._trouble(record)

    def end(self) -> Health:
        self._close_session()
        health = self.health
        health.troubles = [
            Trouble(what=what, place=place, times=times)
            for (what, place), times in self._troubles.most_common(_MOST_PLACES)
        ]
        for stage, found in self._times.items():
            ordered = sorted(found)
            health.latency_p50_ms[stage] = round(_share(ordered, 0.5), 1)
            health.latency_p95_ms[stage] = round(_share(ordered, 0.95), 1)
        return health

    def _link(self, record: LinkChanged) -> None:
        board = self.health.boards.setdefault(record.board, Board())
        board.lost += record.what == "lost"
        board.restarted += record.what == "restarted"
        if record.counters:
            self._last[record.board] = record

    def _close_session(self) -> None:
        # Counters begin anew with the program.
        for name, record in self._last.items():
            board = self.health.boards[name]
            for counter in _COUNTERS:
                setattr(board, counter, getattr(board, counter) + record.counters.get(counter, 0))
        self._last.clear()

    def _trouble(self, record: Found) -> None:
        fault = record.detail.get("fault")
        place = record.zone or (fault if isinstance(fault, str) else "")
        self._troubles[record.what, place[:40]] += 1


def of(records: Iterable[Record]) -> Health:
    """Count over the records of one journal or of several, in their order."""
    counting = _Counting()
    for record in records:
        counting.take(record)
    return counting.end()


def of_journals(paths: Sequence[Path]) -> Health:
    """Count over journals; a damaged one counts up to its damage."""
    counting = _Counting()
    damaged = 0
    for path in paths:
        try:
            with JournalReader(path) as reader:
                for entry in reader.new():
                    counting.take(entry.record)
        except JournalError:
            damaged += 1
    health = counting.end()
    health.journals, health.damaged = len(paths), damaged
    return health


def _share(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
