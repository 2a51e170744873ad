"""All'italiana: everybody meets everybody, by the Berger tables; and teams, who meet so."""

import dataclasses
from collections.abc import Sequence

from tallone.club.rules.meetings import Drawn, TableSeats
from tallone.club.rules.refusal import refuse


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """One round of the round robin: pairs of entrants, first the lower place, and who rest."""

    pairs: tuple[tuple[int, int], ...]
    resting: tuple[int, ...]


def rounds_of(count: int, *, double: bool = False) -> int:
    """Return how many rounds so many entrants have."""
    return (count + count % 2 - 1) * (2 if double else 1)


def meeting(
    entrants: Sequence[int],
    number: int,
    *,
    double: bool = False,
    out: frozenset[int] = frozenset(),
) -> Meeting:
    """Return who meet in a round; raise Refused `movement.exhausted` or `movement.too_few`."""
    if len([one for one in entrants if one not in out]) < 2:
        refuse("movement.too_few", "a round needs two sides at least; let more enter")
    once = rounds_of(len(entrants))
    if number > rounds_of(len(entrants), double=double):
        refuse(
            "movement.exhausted",
            f"all have met after {rounds_of(len(entrants), double=double)} rounds; go on with "
            "another movement",
        )
    pairs: list[tuple[int, int]] = []
    for one, other in _places(len(entrants), (number - 1) % once + 1):
        if other > len(entrants) or {entrants[one - 1], entrants[other - 1]} & out:
            continue
        two = (entrants[one - 1], entrants[other - 1])
        pairs.append(two if number <= once else (two[1], two[0]))
    seated = {one for two in pairs for one in two}
    return Meeting(
        pairs=tuple(pairs),
        resting=tuple(one for one in entrants if one not in seated and one not in out),
    )


def round_robin(
    entrants: Sequence[int],
    number: int,
    *,
    double: bool = False,
    out: frozenset[int] = frozenset(),
) -> Drawn:
    """Return a round with tables in the order of the lower places."""
    met = meeting(entrants, number, double=double, out=out)
    return Drawn(
        round=number,
        tables=tuple(
            TableSeats(table=table, a=(a,), b=(b,)) for table, (a, b) in enumerate(met.pairs, 1)
        ),
        byes=met.resting,
    )


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TeamRound:
    """A round of teams: its tables, sides being (team, pair), and where in the meeting it is."""

    drawn: Drawn
    meeting: int
    leg: int


def team_round(
    teams: Sequence[int],
    number: int,
    *,
    pairs: int,
    legs: int = 1,
    double: bool = False,
    out: frozenset[int] = frozenset(),
) -> TeamRound:
    """Return a round of teams: in leg q, pair i meets pair i + q - 1 of the other team."""
    meeting_number, leg = (number - 1) // legs + 1, (number - 1) % legs + 1
    met = meeting(teams, meeting_number, double=double, out=out)
    sides = [
        ((one, pair), (other, (pair + leg - 2) % pairs + 1))
        for one, other in met.pairs
        for pair in range(1, pairs + 1)
    ]
    drawn = Drawn(
        round=number,
        tables=tuple(TableSeats(table=table, a=a, b=b) for table, (a, b) in enumerate(sides, 1)),
        byes=met.resting,
    )
    return TeamRound(drawn=drawn, meeting=meeting_number, leg=leg)


def _places(count: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of places of a round, lower first and ascending; N is a phantom if odd."""
    last = count + count % 2
    cycle = last - 1
    pairs: list[tuple[int, int]] = []
    for one in range(1, last):
        other = (number + 1 - one) % cycle or cycle
        if other == one:
            pairs.append((one, last))
        elif one < other:
            pairs.append((one, other))
    return sorted(pairs)
