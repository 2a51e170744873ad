"""What people do wrong at play is found, whole hands at the events level."""

import pytest

from tallone.app.direct import DirectNight
from tallone.simulator.faults import parse
from tallone.simulator.options import Options
from tallone.simulator.run import simulate


@pytest.mark.parametrize(
    ("fault", "seed", "kind"),
    [
        ("two-drawn", 1, "two-drawn"),
        # In few hands somebody holds the card two beyond a run whose wild lies at the other end.
        ("wild-moved", 27, "wrong-meld"),
    ],
)
def test_a_fault_of_play_is_found_and_nothing_else(fault, seed, kind):
    options = Options(hands=1, seed=seed, level="events", noise=1.0, faults=(parse(fault),))
    report = simulate(options, open_host=DirectNight).report
    [hand] = report["hands"]
    assert [found["kind"] for found in report["findings"]] == [kind]
    assert hand["score"] == hand["truth"]
