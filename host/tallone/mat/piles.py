"""Weights into counts: a pile is counted by the steps of its scale, never guessed.

The first weight after `forget` is read as it stands; after that only the difference between two
rests counts, so that drift is left behind. A weight that fits no whole number is said to be so.
"""

import dataclasses
import math
from collections.abc import Mapping
from typing import Final

from tallone.mat.zones import WEIGHED, Zone


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CardWeight:
    """What is known of cards and scales: grams, each figure a standard deviation but the first.

    `per_card`: a laminated card with its tag. `spread`: between cards. `noise`: of one rest.
    `gain`: of the scale and of the pack's mean card, as a fraction.
    """

    per_card: float = 2.0
    spread: float = 0.04
    noise: float = 0.12
    gain: float = 0.004

    def density(self, grams: float, cards: int, spread: float = 0.0) -> float:
        """Return how likely so many cards weigh that, per gram; `spread` is of the rest itself."""
        sigma = math.hypot(
            self.spread * math.sqrt(abs(cards)), self.noise, spread, self.gain * abs(grams)
        )
        error = (grams - cards * self.per_card) / sigma
        return math.exp(-error * error / 2) / (sigma * math.sqrt(2 * math.pi))


@dataclasses.dataclass(frozen=True, slots=True)
class Counted:
    """A pile rests at that many cards; `grams` above the empty plate."""

    delta: int
    count: int
    certainty: float
    grams: float


@dataclasses.dataclass(frozen=True, slots=True)
class Unclear:
    """A pile rests at a weight above the empty plate that fits no whole number of cards."""

    grams: float


# Below this a count is not said.
LEAST_CERTAINTY: Final = 0.9
# Chance, before looking, that a step is something other than cards: a glass, an elbow.
_STRANGE: Final = 0.001
# The strange weights are spread over this many grams.
_STRANGE_RANGE: Final = 200.0
MAX_CARDS: Final = 108
# Nobody adds so much to a pile in cards; a pile that was lifted comes back with its own weight.
_THING_GRAMS: Final = 24.5


class Pile:
    """One weighed pile."""

    def __init__(self, weight: CardWeight) -> None:
        self._weight = weight
        self._grams: float | None = None
        # The last rest, whatever it meant.
        self._rest: float | None = None
        self._zero = 0.0
        # What lies there besides cards, in grams, and what the pile weighed when it was last lifted.
        self._thing = 0.0
        self._lifted: float | None = None
        self._in_play = False
        self.count: int | None = None

    def expect(self, count: int) -> None:
        """Take that count as true for the weight at rest."""
        self.count = count

    def accept(self, count: int) -> None:
        """Take that count as true for the last weight, from which the next step is counted."""
        self.count = count
        self._grams = self._rest
        self._thing = 0.0

    def forget(self) -> None:
        """Read the next weight as it stands."""
        self._grams = self._rest = None
        self.count = None

    def play(self, *, begins: bool) -> None:
        """Say that play begins here, or is over: only in play whole piles never grow by a glass's weight."""
        self._in_play = begins
        self._thing = 0.0
        self._lifted = None

    def settle(self, grams: float, spread: float) -> Counted | Unclear | None:
        """Take a weight at rest; return the count if it changed, or that there is none."""
        self._rest = grams
        if self._grams is None or self.count is None:
            return self._read_absolute(grams, spread)
        lay, raw = self._thing, grams
        grams -= self._without_thing(grams)
        if self._thing > lay:
            return Unclear(raw - self._zero)
        step = grams - self._grams
        cards, certainty = self._fit(step, spread, least=-self.count)
        if self.count and self._is_empty(grams, spread):
            cards, certainty = self._agree_empty(cards, certainty)
        if certainty < LEAST_CERTAINTY:
            return Unclear(grams - self._zero)
        if cards and self.count + cards == 0:
            self._lifted = self._grams - grams
        self._grams = grams
        if self.count + cards == 0:
            self._zero = grams
        if not cards:
            return None
        self.count += cards
        return Counted(cards, self.count, certainty, grams - self._zero)

    def _without_thing(self, grams: float) -> float:
        """Return how much of a weight at rest is no cards: a glass, keys, a phone."""
        assert self._grams is not None
        bare = grams - self._grams
        if self._thing and abs(bare) < abs(bare - self._thing):
            self._thing = 0.0
        above = bare - self._thing
        if not self._in_play or above < _THING_GRAMS:
            return self._thing
        # As it was lifted, or with the discard that its scale had not felt yet.
        is_back = (
            self._lifted is not None and abs(above - self._lifted) < 1.5 * self._weight.per_card
        )
        if not (is_back and not self.count):
            self._thing += above
        return self._thing

    def _read_absolute(self, grams: float, spread: float) -> Counted | Unclear | None:
        expected = self.count
        cards, certainty = self._fit(grams, spread, least=0)
        if expected is not None and certainty < LEAST_CERTAINTY:
            cards, certainty = expected, LEAST_CERTAINTY
        if certainty < LEAST_CERTAINTY:
            return Unclear(grams)
        self._grams, self.count = grams, cards
        if not cards:
            self._zero = grams
        delta = cards - (expected or 0)
        if not delta and expected is not None:
            return None
        return Counted(delta, cards, certainty, grams if cards else 0.0)

    def _is_empty(self, grams: float, spread: float) -> bool:
        """Whether this is the weight of no card at all, whatever the step says."""
        limit = self._weight.per_card / 2 - 3 * math.hypot(self._weight.noise, spread)
        return abs(grams - self._zero) < max(0.0, limit)

    def _agree_empty(self, cards: int, certainty: float) -> tuple[int, float]:
        """Let an empty plate settle a step that a big pile's weight left open by one card."""
        count = self.count or 0
        if abs(cards + count) <= 1:
            return -count, max(certainty, LEAST_CERTAINTY)
        return cards, 0.0

    def _fit(self, grams: float, spread: float, *, least: int) -> tuple[int, float]:
        """Return the whole number of cards that fits best, and how certain it is."""
        weight = self._weight
        nearest = round(grams / weight.per_card)
        chances = {
            cards: weight.density(grams, cards, spread)
            for cards in range(nearest - 2, nearest + 3)
            if least <= cards <= MAX_CARDS
        }
        if not chances:
            return 0, 0.0
        best = max(chances, key=lambda cards: (chances[cards], -abs(cards)))
        strange = _STRANGE / _STRANGE_RANGE
        return best, chances[best] / (sum(chances.values()) + strange)


class Piles:
    """The four weighed piles of the mat."""

    def __init__(self, weights: Mapping[Zone, CardWeight] | None = None) -> None:
        weights = weights or {}
        self._piles = {zone: Pile(weights.get(zone, CardWeight())) for zone in WEIGHED}

    def __getitem__(self, zone: Zone) -> Pile:
        return self._piles[zone]

    @property
    def counts(self) -> dict[Zone, int]:
        """The counts that are known."""
        return {zone: pile.count for zone, pile in self._piles.items() if pile.count is not None}

    def play(self, *, begins: bool) -> None:
        """Say that play begins, or is over: what heavy things on a pile are."""
        for pile in self._piles.values():
            pile.play(begins=begins)

    def forget(self) -> None:
        """Read every next weight as it stands."""
        for pile in self._piles.values():
            pile.forget()
