"""The figures of the firmware, small: a card's way on every zone, and a whole deal in time."""

import pytest

from tallone.firmware import bench
from tallone.firmware.laying import PILES, TILES, laid_ms

pytestmark = pytest.mark.needs_micropython


def test_a_card_laid_on_any_zone_is_known_soon_and_always_at_the_same_moment():
    times = laid_ms(1, 2)
    assert set(times) == {*TILES, *PILES}
    assert all(20 < one < 1000 for found in times.values() for one in found)
    assert laid_ms(1, 2) == times


def test_a_deal_at_five_cards_a_second_takes_less_than_45_s():
    assert 25 < bench.deal_seconds(5) < 45


def test_figures_say_what_they_should_reach(monkeypatch):
    monkeypatch.setattr(bench, "deal_seconds", lambda _speed, _seed: 40.0)
    monkeypatch.setattr(
        bench, "laid_ms", lambda _seed, _cards: {TILES[0]: [80.0, 90.0], PILES[0]: [150.0]}
    )
    rows = {row.name: row for row in bench.figures()}
    assert rows["shuffle and deal, 2 cards a second"] == (
        "shuffle and deal, 2 cards a second",
        "40.0 s, simulated",
        "90 s",
    )
    assert rows["card on meld_ns_1 to event"].value == "p50 90 ms, p95 90 ms, simulated"
    assert rows["board, idle, allocated"].target == "0 bytes"


def test_without_micropython_there_are_no_figures(monkeypatch):
    monkeypatch.setenv("TALLONE_NO_MICROPYTHON", "1")
    assert bench.figures() == []
