"""Pages and their buttons are one list; every page says what its buttons do, in both languages."""

import dataclasses

import pytest

from tallone.app.foyer.deeds import Inner
from tallone.app.foyer.foyer import Foyer, Moment
from tallone.app.foyer.given import Given
from tallone.app.foyer.pages import shown
from tallone.app.foyer.presses import press
from tallone.app.foyer.stages import STEPS, Stage, Step
from tallone.app.screen.examples import every_screen, pages
from tallone.assist import Assist
from tallone.config import Config
from tallone.display.texts.phrases import spoken
from tallone.display.views.pages import Menu
from tallone.press import Button, Press

GIVEN = Given(
    now=0.0, config=Config(), in_match=True, hand_under_way=True, members=("Anna", "Bruno")
)
AT = Moment(now=0.0)
PAGES = [stage for stage in Stage if stage is not Stage.TABLE]


def at(stage):
    return Foyer(stage=stage, setting="language")


@pytest.mark.parametrize("stage", PAGES)
def test_every_button_does_something_that_its_stage_has(stage):
    page = shown(at(stage), GIVEN)
    choices = page.bar or page.body.choices
    assert len(choices) == len(page.deeds)
    for deed in page.deeds:
        assert isinstance(deed.do, Inner) or deed.do in STEPS[stage], f"{stage}: {deed.do}"


@pytest.mark.parametrize("stage", PAGES)
def test_a_place_that_a_page_does_not_have_does_nothing(stage):
    foyer = at(stage)
    for value in (-1, 99, None, 10**9):
        for button in (Button.CHOOSE, Button.TICK, Button.KEY):
            after, orders = press(foyer, Press(button=button, value=value), GIVEN, AT)
            assert after.stage is stage
            assert orders == ()


def test_in_gara_nobody_but_the_arbiter_changes_the_play():
    gara = dataclasses.replace(GIVEN, config=Config(assist=Assist.GARA))
    steps = {deed.do for deed in shown(at(Stage.MENU), gara).deeds}
    assert not steps & {Step.PAUSE, Step.ASK, Step.NEW_MATCH}


def test_what_touches_the_game_asks_for_the_pin_where_there_is_one():
    locked = dataclasses.replace(GIVEN, locked=True)
    for page in range(3):
        foyer = dataclasses.replace(at(Stage.SETTINGS), page=page)
        for deed in shown(foyer, locked).deeds:
            if deed.argument in ("profile", "assist", "hands", "pack"):
                assert deed.do is Step.LOCK


def test_every_page_can_be_said_in_both_languages():
    for name, view in pages().items():
        if isinstance(view.body, Menu):
            for choice in view.body.choices:
                for lang in ("it", "en"):
                    assert spoken(choice.label, lang).strip() or choice.marked, name


def test_a_yes_and_a_no_never_stand_in_one_place():
    """The second touch is somewhere else than the first: nobody says yes by touching twice."""
    menu = shown(at(Stage.MENU), GIVEN)
    for place, deed in enumerate(menu.deeds):
        if deed.do is Step.ASK:
            asked, _ = press(at(Stage.MENU), Press(button=Button.CHOOSE, value=place), GIVEN, AT)
            sure = shown(asked, GIVEN)
            assert sure.deeds[0].do is Step.BACK
            assert sure.deeds[1].do is Inner.YES


def test_there_is_an_example_of_every_page():
    names = every_screen()
    assert {f"foyer_{stage.value}" for stage in PAGES if stage is not Stage.FIRST_RUN} <= set(
        names
    )
