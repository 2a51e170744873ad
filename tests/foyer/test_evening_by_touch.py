"""A whole evening by touch alone, in both languages: nobody has a keyboard or a terminal."""

import os

import pytest
from tests.foyer.touching import TouchedEvening

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.evening.standings import Standings
from tallone.app.foyer.stages import Stage
from tallone.app.recovery import Recovery
from tallone.config import load
from tallone.display.view import Language
from tallone.journal.records import Pressed
from tallone.rules.cards.seats import Seat
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options
from tallone.simulator.faults.faults import parse

# `TALLONE_EVENING=full` plays the three hands of a round.
HANDS = 3 if os.environ.get("TALLONE_EVENING") == "full" else 1
NAMES = {
    Seat.NORTH: "Anna Bianchi",
    Seat.EAST: "Bruno Colombo",
    Seat.SOUTH: "Carla Ferrari",
    Seat.WEST: "PIA",
}


def first_run(evening: TouchedEvening) -> None:
    """Ten minutes with the table out of its box: every setting, one after another."""
    other = evening.language
    evening.touch(f"set.language.{other.value}")
    evening.touch("set.on")  # large letters, which is wrong: it is corrected later
    evening.type("CLUB")
    evening.touch("set.right")
    evening.type("12")
    evening.touch("set.right")
    evening.touch("code.febur")
    evening.touch("plain.name", name="blue-and-red-1")
    evening.type("10")
    evening.touch("set.right")
    evening.touch("unit.rotation", n=0)
    evening.touch("unit.brightness", n=100)
    evening.touch("unit.volume", n=60)
    evening.touch("sound.time_out")
    evening.touch("first.heard")
    evening.touch("first.ready")


def correct_a_setting(evening: TouchedEvening) -> None:
    evening.touch("foyer.settings")
    evening.touch("set.large_type")
    evening.touch("set.off")
    evening.touch("foyer.back")


def who_and_where(evening: TouchedEvening) -> None:
    evening.touch("foyer.new_match")
    evening.touch("foyer.from_list")
    for name in ("Anna Bianchi", "Bruno Colombo", "Carla Ferrari"):
        evening.touch("plain.name", name=name)
    evening.touch("foyer.type_it")
    evening.type("PIA")
    evening.touch("foyer.name_right")
    evening.touch("foyer.draw")
    for word in ("2Sb", "AHr", "KDb", "9Cr"):
        evening.lay(word)
    evening.touch("foyer.to_places")
    evening.touch("places.right")
    evening.touch("form.formula")
    evening.touch("formula.hands", n=HANDS)
    evening.touch("form.begin")


def pause(evening: TouchedEvening) -> None:
    evening.finger(evening._target("menu").box)
    evening.touch("menu.pause")
    assert evening.attendant.foyer.clock.stopped_with is not None
    evening.clock += 120.0
    evening.touch("pause.resume")


def call(evening: TouchedEvening) -> None:
    evening.touch("button.arbiter")
    assert evening.evening.arbiter_called
    evening.touch("button.arbiter_cancel")


def good_night(evening: TouchedEvening) -> None:
    evening.finger(evening._target("menu").box)
    evening.touch("foyer.good_night")
    evening.touch("farewell.machine")
    evening.touch("farewell.box")
    evening.touch("farewell.off")
    evening.touch("sure.switch_off.yes")


@pytest.mark.parametrize("language", Language)
def test_an_evening_from_the_first_run_to_good_night_by_touch_alone(tmp_path, language):
    evenings = []

    def opened(folder):
        evening = TouchedEvening(folder, language)
        first_run(evening)
        correct_a_setting(evening)
        who_and_where(evening)
        evening.at_turn = {(1, 4): [pause], (1, 6): [call]}
        evenings.append(evening)
        return evening

    options = Options(
        level="events", noise=0, seed=3, profile="febur", hands=HANDS, faults=(parse("jam"),)
    )
    table = EventTable(options, tmp_path, opened)
    table.run(lambda _line: None)
    [evening] = evenings
    inner = evening.evening
    assert inner.phase is Phase.MATCH_END
    assert len(inner.standings.match.hands) == HANDS
    assert inner.standings.match.first_dealer is Seat.WEST, "as the draw has it"
    assert evening.at_turn == {}, "the pause and the call happened"
    good_night(evening)
    assert evening.attendant.foyer.stage is Stage.OFF
    assert evening.attendant.wants_off(evening.clock + 10)
    settings = load(evening.file)
    assert (settings.table, settings.club, settings.profile) == (12, "CLUB", "febur")
    assert settings.large_type is False
    assert settings.language is language
    assert evening.attendant.foyer.seating.names == NAMES
    assert evening.tones == ["time_out"]
    assert {
        "first_run",
        "welcome",
        "list",
        "type",
        "draw",
        "places",
        "form",
        "pause",
    } <= evening.pages
    assert evening.touches > 50


def test_a_finger_that_rests_presses_nothing(tmp_path):
    evening = at_welcome(tmp_path)
    evening.finger(evening._target("choose", value=0).box, stays=5.0)
    assert evening.attendant.foyer.stage is Stage.WELCOME
    evening.finger(evening._target("choose", value=0).box, stays=0.2)
    assert evening.attendant.foyer.stage is not Stage.WELCOME


def test_touch_is_set_by_four_marks_and_cannot_lock_people_out(tmp_path):
    evening = at_welcome(tmp_path)
    evening.touch("foyer.settings")
    evening.touch("set.try_touch")
    for _ in range(4):
        width, height = evening.window.size
        x, y = evening.show().body.mark
        mark = type(evening.window.layout.screen)(
            x * width // 1000 - 30, y * height // 1000 - 10, 20, 20
        )
        evening.finger(mark)
    assert evening.attendant.foyer.stage is Stage.SETTINGS
    scale_x, shift_x, *_ = map(float, load(evening.file).touch.split())
    assert scale_x == pytest.approx(1.0, abs=0.02)
    assert shift_x == pytest.approx(1000 * 20 / width, abs=2)
    evening.touch("foyer.back")


def test_what_is_set_is_resumed_after_a_kill(tmp_path):
    evening = at_welcome(tmp_path)
    who_and_where(evening)
    kept = [record for record in evening.evening.effects.records if isinstance(record, Pressed)]
    recovery = Recovery(Evening(evening.evening.setup))
    recovery.run(kept)
    assert recovery.foyer == evening.attendant.foyer
    standings = recovery.evening.standings
    assert isinstance(standings, Standings)
    assert standings == evening.evening.standings


def at_welcome(tmp_path):
    folder = tmp_path / "table"
    folder.mkdir()
    table = EventTable(
        Options(level="events", noise=0, seed=3, profile="febur"), folder, TouchedEvening
    )
    evening = table.host
    for _ in range(20):
        if evening.attendant.foyer.stage is Stage.WELCOME:
            break
        keys = {"first.keep", "first.heard", "first.ready"}
        for key in sorted(keys):
            try:
                evening.touch(key)
                break
            except AssertionError:
                continue
    assert evening.attendant.foyer.stage is Stage.WELCOME
    return evening
