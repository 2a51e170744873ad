"""Small circuits around the boards: what closes, glows, turns back or must be held still."""

import copy
import importlib.util

import pytest
from hardware.electronics.generate.circuit import build, read_kinds, read_pinmap
from hardware.reckon import budget, circuits, croupier_b, harness
from tests.firmware.micropython import ROOT

PINMAP = read_pinmap()
BOARDS = harness.circuits()
CROUPIER = BOARDS["croupier"]


def noise():
    spec = importlib.util.spec_from_file_location(
        "noise", ROOT / "firmware" / "croupier" / "noise.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_simulated_switch_is_the_drawn_one():
    numbers = croupier_b.load()["power"]
    drawn = circuits.drawn_switch(CROUPIER)
    for name in ("gate_nf", "bulk_f", "brake_ohm"):
        assert drawn[name] == pytest.approx(numbers[name]), name
    assert drawn["brake_v"] == pytest.approx(numbers["brake_v"], abs=0.3)
    # It lets go above the adapter's most, 5 % over 24 V, and before the clamp begins.
    assert 24 * 1.05 < drawn["brake_off_v"] < drawn["brake_v"] < numbers["clamp_knee_v"]


@pytest.mark.parametrize(
    ("outer", "inner"), [("LID_CONTACT", "LID_CLOSED"), ("TAMPER_CONTACT", "TAMPER")]
)
def test_opened_switch_is_seen_in_five_milliseconds_and_a_jolt_is_not(outer, inner):
    found = circuits.contact(CROUPIER, outer, inner)
    assert found.open_ms() < 5
    assert found.ignored_ms() > 0.2
    assert found.closed_volt() < circuits.LOW / 2


@pytest.mark.parametrize("place", ["ENTRY_LEFT", "ENTRY_RIGHT", "EXIT", "OUT"])
def test_barrier_tells_an_edge_within_a_sixth_of_a_millimetre(place):
    found = circuits.barrier(CROUPIER, place)
    fastest = max(row.push for row in noise().LIMITS)
    # At the trimmer's most; a tenth of a millimetre is a fifteenth of what tells a skewed card.
    assert found.late_us() / 1e6 * fastest < 0.15
    # The diode bears it. The trimmer reaches from 1 in 30 of its current as photocurrent, which a white card that
    # lets light through does not give, to 1 in 300 for the wide barrier at the outlet.
    assert 15 < found.lamp_ma() < 30
    assert found.needed_ma(0.0) > found.lamp_ma() / 40
    assert found.needed_ma(1.0) < found.lamp_ma() / 300


def test_stopping_the_rack_does_not_raise_the_supply_over_the_driver_s_limit():
    fastest = noise().LIMITS[-1]
    ramp = fastest.rack_top / fastest.rack_ramp
    power = budget.load()
    whole = circuits.bulk(CROUPIER, "+24V_M") + circuits.ADAPTER_FARAD + circuits.INLET_FARAD
    assert circuits.rebound(power, ramp, whole) < circuits.DRIVER_VOLT - 2
    # Planted: the board's own capacitors alone would not hold it; behind an open lid the brake does.
    alone = circuits.bulk(CROUPIER, "+24V_M")
    assert circuits.rebound(power, ramp, alone) > circuits.DRIVER_VOLT


def test_feed_current_is_one_volt_an_ampere_without_the_motor_s_pulses():
    text = (ROOT / "firmware" / "lib" / "motor.py").read_text(encoding="utf-8")
    assert "_FULL_SCALE_MA = 3300" in text
    assert circuits.sense_volt(CROUPIER, 1) == pytest.approx(1.0)
    stalled = next(load for load in budget.load().loads if load.name == "feed motor")
    assert circuits.sense_volt(CROUPIER, stalled.peak) < 3.3
    assert circuits.ripple_share(CROUPIER, 25_000) < 0.1


@pytest.mark.parametrize("board", ["mat", "croupier"])
def test_every_output_is_held_while_the_pico_is_in_reset(board):
    assert circuits.unheld(BOARDS[board], PINMAP[board]["pins"]) == []
    # Nothing moves and no field is on: these must be among them.
    held = {
        name for name, pin in PINMAP[board]["pins"].items() if pin.get("reset") in {"low", "high"}
    }
    must = {
        "mat": {"SELECT_EN", "RESET_HOLD"},
        "croupier": {
            "RACK_ENABLE", "RACK_STEP", "FEED_PWM", "EXIT_PWM", "EJECTOR_PWM", "DIVERTER_PWM",
            "READER_RST", "READER_NSS",
        },
    }  # fmt: skip
    assert must[board] <= held


def test_output_without_its_resistor_is_found():
    planted = copy.deepcopy(PINMAP)
    planted["croupier"]["pins"]["RACK_ENABLE"].pop("reset")
    loose = build("croupier", planted, read_kinds())
    assert circuits.unheld(loose, PINMAP["croupier"]["pins"]) == [
        "croupier: RACK_ENABLE is not held high while the Pico is in reset"
    ]


def test_values_are_read_as_they_are_drawn():
    assert [circuits.ohms(text) for text in ("33R", "4k7", "10k", "0R05", "2M2")] == [
        33,
        4700,
        10_000,
        0.05,
        2_200_000,
    ]
    assert [circuits.farads(text) for text in ("1n", "100n", "470u 35V")] == pytest.approx(
        [1e-9, 1e-7, 470e-6]
    )
    with pytest.raises(ValueError, match="no resistance"):
        circuits.ohms("PTC")
