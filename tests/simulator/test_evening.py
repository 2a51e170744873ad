"""Whole evenings: at the events level for every day, through the whole chain once."""

import pytest

from tallone.app.headless.direct import DirectEvening
from tallone.errors import UsageError
from tallone.simulator.evening.run import Options, simulate
from tallone.simulator.faults.faults import parse


def events(**options):
    return simulate(Options(level="events", **options), open_host=DirectEvening).report


def without_times(report):
    return {key: value for key, value in report.items() if key != "latency_ms"}


@pytest.mark.parametrize("players", [4, 2])
def test_program_has_the_true_score_of_a_hand_on_a_perfect_table(players):
    report = events(seed=11, noise=0.0, players=players)
    [hand] = report["hands"]
    assert hand["score"] == hand["truth"]
    assert hand["end"] in ("close", "stock")
    assert hand["bgn"].startswith("BGN 1\n")
    assert report["findings"] == []
    assert report["leaks"] == []


def test_same_seed_gives_the_same_report():
    assert without_times(events(seed=3)) == without_times(events(seed=3))


def test_cards_are_collected_and_dealt_again():
    report = events(seed=2, hands=2, noise=0.0)
    assert [hand["score"] for hand in report["hands"]] == [
        hand["truth"] for hand in report["hands"]
    ]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("missing-card", "missing-card"),
        ("extra-card", "extra-card"),
        ("foreign-card", "foreign-card"),
        ("unknown-card", "unknown-card"),
        ("wrong-back", "foreign-card"),
        ("duplicate-uid", "duplicate-uid"),
        ("dead-tag", "dead-tag"),
        ("short-pozzetto", "short-pozzetto"),
        ("long-pozzetto", "long-pozzetto"),
    ],
)
def test_fault_before_play_is_found_and_the_hand_is_played_after_all(fault, kind):
    report = events(seed=3, noise=0.0, faults=(parse(fault),))
    assert [done["fault"] for done in report["injected"]] == [fault]
    assert [found["kind"] for found in report["findings"]] == [kind]
    [hand] = report["hands"]
    assert hand["score"] == hand["truth"]


def test_fault_that_needs_the_real_chain_is_refused_at_the_events_level():
    with pytest.raises(UsageError, match="use --level chain"):
        events(faults=(parse("power-cut"),))


def test_fault_whose_hand_is_never_played_is_an_error():
    with pytest.raises(UsageError, match="could not be put in: jam"):
        events(faults=(parse("jam@7"),))


def test_unknown_profile_is_refused():
    with pytest.raises(UsageError):
        events(profile="scala-quaranta")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("forgotten-draw", "forgotten-draw"),
        ("wrong-meld", "wrong-meld"),
        ("short-hand", "card-moved"),
        ("early-pozzetto-look", None),
    ],
)
def test_what_people_do_wrong_at_play_is_put_right_and_the_score_is_true(fault, kind):
    report = events(seed=3, noise=0.0, faults=(parse(fault),))
    assert [done["fault"] for done in report["injected"]] == [fault]
    kinds = {found["kind"] for found in report["findings"]}
    assert kind in kinds if kind else not kinds
    [hand] = report["hands"]
    assert hand["score"] == hand["truth"]
