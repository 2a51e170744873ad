import pytest

from tallone.app.evening.phases import TRANSITIONS, Cause, Phase, after


def test_every_phase_stands_in_the_table():
    assert set(TRANSITIONS) == set(Phase)


def test_every_cause_leads_somewhere():
    assert {cause for row in TRANSITIONS.values() for cause in row} == set(Cause)


def test_every_phase_can_be_reached_from_the_first():
    reached, todo = set(), [Phase.CONNECT]
    while todo:
        phase = todo.pop()
        if phase not in reached:
            reached.add(phase)
            todo += TRANSITIONS[phase].values()
    assert reached == set(Phase)


def test_a_hand_can_be_broken_off_from_the_cut_to_its_last_turn():
    broken = [phase for phase, row in TRANSITIONS.items() if Cause.DEAL_BROKEN in row]
    assert broken == [
        Phase.CUT,
        Phase.DEAL,
        Phase.PASS,
        Phase.READY,
        Phase.TURN_FIRST,
        Phase.PLAY,
    ]


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("cause", Cause)
def test_a_missing_pair_is_an_error_that_names_both(phase, cause):
    if cause in TRANSITIONS[phase]:
        assert after(phase, cause) in Phase
    else:
        with pytest.raises(
            ValueError, match=f"{cause.value} cannot happen in the phase {phase.value}"
        ):
            after(phase, cause)
