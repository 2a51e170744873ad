"""What a program that starts again takes up: the hand that its journal leaves open.

The journal holds what went in, not what was made of it; going in again in the same order, it gives
the same states. Nothing here opens a seal: the app does, with the hand's key.
"""

import dataclasses
from collections.abc import Iterable

from tallone.journal.reader import Entry
from tallone.journal.records import (
    Answered,
    Committed,
    CutMade,
    DealAborted,
    DealReady,
    DealReported,
    DealRevealed,
    Found,
    HandFact,
    HandOver,
    KeyDestroyed,
    LedgerSealed,
    MatSettled,
    Overridden,
    PhaseEntered,
    PlayEnded,
    Pressed,
    Record,
    SessionOpened,
    Unsealed,
)
from tallone.journal.sealing import HandKey

# What the stations of a hand are rebuilt from.
Input = MatSettled | Pressed | Answered | Overridden | PhaseEntered


@dataclasses.dataclass(slots=True)
class OpenHand:
    """A hand that was begun and is not revealed; everything in the order of the journal."""

    committed: Committed
    phase: str = ""
    cut: int | None = None
    job: int = 0
    sealed_reports: list[bytes] = dataclasses.field(default_factory=list)
    sealed_ledger: bytes = b""
    ready: DealReady | None = None
    aborted: DealAborted | None = None
    inputs: list[Input] = dataclasses.field(default_factory=list)
    ended: PlayEnded | None = None
    counted: HandOver | None = None

    @property
    def number(self) -> int:
        return self.committed.hand


@dataclasses.dataclass(slots=True)
class Recovered:
    """Where the evening stood: the session, the hands that are done, and the open one if any."""

    session: SessionOpened | None = None
    results: list[HandOver] = dataclasses.field(default_factory=list)
    open_hand: OpenHand | None = None
    last_at: float = 0.0
    keys_to_destroy: list[int] = dataclasses.field(default_factory=list)


def recover(records: Iterable[Record]) -> Recovered:
    """Return where a journal stops."""
    found = Recovered()
    revealed: set[int] = set()
    for record in records:
        found.last_at = max(found.last_at, record.at)
        match record:
            case SessionOpened():
                found.session = record
            case Committed():
                found.open_hand = OpenHand(record)
            case DealRevealed():
                revealed.add(record.hand)
                _close(found, record)
            case KeyDestroyed():
                revealed.discard(record.hand)
            case _:
                if isinstance(record, HandOver):
                    found.results.append(record)
                if found.open_hand is not None:
                    _add(found.open_hand, record)
    found.keys_to_destroy = sorted(revealed)
    return found


def unsealed(entries: Iterable[Entry], key: HandKey, hand: int, at: float) -> list[Unsealed]:
    """Return what the findings of a hand named, to be written when the hand is counted."""
    opened = []
    for entry in entries:
        record = entry.record
        if isinstance(record, Found) and record.hand == hand and record.sealed_cards:
            cards = key.reveal(record.sealed_cards, "cards").decode().split()
            opened.append(Unsealed(at=at, hand=hand, record=entry.number, cards=tuple(cards)))
    return opened


def _close(found: Recovered, record: DealRevealed) -> None:
    shown = found.open_hand.committed.commitment if found.open_hand is not None else ""
    if record.reveal.get("commitment") == shown:
        found.open_hand = None


def _add(hand: OpenHand, record: Record) -> None:
    if isinstance(record, HandFact) and record.hand != hand.number:
        return
    if isinstance(record, Input):
        hand.inputs.append(record)
    match record:
        case PhaseEntered():
            hand.phase = record.phase
        case CutMade():
            hand.cut = record.value
        case DealReported():
            hand.job = record.job
            hand.sealed_reports.append(record.sealed_report)
        case LedgerSealed():
            hand.sealed_ledger = record.sealed_ledger
        case _:
            _mark(hand, record)


def _mark(hand: OpenHand, record: Record) -> None:
    """Note how far the hand is."""
    match record:
        case DealReady():
            hand.ready = record
        case DealAborted():
            hand.aborted = record
        case PlayEnded():
            hand.ended = record
        case HandOver():
            hand.counted = record
        case _:
            pass
