"""A whole pile melded at once: the melds are told by the order of laying, and never after minutes."""

import dataclasses
import random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tallone.mat import CardPlaced, Zone
from tallone.referee.irregularities.wrong_melds import judge_play
from tallone.referee.melding import hypotheses, in_order, sharing
from tallone.referee.melding.cloth import Cloth
from tallone.referee.melding.evidence import Laid
from tallone.referee.melding.hypotheses import (
    MAX_MADE,
    MAX_SEARCHED,
    Hypothesis,
    likeliest,
)
from tallone.referee.melding.in_order import MAX_STEPS, share_in_order, strays_in_order
from tallone.referee.melding.ways import ways
from tallone.rules import PACK, HandState, Meld, Phase, Seat, load_profile, resolve
from tallone.rules.cards.cards import CardCopy
from tallone.rules.hand.hand import PozzettoEntry, SideState

FIBUR = load_profile("fibur")
OLD = ("JK1b 8Sr 9Sb 10Sr JSr QSr KSb", "2Db 3Cb 4Cr 5Cr 6Cr 7Cr 8Cb 9Cr 10Cb JCr", "5Sb 6Sb 7Sr")
PILE = (
    (3, "3Sb 4Sr"),
    (1, "ASr"),
    (0, "6Hr 7Hr 8Hb 9Hb 10Hb JHb QHb KHb AHb"),
    (0, "3Db 4Dr 5Db 7Db 8Dr 9Db 2Dr"),
    (0, "9Hr 10Hr JHr QHr"),
    (0, "3Sr 5Sr 2Sb"),
    (0, "JDb QDb KDb"),
    (0, "7Cb 8Cr 9Cb"),
    (0, "9Sr 10Sb QSb KSr 2Sr"),
)


def cards(text):
    return tuple(CardCopy.parse(word) for word in text.split())


def put_down(text, at):
    [card] = cards(text)
    return CardPlaced(card=card, zone=Zone.DISCARD, at=at)


def melds(*texts):
    made = [resolve(FIBUR, cards(text)) for text in texts]
    assert all(isinstance(one, Meld) for one in made), made
    return made


def laid(all_cards, zone=Zone.MELD_NS_1):
    return [Laid(card, zone, 0.7 * index) for index, card in enumerate(all_cards)]


def pile():
    return [card for _, text in PILE for card in cards(text)]


def test_a_pile_of_forty_cards_is_melded_as_it_was_laid():
    likeliest = ways(FIBUR, melds(*OLD), laid(pile()), Cloth()).found[0]
    assert likeliest.shares == tuple((number, cards(text)) for number, text in PILE)


@pytest.mark.parametrize("seed", range(20))
def test_a_card_that_came_late_is_still_its_melds(seed):
    rng = random.Random(seed)
    order = pile()
    late = order.pop(rng.randrange(3, 11))
    order.insert(rng.randrange(12, len(order)), late)
    expected = {(number, frozenset(cards(text))) for number, text in PILE}
    # Either copy of a face may be the one that came late.
    found = share_in_order(FIBUR, melds(*OLD), (1, 2, 3, 4, 5, 6, 7, 8, 9)[: len(OLD)], order)
    assert {(n, frozenset(c.card for c in part)) for n, part in expected} in [
        {(n, frozenset(c.card for c in part)) for n, part in way} for way in found
    ]


def random_runs(rng):
    """Return the naturals of some runs, no two of which touch, each in rising order."""
    left = set(PACK)
    runs = []
    for _ in range(rng.randint(4, 8)):
        suit, low = rng.choice("HDCS"), rng.randint(3, 9)
        ranks = range(low, min(14, low + rng.randint(3, 6)))
        names = [{11: "J", 12: "Q", 13: "K"}.get(rank, str(rank)) for rank in ranks]
        run = []
        for name in names:
            copies = [CardCopy.parse(f"{name}{suit}{deck}") for deck in "br"]
            free = [copy for copy in copies if copy in left]
            if not free:
                break
            run.append(free[0])
            left.discard(free[0])
        if len(run) >= 3 and all(one[0].card.suit != run[0].card.suit for one in runs):
            runs.append(run)
    return runs


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_runs_laid_one_after_the_other_are_found(seed):
    rng = random.Random(seed)
    runs = random_runs(rng)
    found = share_in_order(FIBUR, (), (), [card for run in runs for card in run])
    assert {(0, tuple(run)) for run in runs} in [set(way) for way in found]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_a_foreign_card_among_them_is_named(seed):
    rng = random.Random(seed)
    runs = random_runs(rng)
    order = [card for run in runs for card in run]
    suits = {card.card.suit for card in order}
    others = [c for c in PACK if not c.card.can_be_wild and c.card.suit not in suits]
    if not others:
        return
    stray = rng.choice(others)
    order.insert(rng.randrange(len(order) + 1), stray)
    note(str(order))
    assert strays_in_order(FIBUR, (), (), order) == [(stray,)]


def test_a_play_that_needs_no_card_left_out_has_no_strays():
    assert strays_in_order(FIBUR, melds(*OLD), (1, 2, 3, 4, 5, 6, 7, 8, 9)[: len(OLD)], pile())[
        :1
    ] == [()]


def position():
    """Return North's turn with the pile and four other cards in his hand."""
    held = (*pile(), *cards("3Hb JCb AHr 3Hr"))
    lying = {card for text in OLD for card in cards(text)}
    rest = [card for card in PACK if card not in held and card not in lying]
    return HandState(
        profile=FIBUR,
        players=4,
        dealer=Seat.WEST,
        seat=Seat.NORTH,
        phase=Phase.TO_PLAY,
        holding_list=(held, tuple(rest[:4]), tuple(rest[4:8]), tuple(rest[8:12])),
        stock=tuple(rest[12:]),
        discard_pile=(),
        pozzetti=(),
        side_list=(
            SideState(tuple(melds(*OLD)), PozzettoEntry.DIRECT),
            SideState((), PozzettoEntry.DIRECT),
        ),
    )


@pytest.mark.parametrize(
    ("missing", "wrong"),
    [("3Db QDb 10Sb", "JDb KDb 9Sr"), ("QDb 8Cr 10Hr 5Sr 8Hb", None)],
)
def test_what_is_wrong_with_a_whole_pile_is_said_after_a_bounded_search(
    missing, wrong, monkeypatch
):
    judged = 0

    def counted(function):
        def inner(*args):
            nonlocal judged
            judged += 1
            return function(*args)

        return inner

    for module in (in_order, sharing):
        monkeypatch.setattr(module, "extend", counted(module.extend))
        monkeypatch.setattr(module, "resolve", counted(module.resolve))
    gone = cards(missing)
    play = laid([card for card in pile() if card not in gone])
    verdict = judge_play([Hypothesis(position())], play, put_down("AHr", play[-1].at), (), Cloth())
    # Where the search gave up nothing is called wrong.
    assert verdict.kind == ("wrong-meld" if wrong else "unexplained")
    assert set(verdict.cards) == (set(cards(wrong)) if wrong else {one.card for one in play})
    assert judged < 4 * MAX_STEPS


def counted_calls(monkeypatch):
    """Count the calls of the rules by the searches and by what makes melds of their ways."""
    calls = []

    def counted(function):
        def inner(*args, **named):
            calls.append(1)
            return function(*args, **named)

        return inner

    for module, name in (
        (in_order, "extend"),
        (in_order, "resolve"),
        (sharing, "extend"),
        (sharing, "resolve"),
        (hypotheses, "apply"),
    ):
        monkeypatch.setattr(module, name, counted(getattr(module, name)))
    return calls


def test_a_look_at_a_pile_being_melded_never_costs_more_than_one_reading(monkeypatch):
    calls = counted_calls(monkeypatch)
    play = laid(pile())
    costs = []
    for count in (5, 20, 36, len(play)):
        before = len(calls)
        likeliest([Hypothesis(position())] * 8, play[:count], Cloth())
        costs.append(len(calls) - before)
    assert max(costs) < MAX_SEARCHED + MAX_MADE, costs


def test_a_pile_read_in_many_ways_is_read_with_one_budget_and_says_so(monkeypatch):
    calls = counted_calls(monkeypatch)
    many = [dataclasses.replace(Hypothesis(position()), cost=cost) for cost in range(256)]
    found = hypotheses.play(many, laid(pile()), None, Cloth())
    assert found
    assert all(one.gave_up for one in found)
    assert len(calls) < MAX_SEARCHED + 2 * MAX_MADE


def test_what_was_not_looked_at_to_its_end_is_not_called_wrong(monkeypatch):
    monkeypatch.setattr(hypotheses, "MAX_SEARCHED", 50)
    play = laid([card for card in pile() if card not in cards("QDb 8Cr 10Hr 5Sr 8Hb")])
    verdict = judge_play([Hypothesis(position())], play, put_down("AHr", play[-1].at), (), Cloth())
    assert verdict.kind == "unexplained"
