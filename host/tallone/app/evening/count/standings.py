"""The match at this table: its hands so far, who deals, when it is over and the next begins."""

import dataclasses

from tallone.app.evening.setup import Setup
from tallone.rules import HandState, score
from tallone.rules.cards.seats import Seat, Side, seat_before, seats
from tallone.rules.match.match import (
    ByHands,
    HandPoints,
    Match,
    MatchEnded,
    MatchGoesOn,
    ToLimit,
    add_hand,
    dealer_of,
    standing,
    stop,
)
from tallone.rules.match.victory_points import TABLES, table_for


@dataclasses.dataclass(frozen=True, slots=True)
class Standings:
    """A match, its number and that of its first hand; both are counted through the evening."""

    match: Match
    began: int = 1
    number: int = 1

    @property
    def now(self) -> MatchGoesOn | MatchEnded:
        return standing(self.match)

    @property
    def is_over(self) -> bool:
        return isinstance(self.now, MatchEnded)

    @property
    def hands(self) -> int | None:
        """How many hands the match has, None if it goes to a limit of points."""
        form = self.match.format
        return form.hands if isinstance(form, ByHands) else None

    def dealer(self, hand: int) -> Seat:
        """Return who deals that hand of the evening."""
        return dealer_of(self.match, hand - self.began)

    def cutter(self, hand: int) -> Seat:
        """Return the player on the dealer's right."""
        return seat_before(self.dealer(hand), self.match.players)

    def after(self, points: HandPoints) -> "Standings":
        """Return the standings with one more hand."""
        return dataclasses.replace(self, match=add_hand(self.match, points))

    def corrected(self, hand: int, points: HandPoints) -> "Standings":
        """Return the standings with other points for the match's hand of that number, if it has one."""
        hands = self.match.hands
        if not 1 <= hand <= len(hands):
            return self
        changed = (*hands[: hand - 1], points, *hands[hand:])
        return dataclasses.replace(self, match=dataclasses.replace(self.match, hands=changed))

    def stopped(self) -> "Standings":
        """Return the standings of a match that ends here, whatever has been played."""
        return dataclasses.replace(self, match=stop(self.match))

    def next_match(self, hand: int) -> "Standings":
        """Return a fresh match that begins with that hand; the deal goes on round the table."""
        first = self.dealer(hand)
        return Standings(
            Match(format=self.match.format, first_dealer=first, players=self.match.players),
            hand,
            self.number + 1,
        )


def begin(setup: Setup) -> Standings:
    """Return the standings before the first hand; with nobody having drawn for seats, North deals first."""
    config, profile = setup.config, setup.profile
    hands, points = (0, profile.match_points) if profile.match == "points" else (config.hands, 0)
    first = seats(config.players)[0]
    return Standings(
        Match(format=form_of(hands, points), first_dealer=first, players=config.players)
    )


def form_of(hands: int, points: int) -> ToLimit | ByHands:
    """Return the form of a match to so many points, or of so many hands.

    A number of hands for which no code has a table of victory points borrows the nearest.
    """
    if points:
        return ToLimit(limit=points)
    nearest = min(TABLES, key=lambda known: abs(known - hands))
    return ByHands(hands=hands, table=table_for(nearest))


def points_of(state: HandState) -> HandPoints:
    """Return what a hand brings each side."""
    scores = score(state)
    return HandPoints(
        north_south=scores[Side.NORTH_SOUTH].total, east_west=scores[Side.EAST_WEST].total
    )
