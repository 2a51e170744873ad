"""What goes wrong with cables and power in the middle of a hand, in the whole chain."""

import pytest

from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse

pytestmark = [pytest.mark.end_to_end, pytest.mark.needs_micropython, pytest.mark.timeout(900)]


# A cable out while cards are dealt, another in mid-play, then the current: one hand bears them all.
FAULTS = ("usb-unplug@deal", "usb-unplug", "power-cut")


def test_the_hand_goes_on_and_its_score_is_right():
    faults = tuple(map(parse, FAULTS))
    evening = simulate(
        Options(hands=1, seed=1, profile="febur", noise=0, faults=faults, board="ideal")
    )
    injected = sorted(done["fault"] for done in evening.report["injected"])
    assert injected == ["power-cut", "usb-unplug", "usb-unplug"]
    [hand] = evening.report["hands"]
    assert hand["score"] == hand["truth"]
    assert hand["moves_tracked"] == hand["moves_true"]
    assert {found["kind"] for found in evening.report["findings"]} == {
        "resumed",
        "link-lost",
    }
