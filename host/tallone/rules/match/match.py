"""A match: hands until a side is past the limit, or a fixed number of hands and victory points.

Totals are sums of hands, negatives summed as negatives, less the penalties in match points;
penalties in victory points come off after the difference has been shared out.
"""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, assert_never

from tallone.rules.cards.seats import Seat, Side, seats
from tallone.rules.match.victory_points import (
    POINTS_STEP,
    NotMultipleOfFiveError,
    VictoryPoints,
    VictoryPointTable,
    table_for,
    victory_points,
)
from tallone.rules.profiles.profile import Profile

# Bounds what one match may hold; the longest to 2005 takes a few dozen hands.
MAX_HANDS: Final = 1000
MAX_PENALTIES: Final = 1000


class MatchOverError(ValueError):
    """A hand or a penalty that the match has no place for."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ToLimit:
    """Hands until one side is past the limit."""

    limit: int = 2005


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ByHands:
    """A round of so many hands; the difference becomes victory points by the table."""

    hands: int
    table: VictoryPointTable | None = None  # the one for the number of hands if None

    @property
    def vp_table(self) -> VictoryPointTable:
        return self.table or table_for(self.hands)


MatchFormat = ToLimit | ByHands


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class MatchPenalty:
    """What the arbiter takes from a side, in match points, victory points or both."""

    side: Side
    match_points: int = 0
    victory_points: int = 0
    reason: str = ""

    def __post_init__(self) -> None:
        if self.match_points < 0 or self.victory_points < 0:
            raise ValueError(f"a penalty takes points; this one gives some: {self}")
        if self.match_points % POINTS_STEP:
            raise NotMultipleOfFiveError(
                f"a penalty of {self.match_points} match points is no multiple of {POINTS_STEP}"
            )


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class HandPoints:
    """What a hand brought each side; a void hand brought nothing and still counts as played."""

    north_south: int
    east_west: int

    def of(self, side: Side) -> int:
        return self.north_south if side is Side.NORTH_SOUTH else self.east_west


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The format, who dealt first, and what has happened; `stopped` when time ran out."""

    format: MatchFormat
    first_dealer: Seat
    players: int = 4
    hands: tuple[HandPoints, ...] = ()
    penalties: tuple[MatchPenalty, ...] = ()
    stopped: bool = False


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class MatchGoesOn:
    """Another hand is to be played."""

    totals: Mapping[Side, int]
    dealer: Seat


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """The match is over; no winner on equal totals. Victory points only in a round by hands."""

    totals: Mapping[Side, int]
    winner: Side | None
    shared: VictoryPoints | None


def match_format(profile: Profile) -> MatchFormat:
    """Return what ends a match by a profile's rules."""
    if profile.match == "points":
        return ToLimit(limit=profile.match_points)
    return ByHands(hands=profile.match_hands)


def standing(match: Match) -> MatchGoesOn | MatchEnded:
    """Return where the match stands and, if it goes on, who deals."""
    totals = _totals(match)
    if not (match.stopped or _is_played_out(match, totals)):
        return MatchGoesOn(totals=totals, dealer=dealer_of(match, len(match.hands)))
    ours, theirs = totals[Side.NORTH_SOUTH], totals[Side.EAST_WEST]
    winner = None
    if ours != theirs:
        winner = Side.NORTH_SOUTH if ours > theirs else Side.EAST_WEST
    return MatchEnded(totals=totals, winner=winner, shared=_shared(match, totals))


def dealer_of(match: Match, hand: int) -> Seat:
    """Return who deals that hand, counted from 0: the deal goes round clockwise."""
    order = seats(match.players)
    return order[(order.index(match.first_dealer) + hand) % len(order)]


def add_hand(match: Match, points: HandPoints) -> Match:
    """Return the match after one more hand; raise MatchOverError if it is over."""
    if isinstance(standing(match), MatchEnded) or len(match.hands) >= MAX_HANDS:
        raise MatchOverError(f"the match ended after {len(match.hands)} hands; start another")
    for points_of_side in (points.north_south, points.east_west):
        if points_of_side % POINTS_STEP:
            raise NotMultipleOfFiveError(
                f"a hand cannot bring {points_of_side} points: no multiple of {POINTS_STEP}"
            )
    return dataclasses.replace(match, hands=(*match.hands, points))


def add_penalty(match: Match, penalty: MatchPenalty) -> Match:
    """Return the match with the penalty; it may come after the last hand, before the standings."""
    if len(match.penalties) >= MAX_PENALTIES:
        raise MatchOverError(f"a match holds no more than {MAX_PENALTIES} penalties")
    return dataclasses.replace(match, penalties=(*match.penalties, penalty))


def stop(match: Match) -> Match:
    """Return the match ended by the arbiter, whatever has been played."""
    return dataclasses.replace(match, stopped=True)


def _totals(match: Match) -> Mapping[Side, int]:
    return MappingProxyType(
        {
            side: sum(hand.of(side) for hand in match.hands)
            - sum(penalty.match_points for penalty in match.penalties if penalty.side is side)
            for side in Side
        }
    )


def _is_played_out(match: Match, totals: Mapping[Side, int]) -> bool:
    match match.format:
        case ToLimit(limit=limit):
            # Past the limit means above it. Both past it: the higher total wins; equal totals
            # play another hand, as nobody has won.
            ours, theirs = totals[Side.NORTH_SOUTH], totals[Side.EAST_WEST]
            return max(ours, theirs) > limit and ours != theirs
        case ByHands(hands=hands):
            return len(match.hands) >= hands
        case unknown:
            assert_never(unknown)


def _shared(match: Match, totals: Mapping[Side, int]) -> VictoryPoints | None:
    if not isinstance(match.format, ByHands):
        return None
    shared = victory_points(
        match.format.vp_table, totals[Side.NORTH_SOUTH], totals[Side.EAST_WEST]
    )
    taken = {
        side: sum(penalty.victory_points for penalty in match.penalties if penalty.side is side)
        for side in Side
    }
    return VictoryPoints(
        difference=shared.difference,
        of=MappingProxyType({side: shared.of[side] - taken[side] for side in Side}),
    )
