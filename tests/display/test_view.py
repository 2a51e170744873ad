import dataclasses
import enum
import types
import typing

import pytest
from tests.display.scenes import scene_of

from tallone.app.screen.examples import every_screen
from tallone.assist import Assist
from tallone.display.gallery.gallery import SCREENS
from tallone.display.gallery.hands import EARLY, QUESTION, cards
from tallone.display.scene.scene import Label
from tallone.display.scene.text_layer import faces_of, targets_of, texts_of
from tallone.display.screens.frame import clock_words
from tallone.display.style.theme import GOLD
from tallone.display.texts.phrases import say
from tallone.display.views import pages, panel_body, values
from tallone.display.views import view as view_module
from tallone.display.views.panel_body import ArbiterPanel, PanelChoice
from tallone.display.views.values import Button, MeldKind, MeldView, Option, Question
from tallone.display.views.view import Clock, TableView
from tallone.rules.cards.cards import Card, CardCopy
from tallone.rules.cards.seats import Seat

VALUES = [
    value
    for module in (view_module, values, pages, panel_body)
    for value in vars(module).values()
    if dataclasses.is_dataclass(value) and value.__module__ == module.__name__
]
# Every field of the view that may hold a card, and why it may be seen.
SEEN = {
    "MeldCard.card": "lies in a meld",
    "Play.discard_pile": "lies face up",
    "SeatDraw.draws": "drawn and shown for the seats",
    "Question.card": "a card on the cloth",
}


def mentions(annotation, wanted) -> bool:
    if annotation is wanted:
        return True
    return any(mentions(part, wanted) for part in typing.get_args(annotation))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_view_values_are_frozen_and_slotted(value):
    assert value.__dataclass_params__.frozen
    assert "__slots__" in vars(value)


def test_only_cards_in_sight_have_a_field():
    found = set()
    for value in VALUES:
        for name, annotation in typing.get_type_hints(value).items():
            if mentions(annotation, Card):
                found.add(f"{value.__name__}.{name}")
            assert not mentions(annotation, CardCopy), (
                f"{value.__name__}.{name} names a physical card"
            )
    assert found == SEEN.keys()


def test_no_field_of_the_view_can_carry_something_untyped():
    allowed = (int, str, bool, float, type(None), Card)
    for value in VALUES:
        for name, annotation in typing.get_type_hints(value).items():
            for leaf in leaves(annotation):
                known = (
                    leaf in allowed
                    or dataclasses.is_dataclass(leaf)
                    or issubclass(leaf, enum.Enum)
                )
                assert known, f"{value.__name__}.{name}: {leaf}"


def leaves(annotation):
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) in (
        tuple,
        typing.Union,
    ):
        for part in typing.get_args(annotation):
            if part is not Ellipsis:
                yield from leaves(part)
    else:
        yield annotation


def test_stock_and_pozzetti_show_no_more_than_that_they_lie_there():
    hints = typing.get_type_hints(values.StockView)
    assert set(hints) == {"lies", "cards_left", "is_last_draw"}
    assert typing.get_type_hints(view_module.Play)["pozzetti"] == tuple[bool, bool]


def test_the_faces_on_the_screen_are_those_of_the_view():
    melds = [card.card for side in EARLY.sides for meld in side.melds for card in meld.cards]
    assert sorted(faces_of(SCREENS["play_early"])) == sorted([*melds, *EARLY.discard_pile])


def test_screens_before_the_play_show_no_faces():
    for name in ("pack_wanted", "cut", "dealing", "count", "first_card"):
        assert faces_of(SCREENS[name]) == ()


def test_backs_on_the_screen_do_not_depend_on_any_card():
    """The same for every hand: the drawing has no source for a back's colour but the place."""
    assert "deck" not in {name for value in VALUES for name in typing.get_type_hints(value)}


def test_the_tournament_screen_says_whose_turn_it_is_and_not_what_to_do():
    body = dataclasses.replace(EARLY, phase=None)
    words = texts_of(dataclasses.replace(SCREENS["play_early"], body=body))
    assert "Tocca a Sud" in words
    assert not any("Pesca" in word for word in words)


@pytest.mark.parametrize("name", ["play_late", "hand_sheet", "match_end"])
def test_with_two_players_no_screen_names_a_pair(name):
    view = SCREENS[name]
    header = dataclasses.replace(view.header, players=2, dealer=Seat.NORTH)
    words = texts_of(dataclasses.replace(view, header=header, buttons=()))
    assert not any("–" in word or word in ("Est", "Ovest") for word in words)
    assert any("Nord" in word for word in words)


def test_a_notice_does_not_hide_who_is_on_turn():
    body = SCREENS["notice_stock"].body
    scene = scene_of(SCREENS["notice_stock"])
    gold = [item.lines for item in scene.items if isinstance(item, Label) and item.color == GOLD]
    assert body.seat is Seat.EAST
    assert ("Est",) in gold
    assert ("Ovest",) not in gold


def test_the_sheet_opens_the_seal_only_when_the_view_says_so():
    sheet = SCREENS["hand_sheet"]
    assert "ancora limone vela ponte" in texts_of(sheet)
    closed = dataclasses.replace(sheet, body=dataclasses.replace(sheet.body, reveal=None))
    assert "ancora limone vela ponte" not in texts_of(closed)


def test_a_bare_table_says_what_is_missing_on_it():
    words = texts_of(SCREENS["play_bare"])
    for word in (
        "Nessun gioco calato",
        "finito",
        "vuoto",
        "Mano finita",
        "−35",
        "4:00",
        "Turno 1",
        "Mano 1",
    ):
        assert word in words


def test_the_screen_names_the_assist_level():
    for assist, word in zip(Assist, ("Gara", "Circolo", "Didattica"), strict=True):
        assert word in texts_of(dataclasses.replace(SCREENS["play_early"], assist=assist))


def test_what_can_be_pressed_is_listed():
    pressed = [(target.button, target.seat) for target in targets_of(SCREENS["count"])]
    assert pressed == [("ready", Seat.SOUTH), ("ready", Seat.WEST), ("arbiter", None)]


def test_a_view_without_counts_writes_none():
    words = " ".join(texts_of(SCREENS["play_early"]))
    assert "carte" not in words


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (14 * 60, "14 min"),
        (13 * 60 + 1, "14 min"),
        (301, "6 min"),
        (300, "5:00"),
        (65.2, "1:06"),
        (0, "0:00"),
        (-65, "+1:05"),
    ],
)
def test_the_clock_shows_minutes_then_seconds_then_overtime(left, words):
    assert clock_words(Clock(ends_at=100.0 + left), 100.0, "it") == words


def test_a_stopped_clock_does_not_run():
    clock = Clock(stopped_with=600.0)
    assert clock_words(clock, 0.0, "it") == clock_words(clock, 9999.0, "it") == "10 min"


def test_no_clock_is_no_text():
    assert clock_words(Clock(), 5.0, "it") == ""


def test_bounds_of_the_view():
    with pytest.raises(ValueError, match="1 to 14"):
        MeldView(kind=MeldKind.RUN, cards=cards("3H") * 15)
    with pytest.raises(ValueError, match="1 to 16"):
        Question(id=1, prompt=say("question.has_closed", seat=Seat.EAST), options=())
    with pytest.raises(ValueError, match="1 to 16"):
        dataclasses.replace(QUESTION, options=(Option(label=say("answer.yes")),) * 17)
    with pytest.raises(ValueError, match="room for 3"):
        dataclasses.replace(
            SCREENS["play_early"], buttons=(Button(name="ok", label=say("button.ok")),) * 4
        )


def test_a_page_of_the_arbiters_panel_is_bounded():
    choice = PanelChoice(label=say("panel.back"))
    with pytest.raises(ValueError, match="at most 40"):
        ArbiterPanel(title=say("panel.pin"), choices=(choice,) * 41)


def test_every_body_of_the_view_has_an_example():
    bodies = {type(view.body) for view in every_screen().values()}
    assert bodies == set(typing.get_args(typing.get_type_hints(TableView)["body"]))
