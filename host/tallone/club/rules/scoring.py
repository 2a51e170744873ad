"""Points into victory points, and what is given where no match was played.

Points are what a side scored in the round; MP are the signed difference, VP come from it by a
table (FIBUR 2026 after article 18; FE.BUR.IT, Punteggi).
"""

import dataclasses
from collections.abc import Sequence
from typing import Final

from tallone.club.rules.codes import ClubCode
from tallone.club.rules.refusal import Refused, refuse
from tallone.rules.match.victory_points import (
    BANDS,
    MAX_TOTAL,
    POINTS_STEP,
    SHARED_VP,
    TABLES,
    NoVictoryPointTableError,
    VictoryPointTable,
)

# A hand above or under these counts, and is shown to the director.
IMPLAUSIBLE_ABOVE: Final = 3_000
IMPLAUSIBLE_UNDER: Final = -1_000


@dataclasses.dataclass(frozen=True, slots=True)
class Share:
    """VP and MP of one entrant for one round."""

    vp: int
    mp: int


NOTHING: Final = Share(0, 0)
AVERAGE: Final = Share(BANDS, 0)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How a round of so many hands becomes VP, and what a rest or a leaver has under a code."""

    hands: int
    table: VictoryPointTable
    code: ClubCode

    def shares(self, points: tuple[int, int]) -> tuple[Share, Share]:
        """Return the shares of `a` and `b`; raise Refused `score.*`."""
        check_points(points)
        difference = points[0] - points[1]
        winner = self.table.winner_points(abs(difference))
        vp = winner if difference >= 0 else SHARED_VP - winner
        return Share(vp, difference), Share(SHARED_VP - vp, -difference)

    def equivalent(self, vp: int) -> int:
        """Return the MP that so many VP of a match are worth: the smallest difference for them."""
        if vp == BANDS:
            return 0
        if vp < BANDS:
            return -self.equivalent(SHARED_VP - vp)
        return self.table.bounds[min(vp, SHARED_VP) - BANDS - 1] + POINTS_STEP

    def valued(self, vp: int) -> Share:
        """Return so many VP with the equivalent MP."""
        return Share(vp, self.equivalent(vp))

    @property
    def rest(self) -> Share:
        """What a side without opponents has (FE.BUR.IT, Tavolo incompleto; eburraco)."""
        percent = self.code.bye_percent
        if percent is None:
            percent = 60 if self.hands == 4 else 70
        return self.valued((SHARED_VP * percent + 50) // 100)

    @property
    def leaver(self) -> Share:
        """What a side has that leaves for good cause or comes too late (FIBUR article 33)."""
        vp = self.code.leaver_vp
        if vp is None:
            vp = 8 if self.hands == 4 else 6
        return self.valued(vp)

    @property
    def penalty_mp(self) -> int:
        """The MP that go with one VP of penalty: the width of the band 11-9, or none."""
        if self.code.penalty_mp == "none":
            return 0
        return self.table.bounds[1] - self.table.bounds[0]

    def implausible(self, points: tuple[int, int]) -> bool:
        """Return whether a total is beyond what so many hands bring in earnest."""
        low, high = IMPLAUSIBLE_UNDER * self.hands, IMPLAUSIBLE_ABOVE * self.hands
        return any(not low <= total <= high for total in points)


def scale_for(hands: int, code: ClubCode, bounds: Sequence[int] | None = None) -> Scale:
    """Return the scale of a round; raise Refused `vp.no_table` or `vp.bad_table`."""
    if bounds is not None:
        return Scale(hands=hands, table=own_table("the organiser's", bounds), code=code)
    table = TABLES.get(hands)
    if table is None:
        counts = ", ".join(map(str, TABLES))
        refuse(
            "vp.no_table",
            f"there is no victory point table for {hands} hands; there are some for {counts}, "
            "or give the organiser's own bounds",
        )
    return Scale(hands=hands, table=table, code=code)


def own_table(name: str, bounds: Sequence[int]) -> VictoryPointTable:
    """Return a table with such bounds; raise Refused `vp.bad_table`."""
    try:
        return VictoryPointTable(name, tuple(bounds))
    except NoVictoryPointTableError as error:
        raise Refused("vp.bad_table", str(error)) from error


def team_scale(bounds: Sequence[int] | None, code: ClubCode) -> Scale:
    """Return the scale of a match of teams; raise Refused `vp.no_table` without bounds."""
    if bounds is None:
        # FIBUR articles 17-18 have a fourth table; no accessible source prints its figures.
        refuse(
            "vp.no_table",
            "the table for team matches is not published where it could be read, and none is "
            "invented: give 'team_bounds', or add up the tables with team_scoring sum_vp",
        )
    return Scale(hands=3, table=own_table("team match", bounds), code=code)


def check_points(points: Sequence[int]) -> None:
    """Raise Refused `score.out_of_range` or `score.not_multiple_of_5`."""
    for total in points:
        if abs(total) > MAX_TOTAL:
            refuse(
                "score.out_of_range",
                f"{total} is no total of a round; read the slip again (at most {MAX_TOTAL})",
            )
    for total in points:
        if total % POINTS_STEP:
            refuse(
                "score.not_multiple_of_5",
                f"{total} is no multiple of {POINTS_STEP}, as all cards and bonuses are; add up "
                "the slip again",
            )
