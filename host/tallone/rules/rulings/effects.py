"""What a ruling does, as typed effects: one name with its fields, read from and written to plain values.

The names and their fields are those of docs/irregularities.md; what an effect does to a position is
`carrying.carry_out`'s to say.
"""

import enum
import re
from collections.abc import Mapping
from typing import Any, Final, TypeGuard, TypeVar, assert_never

import msgspec

from tallone.rules.cards.cards import Card, CardCopy
from tallone.rules.cards.seats import Seat, Side, seats, side_name

Value = Seat | Side | Card | int | str | tuple[Card, ...] | tuple[Seat, ...] | tuple[str, ...]
_T = TypeVar("_T")
MAX_EFFECTS: Final = 64
_MAX_CARDS: Final = 108
_MAX_NUMBER: Final = 100_000
_DIGITS: Final = re.compile(r"-?[0-9]{1,6}")


class Kind(enum.Enum):
    """What a field of an effect holds."""

    SEAT = "a seat"
    SIDE = "a side"
    CARD = "a card"
    CARDS = "cards"
    MELD = "the number of a meld"
    NUMBER = "a number"
    FLAG = "true or false"
    SEATS = "seats"
    WORD = "a word"
    WORDS = "words"


class Field(msgspec.Struct, frozen=True):
    """A field of an effect: what it holds, the words it may be, and whether it may be left out."""

    kind: Kind
    words: tuple[str, ...] = ()
    optional: bool = False


class NoSuchEffectError(ValueError):
    """No effect has that name."""


class EffectFieldError(ValueError):
    """A field of an effect is missing or holds something else."""


def _word(*words: str, optional: bool = False) -> Field:
    return Field(Kind.WORD, words, optional)


_SEAT: Final = Field(Kind.SEAT)
_SIDE: Final = Field(Kind.SIDE)
_CARDS: Final = Field(Kind.CARDS)
_CARD: Final = Field(Kind.CARD)
_MELD: Final = Field(Kind.MELD)
_NUMBER: Final = Field(Kind.NUMBER)
_FLAG: Final = Field(Kind.FLAG)
_DRAW: Final = _word("stock", "pile", "either")

EFFECTS: Final[Mapping[str, Mapping[str, Field]]] = {
    "nobody-plays": {},
    "no-meld-this-turn": {"seat": _SEAT},
    "hand-stands": {},
    "void-hand": {},
    "redeal": {},
    "close-hand": {},
    "replace-pack": {"when": _word("now", "next-hand")},
    "cover-card": {},
    "take-cards": {"to": _word("hands", "pozzetti"), "from": _word("stock-top", "stock-bottom")},
    "pozzetto-fill": {
        "pozzetto": _NUMBER,
        "cards": _NUMBER,
        "from": _word("stock-bottom", "pozzetto-2-top"),
    },
    "pozzetto-trim": {},
    "pozzetto-back": {},
    "other-side-takes": {"pozzetto": _NUMBER},
    "restore-pile": {},
    "draw-back": {"shown_to": _SEAT},
    "cards-back-to-hand": {"seat": _SEAT, "cards": _CARDS},
    "cards-to-table-penalised": {
        "seat": _SEAT,
        "cards": _CARDS,
        "order": _word("lowest-first", "highest-first"),
    },
    "mend": {"side": _SIDE, "meld": _MELD, "cards": _CARDS},
    "cards-to-meld": {"side": _SIDE, "meld": _MELD, "cards": _CARDS},
    "merge-melds": {"side": _SIDE, "into": _MELD, "cards": _CARDS},
    "meld-aside": {"side": _SIDE, "cards": _CARDS},
    "frozen-meld": {"side": _SIDE, "meld": _MELD, "until": _word("end", "next-turn")},
    "no-burraco": {"side": _SIDE, "meld": _MELD},
    "cards-count-negative": {
        "side": _SIDE,
        "cards": _CARDS,
        "when": _word("always", "if-closed"),
    },
    "opponents-place": {"side": _SIDE, "cards": _CARDS},
    "discard-stays": {"card": _CARD},
    "take-pile": {"seat": _SEAT},
    "forced-draw": {"seat": _SEAT, "from": _DRAW},
    "must-play": {
        "seat": _SEAT,
        "cards": _CARDS,
        "ways": Field(Kind.WORDS, ("add", "open", "discard")),
        "when": _word("now", "this-turn", "next-turn"),
        "on": _word("least-important", optional=True),
    },
    "forced-discard": {
        "seat": _SEAT,
        "card": Field(Kind.CARD, optional=True),
        "one_of": Field(Kind.CARDS, optional=True),
        "which": _word("drawn", "highest", "other", "any", optional=True),
    },
    "pozzetto-next-turn": {"seat": _SEAT},
    "limited-turn": {"seat": _SEAT, "draw": _DRAW},
    "skip-turn": {"seat": _SEAT},
    "may-not-close": {"seat": _SEAT, "until": _word("next-turn", "skipped-turn")},
    "partner-may-not-close": {"seat": _SEAT, "until": _word("penalised-gone")},
    "partner-may-not-open": {"seat": _SEAT, "cards": _CARDS},
    "may-not-add": {"seat": _SEAT, "to": _word("partner-melds")},
    "warning": {"side": _SIDE},
    "arbitral-score": {"side": _SIDE},
    "vp": {"side": _SIDE, "vp": _NUMBER},
    "points": {"side": _SIDE, "mp": _NUMBER},
    "award": {"side": _SIDE, "vp": _NUMBER},
    "report": {"side": _SIDE},
    "slip": {"do": _word("correct", "correct-result", "stands")},
    "substitution": {"allowed": _FLAG},
    "entry": {"allowed": _FLAG},
    "bye-passes": {"to": _word("next-above")},
    "last-turns": {"seats": Field(Kind.SEATS)},
    "time": {"seconds": _NUMBER},
    "reconstruct": {},
    "close-stands": {},
    "no-penalty": {},
}
# Of these a forced discard names one.
DISCARD_CHOICES: Final = ("card", "one_of", "which")


class Effect(msgspec.Struct, frozen=True):
    """One effect of a ruling: its name and its fields in the order of `EFFECTS`."""

    name: str
    fields: tuple[tuple[str, Value], ...] = ()

    def get(self, key: str) -> Value | None:
        """Return a field's value, None without it."""
        return next((value for name, value in self.fields if name == key), None)

    def seat(self, key: str = "seat") -> Seat:
        return self._of(key, Seat)

    def side(self) -> Side:
        return self._of("side", Side)

    def number(self, key: str) -> int:
        return self._of(key, int)

    def word(self, key: str) -> str:
        return self._of(key, str)

    def cards(self, key: str = "cards") -> tuple[Card, ...]:
        """Return a field's cards: all of them, the one, or none if it is left out."""
        found = self.get(key)
        if isinstance(found, Card):
            return (found,)
        return tuple(card for card in found if isinstance(card, Card)) if _several(found) else ()

    def seats(self) -> tuple[Seat, ...]:
        found = self.get("seats")
        return tuple(seat for seat in found if isinstance(seat, Seat)) if _several(found) else ()

    def words(self, key: str) -> tuple[str, ...]:
        found = self.get(key)
        return tuple(word for word in found if isinstance(word, str)) if _several(found) else ()

    def document(self, players: int = 4) -> dict[str, Any]:
        """Return the effect as plain values, its name first."""
        fields = {key: _plain(value, players) for key, value in self.fields}
        return {"effect": self.name, **fields}

    def _of(self, key: str, kind: type[_T]) -> _T:
        found = self.get(key)
        assert isinstance(found, kind), f"{self.name} has no {key}"
        return found


def effect(name: str, **fields: Value | None) -> Effect:
    """Return the effect of that name; fields that are None are left out. Raise ValueError as `read_effect`.

    A field called `from` is written `from_`.
    """
    given = {key.rstrip("_"): value for key, value in fields.items() if value is not None}
    schema = _schema(name)
    _demand_fields(name, schema, given)
    for key, value in given.items():
        if not _holds(schema[key], value):
            raise EffectFieldError(f"{name}: {key} is {schema[key].kind.value}")
    return Effect(name, tuple((key, given[key]) for key in schema if key in given))


def read_effect(document: object, players: int = 4) -> Effect:
    """Return the effect that plain values describe.

    Raise NoSuchEffectError, EffectFieldError, or NoSuchCardError for cards that are none.
    """
    if not isinstance(document, Mapping) or not isinstance(document.get("effect"), str):
        raise EffectFieldError("an effect is an object with its name under 'effect'")
    name = document["effect"]
    schema = _schema(name)
    given = {key: value for key, value in document.items() if key in schema}
    _demand_fields(name, schema, given)
    fields = tuple(
        (key, _read(name, key, field, given[key], players))
        for key, field in schema.items()
        if key in given
    )
    return Effect(name, fields)


def write_effect(effect: Effect, players: int = 4) -> str:
    """Return an effect as the notation has it: `forced-draw seat=S from=stock`, several values with commas."""
    words = [effect.name]
    for key, value in effect.document(players).items():
        if key == "effect":
            continue
        flag = {True: "yes", False: "no"}.get(value) if isinstance(value, bool) else None
        parts = value if isinstance(value, list) else str(flag or value).split()
        words.append(f"{key}={','.join(parts)}")
    return " ".join(words)


def parse_effect(text: str, players: int = 4) -> Effect:
    """Return the effect that a text of the notation is; raise as `read_effect`."""
    name, *words = text.split() or [""]
    schema = _schema(name)
    document: dict[str, object] = {"effect": name}
    for word in words:
        key, _, written = word.partition("=")
        if key not in schema or key in document:
            raise EffectFieldError(f"{name} has no field {key[:40]!r}, or has it twice")
        document[key] = _in_document(schema[key], written)
    return read_effect(document, players)


def _in_document(field: Field, written: str) -> object:
    match field.kind:
        case Kind.MELD | Kind.NUMBER if _DIGITS.fullmatch(written):
            return int(written)
        case Kind.FLAG:
            return {"yes": True, "no": False}.get(written)
        case Kind.SEATS | Kind.WORDS:
            return written.split(",")
        case _:
            return written.replace(",", " ")


def side_named(name: object, players: int) -> Side | None:
    """Return the side that results call so, None if they call none so."""
    return next((side for side in Side if side_name(side, players) == name), None)


def _schema(name: str) -> Mapping[str, Field]:
    schema = EFFECTS.get(name)
    if schema is None:
        raise NoSuchEffectError(f"no effect {name[:40]!r}; there are {', '.join(EFFECTS)}")
    return schema


def _demand_fields(name: str, schema: Mapping[str, Field], given: Mapping[str, object]) -> None:
    for key in given:
        if key not in schema:
            raise EffectFieldError(f"{name} has no field {key[:40]!r}")
    for key, field in schema.items():
        if key not in given and not field.optional:
            raise EffectFieldError(f"{name} lacks {key!r}, {field.kind.value}")
    if name == "forced-discard" and sum(key in given for key in DISCARD_CHOICES) != 1:
        raise EffectFieldError(f"{name} names one of {', '.join(DISCARD_CHOICES)}")


def _holds(field: Field, value: Value) -> bool:
    match field.kind:
        case Kind.SEAT:
            return isinstance(value, Seat)
        case Kind.SIDE:
            return isinstance(value, Side)
        case Kind.CARD:
            return isinstance(value, Card)
        case Kind.MELD | Kind.NUMBER:
            return type(value) is int
        case Kind.FLAG:
            return type(value) is bool
        case Kind.WORD:
            return value in field.words
        case Kind.WORDS:
            return _several(value) and set(value) <= set(field.words)
        case Kind.CARDS:
            return _several(value) and all(isinstance(card, Card) for card in value)
        case Kind.SEATS:
            return _several(value) and all(isinstance(seat, Seat) for seat in value)
        case never:
            assert_never(never)


def _read(name: str, key: str, field: Field, written: object, players: int) -> Value:
    found = _value(field, written, players)
    if found is None or not _holds(field, found):
        words = f" ({', '.join(field.words)})" if field.words else ""
        raise EffectFieldError(f"{name}: {key!r} must be {field.kind.value}{words}")
    if type(found) is int and abs(found) > _MAX_NUMBER:
        raise EffectFieldError(f"{name}: {key!r} is no number that a hand or a match has")
    return found


def _value(field: Field, written: object, players: int) -> Value | None:
    """Return what plain values mean for a field, None if nothing."""
    match field.kind, written:
        case Kind.SEAT, str():
            return _seat(written, players)
        case Kind.SIDE, str():
            return side_named(written, players)
        case Kind.CARD, str():
            return _face(written.strip() or "?")
        case Kind.CARDS, str():
            return tuple(_face(word) for word in written.split()[:_MAX_CARDS])
        case Kind.SEATS, list():
            found = [_seat(seat, players) for seat in written[:_MAX_CARDS]]
            return tuple(seat for seat in found if seat) if all(found) else None
        case Kind.WORDS, list() if all(isinstance(word, str) for word in written):
            return tuple(written)
        case Kind.WORD, str():
            return written
        case ((Kind.MELD | Kind.NUMBER | Kind.FLAG), int()):
            return written
    return None


def _seat(written: object, players: int) -> Seat | None:
    return next((seat for seat in seats(players) if seat.value == written), None)


def _face(word: str) -> Card:
    """Return the face of a written card, with its back or without; raise NoSuchCardError."""
    return CardCopy.parse(word).card if word[-1] in "bBrR" else Card.parse(word)


def _several(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def _plain(value: Value, players: int) -> object:
    match value:
        case Seat():
            return value.value
        case Side():
            return side_name(value, players)
        case Card():
            return str(value)
        case tuple():
            parts = [str(_plain(part, players)) for part in value]
            cards = all(isinstance(part, Card) for part in value)
            return " ".join(parts) if cards else parts
        case _:
            return value
