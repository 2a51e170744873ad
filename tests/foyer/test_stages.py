"""The table of stages: whole, every stage reached, a way back from each."""

import pytest

from tallone.app.foyer.foyer import Foyer, Moment, take
from tallone.app.foyer.stages import STEPS, SURE_OF, Act, Stage, Step, after

MOMENT = Moment(now=10.0, round_minutes=35)
# Where nobody goes back: the table itself, a pause that is ended, and the end.
NO_BACK = {Stage.WELCOME, Stage.TABLE, Stage.PAUSE, Stage.OFF}


def test_every_stage_stands_in_the_table_and_every_act_leads_somewhere():
    assert set(STEPS) == set(Stage)
    assert set(SURE_OF) == set(Act)


def test_every_stage_can_be_reached():
    reached, todo = set(), [Stage.FIRST_RUN]
    while todo:
        stage = todo.pop()
        if stage not in reached:
            reached.add(stage)
            todo += STEPS[stage].values()
            if stage is Stage.SURE:
                todo += SURE_OF.values()
    assert reached == set(Stage)


def test_every_step_is_used():
    assert {step for row in STEPS.values() for step in row} == set(Step)


@pytest.mark.parametrize("stage", sorted(set(Stage) - NO_BACK, key=lambda one: one.value))
def test_every_page_has_a_way_back(stage):
    assert after(stage, Step.BACK) is not None


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("step", Step)
def test_a_step_that_a_stage_does_not_have_changes_nothing(stage, step):
    foyer = Foyer(stage=stage, setting="language")
    if after(stage, step) is None:
        assert take(foyer, step, None, MOMENT) == (foyer, ())
    else:
        assert take(foyer, step, None, MOMENT)[0].stage in Stage


@pytest.mark.parametrize("below", [Stage.WELCOME, Stage.MENU])
@pytest.mark.parametrize("step", [Step.HELP, Step.SETTINGS, Step.LEAVE])
def test_a_page_over_another_goes_back_to_it(below, step):
    over, _ = take(Foyer(stage=below), step, None, MOMENT)
    assert over.stage is not below
    back, _ = take(over, Step.BACK, None, MOMENT)
    assert back.stage is below
    assert back.under == ()
