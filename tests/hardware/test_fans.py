"""Cards in a fan: ngspice as a witness, one source for every program, the curves that are published."""

import math
import re
from dataclasses import replace

import pytest
from hardware.antenna import antenna, fans, report, witness
from hardware.reckon import pages
from tests.firmware.micropython import ROOT
from tests.hardware import needs

from hardware import dimensions
from tallone.simulator import induction
from tallone.simulator.induction import Place, filaments
from tallone.simulator.room import coupling

MODEL = fans.load()
# Three cards as people lay them: one slipped and skewed, one turned across.
THREE = [
    Place(x_mm=0.0, y_mm=-16.0, z_mm=0.0),
    Place(x_mm=2.0, y_mm=1.0, z_mm=0.4, turn_deg=4.0),
    Place(x_mm=-1.0, y_mm=15.0, z_mm=0.8, turn_deg=90.0),
]


@pytest.mark.parametrize("name", sorted(MODEL.inlays))
def test_ngspice_finds_the_voltages_of_three_cards(name):
    needs.program("ngspice", "Debian: ngspice")
    inlay = MODEL.inlays[name]
    circuit = witness.fan(THREE, inlay, MODEL.coils["lane"])
    told = witness.fan_voltages(circuit, 3)
    # The model's three loops for all turns are what differs; the resonant ones feel it most.
    assert induction.voltages(MODEL, THREE, inlay) == pytest.approx(told, rel=0.04)


def test_ngspice_sees_planted_errors():
    needs.program("ngspice", "Debian: ngspice")
    inlay = MODEL.inlay
    circuit = witness.fan(THREE, inlay, MODEL.coils["lane"])
    true = witness.fan_voltages(circuit, 3)
    lost = re.sub(r"^K12 .*\n", "", circuit, flags=re.MULTILINE)
    turned = re.sub(
        r"^(K01 \S+ \S+ )(\S+)", lambda m: f"{m[1]}{-float(m[2]):.9e}", circuit, flags=re.MULTILINE
    )
    mistuned = re.sub(
        r"^(C0 \S+ \S+ )(\S+)",
        lambda m: f"{m[1]}{1.1 * float(m[2]):.9e}",
        circuit,
        flags=re.MULTILINE,
    )
    for planted in (lost, turned, mistuned):
        assert planted != circuit
        wrong = witness.fan_voltages(planted, 3)
        assert max(abs(a / b - 1) for a, b in zip(wrong, true, strict=True)) > 0.04


@pytest.mark.parametrize(
    "planted", ["near", "sign", "depth"], ids=["lost side", "wrong sign", "wrong depth"]
)
def test_an_error_in_the_model_would_be_found_by_ngspice(monkeypatch, planted):
    needs.program("ngspice", "Debian: ngspice")
    told = witness.fan_voltages(witness.fan(THREE, MODEL.inlay, MODEL.coils["lane"]), 3)
    plain = filaments.mutual

    def wrong(one, other, apart):
        match planted:
            case "near":
                return plain(one[:3], other, apart)
            case "sign":
                return abs(plain(one, other, apart))
            case _:
                return plain(one, other, apart + 0.002)

    from tallone.simulator.induction import fan

    fan._pair.cache_clear()
    fan._reach.cache_clear()
    monkeypatch.setattr(fan.filaments, "mutual", wrong)
    found = induction.voltages(MODEL, THREE)
    fan._pair.cache_clear()
    fan._reach.cache_clear()
    assert max(abs(a / b - 1) for a, b in zip(found, told, strict=True)) > 0.04


def test_flux_of_the_lane_is_the_field_that_biot_and_savart_give():
    # A small loop in the coil's middle: its mutual inductance is its area times the field of one ampere.
    coil = MODEL.coils["lane"].winding
    corners = [(-31, -131), (31, -131), (31, 131), (-31, 131), (-31, -131)]
    field = antenna.field(corners, 1, 0, 0, 4)
    probe = filaments.rectangle(0.002, 0.002)
    shared = filaments.mutual(coil.loops()[0], probe, 0.004)
    assert shared == pytest.approx(antenna.MU0 * field * 4e-6, rel=2e-3)


def test_two_programs_find_the_same_own_inductance():
    # The antenna's spiral against the model's closed turns: a pitch of one side differs.
    for name, coil in antenna.load().coils.items():
        spiral = antenna.inductance(antenna.path(coil), coil.track_mm, 0.035)
        winding = induction.Winding(
            long_mm=coil.width_mm,
            wide_mm=coil.height_mm,
            turns=coil.turns,
            track_mm=coil.track_mm,
            gap_mm=coil.gap_mm,
            foil_um=35,
        )
        assert winding.inductance() == pytest.approx(spiral, rel=0.03), name


def test_coils_under_the_cards_are_those_that_are_drawn():
    designs, drawn = report.designs(), antenna.load().coils
    seen = MODEL.coils["pile"]
    coil = drawn["pile"]
    assert (seen.winding.long_mm, seen.winding.wide_mm) == (coil.width_mm, coil.height_mm)
    assert (seen.winding.turns, seen.winding.track_mm, seen.winding.gap_mm) == (
        coil.turns,
        coil.track_mm,
        coil.gap_mm,
    )
    assert (seen.q, seen.depth_mm) == (coil.q, coil.card_mm)
    assert seen.ampere == pytest.approx(designs["pile"].ampere, rel=0.02)


def test_one_comb_and_one_card_for_mechanics_and_simulator():
    assert coupling.comb_mm() == MODEL.comb_mm == dimensions.PITCH
    assert coupling.thickness_mm() == MODEL.thickness_mm == dimensions.CARD_USUAL
    assert coupling.model() == MODEL
    assert (dimensions.COMBS * dimensions.COMB_ROWS, fans.LONGEST) == (14, coupling.LONGEST_FAN)


def test_published_curves_are_current(monkeypatch):
    assert fans.PICTURE.read_text(encoding="utf-8") == fans.svg()
    worse = replace(MODEL, chip=replace(MODEL.chip, volt=2.4))
    monkeypatch.setattr(fans, "load", lambda: worse)
    assert fans.PICTURE.read_text(encoding="utf-8") != fans.svg()


def test_a_card_across_a_fan_answers_and_lets_the_fan_answer():
    assert min(fans.across(MODEL, MODEL.inlay)) > 0.9


def test_strips_keep_their_voltage_where_q_and_tuning_miss():
    # Tuned above the reader, a strip loses little by what a maker of cards cannot hold.
    usual = fans.least_volt(MODEL, MODEL.inlay, MODEL.comb_mm)
    for changed in (
        replace(MODEL.inlay, q=10.0),
        replace(MODEL.inlay, q=25.0),
        replace(MODEL.inlay, tuned_mhz=0.97 * MODEL.inlay.tuned_mhz),
        replace(MODEL.inlay, tuned_mhz=1.03 * MODEL.inlay.tuned_mhz),
    ):
        least = fans.least_volt(MODEL, changed, MODEL.comb_mm)
        assert least > 0.8 * usual
        assert least > MODEL.chip.volt * math.exp(2 * MODEL.chip.spread)


def test_parts_list_and_guide_ask_for_the_inlay_that_is_reckoned_with():
    assert pages.stale("inlay") == []
    winding = MODEL.inlay.winding
    rows = (ROOT / "hardware" / "bom.csv").read_text(encoding="utf-8").splitlines()
    asked = f"a strip of {winding.long_mm:g} x {winding.wide_mm:g} mm across the middle"
    assert [asked in row for row in rows if row.startswith("cards,")] == [True]
