"""What a ruling does and rests on, as phrases: for the arbiter's panel, his minute and the slip."""

from typing import Final, assert_never

from tallone.display.texts.phrases import Field, Phrase, say
from tallone.referee.rulings.answers import Cite
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side
from tallone.rules.rulings.effects import DISCARD_CHOICES, Effect, Value

_NOTHING: Final = "ruling.word.nothing"


def effect_phrase(effect: Effect) -> Phrase:
    """Return what an effect does, its seats, cards and numbers filled in."""
    fields: dict[str, Field] = {key: _word(value) for key, value in effect.fields}
    choice = next((fields[key] for key in DISCARD_CHOICES if key in fields), "")
    said = say(f"ruling.effect.{effect.name}", **fields, choice=choice)
    if "on" in fields:
        return say("panel.both", one=said, other=fields["on"])
    return said


def effects_phrase(effects: tuple[Effect, ...]) -> Phrase:
    """Return what several effects do, in their order; that nothing follows if there are none."""
    if not effects:
        return say(_NOTHING)
    found = effect_phrase(effects[0])
    for effect in effects[1:]:
        found = say("panel.then", one=found, other=effect_phrase(effect))
    return found


def kind_phrase(kind: str) -> Phrase:
    """Return the name of an irregularity."""
    return say(f"ruling.kind.{kind}")


def cite_phrase(cite: Cite) -> Phrase:
    """Return where a code says it: code, edition, article, and on what footing."""
    scope = "borrowed" if cite.borrowed else cite.scope or "plain"
    return say(f"panel.cite.{scope}", code=cite.code, edition=cite.edition, article=cite.article)


def _word(value: Value) -> Field:
    match value:
        case Seat() | Side() | Card():
            return value
        case bool():
            return say(f"ruling.word.{str(value).lower()}")
        case int():
            return value
        case str():
            return say(f"ruling.word.{value}")
        case tuple():
            return tuple(
                say(f"ruling.word.{part}") if isinstance(part, str) else part for part in value
            )
        case never:
            assert_never(never)
