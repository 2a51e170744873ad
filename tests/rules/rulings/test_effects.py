"""Effects as plain values: every name with its fields, read and written alike."""

import pytest

from tallone.rules.cards.cards import CARDS, Card, NoSuchCardError
from tallone.rules.cards.seats import Seat, Side
from tallone.rules.rulings.effects import (
    EFFECTS,
    Effect,
    EffectFieldError,
    Kind,
    NoSuchEffectError,
    effect,
    read_effect,
)

EXAMPLES = {
    Kind.SEAT: "S",
    Kind.SIDE: "EW",
    Kind.CARD: "9C",
    Kind.CARDS: "9C JK",
    Kind.MELD: 2,
    Kind.NUMBER: 3,
    Kind.FLAG: True,
    Kind.SEATS: ["N", "E"],
}


def example(name, schema):
    fields = {
        key: list(field.words)
        if field.kind is Kind.WORDS
        else EXAMPLES.get(field.kind, "") or field.words[0]
        for key, field in schema.items()
        if not (name == "forced-discard" and key not in {"card", "seat"})
    }
    return {"effect": name, **fields}


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_is_written_as_it_was_read(name):
    written = example(name, EFFECTS[name])
    assert read_effect(written).document() == written


@pytest.mark.parametrize("name", [name for name, schema in EFFECTS.items() if schema])
def test_an_effect_without_a_field_it_needs_is_refused(name):
    written = example(name, EFFECTS[name])
    for key, field in EFFECTS[name].items():
        if key in written and not field.optional:
            with pytest.raises(EffectFieldError, match=key):
                read_effect({other: value for other, value in written.items() if other != key})


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        {},
        {"effect": 3},
        {"effect": "skip-turn", "seat": "X"},
        {"effect": "skip-turn", "seat": 3},
        {"effect": "warning", "side": "N"},
        {"effect": "vp", "side": "NS", "vp": True},
        {"effect": "vp", "side": "NS", "vp": 10**9},
        {"effect": "vp", "side": "NS", "vp": 1.5},
        {"effect": "entry", "allowed": 1},
        {"effect": "last-turns", "seats": ["N", "X"]},
        {"effect": "last-turns", "seats": "N"},
        {"effect": "replace-pack", "when": "soon"},
        {"effect": "mend", "side": "NS", "meld": 1, "cards": ["9C"]},
        {"effect": "must-play", "seat": "S", "cards": "9C", "ways": ["eat"], "when": "now"},
        {"effect": "must-play", "seat": "S", "cards": "9C", "ways": [1], "when": "now"},
        {"effect": "forced-discard", "seat": "S"},
        {"effect": "forced-discard", "seat": "S", "card": "9C", "which": "any"},
    ],
)
def test_what_is_no_effect_is_refused(written):
    with pytest.raises(EffectFieldError):
        read_effect(written)


def test_an_unknown_name_is_told_from_a_wrong_field():
    with pytest.raises(NoSuchEffectError, match="there are nobody-plays"):
        read_effect({"effect": "hang-him"})
    with pytest.raises(NoSuchCardError):
        read_effect({"effect": "discard-stays", "card": ""})


def test_an_effect_made_in_the_program_is_held_to_the_same_fields():
    made = effect("forced-draw", seat=Seat.SOUTH, from_="stock")
    assert made.document() == {"effect": "forced-draw", "seat": "S", "from": "stock"}
    many = effect(
        "must-play", seat=Seat.SOUTH, cards=(CARDS[0],), ways=("add",), when="now", on=None
    )
    assert many.words("ways") == ("add",)
    assert effect("last-turns", seats=(Seat.NORTH,)).seats() == (Seat.NORTH,)
    assert effect("entry", allowed=False).document() == {"effect": "entry", "allowed": False}
    for name, fields in (
        ("skip-turn", {"seat": Side.EAST_WEST}),
        ("warning", {"side": Seat.NORTH}),
        ("discard-stays", {"card": (CARDS[0],)}),
        ("vp", {"side": Side.EAST_WEST, "vp": True}),
        ("entry", {"allowed": 1}),
        ("last-turns", {"seats": (CARDS[0],)}),
        ("skip-turn", {"seat": Seat.NORTH, "why": "x"}),
    ):
        with pytest.raises(EffectFieldError):
            effect(name, **fields)


def test_a_side_is_called_as_results_call_it():
    assert read_effect({"effect": "warning", "side": "S"}, 2).side() is Side.EAST_WEST
    assert effect("warning", side=Side.EAST_WEST).document(2) == {"effect": "warning", "side": "S"}


def test_fields_that_are_left_out_are_empty():
    nothing = Effect("nobody-plays")
    assert (nothing.cards(), nothing.seats(), nothing.words("ways")) == ((), (), ())
    one = effect("discard-stays", card=Card.parse("9C"))
    assert one.cards("card") == (Card.parse("9C"),)
