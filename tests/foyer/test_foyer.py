"""The pure core: names, the draw, the match, the pause, the second touch, and what the journal keeps of it."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallone.app.foyer import foyer as around
from tallone.app.foyer.foyer import FORMULAS, Foyer, Moment, RoundClock, take
from tallone.app.foyer.orders import BeginMatch, BreakOff, Change, SwitchOff
from tallone.app.foyer.seating import MAX_NAME, Seating, clean_name
from tallone.app.foyer.settings import FIRST_RUN, SETTINGS
from tallone.app.foyer.snapshot import restore, snapshot
from tallone.app.foyer.stages import Act, Stage, Step
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import SEATS_4, Seat

AT = Moment(now=100.0, round_minutes=35)


def go(foyer, *steps):
    orders = ()
    for one in steps:
        step, argument = one if isinstance(one, tuple) else (one, None)
        foyer, orders = take(foyer, step, argument, AT)
    return foyer, orders


def typed(foyer, words):
    for char in words:
        foyer = around.type_key(foyer, char)
    return foyer


def test_four_names_are_typed_one_seat_after_another():
    foyer, _ = go(Foyer(stage=Stage.WHO), Step.TYPE_NAMES)
    for name in ("ANNA", "BRUNO", "CARLA"):
        foyer, _ = go(typed(foyer, name), (Step.NAMED, None))
        assert foyer.stage is Stage.TYPE
    foyer, _ = go(foyer, (Step.NAMED, ""))
    assert foyer.stage is Stage.SEATING
    assert foyer.seating.names == {Seat.NORTH: "ANNA", Seat.EAST: "BRUNO", Seat.SOUTH: "CARLA"}


def test_a_letter_typed_wrong_is_taken_back_and_a_name_has_an_end():
    foyer = typed(Foyer(stage=Stage.TYPE, seat=Seat.NORTH), "ANNB\bA" + "X" * 100)
    assert foyer.typed.startswith("ANNA")
    assert len(foyer.typed) == MAX_NAME


def test_back_from_a_name_takes_the_name_before_again():
    foyer, _ = go(Foyer(stage=Stage.WHO), Step.FROM_LIST, (Step.NAMED, "Anna"), Step.BACK)
    assert (foyer.stage, foyer.seat) == (Stage.LIST, Seat.NORTH)
    assert foyer.seating.names == {}
    assert go(foyer, Step.BACK)[0].stage is Stage.WHO


@given(st.text(max_size=600))
def test_any_name_from_outside_is_one_printable_line_of_forty(name):
    cleaned = clean_name(name)
    assert len(cleaned) <= MAX_NAME
    assert cleaned.isprintable()
    assert cleaned == cleaned.strip()


def test_seats_are_drawn_with_cards_and_equal_cards_draw_again():
    foyer, _ = go(Foyer(stage=Stage.SEATING), Step.DRAW_SEATS)
    for word in ("2S", "AH", "KD", "9C"):
        foyer = around.card_laid(foyer, Card.parse(word), AT)
    assert foyer.seating.dealer is Seat.WEST, "the lower of the two who play against the highest"
    again, _ = go(Foyer(stage=Stage.SEATING), Step.DRAW_SEATS)
    for word in ("QH", "9D", "QH", "9C"):
        again = around.card_laid(again, Card.parse(word), AT)
    assert again.seating.dealer is None
    waiting = again.seating.drawing("lowest_opponent").seats
    assert waiting == (Seat.NORTH, Seat.SOUTH)
    for word in ("5H", "7H"):
        again = around.card_laid(again, Card.parse(word), AT)
    assert again.seating.drawing("lowest_opponent").order[:2] == (Seat.SOUTH, Seat.NORTH)


def test_a_card_that_no_pack_has_a_third_time_is_no_draw():
    foyer, _ = go(Foyer(stage=Stage.SEATING), Step.DRAW_SEATS)
    for word in ("QH", "QH", "QH"):
        foyer = around.card_laid(foyer, Card.parse(word), AT)
    assert [seat for seat in SEATS_4 if foyer.seating.draws.get(seat)] == [Seat.NORTH, Seat.EAST]


def test_two_touches_swap_two_players_and_two_on_one_make_the_dealer():
    seating = Seating(names={Seat.NORTH: "Anna", Seat.EAST: "Bruno"}, dealer=Seat.EAST)
    foyer = Foyer(stage=Stage.PLACES, seating=seating)
    swapped = around.choose_seat(around.choose_seat(foyer, Seat.NORTH), Seat.EAST)
    assert swapped.seating.names == {Seat.NORTH: "Bruno", Seat.EAST: "Anna"}
    assert swapped.seating.dealer is Seat.NORTH, "who deals is a person"
    deals = around.choose_seat(around.choose_seat(swapped, Seat.SOUTH), Seat.SOUTH)
    assert deals.seating.dealer is Seat.SOUTH


def test_a_match_begins_as_arranged_and_a_round_has_its_clock():
    foyer = Foyer(stage=Stage.PLACES, seating=Seating(dealer=Seat.SOUTH))
    foyer, orders = go(
        foyer,
        Step.PLACES_RIGHT,
        Step.CHOOSE_RULES,
        (Step.CHOSEN, "febur"),
        Step.CHOOSE_FORMULA,
        (Step.CHOSEN, 1),
        Step.BEGIN,
    )
    assert orders == (
        BeginMatch(players=4, profile="febur", hands=2, points=0, dealer=Seat.SOUTH),
    )
    assert foyer.stage is Stage.TABLE
    assert foyer.clock == RoundClock(ends_at=100.0 + 35 * 60)


def test_a_match_to_points_has_no_clock():
    place = next(place for place, formula in enumerate(FORMULAS) if formula.points)
    foyer, orders = go(Foyer(stage=Stage.FORMULA), (Step.CHOSEN, place), Step.BEGIN)
    assert orders[0].hands == 0
    assert orders[0].points == FORMULAS[place].points
    assert foyer.clock == RoundClock()


def test_a_pause_stops_the_clock_and_its_end_lets_it_go_on():
    foyer = Foyer(stage=Stage.MENU, clock=RoundClock(ends_at=400.0))
    paused, _ = go(foyer, Step.PAUSE)
    assert paused.clock == RoundClock(stopped_with=300.0)
    later = dataclasses.replace(AT, now=1000.0)
    assert take(paused, Step.RESUME, None, later)[0].clock == RoundClock(ends_at=1300.0)


@pytest.mark.parametrize("act", Act)
def test_what_cannot_be_taken_back_needs_a_second_touch(act):
    start = Foyer(stage=Stage.GOOD_NIGHT if act is Act.SWITCH_OFF else Stage.MENU)
    asked, orders = go(start, (Step.ASK, act))
    assert (asked.stage, orders) == (Stage.SURE, ())
    assert go(asked, Step.BACK) == (dataclasses.replace(start, under=()), ())
    done, orders = around.say_yes(asked, AT)
    assert done.stage is not Stage.SURE
    if act is Act.BREAK_OFF:
        assert orders == (BreakOff(),)
    if act is Act.SWITCH_OFF:
        assert orders == (SwitchOff(),)
    assert around.say_yes(start, AT) == (start, ()), "a yes that nobody was asked for is none"


def test_a_setting_is_chosen_and_ordered_to_be_written():
    foyer, orders = go(
        Foyer(stage=Stage.SETTINGS), (Step.ONE_SETTING, "suits"), (Step.CHOSEN, "safe")
    )
    assert foyer.stage is Stage.SETTINGS
    assert orders == (Change(setting="suits", value="safe"),)


def test_the_first_run_asks_one_setting_after_another_and_ends_at_the_welcome():
    foyer, seen = Foyer(stage=Stage.FIRST_RUN, setting=FIRST_RUN[0]), []
    for _ in FIRST_RUN:
        seen.append(foyer.setting)
        foyer, _ = go(foyer, (Step.CHOSEN, None))
    assert tuple(seen) == FIRST_RUN
    assert foyer.stage is Stage.WELCOME
    assert set(FIRST_RUN) - {"try_sound", "try_touch"} <= set(SETTINGS)


@st.composite
def foyers(draw):
    names = draw(st.dictionaries(st.sampled_from(SEATS_4), st.text(min_size=1, max_size=60)))
    seating = Seating(dealer=draw(st.none() | st.sampled_from(SEATS_4)))
    for seat, name in names.items():
        seating = seating.named(seat, name)
    return Foyer(
        stage=draw(st.sampled_from(Stage)),
        seating=seating,
        formula=draw(st.sampled_from(FORMULAS)),
        clock=draw(
            st.builds(RoundClock, ends_at=st.none() | st.floats(0, 1e6))
            | st.builds(RoundClock, stopped_with=st.floats(-1e4, 1e4))
        ),
        done=draw(st.frozensets(st.sampled_from(around.CHECKS))),
    )


@given(foyers())
def test_what_the_journal_keeps_is_taken_back_as_it_was(foyer):
    restored = restore(snapshot(foyer, begins=True))
    assert restored.foyer == foyer
    assert restored.begins


@pytest.mark.parametrize(
    "kept",
    [{"stage": "nowhere"}, {"names": {"X": "a"}}, {"draws": {"N": ["99X"]}}, {"unknown": 1}],
)
def test_what_is_no_foyer_is_not_taken(kept):
    assert restore(kept) is None
