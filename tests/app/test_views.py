"""What the screen shows in each phase, and what it must not show at which level."""

import dataclasses
import functools
import json

import pytest
from msgspec.structs import replace
from tests.app.standing import evening_at, now, seen

from tallone.app.evening.outgoing.effects import Effects
from tallone.app.evening.outgoing.mat_requests import MatRequests
from tallone.app.evening.phases import Phase
from tallone.app.headless.direct import DirectEvening
from tallone.app.screen.asking import _option_cards
from tallone.app.screen.buttons import shown_of
from tallone.app.screen.melding import _pozzetti, _side, play_view
from tallone.assist import Assist
from tallone.display.views.values import MAX_MELDS, MAX_OPTIONS
from tallone.display.views.view import (
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    HandSheet,
    MatchEnd,
    PackWanted,
    PassCards,
    Play,
)
from tallone.press import Button
from tallone.referee import Option, asking
from tallone.rules.cards.cards import CARDS, Card, CardCopy
from tallone.rules.cards.seats import Seat, Side
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
    for at in (10.0, 10.5, 11.0, 11.1):
        requests.report(at)
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
    evenings = []

    def opened(folder):
        evenings.append(DirectEvening(folder))
        return evenings[-1]

    options = Options(hands=1, seed=5, noise=0, assist=assist, level="events")
    report = simulate(options, open_host=opened).report
    assert report["leaks"] == []
    assert report["hands"][0]["score"] == report["hands"][0]["truth"]
    json.dumps(report)


def test_every_face_can_be_an_option():
    for card in CARDS:
        assert _option_cards(Option(text=str(card), cards=frozenset()))[0].card == Card(card)


# The policy of the levels: what is shown at which, written out.

SHOWS = {
    # level: (whether to draw or to play, running points, cards left in the stock)
    Assist.GARA: (False, False, False),
    Assist.CIRCOLO: (True, True, True),
    Assist.DIDATTICA: (True, True, True),
}


@functools.cache
def standing(phase, assist, *, points=True, stock=True):
    return evening_at(phase, assist=assist, show_running_points=points, show_stock_count=stock)


@pytest.mark.parametrize("assist", Assist)
def test_a_level_shows_of_the_play_what_it_may_and_settings_show_less(assist):
    phase, points, stock = SHOWS[assist]
    for wants_points in (True, False):
        for wants_stock in (True, False):
            evening = standing(Phase.PLAY, assist, points=wants_points, stock=wants_stock)
            body = seen(evening).body
            assert (body.phase is not None) is phase
            assert (body.stock.cards_left is not None) is (stock and wants_stock)
            for side in body.sides:
                assert (side.running_points is not None) is (points and wants_points)


@pytest.mark.parametrize("phase", Phase)
def test_levels_differ_in_nothing_else(phase):
    """But for the level's own badge, and what the table above hides in gara, one screen is the other."""

    def bare(assist):
        evening = standing(phase, assist)
        view = dataclasses.replace(seen(evening), assist=Assist.CIRCOLO)
        if not isinstance(view.body, Play):
            return view
        sides = tuple(dataclasses.replace(side, running_points=None) for side in view.body.sides)
        stock = dataclasses.replace(view.body.stock, cards_left=None)
        body = dataclasses.replace(view.body, phase=None, sides=sides, stock=stock, hint=None)
        return dataclasses.replace(view, body=body)

    assert bare(Assist.GARA) == bare(Assist.CIRCOLO) == bare(Assist.DIDATTICA)


@pytest.mark.parametrize("assist", Assist)
@pytest.mark.parametrize("phase", Phase)
def test_the_badge_says_the_level_in_every_phase(phase, assist):
    assert seen(standing(phase, assist)).assist is assist


BODIES = {
    Phase.CONNECT: Connecting,
    Phase.LOAD: PackWanted,
    Phase.CUT: CutWanted,
    Phase.DEAL: Dealing,
    Phase.PASS: PassCards,
    Phase.STOPPED: PackWanted,
    Phase.READY: CountCards,
    Phase.TURN_FIRST: FirstCard,
    Phase.PLAY: Play,
    Phase.COUNT: HandSheet,
    Phase.MATCH_END: MatchEnd,
}
BUTTONS = {
    Phase.CONNECT: (),
    Phase.LOAD: ("button.start",),
    Phase.CUT: (),
    Phase.DEAL: (),
    Phase.PASS: ("button.no_more",),
    Phase.STOPPED: ("button.retry",),
    Phase.READY: (),
    Phase.TURN_FIRST: (),
    Phase.PLAY: (),
    Phase.COUNT: ("button.side_confirms", "button.side_confirms"),
    Phase.MATCH_END: ("button.next_match",),
}


@pytest.mark.parametrize("phase", Phase)
def test_each_phase_has_its_body_and_its_buttons(phase):
    shown = seen(standing(phase, Assist.CIRCOLO))
    assert type(shown.body) is BODIES[phase]
    keys = tuple(button.label.key for button in shown.buttons)
    assert keys == ("button.arbiter", *BUTTONS[phase])


def test_the_arbiters_button_takes_the_call_back():
    evening = evening_at(Phase.PLAY)
    evening.arbiter_called = True
    assert seen(evening).buttons[0].label.key == "button.arbiter_cancel"


def test_the_first_pozzetto_goes_first_from_the_screen():
    evening = standing(Phase.PLAY, Assist.CIRCOLO)
    state = evening.play.referee.hand
    _, second = state.pozzetti
    assert _pozzetti(state) == (True, True)
    assert _pozzetti(replace(state, pozzetti=(second,))) == (False, True)
    assert _pozzetti(replace(state, pozzetti=())) == (False, False)


def test_the_stock_says_when_the_last_card_is_drawn():
    evening = standing(Phase.PLAY, Assist.CIRCOLO)
    state = evening.play.referee.hand
    floor = state.profile.stock_floor

    def shown(left):
        return play_view(evening, replace(state, stock=state.stock[:left])).stock

    assert [shown(left).is_last_draw for left in (floor - 1, floor, floor + 1)] == [
        False,
        True,
        False,
    ]
    assert shown(0).lies is False
    assert shown(1).lies is True
    assert shown(floor).cards_left == floor


def test_no_more_melds_are_shown_than_have_a_place():
    evening = standing(Phase.COUNT, Assist.CIRCOLO)
    state = evening.play.referee.hand
    meld = next(meld for own in state.side_list for meld in own.melds)
    full = replace(state.sides[Side.NORTH_SOUTH], melds=(meld,) * (MAX_MELDS + 5))
    other = state.sides[Side.EAST_WEST]
    side = _side(evening, replace(state, side_list=(full, other)), Side.NORTH_SOUTH)
    assert len(side.melds) == MAX_MELDS


def test_who_is_ready_is_shown_and_only_while_piles_are_counted():
    evening = evening_at(Phase.READY)
    evening.ready_seats = {Seat.EAST}
    assert seen(evening).body.ready == (Seat.EAST,)


@pytest.mark.parametrize("phase", Phase)
def test_simulated_people_are_offered_the_buttons_that_the_screen_has(phase):
    evening = standing(phase, Assist.CIRCOLO)
    drawn = {button.name for button in seen(evening).buttons}
    offered = set(shown_of(evening, now(evening)).buttons)
    assert offered - {Button.CUT} <= drawn
    assert (Button.CUT in offered) is (phase is Phase.CUT)
