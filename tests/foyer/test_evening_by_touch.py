"""A whole evening by touch alone, in both languages: nobody has a keyboard or a terminal."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.foyer.evening import play, who_and_where
from tests.foyer.touching import TouchedEvening

from tallone.app.evening.count.standings import Standings
from tallone.app.evening.evening import Evening
from tallone.app.foyer.stages import Stage
from tallone.app.recovery import Recovery
from tallone.config import Language, load
from tallone.journal.records import Pressed
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("language", Language)
def test_an_evening_from_the_first_run_to_good_night_by_touch_alone(tmp_path, language):
    play(tmp_path, language)


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="there is no Xvfb here")
def test_the_same_evening_in_a_real_window_with_a_real_pointer(tmp_path):
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        number = server.stdout.readline().strip()
        done = subprocess.run(
            [sys.executable, "-m", "tests.foyer.under_x", str(tmp_path)],
            cwd=ROOT,
            env=os.environ | {"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        server.terminate()
        server.wait()
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "good night in a window of x11" in done.stdout


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
