"""The figures of the firmware, small: a card's way on every zone, and a whole deal in time."""

import pytest

from tallone.bench import firmware
from tallone.firmware.timing.timed_deal import Dealt, deal
from tallone.firmware.timing.timed_laying import PILES, TILES, Laid, lay

# One takes seconds alone; a machine with much else to do gets its time.
pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300)]


def test_a_card_laid_on_any_zone_is_known_soon_and_always_at_the_same_moment():
    laid = lay(1, 2)
    assert set(laid.times) == set(laid.waits) == {*TILES, *PILES}
    assert all(20 < one < 1000 for found in laid.times.values() for one in found)
    assert all(40 < longest < 1000 for longest in laid.waits.values())
    assert lay(1, 2) == laid


def test_a_deal_at_five_cards_a_second_takes_a_pico_2_a_minute_with_every_card_in_its_place():
    # Above the 45 s that are wanted: a turn of the rack lasts as long whichever slot it goes to.
    dealt = deal(5, seed=11, chip="rp2350")
    assert 45 < dealt.seconds < 65
    assert (dealt.placed, dealt.highest) == (108, 11)


def test_a_deal_to_two_puts_every_card_in_its_place_through_the_whole_chain():
    dealt = deal(5, seed=12, players=2)
    assert (dealt.placed, dealt.highest) == (108, 11)


def test_figures_say_what_they_should_reach(monkeypatch):
    monkeypatch.setattr(firmware, "deal", lambda _speed, _seed, chip: Dealt(40.0, 107, 11))
    laid = Laid({TILES[0]: [80.0, 90.0], PILES[0]: [150.0]}, {TILES[0]: 210})
    monkeypatch.setattr(firmware, "lay", lambda _seed, _cards, chip: laid)
    rows = {row.name: row for row in firmware.figures()}
    assert rows["shuffle and deal, 2 cards a second"] == (
        "shuffle and deal, 2 cards a second",
        "40.0 s, simulated",
        "90 s",
    )
    assert rows["cards in their planned places"].value == "107 of 108"
    assert rows["card on meld_ns_1 to event"].value == "p50 90 ms, p95 90 ms, simulated"
    assert rows["longest between looks at meld_ns_1"].value == "210 ms, simulated"
    assert rows["board, idle, allocated"].target == "0 bytes"


def test_without_micropython_there_are_no_figures(monkeypatch):
    monkeypatch.setenv("TALLONE_NO_MICROPYTHON", "1")
    assert firmware.figures() == []
