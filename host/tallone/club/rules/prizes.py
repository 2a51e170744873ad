"""Prizes by place and special ones, in whole cents."""

import dataclasses
from collections.abc import Sequence

from tallone.club.rules.codes import ClubCode
from tallone.club.rules.refusal import known, once


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class SpecialPrize:
    """A prize for the best placed of some: ladies, mixed, best of the Danish rounds."""

    name: str
    amount: int
    among: frozenset[int]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """What one entrant wins; `name` is that of a special prize."""

    entrant: int
    amount: int
    name: str | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Prizes:
    """Who wins what, and what stays with the organiser."""

    awards: tuple[Won, ...]
    special: tuple[Won, ...]
    left: int


def share_prizes(
    standing: Sequence[tuple[int, int]],
    prizes: Sequence[int],
    code: ClubCode,
    *,
    withdrawn: frozenset[int] = frozenset(),
    special: Sequence[SpecialPrize] = (),
    one_each: bool = True,
) -> Prizes:
    """Give the prizes to a standing of (entrant, rank); tied places share theirs.

    Who withdrew is passed over, and the others move up. Raise Refused `entrant.*`.
    """
    once([entrant for entrant, _ in standing], "the standing")
    entrants = frozenset(entrant for entrant, _ in standing)
    for one in [*withdrawn, *(one for prize in special for one in prize.among)]:
        known(entrants, one)
    passed = frozenset() if code.withdrawn_prizes else withdrawn
    places = sorted((rank, entrant) for entrant, rank in standing if entrant not in passed)
    awards = _by_place(places, prizes)
    has_one = {won.entrant for won in awards} if one_each else set()
    specials: list[Won] = []
    for prize in special:
        winners = _best([place for place in places if place[1] not in has_one], prize.among)
        if prize.amount >= len(winners) > 0:
            specials += [
                Won(entrant=one, amount=prize.amount // len(winners), name=prize.name)
                for one in winners
            ]
            has_one |= set(winners) if one_each else set()
    given = sum(won.amount for won in [*awards, *specials])
    whole = sum(prizes) + sum(prize.amount for prize in special)
    return Prizes(awards=tuple(awards), special=tuple(specials), left=whole - given)


def _by_place(places: Sequence[tuple[int, int]], prizes: Sequence[int]) -> list[Won]:
    awards: list[Won] = []
    first = 0
    while first < len(places):
        tied = [entrant for rank, entrant in places if rank == places[first][0]]
        amount = sum(prizes[first : first + len(tied)]) // len(tied)
        if amount:
            awards += [Won(entrant=entrant, amount=amount) for entrant in tied]
        first += len(tied)
    return awards


def _best(places: Sequence[tuple[int, int]], among: frozenset[int]) -> list[int]:
    best = min((rank for rank, entrant in places if entrant in among), default=None)
    return [entrant for rank, entrant in places if rank == best and entrant in among]
