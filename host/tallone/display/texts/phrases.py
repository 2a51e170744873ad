"""Every string a person reads, in two languages: `text("turn.of", "it", seat=Seat.SOUTH)`.

A string with a count has two forms, chosen by the field `n`. Fields may be numbers, seats, sides,
cards, other phrases or tuples of them; each is written the way its language writes it.
"""

import string
from dataclasses import dataclass
from typing import Final, NamedTuple

from tallone.display.texts.en import table as english
from tallone.display.texts.it import table as italian
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side

CATALOGUES: Final = {"it": italian.TEXTS, "en": english.TEXTS}
_THOUSANDS: Final = {"it": ".", "en": ","}
MINUS: Final = "−"
_MAX_FIELD_CHARS: Final = 80  # names that come from outside are cut here


@dataclass(frozen=True, slots=True)
class Phrase:
    """A string of the catalogue that has not been put in a language yet. Make it with `say`."""

    key: str
    fields: tuple[tuple[str, "Field"], ...] = ()


Part = str | Seat | Side | Card | Phrase
Field = str | int | Seat | Side | Card | Phrase | tuple[Part, ...]


class UnknownTextError(KeyError):
    """No such key in the catalogue, or a field is missing."""


def say(key: str, **fields: Field) -> Phrase:
    """Return the phrase of that key; raise UnknownTextError if it or a field is missing."""
    if key not in italian.TEXTS:
        raise UnknownTextError(f"{key!r} is not in the catalogue")
    missing = fields_of(key, "it") - fields.keys()
    if missing:
        raise UnknownTextError(f"{key!r} needs the field {min(missing)!r}")
    return Phrase(key, tuple(sorted(fields.items())))


# Fields that hold whole sentences of ours.
_PROSE: Final = frozenset({"prose"})
# Fields that hold what somebody has named.
_NAMES: Final = frozenset({"file", "folder", "pack", "club", "name", "uid"})


def text(key: str, lang: str, **fields: Field) -> str:
    """Return the string of that key in that language with its fields filled in."""
    entry = CATALOGUES[lang].get(key)
    if entry is None:
        raise UnknownTextError(f"{key!r} is not in the catalogue")
    if isinstance(entry, tuple):
        entry = entry[0] if fields.get("n") == 1 else entry[1]
    try:
        filled = entry.format_map(
            {
                name: str(value) if name in _PROSE else written(value, lang)
                for name, value in fields.items()
            }
        )
    except KeyError as missing:
        raise UnknownTextError(f"{key!r} needs the field {missing}") from None
    # A sentence that opens with a field of ours opens with a capital; a name is as somebody wrote it.
    first = entry[1 : entry.find("}")] if entry.startswith("{") else ""
    return filled[:1].upper() + filled[1:] if first and first not in _NAMES else filled


def spoken(phrase: Phrase, lang: str) -> str:
    """Return a phrase in that language."""
    return text(phrase.key, lang, **dict(phrase.fields))


def written(value: Field, lang: str) -> str:
    """Return a field's value as that language writes it."""
    if isinstance(value, tuple):
        return ", ".join(written(part, lang) for part in value)
    if isinstance(value, Seat):
        return text("seat." + value.value, lang)
    if isinstance(value, Side):
        return text("side." + value.value, lang)
    if isinstance(value, Card):
        return card_name(value, lang)
    if isinstance(value, int):
        return number(value, lang)
    if isinstance(value, Phrase):
        return spoken(value, lang)
    return str(value)[:_MAX_FIELD_CHARS]


def side_name(side: Side, players: int, lang: str) -> str:
    """Return a side's name: the pair's, or with two players the one who sits there."""
    if players == 2:
        return written(Seat.NORTH if side is Side.NORTH_SOUTH else Seat.SOUTH, lang)
    return written(side, lang)


def number(value: int, lang: str) -> str:
    """Return a number with the language's thousands mark and a true minus sign."""
    digits = f"{abs(value):,}".replace(",", _THOUSANDS[lang])
    return MINUS + digits if value < 0 else digits


def signed(value: int, lang: str) -> str:
    """Return a number that always shows its sign, except zero."""
    return "+" + number(value, lang) if value > 0 else number(value, lang)


def card_name(card: Card, lang: str) -> str:
    """Return a face in words, e.g. `7 di Cuori`."""
    if card.is_joker:
        return text("card.joker", lang)
    assert card.suit is not None
    rank = text("rank.A", lang) if card.rank == 1 else str(card)[:-1]
    if card.rank > 10:
        rank = text("rank." + "JQK"[card.rank - 11], lang)
    return text("card.name", lang, rank=rank, suit=text("suit." + card.suit.value, lang))


class Usage(NamedTuple):
    """The fields an entry uses, per form."""

    forms: tuple[frozenset[str], ...]


def usage(key: str, lang: str) -> Usage:
    """Return which fields each form of an entry uses."""
    entry = CATALOGUES[lang][key]
    forms = entry if isinstance(entry, tuple) else (entry,)
    return Usage(tuple(_names(form) for form in forms))


def fields_of(key: str, lang: str) -> frozenset[str]:
    """Return the fields an entry needs; a string with two forms always needs `n`."""
    forms = usage(key, lang).forms
    every = frozenset[str]().union(*forms)
    return every | {"n"} if len(forms) > 1 else every


def _names(form: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in string.Formatter().parse(form) if name)
