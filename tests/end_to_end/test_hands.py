"""Whole hands: the program's score and moves equal the truth, and nothing is found that is not there."""

import pytest

from tallone.app.headless.direct import DirectEvening
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate

pytestmark = [pytest.mark.end_to_end, pytest.mark.timeout(900)]


def assert_followed(report):
    assert report["findings"] == []
    assert report["leaks"] == []
    for hand in report["hands"]:
        assert hand["score"] == hand["truth"]
        assert hand["moves_tracked"] == hand["moves_true"] > 0


@pytest.mark.needs_micropython
@pytest.mark.parametrize(
    ("seed", "hands", "profile", "players"),
    [(1, 1, "fibur", 4), (20, 1, "classic-en", 2)],
)
def test_hands_through_the_real_firmware_are_followed(seed, hands, profile, players):
    # What is followed here does not hang on how quick a board is; the next but one asks that.
    options = Options(
        hands=hands, seed=seed, profile=profile, players=players, noise=0, board="ideal"
    )
    evening = simulate(options)
    assert_followed(evening.report)


@pytest.mark.parametrize("profile", ["febur", "online", "classic-en", "fibur", "fibur-2026"])
def test_hands_without_the_boards_are_followed_under_every_code(profile):
    for seed in range(4, 7):
        options = Options(hands=2, seed=seed, profile=profile, noise=0, level="events")
        evening = simulate(options, open_host=DirectEvening)
        assert_followed(evening.report)


@pytest.mark.needs_micropython
def test_ordinary_noise_on_a_pico_2_raises_no_alarm():
    evening = simulate(
        Options(hands=1, seed=20, profile="classic-en", players=2, noise=1, board="rp2350")
    )
    assert_followed(evening.report)
    assert evening.report["link"]["frames"] > 500
    assert evening.report["latency_ms"]["card_to_event"]["p50"] <= 400


def test_one_seed_gives_one_report():
    first, second = (
        simulate(Options(hands=1, seed=9, noise=1, level="events"), open_host=DirectEvening).report
        for _ in range(2)
    )
    first.pop("latency_ms"), second.pop("latency_ms")
    assert first == second
