"""The supplies: sums, interlocks as the firmware keeps them, and what tracks and wires must bear."""

import ast
import dataclasses
import math
import re

import pytest
from hardware.reckon import budget, pages
from tests.firmware import micropython

ROOT = micropython.ROOT
FIRMWARE_TESTS = ROOT / "tests" / "firmware"
BUDGET = budget.load()


def test_rails_under_80_percent():
    assert BUDGET.share == 0.8
    assert budget.overloads(BUDGET) == []


def test_one_load_too_many_is_found():
    second = next(load for load in BUDGET.loads if load.name.startswith("exit motor"))
    more = dataclasses.replace(BUDGET, loads=(*BUDGET.loads, second))
    assert budget.overloads(more) == ["motors_6v: 2.40 A of 2.5 A, allowed are 80%"]


def test_without_the_interlocks_the_supply_would_not_do():
    lock = next(one for one in BUDGET.interlocks if one.group == "croupier")
    everything = dataclasses.replace(lock, together=(frozenset().union(*lock.together),))
    loose = dataclasses.replace(BUDGET, interlocks=(everything,))
    assert {line.split(":")[0] for line in budget.overloads(loose)} >= {"motors_6v", "motors_24v"}


def test_sum_goes_upwards_through_the_converters():
    single = dataclasses.replace(
        BUDGET,
        loads=(budget.Load(name="a", rail="mat_3v3", count=1, typical=0.1, peak=0.1, source=""),),
    )
    found = budget.currents(single)
    assert found["mat_5v"] == pytest.approx(0.1 * 3.3 / 0.85 / 5)
    assert found["adapter_24v"] == pytest.approx(0.1 * 3.3 / 0.85 / 0.85 / 24)
    assert found["croupier_5v"] == 0


def test_a_load_on_no_rail_is_refused(tmp_path):
    text = budget.POWER.read_text(encoding="utf-8").replace('rail = "mat_5v"', 'rail = "mat_6v"')
    file = tmp_path / "power.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="no rail mat_6v"):
        budget.load(file)


def _functions(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_interlock_names_tests_that_exist():
    for lock in BUDGET.interlocks:
        assert lock.proof
        for proof in lock.proof:
            name, _, function = proof.partition("::")
            assert function in _functions(ROOT / name), proof


def test_every_state_of_the_croupier_is_in_the_budget():
    tree = ast.parse((ROOT / "firmware" / "croupier" / "states.py").read_text(encoding="utf-8"))
    values = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            values[node.targets[0].id] = node.value
    states = {
        f"{table}:{values[key.id].value}"
        for table in ("FEED_TABLE", "DELIVER_TABLE")
        for key in values[table].keys
    }
    lock = next(one for one in BUDGET.interlocks if one.group == "croupier")
    covered = {state for names in lock.covers.values() for state in names}
    assert covered == states
    assert set(lock.covers) == frozenset().union(*lock.together)


def _together(*arguments):
    script = FIRMWARE_TESTS / "croupier_together.py"
    said = micropython.run(script, *arguments, heap="4m", paths=(FIRMWARE_TESTS,))
    return {
        frozenset(line.split()[1:]) for line in said.splitlines() if line.startswith("together")
    }


def _allowed(ways):
    lock = next(one for one in BUDGET.interlocks if one.group == "croupier")
    return any(ways <= together for together in lock.together)


@pytest.mark.needs_micropython
def test_firmware_moves_together_only_what_the_budget_sums():
    seen = _together()
    assert [sorted(ways) for ways in seen if not _allowed(ways)] == []
    lock = next(one for one in BUDGET.interlocks if one.group == "croupier")
    # And nothing in the budget is invented.
    assert [sorted(ways) for ways in lock.together if ways not in seen] == []


@pytest.mark.needs_micropython
def test_rack_turned_under_the_rollers_would_be_seen():
    assert not all(_allowed(ways) for ways in _together("planted"))


def test_driver_and_motor_bear_the_rack_s_current():
    stepper = BUDGET.stepper
    assert stepper.ampere * math.sqrt(2) <= stepper.motor_ampere
    assert stepper.ampere <= 0.8 * stepper.most
    assert 0.5 < stepper.vref < 2.4
    turning = next(load for load in BUDGET.loads if load.name == "rack motor turning")
    assert stepper.watt / BUDGET.rails[turning.rail].volt <= turning.peak
    # The same motor with the sense resistor of another carrier would not fit.
    other = dataclasses.replace(stepper, sense_ohm=0.22)
    assert other.ampere > other.most


def test_track_width_is_that_of_ipc_2221():
    # The standard's own chart: 1 A, 10 K, outer, one ounce: about 0.3 mm; 3 A: about 1.4 mm.
    assert budget.trace_width(1) == pytest.approx(0.30, abs=0.02)
    assert budget.trace_width(3) == pytest.approx(1.37, abs=0.05)


def carried(board):
    """Ampere of each net that carries more than signals."""
    peak = budget.currents(BUDGET)
    found = {"+5V_IN": f"{board}_5v", "+5V": f"{board}_5v", "+3V3": f"{board}_3v3"}
    if board == "croupier":
        found |= dict.fromkeys(("+24V_IN", "+24V", "+24V_F", "+24V_M"), "motors_24v")
        found["+6V_M"] = "motors_6v"
    ampere = {net: peak[rail] for net, rail in found.items()}
    if board == "croupier":
        ampere |= dict.fromkeys(
            ("RACK_1A", "RACK_1B", "RACK_2A", "RACK_2B"), BUDGET.stepper.ampere
        )
        motors = {load.name: load.peak for load in BUDGET.loads}
        ampere |= dict.fromkeys(("FEED_A", "FEED_B", "FEED_SENSE"), motors["feed motor"])
        ampere |= dict.fromkeys(("EXIT_A", "EXIT_B"), motors["exit motor"])
    return ampere


def narrowest(text):
    """The narrowest track of each net of a board's file, in mm."""
    names = dict(re.findall(r'\(net (\d+) "/?([^"]*)"\)', text))
    found = {}
    for width, net in re.findall(
        r"\(segment\b.*?\(width ([\d.]+)\).*?\(net (\d+)\)", text, re.DOTALL
    ):
        found[names[net]] = min(float(width), found.get(names[net], 99.0))
    return found


def too_narrow(widths, ampere):
    return [
        f"{net}: {widths[net]:g} mm, {budget.trace_width(i):.2f} needed"
        for net, i in ampere.items()
        if net in widths and widths[net] < budget.trace_width(i)
    ]


@pytest.mark.parametrize("board", ["mat", "croupier"])
def test_tracks_are_wide_enough_for_their_currents(board):
    file = ROOT / "hardware" / "electronics" / board / f"{board}.kicad_pcb"
    widths = narrowest(file.read_text(encoding="utf-8"))
    ampere = carried(board)
    assert set(ampere) <= set(widths) | {"+5V_IN", "+24V_IN"}
    assert too_narrow(widths, ampere) == []
    # Planted: the same tracks with eight times the current.
    assert too_narrow(widths, {net: 8 * i for net, i in ampere.items()})


def test_budget_in_the_guide_is_fresh():
    assert pages.stale("power") == []
