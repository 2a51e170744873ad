"""What the table knows of the hall that it plays in: who sits here, whether the round is open, what is confirmed.

Values only: the words come and go in `app/hall`, the evening asks these.
"""

import dataclasses
from typing import Final

from tallone.app.evening.count.standings import Standings, form_of
from tallone.rules.cards.seats import Side
from tallone.rules.match.match import Match

SIDES: Final = (Side.NORTH_SOUTH, Side.EAST_WEST)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A round at this table: `a` sits North-South, `b` East-West, each by number with its name."""

    round: int
    rev: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    names: tuple[str, str]
    hands: int
    minutes: int

    def entrant(self, side: Side) -> int:
        """Return who speaks for a side: its first."""
        return (self.a if side is Side.NORTH_SOUTH else self.b)[0]

    def key(self, side: Side) -> str:
        """Return the side as results name it."""
        return "+".join(map(str, sorted(self.a if side is Side.NORTH_SOUTH else self.b)))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The hall as this table knows it."""

    place: Place | None = None
    following: Place | None = None  # of a later round, while this one is played
    opened: int = 0  # the last round that the arbiter has opened
    is_heard: bool = False  # the broker is there
    time_out: bool = False
    confirmed: tuple[Side, ...] = ()
    disputed: bool = False
    accepted: str = ""  # what the standing has of this round, by its state

    @property
    def is_open(self) -> bool:
        """Whether the arbiter has opened this round."""
        return self.place is not None and self.opened >= self.place.round

    @property
    def waits(self) -> bool:
        """Whether no hand may begin: the arbiter has not opened the round, and could say so."""
        return self.place is not None and not self.is_open and self.is_heard

    @property
    def confirming(self) -> Side | None:
        """The side that is asked next whether the result is right."""
        return next((side for side in SIDES if side not in self.confirmed), None)

    def seated(self, place: Place) -> "Hall":
        """Return it with a round that begins now."""
        return Hall(place=place, opened=self.opened, is_heard=self.is_heard)

    def left(self) -> "Hall":
        """Return it without a round: people play on, and nothing of it is said."""
        return Hall(following=self.following, opened=self.opened, is_heard=self.is_heard)


def match_of(place: Place, standings: Standings, hand: int) -> Standings:
    """Return a fresh match for a round, which begins with that hand of the evening."""
    before = standings.match
    form = form_of(place.hands, 0)
    match = Match(format=form, first_dealer=before.first_dealer, players=before.players)
    return dataclasses.replace(standings, match=match, began=hand)
