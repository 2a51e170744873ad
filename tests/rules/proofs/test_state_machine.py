"""Properties of a hand under any moves, legal or not (a Hypothesis state machine)."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.rules.positions import random_deal

from tallone.rules.cards.cards import PACK
from tallone.rules.cards.seats import Seat, Side, seats, side_of
from tallone.rules.cards.verdicts import LEGAL, Illegal, IllegalMoveError
from tallone.rules.hand.apply import apply
from tallone.rules.hand.hand import End, Phase, start
from tallone.rules.hand.judge import judge
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import (
    CallStall,
    CallTimeOut,
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.hand.scoring import result, score
from tallone.rules.notation.read import HandRecord, read_hand, replay
from tallone.rules.notation.write import write_hand
from tallone.rules.profiles.profile import PROFILE_NAMES, load_profile

COPIES = st.sampled_from(PACK)
SOME = st.lists(COPIES, min_size=1, max_size=5, unique=True).map(tuple)
SEATS = st.sampled_from(Seat)
ANY_MOVE = st.one_of(
    st.builds(DrawFromStock, SEATS, st.none() | COPIES),
    st.builds(TakeDiscardPile, SEATS),
    st.builds(OpenMeld, SEATS, SOME),
    st.builds(ExtendMeld, SEATS, st.integers(-1, 6), SOME),
    st.builds(Discard, SEATS, COPIES),
    st.builds(CallTimeOut),
    st.builds(CallStall),
)


class Hand(RuleBasedStateMachine):
    """Plays legal moves and tries illegal ones; after each step all invariants hold."""

    @initialize(
        seed=st.integers(0, 2**32),
        profile=st.sampled_from(PROFILE_NAMES),
        players=st.sampled_from((2, 4)),
        dealer=st.integers(0, 3),
        floor=st.sampled_from((None, 50)),
    )
    def deal(self, seed, profile, players, dealer, floor):
        changes = {} if floor is None else {"stock_floor": floor if players == 2 else 30}
        self.rules = load_profile({"base": profile, **changes})
        order = seats(players)
        self.dealt = random_deal(Random(seed), players, order[dealer % players])
        self.state = start(self.rules, self.dealt)
        self.moves = []

    @rule(choice=st.integers(0, 10_000), eager=st.booleans())
    @precondition(lambda self: not self.state.is_over)
    def play(self, choice, eager):
        moves = legal_moves(self.state)
        assert moves, "who is on turn can always go on"
        lays = [move for move in moves if isinstance(move, OpenMeld | ExtendMeld)]
        moves = lays if eager and lays else moves
        self._make(moves[choice % len(moves)])

    @rule(move=ANY_MOVE)
    def try_any_move(self, move):
        verdict = judge(self.state, move)
        if isinstance(verdict, Illegal):
            with pytest.raises(IllegalMoveError, match=verdict.code):
                apply(self.state, move)
        elif not isinstance(move, CallTimeOut | CallStall):
            self._make(move)

    @rule()
    @precondition(lambda self: self.state.phase is Phase.TO_DRAW and self.state.turns > 20)
    def call_time(self):
        if judge(self.state, CallTimeOut()) is LEGAL:
            self._make(CallTimeOut())

    @rule()
    @precondition(lambda self: self.moves)
    def undo_by_replay(self):
        self.moves.pop()
        self.state = replay(self._record())

    def _make(self, move):
        before = self.state
        self.state = apply(before, move)
        self.moves.append(move)
        assert self.state.turns == before.turns + isinstance(move, Discard)

    def _record(self):
        return HandRecord(profile=self.rules, deal=self.dealt, moves=tuple(self.moves))

    @invariant()
    def every_copy_lies_in_one_place(self):
        state = self.state
        places = [*state.stock, *state.discard_pile]
        for packet in (*state.holding_list, *state.pozzetti):
            places += packet
        for side in state.side_list:
            for meld in side.melds:
                places += meld.copies
        assert sorted(places) == list(range(108))

    @invariant()
    def a_side_without_its_pozzetto_has_one_waiting(self):
        untaken = sum(not side.pozzetto_taken for side in self.state.side_list)
        assert len(self.state.pozzetti) == untaken

    @invariant()
    def nobody_on_turn_is_without_cards(self):
        if not self.state.is_over:
            assert self.state.holding

    @invariant()
    def the_score_adds_up(self):
        found = result(self.state)
        scores = score(self.state)
        for side, told in zip(Side, found["sides"].values(), strict=True):
            parts = ("meld_points", "bonuses", "closing", "held", "pozzetto")
            assert told["total"] == sum(told[part] for part in parts) == scores[side].total
            assert told["total"] % 5 == 0
            assert told["bonuses"] == sum(meld["bonus"] for meld in told["melds"])
            assert told["meld_points"] == sum(meld["points"] for meld in told["melds"])

    @invariant()
    def only_a_legal_close_closes(self):
        state = self.state
        if state.end is not End.CLOSE:
            assert state.closed_by is None
            return
        side = side_of(state.closed_by, state.players)
        own = state.sides[side]
        assert own.pozzetto_taken
        assert any(meld.size >= 7 for meld in own.melds)
        assert not state.holdings[state.closed_by]
        assert not state.discard_pile[-1].card.can_be_wild

    @invariant()
    def groups_of_a_rank_are_one(self):
        for side in self.state.side_list:
            ranks = [meld.rank for meld in side.melds if meld.rank]
            assert len(ranks) == len(set(ranks))

    def teardown(self):
        if not hasattr(self, "dealt"):
            return
        record = self._record()
        assert replay(record) == self.state
        reading = read_hand(write_hand(record), may_stop_in_turn=True)
        assert (reading.record, reading.state) == (record, self.state)


TestHand = Hand.TestCase
TestHand.settings = settings(
    max_examples=25,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no fault of the rules
)
