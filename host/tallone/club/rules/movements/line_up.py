"""Lines of a Mitchell in which members of one club meet as seldom as can be.

First how many of each club stay: whole clubs on one line where the sizes allow, by a table of all
sums. Then where everybody sits: blocks that stay out of each other's way, and exchanges of two as
long as they help, from drawn beginnings with a fixed seed.
"""

import dataclasses
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence

from tallone.club.rules.movements.mitchell import Lines
from tallone.club.rules.refusal import known, refuse

Spot = int | None
_BEGINNINGS = 12
_TRIES_PER_SEAT = 400
_MOST_TRIES = 6_000


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LineUp:
    """Who sits where by table, None where nobody does, and how many clubmates will meet."""

    fixed: tuple[Spot, ...]
    mobile: tuple[Spot, ...]
    meetings: int


def line_up(
    clubs: Mapping[int, str | None], rounds: int, *, step: int = 1, stay: Sequence[int] = ()
) -> LineUp:
    """Return lines of ceil(n / 2) tables; raise Refused `seat.too_many_fixed`, `movement.*`."""
    entrants = sorted(clubs)
    if len(entrants) < 2:
        refuse("movement.too_few", "a round needs two sides at least; let more enter")
    for one in stay:
        known(clubs, one)
    tables = (len(entrants) + 1) // 2
    if len(stay) > tables:
        refuse(
            "seat.too_many_fixed",
            f"{len(stay)} must stay, but there are {tables} tables; let some of them move",
        )
    work = _Seats(clubs, rounds, step, frozenset(stay), tables)
    best: LineUp | None = None
    for number in range(_BEGINNINGS):
        found = work.attempt(number)
        if best is None or found.meetings < best.meetings:
            best = found
        if best.meetings == 0 or work.complete:
            break
    assert best is not None, "there is one beginning at least"
    return best


class _Seats:
    """Two lines while they are arranged; place t of both is table t + 1."""

    def __init__(
        self,
        clubs: Mapping[int, str | None],
        rounds: int,
        step: int,
        stay: frozenset[int],
        tables: int,
    ) -> None:
        self.clubs, self.stay, self.tables = clubs, stay, tables
        lines = Lines(fixed=(None,) * tables, mobile=(None,) * tables, step=step)
        played = min(rounds, lines.period)
        # Where all meet all, only who stays matters, and the first beginning is the best.
        self.complete = played == tables
        self.moves = [lines.displacement(number) for number in range(1, played + 1)]
        self.fixed: list[Spot] = []
        self.mobile: list[Spot] = []
        self.random = random.Random(0)  # noqa: S311 - the same lines for the same entries

    def attempt(self, number: int) -> LineUp:
        self.random = random.Random(number)  # noqa: S311 - as above
        self._begin(number)
        meetings = self._meetings()
        if not self.complete:
            meetings = self._improve(meetings)
        return LineUp(fixed=tuple(self.fixed), mobile=tuple(self.mobile), meetings=meetings)

    def _begin(self, number: int) -> None:
        members: dict[str, list[int]] = defaultdict(list)
        alone: list[int] = []
        for one in sorted(self.clubs):
            club = self.clubs[one]
            if club is None:
                alone.append(one)
            else:
                members[club].append(one)
        names = sorted(members, key=lambda club: (-len(members[club]), club))
        if number:
            self.random.shuffle(names)
        wanted = self._staying([members[club] for club in names], len(alone), alone)
        fixed: list[int] = []
        mobile: list[int] = []
        for club, count in zip(names, wanted, strict=True):
            line = sorted(members[club], key=lambda one: (one not in self.stay, one))
            fixed += line[:count]
            mobile += line[count:]
        line = sorted(alone, key=lambda one: (one not in self.stay, one))
        room = self.tables - len(fixed)
        least = len(line) - (self.tables - len(mobile))
        kept = sum(one in self.stay for one in line)
        count = max(least, kept, min(room, len(line)) - (len(self.clubs) % 2))
        fixed += line[:count]
        mobile += line[count:]
        mobile.reverse()
        if number > 1:
            self.random.shuffle(fixed)
            self.random.shuffle(mobile)
        self.fixed = [*fixed, *[None] * (self.tables - len(fixed))]
        self.mobile = [*mobile, *[None] * (self.tables - len(mobile))]

    def _staying(
        self, members: Sequence[Sequence[int]], alone: int, loners: Sequence[int]
    ) -> list[int]:
        """Return how many of each club stay: the least sum of stayers times movers."""
        kept = sum(one in self.stay for one in loners)
        # best[count] = (cost, choice per club) for so many stayers of the clubs so far.
        best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for club in members:
            least = sum(one in self.stay for one in club)
            following: dict[int, tuple[int, tuple[int, ...]]] = {}
            for count, (cost, choice) in best.items():
                for stays in range(least, len(club) + 1):
                    total = count + stays
                    if total + kept > self.tables:
                        break
                    worth = cost + stays * (len(club) - stays)
                    if total not in following or worth < following[total][0]:
                        following[total] = (worth, (*choice, stays))
            best = following
        everybody = sum(map(len, members)) + alone
        fitting = [
            (cost, count, choice)
            for count, (cost, choice) in best.items()
            if count + alone >= everybody - self.tables
        ]
        return list(min(fitting)[2])

    def _club(self, one: Spot) -> str | None:
        return None if one is None else self.clubs[one]

    def _at_fixed(self, place: int) -> int:
        club = self._club(self.fixed[place])
        if club is None:
            return 0
        return sum(
            self._club(self.mobile[(place - move) % self.tables]) == club for move in self.moves
        )

    def _at_mobile(self, place: int) -> int:
        club = self._club(self.mobile[place])
        if club is None:
            return 0
        return sum(
            self._club(self.fixed[(place + move) % self.tables]) == club for move in self.moves
        )

    def _meetings(self) -> int:
        return sum(map(self._at_fixed, range(self.tables)))

    def _improve(self, meetings: int) -> int:
        """Exchange two seats as long as it does no harm; return how many meetings are left."""
        for _ in range(min(_TRIES_PER_SEAT * self.tables, _MOST_TRIES)):
            if meetings == 0:
                break
            spots = [self.random.randrange(2 * self.tables) for _ in range(2)]
            before = self._clashes(spots)
            if not self._exchange(spots):
                continue
            after = self._clashes(spots)
            if after > before:
                self._exchange(spots)
            else:
                meetings += after - before
        return self._meetings()

    def _clashes(self, spots: Sequence[int]) -> int:
        """Count the meetings of two seats, one between the two of them once."""
        total = 0
        for spot in spots:
            own = spot < self.tables
            total += self._at_fixed(spot) if own else self._at_mobile(spot - self.tables)
        low, high = sorted(spots)
        if low < self.tables <= high:
            club = self._club(self.fixed[low])
            if club is not None and club == self._club(self.mobile[high - self.tables]):
                total -= sum(
                    (low - move) % self.tables == high - self.tables for move in self.moves
                )
        return total

    def _exchange(self, spots: Sequence[int]) -> bool:
        """Exchange two seats unless somebody would have to move who stays."""
        one, other = (self._at(spot) for spot in spots)
        across = (spots[0] < self.tables) != (spots[1] < self.tables)
        if spots[0] == spots[1] or (across and self.stay & {one, other}):
            return False
        self._put(spots[0], other)
        self._put(spots[1], one)
        return True

    def _at(self, spot: int) -> Spot:
        return self.fixed[spot] if spot < self.tables else self.mobile[spot - self.tables]

    def _put(self, spot: int, one: Spot) -> None:
        if spot < self.tables:
            self.fixed[spot] = one
        else:
            self.mobile[spot - self.tables] = one
