"""What the screen shows in each phase, and what it must not show at which level."""

import json

import pytest

from tallone.app.evening.effects import Effects
from tallone.app.evening.mat_requests import MatRequests
from tallone.app.headless.direct import DirectNight
from tallone.app.screen.views import _option_cards
from tallone.display.view import MAX_OPTIONS
from tallone.referee import Option, asking
from tallone.rules.cards.cards import CARDS, Card, CardCopy
from tallone.rules.cards.seats import Side
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate

FACE = CardCopy.parse("7Hb")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("KH KD JK(=K)", [("KH", None), ("KD", None), ("JK", 13)]),
        ("JK(=9C) 10C", [("JK", 9), ("10C", None)]),
        ("2H(=10) 10D 10S", [("2H", 10), ("10D", None), ("10S", None)]),
        ("7H; 9C", [("7H", None)]),
    ],
)
def test_an_option_is_shown_as_its_cards(text, shown):
    option = Option(text=text, cards=frozenset({FACE}))
    cards = [(str(card.card), card.stands_for) for card in _option_cards(option)]
    assert cards == shown


def test_every_answer_that_the_referee_offers_has_a_place_on_the_screen():
    assert asking.MAX_OPTIONS <= MAX_OPTIONS


def test_the_mat_is_asked_for_a_full_report_at_most_once_a_second():
    effects = Effects()
    requests = MatRequests(effects)
    for now in (10.0, 10.5, 11.0, 11.1):
        requests.report(now)
    assert [command.fields for command in effects.take()[1]] == [(1,), (2,)]


def test_the_focus_follows_the_side_on_turn_and_is_sent_once():
    effects = Effects()
    requests = MatRequests(effects)
    for side in (Side.NORTH_SOUTH, Side.NORTH_SOUTH, Side.EAST_WEST):
        requests.focus(side)
    masks = [command.fields[0] for command in effects.take()[1]]
    assert masks == [0b0011_0011, 0b1100_0011]


@pytest.mark.parametrize("assist", ["gara", "circolo", "didattica"])
def test_no_hidden_card_is_in_any_record_of_the_hand_before_it_is_counted(assist, monkeypatch):
    nights = []

    def opened(folder):
        nights.append(DirectNight(folder))
        return nights[-1]

    options = Options(hands=1, seed=5, noise=0, assist=assist, level="events")
    report = simulate(options, open_host=opened).report
    assert report["leaks"] == []
    assert report["hands"][0]["score"] == report["hands"][0]["truth"]
    json.dumps(report)


def test_every_face_can_be_an_option():
    for card in CARDS:
        assert _option_cards(Option(text=str(card), cards=frozenset()))[0].card == Card(card)
