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
        ("wild-moved", 27, "wrong-meld"),
        ("identical-group", 2, "identical-group"),
        ("close-no-burraco", 2, "close-no-burraco"),
        ("close-wild", 2, "close-wild"),
        ("close-no-discard", 2, "close-no-discard"),
    ],
)
def test_a_fault_of_play_is_found_and_nothing_else(fault, seed, kind):
    options = Options(hands=1, seed=seed, level="events", noise=1.0, faults=(parse(fault),))
    report = simulate(options, open_host=DirectNight).report
    [hand] = report["hands"]
    assert [found["kind"] for found in report["findings"]] == [kind]
    assert hand["score"] == hand["truth"]
