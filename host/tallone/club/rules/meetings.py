"""Matches and what stands for them, as values: what standings and movements are made of."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from tallone.club.rules.refusal import refuse
from tallone.club.rules.scoring import Share

# A side: one entrant (a pair or a team), or the two players of an individual.
Who = tuple[int, ...]
Pairing = tuple[int, int]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two sides that met in a round; without shares there is no result yet."""

    round: int
    a: Who
    b: Who
    shares: tuple[Share, Share] | None = None
    points: tuple[int, int] | None = None

    @property
    def entrants(self) -> Who:
        """Everybody at the table, side `a` first."""
        return self.a + self.b


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What one entrant has for a round without a match."""

    round: int
    entrant: int
    share: Share
    rest: bool


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """All that happened in some rounds."""

    matches: tuple[Match, ...] = ()
    awards: tuple[Award, ...] = ()

    def before(self, number: int) -> "Played":
        """Return what happened in the rounds before this one."""
        return Played(
            matches=tuple(match for match in self.matches if match.round < number),
            awards=tuple(award for award in self.awards if award.round < number),
        )

    def check(self) -> None:
        """Raise Refused `entrant.twice` if somebody has two places in one round."""
        seen: set[tuple[int, int]] = set()
        for number, entrant in self._places():
            if (number, entrant) in seen:
                refuse("entrant.twice", f"{entrant} has two places in round {number}")
            seen.add((number, entrant))

    def _places(self) -> Iterator[tuple[int, int]]:
        for match in self.matches:
            yield from ((match.round, entrant) for entrant in match.entrants)
        for award in self.awards:
            yield award.round, award.entrant

    def rests(self, since: int = 1) -> Counter[int]:
        """Return how often each has rested since a round; an absence is no rest."""
        return Counter(
            award.entrant for award in self.awards if award.rest and award.round >= since
        )

    def met(self, since: int = 1) -> Counter[Pairing]:
        """Return how often two met as opponents since a round, the lower number first."""
        return Counter(
            two for match in self.matches if match.round >= since for two in opponents(match)
        )

    def partners(self) -> set[Pairing]:
        """Return who have been partners, the lower number first."""
        sides = (side for match in self.matches for side in (match.a, match.b))
        return {ordered(side[0], side[1]) for side in sides if len(side) == 2}


def ordered(one: int, other: int) -> Pairing:
    """Return the two numbers, the lower first."""
    return (one, other) if one < other else (other, one)


def opponents(match: Match) -> Iterable[Pairing]:
    """Return every two opponents of a match, the lower number first."""
    return (ordered(one, other) for one in match.a for other in match.b)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TableSeats:
    """Who sits at one table of a round. A side is a pair's number, two players, or a team's pair."""

    table: int
    a: Who
    b: Who


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A round as a movement gives it: tables by number, who rests, who meets again unplanned."""

    round: int
    tables: tuple[TableSeats, ...]
    byes: tuple[int, ...] = ()
    rematches: tuple[tuple[Who, Who], ...] = ()


Kind = Literal["pairs", "individual", "teams"]


def by_table(tables: Iterable[TableSeats]) -> tuple[TableSeats, ...]:
    """Return the tables by number."""
    return tuple(sorted(tables, key=lambda seats: seats.table))


def met_again(tables: Sequence[TableSeats], before: Played) -> tuple[tuple[Who, Who], ...]:
    """Return the opponents, by table, who have met before."""
    met = before.met()
    again: list[tuple[Who, Who]] = []
    for seats in tables:
        for one in seats.a:
            again += [((one,), (other,)) for other in seats.b if met[ordered(one, other)]]
    return tuple(again)
