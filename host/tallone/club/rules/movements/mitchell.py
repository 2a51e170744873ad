"""The Mitchell movement: one line stays, the other moves (FE.BUR.IT, Sistemazione (2))."""

import dataclasses
import math
from collections.abc import Sequence

from tallone.club.rules.codes import ClubCode
from tallone.club.rules.meetings import Drawn, Played, TableSeats, Who, by_table, met_again
from tallone.club.rules.movements.danish import rests
from tallone.club.rules.refusal import refuse


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """The fixed and the mobile line by table, None where nobody sits, and how the mobile moves.

    With `skip` it jumps one table more whenever it would come round, so that all meet all.
    """

    fixed: tuple[int | None, ...]
    mobile: tuple[int | None, ...]
    step: int = 1
    skip: bool = True
    allow_rematch: bool = False

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return len(self.fixed)

    @property
    def period(self) -> int:
        """How many rounds there are before the line stands where it began."""
        return self.tables if self.skip else self.tables // math.gcd(self.step, self.tables)

    def displacement(self, number: int) -> int:
        """Return by how many tables the mobile line has moved in a round (from 1)."""
        turn = (number - 1) % self.period
        if not self.skip:
            return self.step * turn % self.tables
        lap = self.tables // math.gcd(self.step, self.tables)
        return (self.step * turn + turn // lap) % self.tables

    def facing(self, number: int) -> list[tuple[int | None, int | None]]:
        """Return who stay and who come, by table, in a round."""
        moved = self.displacement(number)
        return [
            (stays, self.mobile[(table - moved) % self.tables])
            for table, stays in enumerate(self.fixed)
        ]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class MitchellRound:
    """A round of a Mitchell, who has withdrawn, and what was played before."""

    number: int
    lines: Lines
    before: Played
    code: ClubCode
    out: frozenset[int] = frozenset()
    session_from: int = 1


def lines_of(count: int, *, step: int = 1, skip: bool = True, again: bool = False) -> Lines:
    """Return the lines of entrants 1 to `count`: odd ones stay, even ones and a last odd one move."""
    tables = (count + 1) // 2
    fixed: list[int | None] = [2 * table + 1 for table in range(tables)]
    mobile: list[int | None] = [2 * table + 2 for table in range(tables)]
    if count % 2:
        fixed[-1], mobile[-1] = None, count
    return Lines(
        fixed=tuple(fixed), mobile=tuple(mobile), step=step, skip=skip, allow_rematch=again
    )


def mitchell(wanted: MitchellRound) -> Drawn:
    """Return the round; raise Refused `movement.exhausted` where the line has come round."""
    lines = wanted.lines
    sides = [one for one in lines.fixed + lines.mobile if one not in {None, *wanted.out}]
    if len(sides) < 2:
        refuse("movement.too_few", "a round needs two sides at least; let more enter")
    if wanted.number > lines.period and not lines.allow_rematch:
        refuse(
            "movement.exhausted",
            f"after {lines.period} rounds the line has come round; allow rematches, or go on "
            "with another movement",
        )
    tables: list[TableSeats] = []
    alone: list[tuple[int, int]] = []
    for table, facing in enumerate(lines.facing(wanted.number), 1):
        here = [one for one in facing if one is not None and one not in wanted.out]
        if len(here) == 2:
            tables.append(TableSeats(table=table, a=(here[0],), b=(here[1],)))
        elif here:
            alone.append((table, here[0]))
    planned = by_table(tables)
    byes, together = _alone(alone, wanted)
    seats = by_table([*planned, *together])
    return Drawn(
        round=wanted.number,
        tables=seats,
        byes=byes,
        rematches=_rematches(seats, planned, wanted),
    )


def _alone(
    alone: Sequence[tuple[int, int]], wanted: MitchellRound
) -> tuple[tuple[int, ...], list[TableSeats]]:
    """Pair who would rest, from the lowest tables; if odd, the fewest rests so far rests."""
    byes: tuple[int, ...] = ()
    left = list(alone)
    if len(left) % 2:
        rested = rests(wanted.before, wanted.code, wanted.session_from)
        resting = min(left, key=lambda place: (rested[place[1]], -place[0]))
        left.remove(resting)
        byes = (resting[1],)
    return byes, [
        TableSeats(table=table, a=(one,), b=(other,))
        for (table, one), (_, other) in zip(left[::2], left[1::2], strict=True)
    ]


def _rematches(
    seats: Sequence[TableSeats], planned: Sequence[TableSeats], wanted: MitchellRound
) -> tuple[tuple[Who, Who], ...]:
    again = set(met_again(seats, wanted.before))
    if wanted.number > wanted.lines.period:
        again |= {(one.a, one.b) for one in planned}
    return tuple((one.a, one.b) for one in seats if (one.a, one.b) in again)
