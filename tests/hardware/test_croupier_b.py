"""The croupier's revision B: every rule holds, revision A breaks it, and ngspice sees each planted fault."""

import copy
import importlib.util
import math

import pytest
from hardware.mechanical import rack_motion, torque
from hardware.mechanical.rack_motion import Drive, Row
from hardware.reckon import budget, croupier_b, interlock
from tests.firmware.micropython import ROOT
from tests.hardware import needs

from hardware import dimensions

NUMBERS = croupier_b.load()


def firmware(name):
    path = ROOT / "firmware" / "croupier" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_revision_b_keeps_every_rule():
    assert croupier_b.problems(NUMBERS) == []


def opening(high, far):
    return [{"name": "window", "high_mm": high, "wide_mm": 93, "to_danger_mm": far}]


# What revision A has, and what the rule says of it.
REVISION_A = [
    ("rack", {"pulleys": [20, 30], "steps_per_slot": 400}, "steps are lost"),
    ("rack", {"pulleys": [20, 30]}, "do not give the steps of a slot"),
    ("motor", {"usable_nm": 0.42}, "three quarters"),
    ("row", [{"cards": 5, "start": 3200, "top": 31000, "ramp": 600_000, "push": 900}], "row 5"),
    ("row", [{"cards": 2, "start": 800, "top": 14000, "ramp": 200_000, "push": 800}], "does not get there"),
    ("row", [{"cards": 2, "start": 800, "top": 14000, "ramp": 200_000, "push": 1200}], "bounces off"),
    ("row", [{"cards": 5, "start": 800, "top": 14000, "ramp": 200_000, "push": 2000}], "too many for the motor"),
    ("hopper", {"follower_g": 0}, "last card"),
    ("gearmotor", {"free_rpm": 2200, "stall_a": 6.0}, "stalled"),
    ("retard", {"gauge_mm": []}, "feeler gauge"),
    ("guards", {"openings": opening(10, 1.5)}, "80 are asked for"),
    ("power", {"inlet_fuse_a": 4.0}, "inlet's fuse"),
    ("power", {"fuse_5v_a": 3.0}, "5 V fuses"),
    ("power", {"enable_delay_ms": 60}, "before the driver is told"),
    ("power", {"brake_v": 33}, "brake must work"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "value", "says"), REVISION_A)
def test_revision_a_breaks_the_rule(part, value, says):
    planted = copy.deepcopy(NUMBERS)
    planted[part] = value if isinstance(value, list) else {**planted[part], **value}
    assert any(says in line for line in croupier_b.problems(planted)), croupier_b.problems(planted)


# The rack ------------------------------------------------------------------------------------


def test_rows_of_the_table_are_those_of_the_firmware():
    rows = firmware("noise").LIMITS
    assert [(r.cards, r.rack_start, r.rack_top, r.rack_ramp) for r in rows] == [
        (r.cards, r.start, r.top, r.ramp) for r in croupier_b.OLD_ROWS
    ]


@pytest.mark.parametrize("row", croupier_b.OLD_ROWS, ids=lambda row: f"row {row.cards}")
def test_the_rack_as_drawn_loses_steps_in_every_row(row):
    drawn = Drive(torque_nm=NUMBERS["motor"]["hold_nm"], gear=1.5, steps_per_slot=400)
    assert rack_motion.swing(drawn, row, 6, 108).lost


def test_a_move_takes_as_long_as_the_firmware_says():
    # The firmware's own trapezoid, with its rounding to whole steps and cycles.
    for row in croupier_b.OLD_ROWS:
        start, top, ramp = row.start, row.top, row.ramp
        for steps in (400, 2400):
            peak = min(top, math.sqrt(start**2 + ramp * steps))
            ramped = (peak**2 - start**2) / ramp
            expected = 2 * (peak - start) / ramp + (steps - ramped) / peak
            assert rack_motion.seconds(row, steps) == pytest.approx(expected)


def test_a_slow_rotor_lags_by_its_friction_alone():
    # At a constant, slow speed there is no lag but friction's: asin(friction / T), and a little swing.
    drive = Drive(torque_nm=0.3, gear=3, steps_per_slot=800, bearings_nm=0.1)
    slow = Row(cards=1, start=1, top=300, ramp=300)
    lag = rack_motion.swing(drive, slow, 1, 0).lag_deg
    assert lag == pytest.approx(math.degrees(math.asin(0.1 / 0.3)), rel=0.35)


def test_friction_of_loose_cards_does_not_cost_steps_either():
    import dataclasses

    loose = dataclasses.replace(croupier_b.drive(NUMBERS), lip=False)
    for entry in NUMBERS["row"]:
        assert rack_motion.worst(loose, croupier_b.row(entry)) < croupier_b.LAG_DEG


def test_one_torque_of_the_motor_in_the_whole_tree():
    motor = NUMBERS["motor"]
    assert budget.load().stepper.torque_nm == motor["hold_nm"]
    assert motor["usable_nm"] == torque.MOTOR_NM
    text = (ROOT / "hardware" / "mechanical" / "README.md").read_text(encoding="utf-8")
    assert f"holds {motor['hold_nm']:g}" in text
    assert "0.59" not in text


# Cards -----------------------------------------------------------------------------------------


def test_a_card_that_does_not_reach_the_hub_coasts_as_the_dimensions_say():
    end = croupier_b.coast(800, dimensions.CARD_FRICTION, 0.4)
    assert end.tail_mm == pytest.approx(dimensions.coast(800))
    assert end.hub_speed == 0


def test_a_card_that_meets_the_hub_has_the_energy_that_is_left():
    end = croupier_b.coast(1200, 0.2, 0.4)
    turn = math.radians(dimensions.TILT)
    lost = 2 * 9810 * (math.sin(turn) + 0.2 * math.cos(turn)) * croupier_b.free_way()
    assert end.hub_speed**2 == pytest.approx(1200**2 - lost)


def test_safe_distances_are_the_standards():
    table = [(3, 2), (5, 10), (8, 20), (10, 80), (12, 100), (20, 120), (25, 850)]
    assert [croupier_b.safe_distance(high) for high, _ in table] == [far for _, far in table]


# Supply and interlock --------------------------------------------------------------------------


def watt():
    """Return what the driver can give back at the most: holding torque at the top speed of the fastest row."""
    top = max(entry["top"] for entry in NUMBERS["row"])
    turns = top / (dimensions.MOTOR_STEPS * dimensions.MICROSTEPS)
    return NUMBERS["motor"]["hold_nm"] * math.tau * turns


def test_lid_open_while_turning_and_the_firmware_hung_does_not_kill_the_driver():
    needs.program("ngspice", "Debian: ngspice")
    limit = NUMBERS["power"]["driver_v"]
    assert interlock.measured(interlock.turning(NUMBERS, watt=watt()), "peak") < limit - 1
    # Planted: no brake; neither brake nor clamp, as revision A.
    bare = interlock.turning(NUMBERS, watt=watt(), brake=False)
    assert limit < interlock.measured(bare, "peak") < 33
    none = interlock.turning(NUMBERS, watt=watt(), brake=False, clamp=False)
    assert interlock.measured(none, "peak") > 35


def test_closing_the_lid_starts_softly():
    needs.program("ngspice", "Debian: ngspice")
    slow = interlock.starting(NUMBERS)
    assert interlock.measured(slow, "peak") < NUMBERS["power"]["inrush_a"]
    assert interlock.measured(slow, "end") > 23.5
    # Planted: without its capacitor the gate falls at once.
    assert interlock.measured(interlock.starting(NUMBERS, gate_nf=0.001), "peak") > 20


def test_the_driver_stops_before_its_supply_goes():
    needs.program("ngspice", "Debian: ngspice")
    deck = interlock.order(NUMBERS)
    assert interlock.measured(deck, "stop") + 0.03 < interlock.measured(deck, "gone")
    late = interlock.order(NUMBERS, hardware=False)
    assert interlock.measured(late, "stop") + 0.03 > interlock.measured(late, "gone")


def test_a_welded_switch_is_seen():
    needs.program("ngspice", "Debian: ngspice")
    assert interlock.measured(interlock.welded(NUMBERS, stuck=False), "sense") < 0.8
    assert interlock.measured(interlock.welded(NUMBERS, stuck=True), "sense") > 2.0


def test_exchanged_wires_reach_nothing():
    needs.program("ngspice", "Debian: ngspice")
    assert interlock.measured(interlock.reversed_supply(protected=True), "low") > -0.3
    assert interlock.measured(interlock.reversed_supply(protected=False), "low") < -20
