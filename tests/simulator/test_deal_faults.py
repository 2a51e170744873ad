"""A small sample of the tables of deal faults; `tools/fault_tables.py` makes the large ones."""

import pytest

from tallone.app.headless.direct import DirectEvening
from tallone.errors import SimulationError
from tallone.simulator.evening.run import simulate
from tallone.simulator.studies.deal_faults import EXPECTED, Row, Trial, attempt, judged, table


def run(options):
    return simulate(options, open_host=DirectEvening).report


@pytest.mark.parametrize("fault", [name for name in EXPECTED if name != "old-pozzetto"])
@pytest.mark.parametrize("seed", [101, 102])
def test_fault_of_a_deal_is_found_with_its_kind_and_count(fault, seed):
    trial = attempt(run, fault, seed, 1.0, "events")
    assert (trial.outcome, trial.others) == ("found", ()), trial.note


def test_pozzetto_of_the_last_hand_is_found_before_the_next():
    trial = attempt(run, "old-pozzetto", 2, 1.0, "events")
    assert (trial.outcome, trial.others) == ("found", ()), trial.note


def test_stock_of_light_cards_is_no_fault_and_keeps_nobody_waiting():
    """Forty-two cards that weigh 83.2 g: the scale alone sees no whole number."""
    trial = attempt(run, None, 1629, 1.0, "events")
    assert (trial.outcome, trial.others) == ("found", ())


def found(kind, count, zone="pozzetto_1"):
    return {"kind": kind, "count": count, "zone": zone}


def report(*findings):
    detail = {"zone": "pozzetto_1", "count": 10}
    return {"injected": [{"detail": detail}], "findings": list(findings)}


@pytest.mark.parametrize(
    ("findings", "outcome", "others"),
    [
        ([found("short-pozzetto", 10)], "found", ()),
        ([found("short-pozzetto", 9)], "miscounted", ()),
        ([found("short-pozzetto", 10, "pozzetto_2")], "miscounted", ()),
        ([found("short-pozzetto", 10), found("short-pozzetto", 9)], "miscounted", ()),
        ([found("long-stock", 43, "stock")], "missed", ("long-stock",)),
        ([], "missed", ()),
    ],
)
def test_only_the_right_kind_place_and_count_is_found(findings, outcome, others):
    trial = judged(report(*findings), EXPECTED["short-pozzetto"], 1)
    assert (trial.outcome, trial.others) == (outcome, others)


def test_run_that_does_not_end_is_a_failure_and_one_without_occasion_is_none():
    def stuck(_options):
        raise SimulationError("people have waited")

    def unused(_options):
        raise SimulationError("these faults could not be put in: old-pozzetto")

    assert attempt(stuck, "jam", 1, 1.0, "events").outcome == "failed"
    assert attempt(unused, "old-pozzetto", 1, 1.0, "events").outcome == "no occasion"


def test_rows_are_judged_by_what_had_an_occasion():
    trials = (
        *(Trial(seed, "found") for seed in range(999)),
        Trial(999, "missed", ("jam",)),
        Trial(1000, "no occasion"),
    )
    row = Row("jam", trials)
    assert row.is_good(misses=0.001, alarms=0.001)
    assert not row.is_good(misses=0.0, alarms=0.001)
    assert not row.is_good(misses=0.001, alarms=0.0)
    assert "| `jam` | 1000 | 999 (99.9%) | 0 | 1 | 1 | 999 |" in table([row])
