"""What goes wrong with cables and power in the middle of a hand, in the whole chain."""

import pytest

from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse

pytestmark = [pytest.mark.end_to_end, pytest.mark.needs_micropython, pytest.mark.timeout(900)]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [("power-cut", "resumed"), ("usb-unplug", "link-lost"), ("usb-unplug@deal", "link-lost")],
)
def test_the_hand_goes_on_and_its_score_is_right(fault, kind):
    evening = simulate(Options(hands=1, seed=2, noise=0, faults=(parse(fault),)))
    [hand] = evening.report["hands"]
    assert hand["score"] == hand["truth"]
    assert hand["moves_tracked"] == hand["moves_true"]
    assert {found["kind"] for found in evening.report["findings"]} == {kind}
