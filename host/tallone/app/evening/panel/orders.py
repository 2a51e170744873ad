"""Orders of the arbiter as the desk keeps them: when they come, what they mean, how they are written or undone."""

import dataclasses
from typing import Any, Final

import msgspec

from tallone.app.arbiter.cases import Case
from tallone.app.arbiter.corrections import CannotCorrectError
from tallone.app.arbiter.panel import Order
from tallone.app.evening.play import PlayStage
from tallone.dealing.promise.sealed import Purpose
from tallone.journal.records import ArbiterActed
from tallone.journal.storage.sealing import HandKey
from tallone.referee.rulings.after import NotInCodeError
from tallone.referee.rulings.facts import FactsError
from tallone.referee.rulings.noticing import Noticed
from tallone.referee.rulings.ruling import UnknownKindError
from tallone.rules import IllegalMoveError
from tallone.rules.cards.cards import NoSuchCardError
from tallone.rules.hand.hand import HandState
from tallone.rules.match.match import HandPoints
from tallone.rules.notation.words import ReadingStopped
from tallone.rules.rulings.deeds import NotThereError
from tallone.rules.rulings.effects import read_effect
from tallone.rules.rulings.lifting import CannotCarryOutError

# What a question or its effects can be refused with: a sentence for the arbiter, never the end of the program.
REFUSALS: Final = (
    FactsError, UnknownKindError, NotInCodeError, CannotCarryOutError, CannotCorrectError,
    NotThereError, NoSuchCardError, ReadingStopped, IllegalMoveError, ValueError,
)  # fmt: skip


SEALED_AS: Final = "order"


TABLE_ORDERS: Final = ("time-out", "end-match", "confirm-score")


class Refused(Exception):  # noqa: N818 - a verdict on what a person asks for, not a program's error
    """An order cannot be carried out; `key` says why in the words of the texts."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(detail or key)
        self.key = key


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A correction that can be undone: the position before it, or the points."""

    state: HandState | None
    moves: int
    points: HandPoints | None
    hand: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """A decision that can be undone: the position before it, and how far the hand was."""

    case: int
    state: HandState | None
    moves: int
    turns: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """What an order means for the evening beyond the desk."""

    leaves: bool = False
    deals_again: bool = False
    table: str = ""  # an order of the table's
    corrects: tuple[int, HandPoints] | None = None  # the points of an earlier hand


@dataclasses.dataclass(frozen=True, slots=True)
class Printed:
    """A case whose minute is to be printed, as it stood then."""

    case: Case
    noticed: Noticed
    hand: int


@dataclasses.dataclass(frozen=True, slots=True)
class Moment:
    """When an order comes: the hand that is played, if one is, its number and its key."""

    play: PlayStage | None
    hand: int
    key: HandKey | None
    now: float


def order_of(record: ArbiterActed, key: HandKey | None, players: int) -> Order:
    """Return what a record says was ordered; raise Refused if it is sealed and its key is gone."""
    held: dict[str, Any] = dict(record.order)
    if record.sealed:
        if key is None:
            raise Refused("panel.trouble.key")
        sealed = key.open(record.sealed, SEALED_AS)
        held = sealed.open_for(Purpose.RECOVERY, msgspec.json.decode)
    return Order(
        name=record.what,
        case=record.case,
        word=record.word,
        values=held.get("values", {}),
        option=held.get("option"),
        effects=tuple(read_effect(one, players) for one in held.get("effects", ())),
        reason=str(held.get("reason", "")),
    )


def document_of(order: Order, players: int) -> dict[str, Any]:
    held: dict[str, Any] = {
        "values": dict(order.values),
        "option": order.option,
        "effects": [effect.document(players) for effect in order.effects],
        "reason": order.reason,
    }
    return {name: value for name, value in held.items() if value not in ({}, None, [], "")}
