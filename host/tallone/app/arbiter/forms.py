"""Forms filled in by touch alone: seats, sides, cards, numbers, words, and letters where words are needed.

A form asks for one field after the other; what was entered stands in it as plain values, in the shapes of
docs/irregularities.md (`S`, `NS`, `7H 8H`, 3, true, `open 3H 4H 5H; discard KD`).
"""

import dataclasses
import enum
import re
from collections.abc import Mapping
from typing import Final

from tallone.rules.cards.seats import Side, seats, side_name
from tallone.rules.rulings.effects import EFFECTS
from tallone.rules.rulings.effects import Kind as Holds

Plain = str | int | bool | list[str]


class Wants(enum.Enum):
    """What a field is filled with."""

    SEAT = "seat"
    SEATS = "seats"
    SIDE = "side"
    WORD = "word"
    WORDS = "words"
    FLAG = "flag"
    NUMBER = "number"
    CARD = "card"
    CARDS = "cards"
    ACT = "act"
    TEXT = "text"


MOST_LETTERS: Final = 160
_MOST_DIGITS: Final = 5
_MOST_PARTS: Final = 40
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK")
SUITS: Final = ("H", "D", "C", "S")
VERBS: Final = ("draw", "take", "open", "add", "discard")
_ALONE: Final = ("draw", "take")
LETTERS: Final = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", " ", ".", "’")
FLAGS: Final = ("true", "false")
_NUMBER: Final = re.compile(r"-?[0-9]{1,5}")
MOST_MELDS: Final = 36


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """A field: its name, what it wants, the words to choose from, and when it is asked at all."""

    name: str
    wants: Wants
    words: tuple[str, ...] = ()
    # Asked only if that field has that value.
    when: tuple[str, str] | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What is being entered: `purpose` says for what, `got` and `typed` are of the field that is open."""

    purpose: str
    fields: tuple[Field, ...]
    values: tuple[tuple[str, Plain], ...] = ()
    got: tuple[str, ...] = ()
    typed: str = ""

    @property
    def filled(self) -> dict[str, Plain]:
        """The fields that have a value."""
        return dict(self.values)

    @property
    def open(self) -> Field | None:
        """The field that is asked for now, None if the form is whole."""
        filled = self.filled
        for field in self.fields:
            asked = field.when is None or filled.get(field.when[0]) == field.when[1]
            if asked and field.name not in filled:
                return field
        return None


def words_of(form: Form, players: int) -> tuple[str, ...]:
    """Return what can be touched now besides digits, letters and the way out."""
    field = form.open
    if field is None:
        return ()
    match field.wants:
        case Wants.SEAT | Wants.SEATS:
            return tuple(seat.value for seat in seats(players))
        case Wants.SIDE:
            return tuple(side_name(side, players) for side in Side)
        case Wants.FLAG:
            return FLAGS
        case Wants.WORD | Wants.WORDS:
            return field.words
        case Wants.CARD | Wants.CARDS:
            return _of_cards(form.got)
        case Wants.ACT:
            return _of_act(form.got)
        case Wants.TEXT:
            return LETTERS
        case Wants.NUMBER:
            return ()


def picked(form: Form, word: str, players: int) -> Form:
    """Return the form after a word was touched; one that is not offered changes nothing."""
    field = form.open
    if field is None or word not in words_of(form, players):
        return form
    match field.wants:
        case Wants.SEAT | Wants.SIDE | Wants.WORD:
            return _with(form, field, word)
        case Wants.FLAG:
            return _with(form, field, word == "true")
        case Wants.SEATS | Wants.WORDS:
            chosen = tuple(one for one in form.got if one != word)
            return dataclasses.replace(form, got=chosen if word in form.got else (*form.got, word))
        case Wants.TEXT:
            return dataclasses.replace(form, typed=(form.typed + word)[:MOST_LETTERS])
        case Wants.CARD:
            got = _with_part(form.got, word)
            whole = bool(got) and _is_card(got[-1])
            return _with(form, field, got[-1]) if whole else dataclasses.replace(form, got=got)
        case Wants.CARDS | Wants.ACT:
            return dataclasses.replace(form, got=_with_part(form.got, word)[:_MOST_PARTS])
        case Wants.NUMBER:
            return form


def digit(form: Form, sign: str) -> Form:
    """Return the form with one more digit, or with the other sign for `-`."""
    field = form.open
    if field is None or field.wants is not Wants.NUMBER:
        return form
    if sign == "-":
        typed = form.typed[1:] if form.typed.startswith("-") else f"-{form.typed}"
    elif sign.isdecimal() and len(form.typed.lstrip("-")) < _MOST_DIGITS:
        typed = form.typed + sign
    else:
        typed = form.typed
    return dataclasses.replace(form, typed=typed)


def deleted(form: Form) -> Form:
    """Return the form without the last thing that was entered; an empty field opens the one before."""
    if form.typed:
        return dataclasses.replace(form, typed=form.typed[:-1])
    if form.got:
        return dataclasses.replace(form, got=form.got[:-1])
    return dataclasses.replace(form, values=form.values[:-1])


def is_ready(form: Form) -> bool:
    """Whether the open field can be called whole as it stands."""
    field = form.open
    if field is None:
        return False
    match field.wants:
        case Wants.NUMBER:
            return bool(_NUMBER.fullmatch(form.typed))
        case Wants.TEXT:
            return bool(form.typed.strip())
        case Wants.CARDS:
            return bool(form.got) and _is_card(form.got[-1])
        case Wants.ACT:
            return act_of(form.got) is not None
        case Wants.SEATS | Wants.WORDS:
            return bool(form.got)
        case _:
            return False


def done(form: Form) -> Form:
    """Return the form with the open field called whole, if it can be."""
    field = form.open
    if field is None or not is_ready(form):
        return form
    match field.wants:
        case Wants.NUMBER:
            return _with(form, field, int(form.typed))
        case Wants.TEXT:
            return _with(form, field, form.typed.strip())
        case Wants.CARDS:
            return _with(form, field, " ".join(form.got))
        case Wants.ACT:
            return _with(form, field, act_of(form.got) or "")
        case _:
            return _with(form, field, list(form.got))


def act_of(parts: tuple[str, ...]) -> str | None:
    """Return the actions of a turn that these parts make, None if one is not whole."""
    actions: list[list[str]] = []
    for part in parts:
        if part in VERBS:
            actions.append([part])
        elif actions:
            actions[-1].append(part)
        else:
            return None
    whole = bool(actions) and all(_is_whole(action) for action in actions)
    return "; ".join(" ".join(action) for action in actions) if whole else None


def effect_form(name: str) -> Form:
    """Return the form of an effect: its fields in the order of the table of effects."""
    wants = {
        Holds.SEAT: Wants.SEAT, Holds.SIDE: Wants.SIDE, Holds.CARD: Wants.CARD,
        Holds.CARDS: Wants.CARDS, Holds.MELD: Wants.NUMBER, Holds.NUMBER: Wants.NUMBER,
        Holds.FLAG: Wants.FLAG, Holds.SEATS: Wants.SEATS, Holds.WORD: Wants.WORD,
        Holds.WORDS: Wants.WORDS,
    }  # fmt: skip
    fields = tuple(
        Field(key, wants[field.kind], field.words)
        for key, field in EFFECTS[name].items()
        # Of a forced discard's alternatives the words are the one that needs no card named.
        if not field.optional or key == "which"
    )
    return Form(purpose=f"effect {name}", fields=fields)


def document_of(form: Form) -> Mapping[str, object]:
    """Return the plain values of a whole form."""
    return dict(form.values)


def _with(form: Form, field: Field, value: Plain) -> Form:
    return dataclasses.replace(form, values=(*form.values, (field.name, value)), got=(), typed="")


def _with_part(got: tuple[str, ...], word: str) -> tuple[str, ...]:
    """Return the parts with a word; a suit joins the rank before it."""
    if word in SUITS and got and got[-1] in RANKS:
        return (*got[:-1], got[-1] + word)
    return (*got, word)


def _of_cards(got: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ranks or, once one was touched, the suits."""
    return SUITS if got and got[-1] in RANKS and got[-1] != "JK" else RANKS


def _of_act(got: tuple[str, ...]) -> tuple[str, ...]:
    if not got or got[-1] in _ALONE:
        return VERBS
    if got[-1] == "add":
        return tuple(str(number) for number in range(1, MOST_MELDS + 1))
    if got[-1] in RANKS and got[-1] != "JK" and not _is_meld_number(got):
        return SUITS
    verb = next(part for part in reversed(got) if part in VERBS)
    ended = verb == "discard" and _is_card(got[-1])
    return VERBS if ended else (*RANKS, *(VERBS if act_of(got) is not None else ()))


def _is_meld_number(got: tuple[str, ...]) -> bool:
    """Whether the last part is the number of a meld, which may look like a rank."""
    return len(got) > 1 and got[-2] == "add"


def _is_card(part: str) -> bool:
    return part == "JK" or (part[-1:] in SUITS and part[:-1] in RANKS)


def _is_whole(action: list[str]) -> bool:
    verb, *rest = action
    match verb:
        case "draw" | "take":
            return not rest
        case "discard":
            return len(rest) == 1 and _is_card(rest[0])
        case "open":
            return len(rest) >= 2 and all(map(_is_card, rest))
        case _:
            return len(rest) >= 2 and rest[0].isdecimal() and all(map(_is_card, rest[1:]))
