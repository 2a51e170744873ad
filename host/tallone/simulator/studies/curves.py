"""How well the ready check tells right piles from wrong ones: measured curves for its thresholds.

Every trial weighs freshly made piles as the simulated scales do, once as dealt and once with a card
where it should not be, and asks for the probability that the place is wrong: of the scale alone, and of
all witnesses together. Sweeping a threshold over these probabilities gives found against false alarms.
"""

import dataclasses
import random
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.dealing.layout import POZZETTO_PLACES, STOCK, layout
from tallone.dealing.piles.belief import CARD, DOUBT_FROM, Witnesses, believe
from tallone.simulator.room.cards import CARD_GRAMS, CARD_SPREAD
from tallone.simulator.room.noise import rates

PLAYERS: Final = 4
# Minutes since a scale was last seen empty, at most, and so the reach of its drift.
_CARRYING_MIN: Final = 2.0
# Counts that a scale alone is asked about, around what must lie there.
_AROUND: Final = range(-3, 4)


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """A fault: from where to where a card went; `away` is the floor."""

    name: str
    giver: str
    taker: str

    @property
    def place(self) -> str:
        """The place whose count is judged."""
        return self.giver


CASES: Final = (
    Case("pozzetto", "pozzetto_1", STOCK),
    Case("stock", STOCK, "away"),
)
NOISES: Final = (1.0, 3.0, 10.0)
WITNESSES: Final = ("scale alone", "all witnesses")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Points (false alarms, found), by falling threshold, and both rates at the threshold in use."""

    case: str
    witnesses: str
    noise: float
    points: tuple[tuple[float, float], ...]
    alarms: float
    found: float


def measure(trials: int, seed: int = 1) -> Iterator[Curve]:
    """Yield every curve; the same numbers for the same arguments."""
    for case in CASES:
        for noise in NOISES:
            yield from measure_one(case, noise, trials, seed)


def measure_one(case: Case, noise: float, trials: int, seed: int = 1) -> Iterator[Curve]:
    """Yield the curves of one fault at one noise: of the scale alone, of all witnesses."""
    clean: list[tuple[float, float]] = []
    faulty: list[tuple[float, float]] = []
    for number in range(trials):
        rng = random.Random(f"{seed} {case.name} {noise} {number}")
        clean.append(_doubts(_weigh(rng, noise, None), case.place))
        faulty.append(_doubts(_weigh(rng, noise, case), case.place))
    for index, witnesses in enumerate(WITNESSES):
        right = [doubts[index] for doubts in clean]
        wrong = [doubts[index] for doubts in faulty]
        yield Curve(
            case=case.name,
            witnesses=witnesses,
            noise=noise,
            points=_points(right, wrong),
            alarms=_share(right, DOUBT_FROM),
            found=_share(wrong, DOUBT_FROM),
        )


def _weigh(rng: random.Random, noise: float, case: Case | None) -> dict[str, float]:
    """Return what the scales say of piles of new cards, with or without the fault."""
    figures = rates(noise)
    counts = {place: layout(PLAYERS).counts[place] for place in (*POZZETTO_PLACES, STOCK)}
    if case is not None:
        counts[case.giver] -= 1
        if case.taker in counts:
            counts[case.taker] += 1
    drift = figures["scale_drift"] * _CARRYING_MIN
    return {
        place: sum(rng.gauss(CARD_GRAMS, CARD_SPREAD) for _ in range(count))
        # The weight at rest, less the weight of the plate when it was empty.
        + rng.gauss(0, figures["scale_noise"])
        - rng.gauss(0, figures["scale_noise"])
        + rng.uniform(-drift, drift)
        for place, count in counts.items()
    }


def _doubts(grams: dict[str, float], place: str) -> tuple[float, float]:
    """Return how likely the place holds another number: by its scale alone, by all witnesses."""
    wanted = layout(PLAYERS).counts
    alone = {step: CARD.density(grams[place], wanted[place] + step) for step in _AROUND}
    belief = believe(
        PLAYERS,
        Witnesses(barrier=wanted, grams=grams, loaded=dict.fromkeys(grams, True)),
    )
    return (
        1 - alone[0] / (sum(alone.values()) or 1.0),
        1 - belief.chance(place, wanted[place]),
    )


def _points(right: Sequence[float], wrong: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """Return the corners of the curve; between two of them it goes straight."""
    corners: list[tuple[float, float]] = []
    for threshold in sorted({*right, *wrong}, reverse=True):
        point = _share(right, threshold), _share(wrong, threshold)
        if len(corners) > 1 and (
            corners[-1][0] == corners[-2][0] == point[0]
            or corners[-1][1] == corners[-2][1] == point[1]
        ):
            corners[-1] = point
        else:
            corners.append(point)
    return tuple(corners)


def _share(values: Sequence[float], threshold: float) -> float:
    return sum(value >= threshold for value in values) / len(values)
