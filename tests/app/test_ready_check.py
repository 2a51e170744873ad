"""Before the first card: piles are right, in doubt, wrong or not at rest; people settle a doubt by counting."""

from typing import ClassVar

import pytest

from tallone.app.evening.phases import Phase
from tallone.app.evening.presses import press
from tallone.app.headless.direct import DirectEvening
from tallone.app.screen.views import view_of
from tallone.app.watching.mat_watch import MatWatch
from tallone.app.watching.ready_check import Piles, ReadyCheck
from tallone.config import Language
from tallone.dealing.layout import layout
from tallone.mat import PileUnclear, Zone
from tallone.mat.events import Seconds
from tallone.press import Button, Press
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.room import cards as sim_cards

DEALT = layout(4).counts
GRAMS = {Zone.STOCK: 84.0, Zone.POZZETTO_1: 22.0, Zone.POZZETTO_2: 22.0}
# 42 cards, or 43 that are light: nobody can tell.
DOUBTFUL = 85.25
# So heavy on average, cards make such a stock.
HEAVY_CARD = 2.02


def weigh(watch, grams, now):
    for zone, weight in {**GRAMS, **grams}.items():
        watch.look(PileUnclear(zone=zone, grams=weight, at=Seconds(now)), now)


def check(grams=(), counts=DEALT):
    watch = MatWatch()
    weigh(watch, dict(grams), 1.0)
    return ReadyCheck(4, counts, watch), watch


@pytest.mark.parametrize(
    ("grams", "counts", "piles"),
    [
        ({}, DEALT, Piles.RIGHT),
        ({Zone.STOCK: DOUBTFUL}, DEALT, Piles.DOUBT),
        ({Zone.POZZETTO_1: 20.0}, DEALT, Piles.WRONG),
        ({}, DEALT | {"E": 10}, Piles.WRONG),
        ({Zone.STOCK: 0.0}, DEALT, Piles.UNREST),
        # A glass on top: nobody is accused, nothing begins.
        ({Zone.POZZETTO_1: 150.0}, DEALT, Piles.UNREST),
    ],
)
def test_piles_at_rest_are_judged_by_all_witnesses(grams, counts, piles):
    found, _ = check(grams, counts)
    assert found.piles(60.0) is piles


def test_nothing_is_said_of_piles_that_have_just_been_laid_down():
    right, _ = check()
    assert right.piles(2.5) is Piles.UNREST
    wrong, _ = check({Zone.POZZETTO_1: 20.0})
    assert wrong.piles(4.5) is Piles.UNREST
    assert wrong.piles(5.0) is Piles.WRONG


def test_a_doubt_is_settled_by_people_who_count():
    found, _ = check({Zone.STOCK: DOUBTFUL})
    assert found.doubts == ("stock",)
    assert found.findings == ()
    found.count(10.0)
    assert found.piles(10.0) is Piles.RIGHT


def test_a_pile_that_has_moved_since_is_as_good_as_uncounted():
    found, watch = check({Zone.STOCK: DOUBTFUL})
    found.count(10.0)
    weigh(watch, {Zone.STOCK: 0.0}, 12.0)
    weigh(watch, {Zone.STOCK: DOUBTFUL}, 15.0)
    assert found.piles(60.0) is Piles.DOUBT


def test_who_says_that_all_is_right_cannot_talk_a_wrong_pile_right():
    found, _ = check({Zone.POZZETTO_1: 20.0})
    found.count(10.0)
    assert found.piles(10.0) is Piles.WRONG


class Doubters(DirectEvening):
    """A table whose people find the doubtful pile not as dealt; `said` is what they were asked."""

    said: ClassVar[list[str]] = []

    def step(self, now):
        evening = self.evening
        if evening.phase is Phase.READY and evening.ready_check.piles(now) is Piles.DOUBT:
            view = view_of(evening, now, Language.ENGLISH)
            self.said.append(str(view.notice.message.key))
            assert [button.name for button in view.buttons] == ["again", "ok"]
            press(evening, Press(Button.AGAIN), now)
        return super().step(now)


@pytest.fixture
def heavy_cards(monkeypatch):
    monkeypatch.setattr(sim_cards, "CARD_GRAMS", HEAVY_CARD)


def until_ready(evening=DirectEvening):
    options = Options(hands=1, seed=174, level="events", noise=1.0, until="ready")
    return simulate(options, open_host=evening).report


@pytest.mark.usefixtures("heavy_cards")
def test_a_heavy_stock_is_counted_and_nobody_is_accused():
    class Counting(DirectEvening):
        doubted = 0

        def step(self, now):
            evening = self.evening
            doubts = evening.phase is Phase.READY and evening.ready_check.piles(now) is Piles.DOUBT
            Counting.doubted += doubts
            return super().step(now)

    assert until_ready(Counting)["findings"] == []
    assert Counting.doubted > 0


@pytest.mark.usefixtures("heavy_cards")
def test_a_pile_that_people_find_wrong_is_dealt_again():
    Doubters.said.clear()
    assert until_ready(Doubters)["findings"] == []
    # Every deal of these cards is as heavy: whoever does not count is asked again after each.
    assert set(Doubters.said) == {"notice.count_stock"}
