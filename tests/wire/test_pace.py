"""How long to wait before sending again."""

from hypothesis import given
from hypothesis import strategies as st

from tallone_wire.pace import Pace, elapsed


def test_first_wait_is_twice_the_least():
    assert Pace(100, 2000).timeout == 200


def test_first_wait_is_within_the_most():
    assert Pace(100, 150).timeout == 150


def test_steady_answers_bring_the_wait_near_them():
    pace = Pace(10, 5000)
    for _ in range(50):
        pace.measured(80)
    assert 80 <= pace.timeout <= 100


def test_unsteady_answers_leave_a_margin():
    pace = Pace(10, 5000)
    for turn in range(50):
        pace.measured(20 if turn % 2 else 180)
    assert pace.timeout > 180


def test_silence_doubles_the_wait_up_to_the_most():
    pace = Pace(100, 1000)
    waits = []
    for _ in range(4):
        waits.append(pace.timeout)
        pace.expired()
    assert waits == [200, 400, 800, 1000]


@given(st.lists(st.none() | st.integers(0, 100_000)))
def test_wait_stays_between_least_and_most(answers):
    pace = Pace(100, 2000)
    for answer in answers:
        if answer is None:
            pace.expired()
        else:
            pace.measured(answer)
        assert 100 <= pace.timeout <= 2000


@given(st.integers(0, 2**40), st.integers(0, 2**29))
def test_elapsed_time_passes_the_wrap_of_the_ticks(then, span):
    assert elapsed((then + span) % 2**30, then % 2**30) == span
