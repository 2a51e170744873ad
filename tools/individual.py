"""Find the first rounds from which the schedules of individual events are developed.

`tools/individual.py 9 60` prints one for each number of players in that range, as a line of
`host/tallone/club/rules/movements/first_rounds.py`. A first round is good if its partners have different
differences and no difference comes more than twice among opponents; every later round adds to it.
"""

import argparse
import random
import sys
import time
from itertools import product

Table = tuple[int, int, int, int]
# The one player who does not move where all sit down (n divisible by four).
FIXED = -1
# Groups in which the players are numbered; a plain circle for all others.
CIRCLES = {9: (3, 3)}


class Search:
    """A random search with backtracking for one number of players."""

    def __init__(self, players: int, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - a drawn search, repeatable
        self.moved = players - (players % 4 == 0)
        self.circle = CIRCLES.get(players, (self.moved,))
        resting = range(players % 4)
        self.free = set(range(self.moved)) - set(resting)
        if players % 4 == 0:
            self.free.add(FIXED)
        self.partners: dict[object, int] = {}
        self.opponents: dict[object, int] = {}
        self.tables: list[Table] = []
        # Where two rest only the even steps are taken, so that pairs have a parity, too.
        self.parity = players % 4 == 2
        self.steps = 0

    def orbit(self, one: int, other: int) -> object:
        """Return what two players have in common in all rounds."""
        if FIXED in (one, other):
            return FIXED
        there, back = self._minus(one, other), self._minus(other, one)
        if not self.parity:
            return min(there, back)
        if there == back:
            return (there, 0)
        low = one if there < back else other
        return (min(there, back), low % 2)

    def _minus(self, one: int, other: int) -> tuple[int, ...]:
        digits = []
        for size in reversed(self.circle):
            digits.append((one - other) % size)
            one, other = one // size, other // size
        return tuple(digits)

    def find(self, limit: int) -> bool:
        """Fill the tables one after the other; return whether all could be."""
        if not self.free:
            return True
        self.steps += 1
        if self.steps > limit:
            return False
        first = max(self.free) if self.random.random() < 0.5 else min(self.free)
        others = sorted(self.free - {first})
        self.random.shuffle(others)
        for partner in others:
            if self.partners.get(self.orbit(first, partner)):
                continue
            for one, other in product(others, others):
                if one >= other or partner in (one, other):
                    continue
                table = (first, partner, one, other)
                if self._fits(table):
                    self._sit(table, 1)
                    if self.find(limit):
                        return True
                    self._sit(table, -1)
                    if self.steps > limit:
                        return False
        return False

    def _fits(self, table: Table) -> bool:
        a, b, c, d = table
        sides = (self.orbit(a, b), self.orbit(c, d))
        if sides[0] == sides[1] or self.partners.get(sides[1]):
            return False
        counts: dict[object, int] = {}
        for one, other in product((a, b), (c, d)):
            orbit = self.orbit(one, other)
            counts[orbit] = counts.get(orbit, 0) + 1
        return all(
            orbit == FIXED or self.opponents.get(orbit, 0) + count <= 2
            for orbit, count in counts.items()
        )

    def _sit(self, table: Table, by: int) -> None:
        a, b, c, d = table
        for one, other in ((a, b), (c, d)):
            orbit = self.orbit(one, other)
            self.partners[orbit] = self.partners.get(orbit, 0) + by
        for one, other in product((a, b), (c, d)):
            orbit = self.orbit(one, other)
            self.opponents[orbit] = self.opponents.get(orbit, 0) + by
        if by > 0:
            self.tables.append(table)
            self.free -= set(table)
        else:
            self.tables.pop()
            self.free |= set(table)


def first_round(players: int, seconds: float) -> list[Table] | None:
    """Return a first round, or None if none was found in the time."""
    started, seed = time.monotonic(), 0
    while time.monotonic() - started < seconds:
        search = Search(players, seed)
        if search.find(200 * players):
            return search.tables
        seed += 1
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("low", type=int)
    parser.add_argument("high", type=int)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    missing = 0
    for players in range(options.low, options.high + 1):
        tables = first_round(players, options.seconds)
        missing += tables is None
        print(f"    {players}: {tuple(tables) if tables else 'none found'},", flush=True)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
