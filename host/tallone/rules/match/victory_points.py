"""Victory points: how the difference of match points at the end of a round is shared out.

The tables are data, one for rounds of 2, 3 and 4 hands. Match points are always multiples of 5.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from tallone.rules.cards.seats import Side

SHARED_VP: Final = 20
BANDS: Final = SHARED_VP // 2
POINTS_STEP: Final = 5
# Bounds a total that comes from outside; a hand is worth a few thousand points at most.
MAX_TOTAL: Final = 1_000_000


class NoVictoryPointTableError(ValueError):
    """No table for that kind of round, or one that cannot be a table."""


class NotMultipleOfFiveError(ValueError):
    """A total that no sum of cards and bonuses can give."""


@dataclasses.dataclass(frozen=True, slots=True)
class VictoryPointTable:
    """The largest difference that still gives 10-10, 11-9 ... 19-1; above the last it is 20-0."""

    name: str
    bounds: tuple[int, ...]

    def __post_init__(self) -> None:
        rising = all(low < high for low, high in zip(self.bounds, self.bounds[1:], strict=False))
        if len(self.bounds) != BANDS or not rising or self.bounds[0] < 0:
            raise NoVictoryPointTableError(
                f"the victory point table {self.name!r} needs {BANDS} rising bounds, 10-10 first; "
                f"it has {list(self.bounds)[:12]}"
            )
        if any(bound % POINTS_STEP for bound in self.bounds):
            raise NoVictoryPointTableError(
                f"the victory point table {self.name!r} has a bound that is no multiple of "
                f"{POINTS_STEP}"
            )

    def winner_points(self, difference: int) -> int:
        """Return the victory points of the side that leads by so many match points."""
        return BANDS + sum(difference > bound for bound in self.bounds)


# FIBUR 2026, after article 18; the 3-hand one is also eburraco's "standard" table.
TABLES: Final[Mapping[int, VictoryPointTable]] = MappingProxyType(
    {
        2: VictoryPointTable("2 hands", (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000)),
        3: VictoryPointTable("3 hands", (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)),
        4: VictoryPointTable("4 hands", (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)),
    }
)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class VictoryPoints:
    """The absolute difference of match points, and each side's victory points."""

    difference: int
    of: Mapping[Side, int]


def table_for(hands: int) -> VictoryPointTable:
    """Return the table for a round of so many hands; raise NoVictoryPointTableError."""
    table = TABLES.get(hands)
    if table is None:
        known = ", ".join(str(count) for count in TABLES)
        raise NoVictoryPointTableError(
            f"there is no victory point table for {hands} hands; there are tables for {known}"
        )
    return table


def team_table(bounds: Sequence[int] | None = None) -> VictoryPointTable:
    """Return the table with the organiser's bounds; without them there is none to give."""
    if bounds is None:
        # FIBUR articles 17-18 have a fourth table; no accessible source prints its figures.
        raise NoVictoryPointTableError(
            "the table for team matches is not published where we could read it, and none is "
            f"invented: give its {BANDS} bounds, the largest difference for 10-10 first"
        )
    return VictoryPointTable("team match", tuple(bounds))


def victory_points(table: VictoryPointTable, north_south: int, east_west: int) -> VictoryPoints:
    """Share 20 points by the difference of the two totals; raise NotMultipleOfFiveError."""
    for total in (north_south, east_west):
        if total % POINTS_STEP or abs(total) > MAX_TOTAL:
            raise NotMultipleOfFiveError(
                f"{total} is no total of match points: cards and bonuses are worth multiples of "
                f"{POINTS_STEP}, up to {MAX_TOTAL}"
            )
    difference = abs(north_south - east_west)
    winner = table.winner_points(difference)
    ahead = Side.NORTH_SOUTH if north_south >= east_west else Side.EAST_WEST
    return VictoryPoints(
        difference=difference,
        of=MappingProxyType({ahead: winner, ahead.other: SHARED_VP - winner}),
    )


def bye_points(hands: int) -> int:
    """Return the victory points of a side without opponents (a bye, an incomplete table).

    70 % of the maximum in rounds of 2 or 3 hands, 60 % in rounds of 4 (FE.BUR.IT; eburraco).
    """
    table_for(hands)
    return SHARED_VP * (60 if hands == 4 else 70) // 100


def leaver_points(hands: int) -> int:
    """Return the victory points of a side that leaves for good cause, or is over ten minutes late.

    6 in rounds of 2 or 3 hands, 8 in rounds of 4 (FE.BUR.IT; FIBUR article 33).
    """
    table_for(hands)
    return 8 if hands == 4 else 6
