"""Who is going to err brings the occasion about, by legal play; nobody else plays otherwise than the bot."""

import random
import types

import pytest

from tallone.app.headless.direct import DirectEvening
from tallone.bots import SensibleBot
from tallone.errors import UsageError
from tallone.rules import (
    LEGAL,
    PACK,
    Deal,
    Discard,
    Meld,
    Phase,
    extend,
    judge,
    legal_moves,
    load_profile,
    seats,
)
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import FaultPlan, parse
from tallone.simulator.faults.occasions import LEANINGS, LeaningBot, why_impossible
from tallone.simulator.people.players import Players
from tallone.simulator.room.pace import Pace
from tallone.simulator.room.truth import HandTruth

SEEDS = range(1, 13)
# A hand is played so often at most; no leaning needs half of it.
MOST_MOVES = 2000


def deal(players, rng):
    cards = rng.sample(PACK, len(PACK))

    def eleven():
        return tuple(cards.pop() for _ in range(11))

    order = seats(players)
    return Deal(
        players=players,
        dealer=rng.choice(order),
        hands=tuple(eleven() for _ in order),
        pozzetti=(eleven(), eleven()),
        stock=tuple(cards),
    )


class Sitting:
    """One hand without a table: who is to move, and what they do instead."""

    def __init__(self, fault, seed, profile="fibur", players=4):
        rng = random.Random(f"{fault} {seed}")
        self.faults = FaultPlan([parse(fault)])
        self.truth = HandTruth(1, load_profile(profile), deal(players, rng))
        self.room = types.SimpleNamespace(
            players=players,
            rng=rng,
            pace=Pace(rng),
            timeline=types.SimpleNamespace(now=0),
            world=None,
        )
        self.players = Players(self.room, self.truth, SensibleBot(), self.faults)
        self.bot = SensibleBot()
        self.leaning_bot = LeaningBot(self.bot)
        # The position in which the fault happened, and the one before the draw of that turn.
        self.erred = None

    def play(self):
        """Play to the end, every move legal; return whether the fault could be put in."""
        for _ in range(MOST_MOVES):
            state = self.truth.state
            if state.phase is Phase.OVER:
                return not self.faults.pending
            move = self.choose(state)
            assert judge(state, move) is LEGAL
            script = self.faults.instead(1, self.players, move)
            if script is not None:
                script.close()
                self.erred = (state, self.truth.turn_began)
            after = self.truth.apply(move)
            if len(after.pozzetti) < len(state.pozzetti) and not isinstance(move, Discard):
                self.truth.pozzetto_taken()
        raise AssertionError("the hand does not end")

    def choose(self, state):
        leaning = self.faults.leaning(1)
        if leaning is None:
            return self.bot.choose(state, self.room.rng)
        return self.leaning_bot.choose(state, self.room.rng, leaning)


def takes(state, meld, card):
    return isinstance(extend(state.profile, meld, [card]), Meld)


@pytest.mark.parametrize("fault", LEANINGS)
@pytest.mark.parametrize(("profile", "players"), [("fibur", 4), ("online", 2)])
def test_legal_play_brings_the_occasion_about_in_nearly_every_hand(fault, profile, players):
    without = [seed for seed in SEEDS if not Sitting(fault, seed, profile, players).play()]
    assert len(without) <= 1, f"no occasion with the seeds {without}"


def positions(fault):
    """Where that fault happened, and the position before the draw of that turn, by seed."""
    sittings = {seed: Sitting(fault, seed) for seed in SEEDS}
    return {seed: sitting.erred for seed, sitting in sittings.items() if sitting.play()}


def test_the_wild_that_is_slid_lay_there_before_the_turn():
    for seed, (_state, began) in positions("wild-moved").items():
        assert any(meld.shape.wild >= 0 for meld in began.own.melds), seed


def test_who_closes_without_a_burraco_has_no_legal_way_to_close():
    for seed, (state, _began) in positions("close-no-burraco").items():
        assert len(state.holding) == 2, seed
        assert state.own.pozzetto_taken, seed
        assert all(isinstance(move, Discard) for move in legal_moves(state)), seed


def test_who_lays_his_last_two_cards_has_a_place_for_both():
    for seed, (state, _began) in positions("close-no-discard").items():
        takers = [
            {number for number, meld in enumerate(state.own.melds) if takes(state, meld, card)}
            for card in state.holding
        ]
        assert all(takers), seed
        if all(card.card.can_be_wild for card in state.holding):
            assert len(set.union(*takers)) > 1, seed


@pytest.mark.parametrize("fault", ["identical-group", "wild-moved"])
def test_who_lays_wrong_cards_keeps_some_or_it_would_look_like_a_closing(fault):
    laid = 3 if fault == "identical-group" else 1
    for seed, (state, _began) in positions(fault).items():
        assert len(state.holding) > laid + 1, seed


def test_people_lean_towards_the_first_pending_fault_of_their_hand():
    plan = FaultPlan([parse("two-drawn"), parse("close-wild@2"), parse("wild-moved")])
    assert plan.leaning(1) is LEANINGS["wild-moved"]
    assert plan.leaning(2) is LEANINGS["close-wild"]


def test_nobody_leans_without_such_a_fault():
    assert FaultPlan([]).leaning(1) is None
    assert FaultPlan([parse("two-drawn"), parse("close-wild@2")]).leaning(1) is None


def test_nobody_leans_once_the_fault_has_happened():
    sitting = Sitting("identical-group", 1)
    assert sitting.faults.leaning(1) is not None
    assert sitting.play()
    assert sitting.faults.leaning(1) is None


@pytest.mark.parametrize(
    ("fault", "profile", "players", "why"),
    [
        ("wild-moved", "classic-en", 4, "a wild may move from one end of a run to the other"),
        ("card-passed", "online", 2, "two players have no partners"),
    ],
)
def test_a_fault_that_the_rules_make_impossible_is_refused_with_the_reason(
    fault, profile, players, why
):
    options = Options(profile=profile, players=players, level="events", faults=(parse(fault),))
    with pytest.raises(UsageError, match=f"could not be put in: {fault}; {why}"):
        simulate(options, open_host=DirectEvening)


def test_two_groups_of_a_rank_are_no_fault_where_they_are_allowed():
    allowed = load_profile({"base": "fibur", "identical_groups": "allowed"})
    assert "two groups of a rank" in why_impossible("identical-group", allowed, 4)


@pytest.mark.parametrize("profile", ["fibur", "febur", "online", "classic-en", "fibur-2026"])
def test_every_closing_that_no_code_allows_is_possible_in_every_profile(profile):
    for fault in ("close-no-burraco", "close-wild", "close-no-discard", "identical-group"):
        assert why_impossible(fault, load_profile(profile), 4) is None
