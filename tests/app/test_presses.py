"""What a finger can do at every edge: presses that mean nothing change nothing, and none ends the program."""

import msgspec
import pytest
from tests.app.standing import evening_at, now, push, seen

from tallone.app.evening.phases import Phase
from tallone.dealing.layout import PACK_CARDS
from tallone.journal.records import Answered, CutMade, PhaseEntered, Pressed
from tallone.mat.events import Seconds
from tallone.press import Button, Press
from tallone.referee import Option, Question
from tallone.rules.cards.seats import Seat

ENTERED = (
    {},
    {"seat": Seat.NORTH},
    {"value": 0},
    {"value": PACK_CARDS},
    {"value": -1},
    {"value": 10**30},
    {"question": 1, "option": 0},
    {"question": 99, "option": -1},
)
# Where a press leads on: everywhere else the phase stays.
LEADS = {
    (Phase.LOAD, "ok"): Phase.CUT,
    (Phase.STOPPED, "ok"): Phase.LOAD,
    # "No more cards", with most of them missing.
    (Phase.PASS, "ok"): Phase.STOPPED,
    (Phase.COUNT, "ok"): Phase.MATCH_END,
    (Phase.MATCH_END, "ok"): Phase.LOAD,
}


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("button", Button)
def test_a_press_leads_on_where_it_means_something_and_changes_nothing_elsewhere(button, phase):
    evening = evening_at(phase)
    for entered in ENTERED:
        if evening.phase is not phase:
            evening = evening_at(phase)
        called = evening.arbiter_called
        push(evening, button, **entered)
        cuts = button == "cut" and phase is Phase.CUT and entered.get("value") == 0
        wanted = Phase.DEAL if cuts else LEADS.get((phase, button), phase)
        assert evening.phase is wanted, entered
        assert evening.arbiter_called is (called ^ (button == "arbiter"))
        seen(evening, 1e6)


@pytest.mark.parametrize("button", ["", "OK", "ok ", "shuffle", 7, None])
def test_what_is_no_button_is_no_press(button):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"button": button}, Press)


def test_a_deal_on_the_mat_with_cards_left_does_not_begin():
    evening = evening_at(Phase.LOAD)
    evening.lid_open = True
    push(evening, "ok")
    assert evening.phase is Phase.LOAD


@pytest.mark.parametrize("value", [None, -1, PACK_CARDS, PACK_CARDS + 1, 2**40])
def test_a_cut_that_no_pack_has_is_not_taken(value):
    evening = evening_at(Phase.CUT)
    entered = {} if value is None else {"value": value}
    records = push(evening, "cut", **entered)
    assert evening.phase is Phase.CUT
    assert records == []


@pytest.mark.parametrize("value", [0, PACK_CARDS - 1])
def test_the_first_and_the_last_cut_are_taken_once(value):
    evening = evening_at(Phase.CUT)
    records = push(evening, "cut", value=value)
    assert [record.value for record in records if isinstance(record, CutMade)] == [value]
    assert evening.phase is Phase.DEAL
    assert push(evening, "cut", value=value) == []


def asked(evening):
    """Let the play ask something; return the question."""
    question = Question(
        id=7,
        text_key="which-discard",
        seat=Seat.NORTH,
        card=None,
        options=(
            Option(text="7H", cards=frozenset()),
            Option(text="8H", cards=frozenset()),
        ),
        at=Seconds(now(evening)),
    )
    evening.play._open[question.id] = question
    evening.play.question = question
    return question


@pytest.mark.parametrize("option", [-1, 2, 10**9])
def test_an_answer_that_was_not_offered_is_not_taken(option):
    evening = evening_at(Phase.PLAY)
    question = asked(evening)
    assert push(evening, "answer", question=question.id, option=option) == []
    assert evening.play.question is question


@pytest.mark.parametrize("number", [0, 6, 8, -7, 10**9])
def test_an_answer_to_what_nobody_asked_is_not_taken(number):
    evening = evening_at(Phase.PLAY)
    asked(evening)
    assert push(evening, "answer", question=number, option=0) == []


def test_an_answer_given_twice_counts_once():
    evening = evening_at(Phase.PLAY)
    question = asked(evening)
    first = push(evening, "answer", question=question.id, option=1)
    assert [record.option for record in first if isinstance(record, Answered)] == [1]
    evening.play._open.pop(question.id, None)
    assert push(evening, "answer", question=question.id, option=0) == []


@pytest.mark.parametrize(
    "phase", [phase for phase in Phase if phase not in (Phase.PLAY, Phase.COUNT)]
)
def test_an_answer_outside_of_play_is_not_even_recorded(phase):
    evening = evening_at(phase)
    assert push(evening, "answer", question=1, option=0) == []


def test_a_count_with_an_open_question_cannot_be_confirmed():
    evening = evening_at(Phase.COUNT)
    asked(evening)
    assert "ok" not in [button.name for button in seen(evening).buttons]
    push(evening, "ok")
    assert evening.phase is Phase.COUNT


def test_a_confirmation_pressed_twice_counts_one_hand():
    evening = evening_at(Phase.COUNT)
    first = push(evening, "ok")
    assert [record.phase for record in first if isinstance(record, PhaseEntered)] == ["match_end"]
    assert (evening.hand, len(evening.standings.now.totals)) == (2, 2)
    totals = evening.standings.now.totals
    push(evening, "answer", question=1, option=0)
    assert evening.standings.now.totals == totals


def test_every_press_is_written_down_but_answers_which_have_a_record_of_their_own():
    evening = evening_at(Phase.LOAD)
    from tallone.app.evening.presses import press

    press(evening, Press(Button.ARBITER, seat=Seat.WEST), 1.0)
    press(evening, Press(Button.ANSWER, question=1, option=0), 2.0)
    records, _ = evening.effects.take()
    assert [(type(record), record.button, record.seat) for record in records] == [
        (Pressed, "arbiter", "W")
    ]


def test_players_say_that_they_are_ready_each_for_himself():
    evening = evening_at(Phase.READY)
    for seat in (Seat.NORTH, Seat.NORTH, Seat.EAST, Seat.SOUTH):
        push(evening, "ready", seat=seat)
    assert evening.ready_seats == {Seat.NORTH, Seat.EAST, Seat.SOUTH}
    assert evening.phase is Phase.READY
    push(evening, "ready")
    assert evening.ready_seats == {Seat.NORTH, Seat.EAST, Seat.SOUTH}


def test_the_arbiter_is_called_and_sent_away_by_the_same_button():
    evening = evening_at(Phase.PLAY)
    for called in (True, False, True):
        push(evening, "arbiter")
        assert evening.arbiter_called is called
