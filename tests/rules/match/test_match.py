"""Matches: when they end, who deals, how penalties count."""

import dataclasses

import pytest

from tallone.rules.cards.seats import Seat, Side
from tallone.rules.match import match as matches
from tallone.rules.match.match import (
    ByHands,
    HandPoints,
    Match,
    MatchEnded,
    MatchGoesOn,
    MatchOverError,
    MatchPenalty,
    ToLimit,
    add_hand,
    add_penalty,
    dealer_of,
    match_format,
    standing,
    stop,
)
from tallone.rules.match.victory_points import (
    NotMultipleOfFiveError,
    NoVictoryPointTableError,
    VictoryPointTable,
)
from tallone.rules.profiles.profile import load_profile

NS, EW = Side.NORTH_SOUTH, Side.EAST_WEST


def after(form, *hands, dealer=Seat.EAST, players=4):
    match = Match(format=form, first_dealer=dealer, players=players)
    for ours, theirs in hands:
        match = add_hand(match, HandPoints(north_south=ours, east_west=theirs))
    return match


def test_nobody_past_the_limit_plays_another_hand():
    now = standing(after(ToLimit(), (980, 750), (1000, 1000)))
    assert now == MatchGoesOn(totals={NS: 1980, EW: 1750}, dealer=Seat.WEST)


def test_exactly_the_limit_is_not_past_it():
    assert isinstance(standing(after(ToLimit(), (2005, 0))), MatchGoesOn)
    assert isinstance(standing(after(ToLimit(limit=1005), (1005, -5))), MatchGoesOn)


def test_the_side_past_the_limit_wins_without_victory_points():
    ended = standing(after(ToLimit(), (0, 2010)))
    assert ended == MatchEnded(totals={NS: 0, EW: 2010}, winner=EW, shared=None)


def test_when_both_are_past_the_limit_the_higher_wins():
    ended = standing(after(ToLimit(), (1500, 1600), (700, 590)))
    assert (ended.winner, ended.totals[NS], ended.totals[EW]) == (NS, 2200, 2190)


def test_equal_totals_past_the_limit_play_another_hand():
    even = after(ToLimit(), (2100, 2100))
    assert standing(even) == MatchGoesOn(totals={NS: 2100, EW: 2100}, dealer=Seat.SOUTH)
    assert standing(add_hand(even, HandPoints(north_south=-50, east_west=0))).winner is EW


@pytest.mark.parametrize(
    ("hands", "north_south", "east_west"), [(2, 15, 5), (3, 14, 6), (4, 12, 8)]
)
def test_a_round_by_hands_shares_victory_points(hands, north_south, east_west):
    played = after(ByHands(hands=hands), (350, -135), *[(10, 10)] * (hands - 1))
    ended = standing(played)
    assert ended.winner is NS
    assert ended.shared.difference == 485
    assert ended.shared.of == {NS: north_south, EW: east_west}


def test_negatives_are_summed_as_negatives():
    ended = standing(after(ByHands(hands=2), (-135, 350), (-100, -65)))
    assert ended.totals == {NS: -235, EW: 285}
    assert ended.shared.difference == 520


def test_a_round_with_equal_totals_has_no_winner():
    ended = standing(after(ByHands(hands=2), (300, 200), (0, 100)))
    assert ended.winner is None
    assert ended.shared.of == {NS: 10, EW: 10}


def test_a_round_goes_on_until_its_last_hand():
    assert standing(after(ByHands(hands=3), (5000, 0), (5000, 0))).dealer is Seat.WEST


def test_a_match_that_is_over_takes_no_hand():
    for ended in (after(ToLimit(), (2010, 0)), after(ByHands(hands=2), (0, 0), (5, 5))):
        with pytest.raises(MatchOverError, match="ended after"):
            add_hand(ended, HandPoints(north_south=0, east_west=0))


def test_a_match_stopped_by_the_arbiter_counts_what_was_played():
    ended = standing(stop(after(ByHands(hands=3), (350, -135))))
    assert (ended.winner, ended.shared.of[NS]) == (NS, 14)
    assert standing(stop(after(ToLimit(), (100, 200)))).winner is EW


def test_the_deal_goes_round_clockwise():
    four = after(ByHands(hands=4), dealer=Seat.SOUTH)
    assert [dealer_of(four, hand).value for hand in range(6)] == list("SWNESW")
    two = after(ByHands(hands=4), dealer=Seat.SOUTH, players=2)
    assert [dealer_of(two, hand).value for hand in range(3)] == list("SNS")


def test_a_penalty_in_match_points_moves_the_difference():
    late = MatchPenalty(side=NS, match_points=100, reason="more than five minutes late")
    ended = standing(add_penalty(after(ByHands(hands=2), (200, 0), (0, 0)), late))
    assert ended.totals == {NS: 100, EW: 0}
    assert ended.shared.of == {NS: 11, EW: 9}


def test_a_penalty_in_match_points_holds_back_from_the_limit():
    match = add_penalty(after(ToLimit()), MatchPenalty(side=EW, match_points=5))
    match = add_hand(match, HandPoints(north_south=0, east_west=2010))
    assert isinstance(standing(match), MatchGoesOn)


def test_a_penalty_in_victory_points_is_not_given_to_the_other_side():
    warned = MatchPenalty(side=EW, victory_points=1, reason="second warning")
    ended = standing(add_penalty(after(ByHands(hands=2), (0, 500), (0, 0)), warned))
    assert ended.shared.of == {NS: 5, EW: 14}
    assert ended.shared.difference == 500


@pytest.mark.parametrize("points", [{"match_points": -5}, {"victory_points": -1}])
def test_a_penalty_gives_nothing(points):
    with pytest.raises(ValueError, match="gives some"):
        MatchPenalty(side=NS, **points)


def test_points_that_no_cards_give_are_refused():
    with pytest.raises(NotMultipleOfFiveError, match="penalty of 12"):
        MatchPenalty(side=NS, match_points=12)
    for ours, theirs in ((101, 0), (0, -4)):
        with pytest.raises(NotMultipleOfFiveError, match="no multiple"):
            after(ByHands(hands=2), (ours, theirs))


def test_a_round_of_five_hands_needs_a_table_of_its_own():
    club = VictoryPointTable("club", tuple(range(50, 550, 50)))
    five = [(60, 0), *[(0, 0)] * 4]
    assert standing(after(ByHands(hands=5, table=club), *five)).shared.of[NS] == 11
    with pytest.raises(NoVictoryPointTableError):
        standing(after(ByHands(hands=5), *five))


def test_matches_and_penalties_are_bounded():
    nothing = HandPoints(north_south=0, east_west=0)
    full = dataclasses.replace(after(ToLimit()), hands=(nothing,) * matches.MAX_HANDS)
    with pytest.raises(MatchOverError, match="1000 hands"):
        add_hand(full, nothing)
    fined = dataclasses.replace(full, penalties=(MatchPenalty(side=NS),) * matches.MAX_PENALTIES)
    with pytest.raises(MatchOverError, match="1000 penalties"):
        add_penalty(fined, MatchPenalty(side=NS))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("febur", ByHands(hands=3)),
        ("fibur", ToLimit(limit=2005)),
        ({"base": "fibur", "match_points": 1005}, ToLimit(limit=1005)),
        ({"base": "fibur", "match": "hands", "match_hands": 2}, ByHands(hands=2)),
    ],
)
def test_a_profile_says_what_ends_a_match(name, expected):
    assert match_format(load_profile(name)) == expected
