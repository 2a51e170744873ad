"""Virtual time with real processes: firmware scripts in MicroPython, a host program, a cable."""

import json
import time

import pytest
from tests.simulator.rig import Rig

from tallone.errors import SimulationError
from tallone.paths import micropython
from tallone.press import Button, Press
from tallone.shown import Shown
from tallone.simulator.clockwork.cable import CableNoise
from tallone.simulator.clockwork.conductor import Conductor

pytestmark = [
    pytest.mark.needs_micropython,
    pytest.mark.skipif(micropython() is None, reason="there is no micropython on this machine"),
]


def notes_of(folder, **options):
    folder.mkdir()
    with Rig(folder, **options) as rig:
        rig.start_app()
        rig.run()
        return rig.notes.read_text(), rig.conductor.steps, rig.conductor.now


def test_same_start_gives_the_same_run(tmp_path):
    first = notes_of(tmp_path / "a")
    assert len(first[0].splitlines()) > 60
    assert notes_of(tmp_path / "b") == first


def test_slow_host_changes_no_result(tmp_path):
    assert notes_of(tmp_path / "a", life=1.0) == notes_of(tmp_path / "b", life=1.0, slowness_ms=5)


def test_noisy_cable_with_the_same_seed_gives_the_same_run(tmp_path):
    noise = CableNoise(lost=0.1, doubled=0.1, damaged=0.1, swapped=0.1)
    first = notes_of(tmp_path / "a", noise=noise)
    assert notes_of(tmp_path / "b", noise=noise) == first
    assert notes_of(tmp_path / "c", noise=noise, seed=2) != first


def test_pulled_cable_is_lost_and_found_again_by_the_host(tmp_path):
    with Rig(tmp_path, life=6.0) as rig:
        rig.start_app()
        rig.conductor.after(1.0, rig.board.cable.unplug)
        rig.conductor.after(4.0, rig.board.cable.plug)
        rig.run()
        notes = rig.notes.read_text().splitlines()
    times = [float(note.split()[0]) for note in notes]
    assert "1.000000 lost" in notes
    assert not [at for at in times if 1.0 < at < 4.0]
    assert [at for at in times if 4.0 < at < 4.2]


def test_killed_host_lets_the_world_go_on_and_a_new_one_attach(tmp_path):
    with Rig(tmp_path, life=6.0) as rig:
        rig.start_app()
        rig.conductor.after(1.0, rig.kill_app)
        rig.conductor.after(3.0, rig.start_app)
        rig.run()
        times = [float(note.split()[0]) for note in rig.notes.read_text().splitlines()]
    assert rig.left
    assert not [at for at in times if 1.001 < at < 3.0]
    assert [at for at in times if 3.0 <= at < 3.2]


def test_dead_firmware_is_an_error_with_its_last_words(tmp_path):
    with Rig(tmp_path) as rig:
        rig.start_app()
        rig.conductor.after(0.5, lambda: rig.board.cable._deliver_to_board(b"\x01"))
        with pytest.raises(
            SimulationError, match=r"mat .*status 1 .*(?s:.*)ValueError: told to fail"
        ):
            rig.run()


def test_board_that_resets_itself_starts_anew(tmp_path):
    restarts = []
    with Rig(tmp_path) as rig:
        rig.board.restarted = lambda: restarts.append(rig.conductor.now)
        rig.start_app()
        rig.conductor.after(0.5, lambda: rig.board.cable._deliver_to_board(b"\x02"))
        rig.run()
        notes = rig.notes.read_text()
    assert len(restarts) == 1
    assert notes.count("b't1;'") == 2


def test_firmware_stuck_in_a_loop_is_named_by_the_watchdog(tmp_path):
    with Rig(tmp_path) as rig:
        rig.board.client._patience = 0.5
        rig.start_app()
        rig.conductor.after(0.5, lambda: rig.board.cable._deliver_to_board(b"\x03"))
        with pytest.raises(SimulationError, match="mat was let run and has said nothing"):
            rig.run()


def test_world_updates_reach_the_chip_models_and_reports_come_back_on_time(tmp_path):
    with Rig(tmp_path) as rig:
        rig.start_app()
        rig.conductor.after(0.5, lambda: rig.board.send({"zone": "stock", "load": 42}))
        rig.run()
    [(at, report)] = rig.told
    assert report["heard"] == {"zone": "stock", "load": 42}
    assert 500_000 <= report["at"] <= at < 503_000


def test_pressed_buttons_and_the_screen_pass_between_people_and_program(tmp_path):
    with Rig(tmp_path) as rig:
        rig.start_app()
        rig.conductor.after(0.5, lambda: rig.gate.press(Press(Button.CUT, value=54)))
        seen = []
        rig.conductor.after(2.0, lambda: seen.append(rig.gate.shown))
        rig.run()
        assert "0.500000 cut 54\n" in rig.notes.read_text()
    assert seen == [Shown(phase="play", hand=2)]


def test_table_put_away_ends_the_program(tmp_path):
    with Rig(tmp_path, life=1000.0) as rig:
        rig.start_app()
        rig.run(1.0)
        rig.gate.put_away()
        assert rig.app.wait(timeout=60) == 0


def test_idle_time_is_passed_over_in_few_steps(tmp_path):
    # The echo board wakes some twenty times a second; a clock that crept would take thousands.
    with Rig(tmp_path) as rig:
        rig.board.client.grant(0, 0)
        rig.conductor.at(20_000_000, lambda: None)
        rig.conductor.run(lambda: rig.conductor.now >= 20_000_000)
        assert rig.conductor.steps < 600


def test_time_that_nothing_can_move_is_an_error():
    with pytest.raises(SimulationError, match="nothing can happen any more"):
        Conductor().run(lambda: False)


def test_actions_happen_in_the_order_of_time_then_of_planning():
    conductor = Conductor()
    seen = []
    for when, name in ((5, "c"), (3, "a"), (5, "d"), (3, "b")):
        conductor.at(when, lambda name=name: seen.append((conductor.now, name)))
    conductor.at(3, lambda: conductor.at(1, lambda: seen.append((conductor.now, "late"))))
    conductor.run(lambda: len(seen) == 5)
    assert seen == [(3, "a"), (3, "b"), (3, "late"), (5, "c"), (5, "d")]
    assert json.dumps(seen)


def test_paced_time_keeps_to_the_wall_clock():
    conductor = Conductor(pace=20.0)
    conductor.at(2_000_000, lambda: None)
    started = time.monotonic()
    conductor.run(lambda: conductor.now >= 2_000_000)
    assert time.monotonic() - started >= 0.099
