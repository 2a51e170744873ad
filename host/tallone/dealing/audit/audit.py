"""The audit of a shuffle: whether the order after it is independent of the order before it.

Rules of an audit: the number of shuffles and the error rate are fixed and printed beforehand;
every test is reported; nothing is tested again until it passes. The error rate is for all tests
together, so each has its part of it. Every test sees other patterns: a ten-shelf machine passes ad
hoc tests and fails the guessing game.
"""

import dataclasses
import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Final

from tallone.dealing.audit.statistics import chi_square_tail, normal_two_sided
from tallone.dealing.layout import PACK_CARDS, STOCK, layout
from tallone.rules.cards.cards import PACK

# Each of the 108 x 108 cells of card by position must expect 5 or more.
FULL_SHUFFLES: Final = 540
AFTER_MAINTENANCE: Final = 100
# Of all tests together: one sound machine in a thousand is blamed.
ALPHA: Final = 0.001

Order = Sequence[int]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class AuditPlan:
    """What is fixed before the first shuffle."""

    shuffles: int = FULL_SHUFFLES
    players: int = 4
    alpha: float = ALPHA


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TestResult:
    """One test: what was seen, what a fair shuffle gives, how rarely it is as far off."""

    __test__ = False

    name: str
    seen: float
    expected: float
    p: float
    passed: bool


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """The whole audit. Passed only if every test is."""

    plan: AuditPlan
    results: tuple[TestResult, ...]

    @property
    def passed(self) -> bool:
        return all(result.passed for result in self.results)


class Audit:
    """Takes shuffles one by one; `report` may be asked for once all of the plan are there."""

    def __init__(self, plan: AuditPlan) -> None:
        self.plan: Final = plan
        self.count = 0
        self._cells = [0] * PACK_CARDS**2
        self._rising = self._kept = self._guessed = self._rank_products = 0
        self._wilds = dict.fromkeys((*layout(plan.players).piles, STOCK), 0)
        self._ends = [0] * PACK_CARDS

    def take(self, before: Order, after: Order) -> None:
        """Take a shuffle: the copies' numbers, 0 to 107, in the order before and after it."""
        came_from = [0] * PACK_CARDS
        for position, copy in enumerate(before):
            came_from[copy] = position
        moved = [came_from[copy] for copy in after]
        if sorted(moved) != list(range(PACK_CARDS)):
            raise ValueError("a shuffle has each of the 108 cards once before and once after")
        self.count += 1
        for position, origin in enumerate(moved):
            self._cells[origin * PACK_CARDS + position] += 1
            self._rank_products += origin * position
        for origin in (*moved[:11], *moved[-11:]):
            self._ends[origin] += 1
        self._rising += _rising_sequences(moved)
        self._kept += sum(1 for a, b in itertools.pairwise(moved) if b == a + 1)
        self._guessed += _guesses(moved)
        shape = layout(self.plan.players)
        for place in self._wilds:
            self._wilds[place] += sum(
                PACK[copy].card.can_be_wild for copy in after[shape.span(place)]
            )

    @property
    def cells(self) -> Sequence[int]:
        """How often each card (row: its place before) came to each place (column), row by row."""
        return tuple(self._cells)

    def report(self) -> AuditReport:
        """Return the audit's result; raise ValueError if there are not the planned shuffles."""
        if self.count != self.plan.shuffles:
            raise ValueError(f"{self.count} shuffles; planned were {self.plan.shuffles}")
        return self.judged()

    def judged(self) -> AuditReport:
        """Return how the tests stand after the shuffles so far: for finding what a bias takes.

        Whoever audits a machine asks `report`; looking until something shows is no audit.
        """
        tests = (
            *self._cell_tests(),
            self._ends_test(),
            self._rising_test(),
            self._kept_test(),
            self._guess_test(),
            self._rank_test(),
            self._wild_test(),
        )
        limit = self.plan.alpha / len(tests)
        results = tuple(
            TestResult(name=name, seen=seen, expected=expected, p=p, passed=p >= limit)
            for name, seen, expected, p in tests
        )
        plan = dataclasses.replace(self.plan, shuffles=self.count)
        return AuditReport(plan=plan, results=results)

    def _cell_tests(self) -> list["_Test"]:
        """Card by position: rows and columns are both fixed, hence the factor and the degrees."""
        if self.count < FULL_SHUFFLES:
            return []
        expected = self.count / PACK_CARDS
        square = sum((seen - expected) ** 2 for seen in self._cells) / expected
        statistic, degrees = square * (PACK_CARDS - 1) / PACK_CARDS, (PACK_CARDS - 1) ** 2
        tail = chi_square_tail(statistic, degrees)
        # Too even is as suspicious as too uneven.
        return [("card by position", statistic, degrees, min(1.0, 2 * min(tail, 1 - tail)))]

    def _ends_test(self) -> "_Test":
        """Which cards come to the first and the last eleven places: 22 of 108 each time."""
        share = 22 / PACK_CARDS
        expected = self.count * share
        variance = expected * (1 - share) * PACK_CARDS / (PACK_CARDS - 1)
        statistic = sum((seen - expected) ** 2 for seen in self._ends) / variance
        degrees = PACK_CARDS - 1
        return "first and last eleven", statistic, degrees, chi_square_tail(statistic, degrees)

    def _rising_test(self) -> "_Test":
        mean, variance = (PACK_CARDS + 1) / 2, (PACK_CARDS + 1) / 12
        return _mean_test(
            "rising sequences", self._rising / self.count, mean, variance, self.count
        )

    def _kept_test(self) -> "_Test":
        """Neighbours that stay neighbours in their order: (n - 1)/n, nearly Poisson."""
        mean = (PACK_CARDS - 1) / PACK_CARDS
        return _mean_test("neighbours kept", self._kept / self.count, mean, mean, self.count)

    def _guess_test(self) -> "_Test":
        """Right guesses with every card shown after its guess: the harmonic number of 108."""
        mean = math.fsum(1 / left for left in range(1, PACK_CARDS + 1))
        variance = math.fsum(1 / left - 1 / left**2 for left in range(1, PACK_CARDS + 1))
        return _mean_test("guessing game", self._guessed / self.count, mean, variance, self.count)

    def _rank_test(self) -> "_Test":
        """Place before against place after: rank correlation, 0 with variance 1/(n - 1)."""
        n = PACK_CARDS
        centre, spread = n * ((n - 1) / 2) ** 2, n * (n * n - 1) / 12
        mean = (self._rank_products / self.count - centre) / spread
        return _mean_test("correlation with the last hand", mean, 0.0, 1 / (n - 1), self.count)

    def _wild_test(self) -> "_Test":
        """Jokers and twos by seat, pozzetto and stock: several draws without replacement."""
        wilds, shape = 12, layout(self.plan.players)
        square = 0.0
        for place, size in shape.counts.items():
            expected = self.count * wilds * size / PACK_CARDS
            square += (self._wilds[place] - expected) ** 2 / expected
        statistic = square * (PACK_CARDS - 1) / (PACK_CARDS - wilds)
        degrees = len(shape.counts) - 1
        return "jokers and twos by place", statistic, degrees, chi_square_tail(statistic, degrees)


_Test = tuple[str, float, float, float]


def audit(plan: AuditPlan, shuffles: Iterable[tuple[Order, Order]]) -> AuditReport:
    """Return the audit of those shuffles, each as (order before, order after)."""
    running = Audit(plan)
    for before, after in shuffles:
        running.take(before, after)
    return running.report()


def _mean_test(name: str, seen: float, mean: float, variance: float, count: int) -> _Test:
    z = (seen - mean) / math.sqrt(variance / count)
    return name, seen, mean, normal_two_sided(z)


def _rising_sequences(moved: Order) -> int:
    """Return how many runs of growing origins the order is interleaved from."""
    position = [0] * len(moved)
    for place, origin in enumerate(moved):
        position[origin] = place
    return 1 + sum(1 for a, b in itertools.pairwise(position) if b < a)


def _guesses(moved: Order) -> int:
    """Return the right guesses of who always bets on the card that followed the last one shown.

    If that one has come already he bets on the next after it, round the end to the beginning.
    """
    left = [True] * len(moved)
    guess, right = 0, 0
    for origin in moved:
        right += origin == guess
        left[origin] = False
        after = itertools.chain(range(origin + 1, len(moved)), range(origin))
        guess = next((other for other in after if left[other]), origin)
    return right
