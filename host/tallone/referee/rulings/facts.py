"""What is known of an irregularity: who, what, when, and what only people can tell."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side, seats, side_of
from tallone.rules.notation.turns import Action, read_actions
from tallone.rules.notation.words import Line, plain_card
from tallone.rules.rulings.effects import side_named

# When a fault was noticed, seen from the player who erred, in the order of time.
MOMENTS: Final = (
    "deal",
    "ready",
    "turn",
    "discarded",
    "next-drew",
    "next-played",
    "later",
    "count",
)
SPEAKERS: Final = ("self", "partner", "opponent")
SHORT_OF: Final = ("pozzetti", "hands")
_MAX_CARDS: Final = 108
_MAX_NUMBER: Final = 1_000_000
_MAX_TEXT: Final = 2_000
FLAGS: Final = (
    "called",
    "declared",
    "hint",
    "looked",
    "rested",
    "both",
    "ranked",
    "agreed",
    "published",
    "tables_complete",
    "round1_over",
)
NUMBERS: Final = ("minutes", "hands", "seconds", "given", "held", "matches", "earned", "meld")


class FactsError(ValueError):
    """A fact is missing, is of another kind, or contradicts the position."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one irregularity; what is not known is None, or empty.

    `by` is the seat that erred, `side` its side (or the side, where no seat matters). `played` is whether
    a card of a pozzetto was, or how many matches were.
    """

    by: Seat | None = None
    side: Side | None = None
    act: tuple[Action, ...] = ()
    noticed: str | None = None
    acted: tuple[Seat, ...] = ()
    cards: tuple[Card, ...] = ()
    seen_by: tuple[Seat, ...] = ()
    said_by: str | None = None
    short_of: str | None = None
    played: bool | int | None = None
    flags: Mapping[str, bool] = dataclasses.field(default_factory=dict)
    numbers: Mapping[str, int] = dataclasses.field(default_factory=dict)

    def flag(self, name: str) -> bool:
        """Whether a fact holds; False as long as nobody says so, and `called` True."""
        return self.flags.get(name, name == "called")

    def number(self, name: str) -> int:
        """Return a number; raise FactsError without it."""
        if name not in self.numbers:
            raise FactsError(f"the fact {name!r} is missing")
        return self.numbers[name]

    def has(self, name: str) -> bool:
        """Whether a fact was given."""
        if name in FLAGS:
            return name in self.flags
        if name in NUMBERS:
            return name in self.numbers
        if name == "by":
            return self.side is not None
        if name == "for":
            return self.short_of is not None
        found = getattr(self, name)
        return found is not None and found != ()


@dataclasses.dataclass(frozen=True, slots=True)
class History:
    """What came before, by side: all warnings, and earlier faults of this kind."""

    warnings: Mapping[Side, int] = dataclasses.field(default_factory=dict)
    same: Mapping[Side, int] = dataclasses.field(default_factory=dict)


def read_facts(written: object, players: int) -> Facts:
    """Return the facts that plain values state; raise FactsError, ReadingStopped or NoSuchCardError."""
    if not isinstance(written, Mapping):
        raise FactsError("'facts' must be an object")
    by, side = _who(written.get("by"), players)
    return Facts(
        by=by,
        side=side,
        act=read_act(written.get("act"), by),
        noticed=_word(written, "noticed", MOMENTS),
        acted=_seats(written, "acted", players),
        cards=_cards(written),
        seen_by=_seats(written, "seen_by", players),
        said_by=_word(written, "said_by", SPEAKERS),
        short_of=_word(written, "for", SHORT_OF),
        played=_played(written.get("played")),
        flags=_all(written, FLAGS, _flag),
        numbers=_all(written, NUMBERS, _number),
    )


def read_history(written: object, players: int) -> History:
    """Return what came before; raise FactsError."""
    if written is None:
        return History()
    if not isinstance(written, Mapping):
        raise FactsError("'history' must be an object")
    return History(*(_counts(written.get(key), key, players) for key in ("warnings", "same")))


def read_act(written: object, by: Seat | None) -> tuple[Action, ...]:
    """Return what was done, in the actions of the notation; raise FactsError or ReadingStopped."""
    if written is None:
        return ()
    if not isinstance(written, str) or len(written) > _MAX_TEXT:
        raise FactsError("'act' must be the actions of a turn: open 4H 5H 7H; discard KD")
    if by is None:
        raise FactsError("'act' is what a seat did; 'by' names it")
    return read_actions(Line(1, written), by, written) if written.strip() else ()


def _who(written: object, players: int) -> tuple[Seat | None, Side | None]:
    if written is None:
        return None, None
    seat = next((seat for seat in seats(players) if seat.value == written), None)
    if seat is not None:
        return seat, side_of(seat, players)
    side = side_named(written, players)
    if side is None:
        raise FactsError("'by' must be a seat or a side of the table")
    return None, side


def _word(written: Mapping[str, Any], key: str, words: tuple[str, ...]) -> str | None:
    found = written.get(key)
    if found is not None and found not in words:
        raise FactsError(f"{key!r} must be one of {', '.join(words)}")
    return found


def _seats(written: Mapping[str, Any], key: str, players: int) -> tuple[Seat, ...]:
    found = written.get(key, [])
    names = {seat.value: seat for seat in seats(players)}
    if not isinstance(found, list) or not all(
        isinstance(name, str) and name in names for name in found
    ):
        raise FactsError(f"{key!r} must be a list of the table's seats")
    return tuple(names[name] for name in found)


def _cards(written: Mapping[str, Any]) -> tuple[Card, ...]:
    found = written.get("cards", "")
    if not isinstance(found, str) or len(words := found.split()) > _MAX_CARDS:
        raise FactsError("'cards' must be the cards in one text")
    return tuple(plain_card(word).face for word in words)


def _played(written: object) -> bool | int | None:
    if written is None or type(written) in (bool, int):
        return written  # type: ignore[return-value]
    raise FactsError("'played' must be true or false, or a number of matches")


def _all(
    written: Mapping[str, Any], names: tuple[str, ...], read: Callable[[str, object], Any]
) -> dict[str, Any]:
    return {name: read(name, written[name]) for name in names if written.get(name) is not None}


def _flag(name: str, written: object) -> bool:
    if type(written) is not bool:
        raise FactsError(f"{name!r} must be true or false")
    return written


def _number(name: str, written: object) -> int:
    if type(written) is float and written == written // 1 and abs(written) < _MAX_NUMBER:
        written = int(written)
    if type(written) is not int or abs(written) > _MAX_NUMBER:
        raise FactsError(f"{name!r} must be a whole number")
    return written


def _counts(written: object, key: str, players: int) -> dict[Side, int]:
    if written is None:
        return {}
    if not isinstance(written, Mapping):
        raise FactsError(f"history: {key!r} must be an object, a number for each side")
    found = {}
    for name, count in written.items():
        side = side_named(name, players)
        if side is None or type(count) is not int or not 0 <= count <= _MAX_NUMBER:
            raise FactsError(f"history: {key!r} must give each side a number")
        found[side] = count
    return found
