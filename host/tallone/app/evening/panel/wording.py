"""Words of the panel for facts, fields, effects and changes."""

from typing import Final

from tallone.app.arbiter import forms
from tallone.app.arbiter.deciding import Change
from tallone.app.arbiter.forms import Wants
from tallone.app.evening.panel.parts import number_phrase
from tallone.display.texts.phrases import Field, Phrase, say
from tallone.rules.cards.cards import Card, NoSuchCardError
from tallone.rules.cards.seats import Seat, Side, side_name

_SEATS: Final = {seat.value: seat for seat in Seat}


def fact_phrase(name: str, value: object) -> Phrase:
    match value:
        case bool():
            return say(f"ruling.word.{str(value).lower()}")
        case int():
            return number_phrase(value)
        case list() | tuple():
            seats = tuple(_SEATS[one] for one in value if one in _SEATS)
            return say("panel.sides", sides=seats)
        case str() if name == "by" and value in _SEATS:
            return say("panel.seat", seat=_SEATS[value])
        case str() if name == "noticed":
            return say(f"ruling.noticed.{value}")
        case str() if name in ("said_by", "for"):
            return say(f"panel.word.{value}")
        case str() if name == "cards":
            return say("panel.cards", cards=cards_in(value))
        case _:
            return say("panel.text", text=_act_text(str(value)))


def _act_text(act: str) -> str:
    return act if len(act) <= 80 else f"{act[:79]}…"


def cards_in(written: object) -> tuple[Card, ...]:
    try:
        return tuple(Card.parse(word) for word in str(written or "").split())
    except NoSuchCardError:
        return ()


def word_phrase(field: forms.Field, word: str) -> Phrase:
    match field.wants:
        case Wants.SEAT | Wants.SEATS:
            return say("panel.seat", seat=Seat(word))
        case Wants.SIDE:
            side = next(side for side in Side if word in (side_name(side, 4), side_name(side, 2)))
            return say("panel.side", side=side)
        case Wants.FLAG:
            return say(f"ruling.word.{word}")
        case Wants.WORD | Wants.WORDS if field.name == "noticed":
            return say(f"ruling.noticed.{word}")
        case Wants.WORD | Wants.WORDS:
            return say(f"panel.word.{word}")
        case Wants.TEXT:
            return say("panel.space") if word == " " else say("panel.sign", sign=word)
        case _ if word in forms.SUITS:
            return say(f"suit.{word}")
        case _ if word in forms.VERBS:
            return say(f"panel.verb.{word}")
        case _ if word == "JK":
            return say("card.joker")
        case _ if word[-1:] in forms.SUITS and word[:-1] in forms.RANKS:
            return say("panel.cards", cards=cards_in(word))
        case _:
            return say("panel.sign", sign=word)


def field_phrase(purpose: str, name: str) -> Phrase:
    if purpose == "fact":
        return say(f"panel.fact.{name}")
    side, _, part = name.partition(" ")
    if part:
        return say(f"panel.part.{part}", side=say(f"panel.of.{side}"))
    return say(f"panel.field.{name}")


def value_field(value: str | int) -> Field:
    if isinstance(value, int):
        return value
    return _SEATS[value] if value in _SEATS else say(f"panel.end.{value}")


def who_fields(change: Change) -> dict[str, Field]:
    if isinstance(change.who, Seat):
        return {"seat": change.who}
    return {"side": change.who} if change.who is not None else {}
