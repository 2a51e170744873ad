"""Pozzetti, closing, and how a hand ends (rules rows 66 to 79)."""

import pytest
from msgspec.structs import replace
from tests.rules.positions import after, move, position, verdict

from tallone.rules.cards.seats import Seat, Side
from tallone.rules.cards.verdicts import LEGAL, IllegalMoveError
from tallone.rules.hand.apply import apply, freeze
from tallone.rules.hand.hand import End, Phase, PozzettoEntry
from tallone.rules.hand.judge import judge
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import CallStall, CallTimeOut, Discard
from tallone.rules.hand.scoring import score
from tallone.rules.profiles.profile import PROFILE_NAMES

ALL = pytest.mark.parametrize("profile", PROFILE_NAMES)
CLEAN = "3H 4H 5H 6H 7H 8H 9H"
DIRTY = "3H 4H JK(=5H) 6H 7H 8H 9H"


@ALL
def test_laying_all_cards_takes_the_pozzetto_and_the_turn_goes_on(profile):
    state = after(position("3S 4S 5S", profile=profile, taken=False), "open 3S 4S 5S")
    assert state.own.pozzetto is PozzettoEntry.DIRECT
    assert (state.seat, state.phase, len(state.holding)) == (Seat.NORTH, Phase.TO_PLAY, 11)
    assert len(state.pozzetti) == 1


@ALL
def test_discarding_the_last_card_takes_the_pozzetto_for_the_next_turn(profile):
    state = after(position("9C", profile=profile, taken=False), "discard 9C")
    side = state.sides[Side.NORTH_SOUTH]
    assert side.pozzetto is PozzettoEntry.ON_DISCARD
    assert (state.seat, state.phase) == (Seat.EAST, Phase.TO_DRAW)
    assert len(state.holdings[Seat.NORTH]) == 11


@ALL
def test_a_wild_may_be_the_discard_that_takes_the_pozzetto(profile):
    for card in ("JK", "2S"):
        state = position(card, profile=profile, taken=False)
        assert verdict(state, f"discard {card}") == "legal"


def test_the_first_pozzetto_goes_to_who_comes_first():
    state = position("9C", taken=False)
    assert after(state, "discard 9C").holdings[Seat.NORTH] == state.pozzetti[0]


@ALL
@pytest.mark.parametrize("burraco", [CLEAN, DIRTY, "7H 7D 7S 7C 7H 7D 7S"])
def test_a_side_closes_with_any_burraco_and_a_natural_discard(profile, burraco):
    state = after(position("KH", profile=profile, melds=(burraco,)), "discard KH")
    assert (state.end, state.closed_by, state.phase) == (End.CLOSE, Seat.NORTH, Phase.OVER)
    assert score(state)[Side.NORTH_SOUTH].closing == 100
    assert score(state)[Side.EAST_WEST].closing == 0


@ALL
@pytest.mark.parametrize("card", ["JK", "2S", "2H"])
def test_the_last_discard_is_no_wild(profile, card):
    state = position(card, profile=profile, melds=(CLEAN,))
    assert verdict(state, f"discard {card}") == "close.wild"


@ALL
def test_nobody_closes_without_a_burraco(profile):
    assert verdict(position("KH", profile=profile), "discard KH") == "close.no_burraco"
    six = position("KH", profile=profile, melds=("3H 4H 5H 6H 7H 8H",))
    assert verdict(six, "discard KH") == "close.no_burraco"


@ALL
def test_nobody_closes_without_a_discard(profile):
    state = position("3S 4S 5S", profile=profile, melds=(CLEAN,))
    assert verdict(state, "open 3S 4S 5S") == "close.no_discard"
    attached = position("10H", profile=profile, melds=(CLEAN,))
    assert verdict(attached, "add 1 10H") == "close.no_discard"


def test_nobody_closes_without_having_had_a_pozzetto():
    state = replace(position("KH", melds=(CLEAN,), taken=False), pozzetti=())
    assert verdict(state, "discard KH") == "close.no_pozzetto"


@ALL
def test_a_play_that_leaves_only_a_wild_is_refused(profile):
    state = position("10H 2S", profile=profile, melds=(CLEAN,))
    assert verdict(state, "add 1 10H") == "close.wild"


@ALL
def test_a_play_that_leaves_one_card_needs_a_burraco(profile):
    state = position("6S KD", profile=profile, melds=("3S 4S 5S",))
    assert verdict(state, "add 1 6S") == "close.no_burraco"


@ALL
def test_the_play_that_makes_the_burraco_may_leave_the_discard(profile):
    state = position("9S KD", profile=profile, melds=("3S 4S 5S 6S 7S 8S",))
    assert verdict(state, "add 1 9S", "discard KD") == "legal"
    opened = position("3S 4S 5S 6S 7S 8S 9S KD", profile=profile)
    assert verdict(opened, "open 3S 4S 5S 6S 7S 8S 9S", "discard KD") == "legal"


@ALL
def test_a_play_may_leave_two_cards_without_a_burraco(profile):
    state = position("6S KD QD", profile=profile, melds=("3S 4S 5S",))
    assert verdict(state, "add 1 6S", "discard KD") == "legal"


@ALL
def test_a_play_may_leave_one_card_when_the_pozzetto_waits(profile):
    state = position("6S KD", profile=profile, melds=("3S 4S 5S",), taken=False)
    assert verdict(state, "add 1 6S", "discard KD") == "legal"


def test_a_frozen_burraco_still_counts_for_closing():
    state = freeze(position("KH", melds=(CLEAN,)), Side.NORTH_SOUTH, 1)
    assert verdict(state, "discard KH") == "legal"


def test_the_burraco_of_the_opponents_does_not_count():
    assert verdict(position("KH", theirs=(CLEAN,)), "discard KH") == "close.no_burraco"


@pytest.mark.parametrize(
    ("melds", "code"),
    [
        ((CLEAN,), "legal"),
        ((DIRTY,), "close.no_burraco"),
        (("7H 7D 7S 7C 7H 7D 7S 7C",), "legal"),
        (("3H 4H 5H 6H 7H 8H 9H JK",), "close.no_burraco"),
    ],
)
def test_a_clean_burraco_for_closing_is_a_switch(melds, code):
    rules = {"base": "fibur", "close_burraco": "clean"}
    assert verdict(position("KH", profile=rules, melds=melds), "discard KH") == code
    royal = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    assert verdict(position("KD", profile=rules, melds=(royal,)), "discard KD") == "legal"


def test_a_clean_burraco_just_made_counts_where_one_is_needed():
    rules = {"base": "fibur", "close_burraco": "clean"}
    made = position("9S KD", profile=rules, melds=("3S 4S 5S 6S 7S 8S",))
    assert verdict(made, "add 1 9S") == "legal"
    dirty = position("9S KD", profile=rules, melds=("3S 4S JK(=5S) 6S 7S 8S",))
    assert verdict(dirty, "add 1 9S") == "close.no_burraco"


def test_a_clean_burraco_that_a_wild_makes_dirty_counts_no_longer():
    rules = {"base": "febur", "close_burraco": "clean"}
    spoiled = position("2D KD", profile=rules, melds=(CLEAN,))
    assert verdict(spoiled, "add 1 2D") == "close.no_burraco"
    assert move(spoiled, "add 1 2D") not in legal_moves(spoiled)
    another = position("2D KD", profile=rules, melds=("3S 4S 5S 6S 7S 8S 9S", CLEAN))
    assert verdict(another, "add 2 2D") == "legal"


@pytest.mark.parametrize("profile", PROFILE_NAMES)
@pytest.mark.parametrize(
    ("turns", "early"), [(0, True), (1, True), (2, True), (3, True), (4, False)]
)
def test_classic_rules_wait_until_each_opponent_has_had_a_turn(profile, turns, early):
    state = position("KH", profile=profile, melds=(CLEAN,), turns=turns)
    expected = "close.too_early" if turns < 4 and profile == "classic-en" else "legal"
    assert verdict(state, "discard KH") == expected


def test_a_play_that_leaves_a_discard_too_early_to_close_is_refused():
    state = position("10H KD", profile="classic-en", melds=(CLEAN,), turns=3)
    assert verdict(state, "add 1 10H") == "close.too_early"


def test_with_two_players_the_other_must_have_had_a_turn():
    for turns, code in ((0, "close.too_early"), (1, "close.too_early"), (2, "legal")):
        state = position("KH", profile="classic-en", melds=(CLEAN,), turns=turns, players=2)
        assert verdict(state, "discard KH") == code


@ALL
def test_the_hand_ends_with_the_discard_when_two_cards_are_left(profile):
    state = position("3H 4D", profile=profile, stock=3, drawn=False)
    over = after(state, "draw", "discard 3H")
    assert (over.end, over.phase, len(over.stock)) == (End.STOCK, Phase.OVER, 2)
    assert score(over)[Side.NORTH_SOUTH].closing == 0


@ALL
def test_taking_the_pile_does_not_end_the_hand(profile):
    state = position("3H 4D", profile=profile, stock=3, pile="KD QD", drawn=False)
    assert not after(state, "take", "discard KD").is_over


def test_how_many_cards_stay_in_the_stock_is_a_switch():
    state = position("3H 4D", profile={"base": "febur", "stock_floor": 0}, stock=3, drawn=False)
    assert not after(state, "draw", "discard 3H").is_over
    last = position("3H 4D", profile={"base": "febur", "stock_floor": 0}, stock=1, drawn=False)
    assert after(last, "draw", "discard 3H").end is End.STOCK


@ALL
def test_a_close_on_the_last_turn_keeps_its_bonus(profile):
    state = position("KH", profile=profile, melds=(CLEAN,), stock=2)
    assert after(state, "discard KH").end is End.CLOSE


@ALL
def test_a_pozzetto_taken_with_the_last_discard_counts_as_taken(profile):
    state = after(position("KH", profile=profile, stock=2, taken=False), "discard KH")
    ours = score(state)[Side.NORTH_SOUTH]
    pozzetto = sum(copy.card.points for copy in state.holdings[Seat.NORTH])
    assert (state.end, ours.pozzetto) == (End.STOCK, 0)
    partner = sum(copy.card.points for copy in state.holdings[Seat.SOUTH])
    assert ours.held == -pozzetto - partner


@pytest.mark.parametrize("action", ["draw", "take", "discard KD", "open 3H 4H 5H"])
def test_nothing_is_played_after_the_end(action):
    state = after(position("KH", melds=(CLEAN,)), "discard KH")
    assert verdict(replace(state, holding_list=position("KD").holding_list), action) == "hand.over"
    for call in (CallTimeOut(), CallStall()):
        assert judge(state, call).code == "hand.over"


@pytest.mark.parametrize(("players", "left"), [(4, 4), (2, 2)])
def test_after_a_time_out_each_player_has_one_turn(players, left):
    state = apply(position("3H 4D", players=players, drawn=False), CallTimeOut())
    for turn in range(left):
        assert not state.is_over, turn
        state = after(state, "draw")
        state = apply(state, Discard(state.seat, state.holding[0]))
    assert (state.end, state.turns) == (End.TIMEOUT, 8 + left)
    assert all(side.closing == 0 for side in score(state).values())


@pytest.mark.parametrize(("rule", "left"), [("right_of_player", 4), ("next_lap", 5)])
def test_time_called_in_a_turn_is_counted_from_it_or_after_it(rule, left):
    state = position("3H 4D", profile={"base": "febur", "time_out": rule})
    state = apply(state, CallTimeOut())
    for _ in range(left):
        assert not state.is_over
        state = state if state.phase is Phase.TO_PLAY else after(state, "draw")
        state = apply(state, Discard(state.seat, state.holding[0]))
    assert state.end is End.TIMEOUT


def test_time_is_called_once():
    state = apply(position("3H 4D", drawn=False), CallTimeOut())
    assert judge(state, CallTimeOut()).code == "hand.over"


def test_a_close_in_the_last_lap_is_a_close():
    state = apply(position("KH", melds=(CLEAN,)), CallTimeOut())
    assert after(state, "discard KH").end is End.CLOSE


@pytest.mark.parametrize("profile", ["classic-en", "online"])
def test_a_stall_voids_the_hand_where_no_arbiter_sits(profile):
    state = position("3H 4D", profile=profile, melds=(CLEAN,), drawn=False)
    over = apply(state, CallStall())
    assert (over.end, over.phase) == (End.STALL, Phase.OVER)
    assert all(side.total == 0 for side in score(over).values())


@pytest.mark.parametrize("profile", ["febur", "fibur", "fibur-2026"])
def test_elsewhere_a_stall_is_for_the_arbiter(profile):
    state = position("3H 4D", profile=profile, drawn=False)
    assert judge(state, CallStall()).code == "notation.syntax"


def test_who_has_drawn_does_not_stall():
    state = position("3H 4D", profile="classic-en")
    assert judge(state, CallStall()).code == "turn.unfinished"


@pytest.mark.parametrize(("guard", "code"), [(True, "close.too_early"), (False, "legal")])
def test_closing_before_the_opponents_have_played_is_a_switch(guard, code):
    rules = {"base": "febur", "first_turn_guard": guard}
    state = position("KH", profile=rules, melds=(CLEAN,), turns=3)
    assert verdict(state, "discard KH") == code


@pytest.mark.parametrize("rule", ["void", "arbiter"])
def test_what_a_stall_does_is_a_switch(rule):
    state = position("3H 4D", profile={"base": "febur", "stall": rule}, drawn=False)
    judged = judge(state, CallStall())
    assert (judged is LEGAL) == (rule == "void")


def test_an_illegal_move_is_not_applied():
    over = after(position("KH", melds=(CLEAN,)), "discard KH")
    for state, action, code in (
        (over, "open 3S 4S 5S", "hand.over"),
        (position("3S 4S 6S"), "open 3S 4S 6S", "meld.gap"),
        (position("3S", drawn=False), "discard 3S", "turn.not_drawn"),
    ):
        with pytest.raises(IllegalMoveError, match=code) as caught:
            apply(state, move(state, action))
        assert caught.value.verdict.code == code
