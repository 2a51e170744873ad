"""How many cards lie on each place after a deal: a probability for every count.

Four witnesses are put together: the ledger (so many cards were sent there), the barrier (so many came
out), the scale (so many grams) and the coil (something lies there, or nothing); where they leave a
doubt, people count, and are the fifth. The unknown is what
happened in between: the machine may have delivered another number, people may have moved cards. Every
such story is a hypothesis with a prior; the sensors say how well it fits. docs/verification.md has the
model in words, the sources of the figures and the curves from which the thresholds were chosen.
"""

import dataclasses
import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Final

from tallone.dealing.layout import POZZETTO_PLACES, STOCK, layout
from tallone.mat.piles import CardWeight

Counts = dict[str, int]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Chances, before anything is looked at; judged, for no table of ours has measured them."""

    # The barrier behind the ejector counts one card too many or too few, per pile.
    barrier: float = 1e-6
    # A card stays in its slot or goes with another packet, against the account, per pile, each way.
    delivered: float = 1e-4
    # One card is moved from a certain pile on the mat to a certain other, or off the table; where a
    # hand is one of the two; and for each card more.
    moved: float = 1e-3
    moved_hand: float = 1e-4
    more: float = 0.1
    # Two piles lie on each other's places.
    swapped: float = 1e-4
    # A pile was left in its tray, or taken up again.
    absent: float = 1e-3
    # A coil says the opposite of what lies there.
    coil: float = 1e-3
    # People count a pile, find it as dealt, and it is not.
    miscounted: float = 5e-3
    # Something lies on a scale besides the cards, of any weight up to `strange_grams`.
    strange: float = 1e-3
    strange_grams: float = 200.0


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Witnesses:
    """What is known of the piles, by place. A place without a scale, or whose scale is not at rest,
    is missing from `grams`; `loaded` is what coils that read no cards say; `counted` are the places
    whose cards people have counted and found as many as were dealt.
    """

    barrier: Mapping[str, int]
    grams: Mapping[str, float]
    loaded: Mapping[str, bool] = dataclasses.field(default_factory=dict)
    counted: frozenset[str] = frozenset()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """`counts`: place -> count -> probability; `right`: that every place holds what it must and
    nothing else lies on the scales; `strange`: that something else does.
    """

    counts: Mapping[str, Mapping[int, float]]
    right: float
    strange: float

    def chance(self, place: str, count: int) -> float:
        """Return how likely it is that so many cards lie there."""
        return self.counts[place].get(count, 0.0)

    def other(self, place: str, count: int) -> int:
        """Return the likeliest count of a place besides that one."""
        return max(
            (other for other in self.counts[place] if other != count),
            key=lambda other: self.chance(place, other),
        )


# Chosen from the curves in docs/verification.md: from this chance of another number of cards on,
# people are asked to count a place with a scale.
DOUBT_FROM: Final = 0.01
# From an even chance on the wrong number is told.
WRONG_FROM: Final = 0.5
# From this chance on something lies on a scale that has to be taken away first.
STRANGE_FROM: Final = 0.5
RATES: Final = Rates()
CARD: Final = CardWeight()
# The places whose cards people carry over open table, with scales.
_WEIGHED: Final = (*POZZETTO_PLACES, STOCK)
_AWAY: Final = "away"  # a tray, the floor, another pack
_MOST_MOVED: Final = 3
# A weight that nothing explains, per gram: a plate that is lifted or a scale that is broken.
_WEIRD: Final = 1e-12


def believe(
    players: int,
    witnesses: Witnesses,
    weight: CardWeight = CARD,
    rates: Rates = RATES,
) -> Belief:
    """Return the probability of every count on every place."""
    wanted = layout(players).counts
    places = tuple(wanted)
    as_dealt = tuple(wanted.values())
    joint: dict[tuple[int, ...], float] = {}
    seen: dict[tuple[str, int], tuple[float, float]] = {}
    right = clean = 0.0
    for counts, beforehand in _stories(wanted, witnesses.barrier, rates):
        chance = only_cards = beforehand
        for place in _WEIGHED:
            key = place, counts[place]
            if key not in seen:
                told = _counted(witnesses, place, counts[place] == wanted[place], rates)
                cards, strange = _seen(witnesses, *key, weight, rates)
                seen[key] = told * cards, told * strange
            only_cards *= seen[key][0]
            chance *= sum(seen[key])
        story = tuple(counts[place] for place in places)
        joint[story] = joint.get(story, 0.0) + chance
        clean += only_cards
        right += only_cards if story == as_dealt else 0.0
    total = sum(joint.values())
    marginal: dict[str, dict[int, float]] = {place: {} for place in places}
    for story, chance in joint.items():
        for place, count in zip(places, story, strict=True):
            of = marginal[place]
            of[count] = of.get(count, 0.0) + chance / total
    return Belief(
        counts=marginal,
        right=right / total,
        strange=1 - clean / total,
    )


def _stories(
    wanted: Counts, barrier: Mapping[str, int], rates: Rates
) -> Iterator[tuple[Counts, float]]:
    """Yield what may lie on the places, with its chance before scales and coils are looked at.

    People carry what the machine sent as planned, or as its barrier counted; that it sent a card
    more or less to one place, and they moved some besides, is left out.
    """
    for counts in (wanted, {**wanted, **barrier}):
        sent = _differing(counts, barrier, rates.barrier)
        sent *= _differing(counts, wanted, rates.delivered)
        for carried, chance in _carried(counts, rates):
            yield carried, sent * chance
        if wanted.items() <= barrier.items():
            break
    for place, step in itertools.product(wanted, (-1, 1)):
        counts = {**wanted, place: wanted[place] + step}
        yield counts, rates.delivered * _differing(counts, barrier, rates.barrier)


def _differing(counts: Mapping[str, int], others: Mapping[str, int], rate: float) -> float:
    """Return the chance of every difference; two cards are as unlikely as it gets."""
    return math.prod(
        rate ** min(2, abs(others.get(place, count) - count)) for place, count in counts.items()
    )


def _carried(counts: Counts, rates: Rates) -> Iterator[tuple[Counts, float]]:
    """Yield what may lie on the places when people have carried the piles there."""
    yield counts, 1.0
    for place in _WEIGHED:
        yield {**counts, place: 0}, rates.absent
    for one, other in itertools.combinations(_WEIGHED, 2):
        yield {**counts, one: counts[other], other: counts[one]}, rates.swapped
    ends = [*counts, _AWAY]
    for giver, taker in itertools.permutations(ends, 2):
        for cards in range(1, _MOST_MOVED + 1):
            moved = dict(counts)
            if giver != _AWAY:
                moved[giver] -= cards
            if taker != _AWAY:
                moved[taker] += cards
            carried = {giver, taker} <= {*_WEIGHED, _AWAY}
            first = rates.moved if carried else rates.moved_hand
            yield moved, first * rates.more ** (cards - 1)


def _counted(witnesses: Witnesses, place: str, as_dealt: bool, rates: Rates) -> float:
    """Return how likely people are to find the place as dealt, if they have said so."""
    if place not in witnesses.counted:
        return 1.0
    return 1 - rates.miscounted if as_dealt else rates.miscounted


def _seen(
    witnesses: Witnesses, place: str, count: int, weight: CardWeight, rates: Rates
) -> tuple[float, float]:
    """Return how likely scale and coil are to say what they say of that many cards there: of these
    cards alone, and of the cards with something else on top.
    """
    coil = 1.0
    loaded = witnesses.loaded.get(place)
    if loaded is not None:
        coil = 1 - rates.coil if loaded is (count > 0) else rates.coil
    grams = witnesses.grams.get(place)
    if grams is None:
        return coil, 0.0
    over = 0.0 <= grams - count * weight.per_card <= rates.strange_grams
    strange = rates.strange / rates.strange_grams if over else _WEIRD
    return coil * (1 - rates.strange) * weight.density(grams, count), coil * strange
