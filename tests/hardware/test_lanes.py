"""Lanes behind switches: ngspice as a witness, planted faults, what fits, how soon a card is known."""

import dataclasses
import itertools
import math
import re
import tomllib

import pytest
from hardware.antenna import antenna, fans, lanes, matching, witness
from hardware.electronics.generate import circuit as circuits
from hardware.reckon import scan_plan
from tests.firmware.micropython import ROOT
from tests.hardware import needs

from hardware import dimensions

DATA = antenna.load()
LANES = DATA.lanes
MODEL = fans.load()


def test_the_lane_of_the_model_is_the_lane_that_is_planned():
    drawn, seen = DATA.planned["lane"], MODEL.coils["lane"]
    assert (seen.winding.long_mm, seen.winding.wide_mm) == (drawn.width_mm, drawn.height_mm)
    assert (seen.winding.turns, seen.winding.track_mm) == (drawn.turns, drawn.track_mm)
    assert (seen.q, seen.depth_mm) == (drawn.q, drawn.card_mm)
    assert seen.ampere == pytest.approx(lanes.design().ampere, rel=0.02)


def test_ngspice_agrees_with_the_lane_and_its_switch():
    needs.program("ngspice", "Debian: ngspice")
    network = lanes.design().network
    target = DATA.planned["lane"].target_ohm
    assert abs(matching.impedance(network) - target) < 1e-6
    assert abs(witness.impedance(network) - target) < 0.05
    driven = (DATA.matching["supply_v"], DATA.matching["stage_ohm"])
    assert witness.coil_current(network, *driven) == pytest.approx(lanes.design().ampere, rel=1e-3)
    # Planted: a switch that was forgotten is seen.
    bare = dataclasses.replace(network, switch=0.0)
    assert abs(witness.impedance(bare) - target) > 1


def deck(*, neighbour: str, second: bool = False) -> str:
    """One asked lane, a neighbour beside it, perhaps a second lane whose legs stay closed."""
    n = lanes.design().network
    volt = 4 / math.pi * DATA.matching["supply_v"] / math.sqrt(2)
    circuit = witness.antenna(n, volt, DATA.matching["stage_ohm"])
    k = abs(lanes._side())
    closed = {
        "shorted": f"RNB n1 0 {2 * LANES['switch_ohm']}",
        "tuned": f"RNB n1 n2 {2 * math.pi * n.frequency * n.coil / DATA.planned['lane'].q}\n"
        f"CN n2 0 {1 / ((2 * math.pi * n.frequency) ** 2 * n.coil)}",
    }[neighbour]
    more = [f"LN n1 0 {n.coil:.6e}", closed, f"KN LC LN {k:.6f}"]
    if second:
        for leg in (1, 2):
            more += [
                f"RX{leg} a{leg} x{leg} {2 * n.switch}",
                f"CX{leg} x{leg} 0 {n.c1:.6e}",
            ]
    return circuit.replace(".control", "\n".join((*more, ".control")))


def current(circuit: str) -> float:
    found = re.search(r"coil = ([-+.\de]+)", witness.run(circuit))
    assert found, circuit
    return float(found[1])


def test_a_shorted_neighbour_takes_nothing_and_a_tuned_one_does():
    needs.program("ngspice", "Debian: ngspice")
    alone = lanes.design().ampere
    assert current(deck(neighbour="shorted")) == pytest.approx(alone, rel=0.12)
    assert current(deck(neighbour="tuned")) < 0.75 * alone


def test_a_second_lane_that_stays_on_the_reader_weakens_it_as_calculated():
    needs.program("ngspice", "Debian: ngspice")
    share = current(deck(neighbour="shorted", second=True)) / current(deck(neighbour="shorted"))
    assert share == pytest.approx(lanes._parallel_share(), rel=0.1)


def test_transistors_bear_what_stands_at_them():
    made = lanes.design()
    end = made.coil_volt * math.sqrt(2) / 2
    # The bias keeps every drain above its source, and the whole swing below what they bear.
    for peak in (made.leg_volt, end):
        assert 1.2 * peak < LANES["bias_v"]
        assert LANES["bias_v"] + peak < 0.6 * LANES["switch_v"]


def test_bias_and_gate_have_settled_when_the_field_comes():
    n = lanes.design().network
    held = (n.c2 + n.c1) * LANES["bias_ohm"]
    assert 4 * held < LANES["settle_us"] / 1e6


def test_ten_lanes_a_side_and_the_piles_fit_on_the_mat():
    free = dimensions.MAT - 2 * dimensions.MAT_MARGIN
    assert LANES["a_side"] * LANES["apart_mm"] + dimensions.DIVIDER <= free
    assert LANES["apart_mm"] == dimensions.COLUMN + dimensions.DIVIDER
    deep = (fans.LONGEST - 1) * MODEL.comb_mm + dimensions.CARD_LENGTH + dimensions.TOOTH_WIDTH
    # The piles lie across, between the sides.
    assert 2 * (deep + dimensions.WALL) + dimensions.PILE_FRAME[0] + 10 <= free
    assert 4 * dimensions.PILE_POCKET[1] + 3 * 10 <= free
    # Every second lane of a side, the farthest four lanes' widths from the reader in their middle.
    reach = (LANES["a_reader"] - 1) / 2 * 2 * LANES["apart_mm"]
    assert reach < LANES["lead_mm"]


def test_a_card_in_its_lane_is_heard_there_and_nowhere_else():
    for count in (1, 7, 14):
        own, other = lanes.heard(MODEL, 0.0, count)
        assert own > 2 * MODEL.chip.volt or count == 14
        assert own > 2 * other
        assert other < MODEL.chip.volt * math.exp(-2 * MODEL.chip.spread)


def test_a_slipped_card_is_heard_better_in_its_own_lane():
    for off in (5.0, 10.0, 15.0, 20.0, 25.0, 30.0):
        own, other = lanes.heard(MODEL, off)
        assert own > 1.5 * other, off


def test_twenty_lanes_are_read_within_the_limit():
    for overhead in (0.0, 1.0, 2.0):
        plan = scan_plan.lanes_plan(overhead)
        assert scan_plan.percentile(plan, 95) < scan_plan.LIMIT_MS, overhead
    # Planted: a look at every lane in every pass, or a slow interpreter, would not do.
    everywhere = dataclasses.replace(scan_plan.lanes_plan(3.0), focus=24, calm=0)
    assert scan_plan.percentile(everywhere, 95) > scan_plan.LIMIT_MS
    assert scan_plan.percentile(scan_plan.lanes_plan(5.0), 95) > scan_plan.LIMIT_MS


def test_every_lane_has_one_reader_and_one_bit():
    planned = tomllib.loads((ROOT / "hardware" / "pinmap_b.toml").read_text(encoding="utf-8"))[
        "mat"
    ]
    groups = [text for text in planned["readers"].values() if text.startswith("lanes ")]
    served = [(text[6:9], int(number)) for text in groups for number in re.findall(r"\d+", text)]
    sides = ("N-S", "E-W")
    assert sorted(served) == sorted((s, n) for s in sides for n in range(1, LANES["a_side"] + 1))
    # Neighbours hang on different readers, so that a dead one leaves every second lane.
    for text in groups:
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        assert len(numbers) == LANES["a_reader"]
        assert {b - a for a, b in itertools.pairwise(numbers)} == {2}
    assert list(planned["readers"]) == [str(index) for index in range(8)]
    bits = planned["shift"]["bits"]
    assert bits == len(served) + len(planned["shift"]["unused"]) + 8


def test_the_drawn_registers_hold_the_lanes_in_the_order_of_the_bits():
    net_of = circuits.build("mat", circuits.read_pinmap(), circuits.read_kinds()).net_of()
    # 32 bits through four registers in a row: the first shifted out comes to the last output of the last register.
    chain = ["reset_register", "lane_register_1", "lane_register_2", "lane_register_3"]
    outputs = [(name, f"Q{letter}") for name in chain for letter in "ABCDEFGH"]
    for bit, output in enumerate(reversed(outputs)):
        if bit < 20:
            side, number = ("NS", bit + 1) if bit < 10 else ("EW", bit - 9)
            assert net_of[output] == f"LANE_{side}_{number}", bit
        elif bit < 24:
            assert output not in net_of
        else:
            zone = circuits.read_pinmap()["mat"]["constants"]["READERS"]["value"][31 - bit]
            assert net_of[output] == f"RST_{zone}".upper()
    for one, other in itertools.pairwise(chain):
        assert net_of[one, "QHS"] == net_of[other, "SER"]
