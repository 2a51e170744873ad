"""What a listener makes of the times, sizes and sounds of a deal: the best attack that we can write.

He has watched deals whose cards he knew (the first half of all), so he knows how often each value comes
with each slot and with each way of the rack. Then he attacks the other half: he knows in which order the
cards lay in the hopper and which eleven are his own, and weighs every course of slots at once, by the
forward and backward sums of a hidden Markov chain. What he names right is compared with what the same
attack names when it is given another deal's values, which have nothing to do with these cards.
"""

import dataclasses
import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Final

SLOTS: Final = 12
# A value that never came in practice: as if each had come this often.
_SELDOM: Final = 0.2
_NOTHING: Final = [1.0] * SLOTS


@dataclasses.dataclass(frozen=True, slots=True)
class Watched:
    """One pass of a deal: the slots, and what each channel gave for each card.

    `own` are the places of the attacker's own cards, which went to slot 0; `start` is the slot at which
    the rack stood before, `end` the one it goes to afterwards. `values` may have one more than there are
    cards, for that last way.
    """

    slots: tuple[int, ...]
    own: frozenset[int]
    start: int
    end: int
    values: Mapping[str, tuple[Hashable, ...]]


@dataclasses.dataclass(frozen=True, slots=True)
class Gain:
    """What a channel gives: cards named right by deal, beyond what another deal's values give."""

    channel: str
    deals: int
    right: float  # in the mean
    chance: float  # the same attack with another deal's values
    p: float  # of so much by chance; one-sided

    def is_leak(self, level: float) -> bool:
        return self.p < level


class _Practice:
    """How often a channel's value came with each slot, and with each way of the rack."""

    def __init__(self, deals: Sequence[Watched], channel: str) -> None:
        self._ways: dict[Hashable, list[float]] = defaultdict(lambda: [_SELDOM] * SLOTS)
        self._slots: dict[Hashable, list[float]] = defaultdict(lambda: [_SELDOM] * SLOTS)
        self._of_way, self._of_slot = [1.0] * SLOTS, [1.0] * SLOTS
        for deal in deals:
            at = deal.start
            for place, value in enumerate(deal.values[channel]):
                slot = deal.slots[place] if place < len(deal.slots) else deal.end
                way = (slot - at) % SLOTS
                self._ways[value][way] += 1
                self._of_way[way] += 1
                if place < len(deal.slots):
                    self._slots[value][slot] += 1
                    self._of_slot[slot] += 1
                at = slot
        # Each counts once: a value tells of the way or of the slot, as it is likelier.
        self._by_slot = _spread(self._slots, self._of_slot) > _spread(self._ways, self._of_way)

    def of_way(self, value: Hashable) -> list[float]:
        """Return how likely a value is with each way; of one never seen nothing is known."""
        return _NOTHING if self._by_slot else _likely(self._ways.get(value), self._of_way)

    def of_slot(self, value: Hashable) -> list[float]:
        """Return how likely a value is with each slot; of one never seen nothing is known."""
        return _likely(self._slots.get(value), self._of_slot) if self._by_slot else _NOTHING


def _likely(seen: Sequence[float] | None, of_each: Sequence[float]) -> list[float]:
    return _NOTHING if seen is None else [a / b for a, b in zip(seen, of_each, strict=True)]


def _spread(seen: Mapping[Hashable, Sequence[float]], of_each: Sequence[float]) -> float:
    """Return how unlike the values are in what they come with: chi-square by its degrees of freedom."""
    total = sum(of_each)
    found = 0.0
    for row in seen.values():
        whole = sum(row)
        expected = [whole * each / total for each in of_each]
        found += sum((a - b) ** 2 / b for a, b in zip(row, expected, strict=True))
    return found / max(len(seen) - 1, 1)


def gain(deals: Sequence[Watched], channels: Sequence[str], name: str = "") -> Gain:
    """Attack the second half of the deals with what the first has taught, by these channels together."""
    half = len(deals) // 2
    taught, attacked = deals[:half], deals[half:]
    label = name or "+".join(channels)
    slots = Counter(slot for deal in taught for slot in deal.slots)
    # What is always the same teaches nothing and tells nothing.
    telling = [
        channel
        for channel in channels
        if len({value for deal in deals for value in deal.values[channel]}) > 1
    ]
    practices = {channel: _Practice(taught, channel) for channel in telling}
    more = []
    right = chance = 0
    for place, deal in enumerate(attacked):
        named = guessed = _right(deal, _named(deal, deal, practices, slots))
        if telling:
            guessed = _right(deal, _named(deal, attacked[place - 1], practices, slots))
        more.append(named - guessed)
        right, chance = right + named, chance + guessed
    count = len(attacked)
    return Gain(label, count, right / count, chance / count, _p(more))


def _named(
    deal: Watched, heard: Watched, practices: Mapping[str, _Practice], slots: Mapping[int, int]
) -> list[int]:
    """Return the likeliest slot of each card by what was heard, over all courses of slots."""
    count = len(deal.slots)
    total = sum(slots.values())
    # His own cards went to slot 0, and no other did.
    priors = [
        [
            (not deal.own or (slot == 0) == (place in deal.own)) * slots.get(slot, 0) / total
            for slot in range(SLOTS)
        ]
        for place in range(count)
    ]
    ways = [_NOTHING for _ in range(count)]
    last = _NOTHING
    for channel, practice in practices.items():
        for place, value in enumerate(heard.values[channel]):
            if place == count:
                last = _times(last, practice.of_way(value))
            else:
                ways[place] = _times(ways[place], practice.of_way(value))
                priors[place] = _times(priors[place], practice.of_slot(value))
    ahead = [[0.0] * SLOTS for _ in range(count)]
    ahead[0] = [priors[0][s] * ways[0][(s - deal.start) % SLOTS] for s in range(SLOTS)]
    for place in range(1, count):
        before, way, prior = _scaled(ahead[place - 1]), ways[place], priors[place]
        ahead[place] = [
            prior[s] and prior[s] * sum(before[t] * way[s - t] for t in range(SLOTS))
            for s in range(SLOTS)
        ]
    back = [last[(deal.end - s) % SLOTS] for s in range(SLOTS)]
    named = [0] * count
    for place in range(count - 1, -1, -1):
        named[place] = max(range(SLOTS), key=lambda s: ahead[place][s] * back[s])
        way, prior = ways[place], priors[place]
        weighed = [prior[s] * back[s] for s in range(SLOTS)]
        back = _scaled([sum(weighed[s] * way[s - t] for s in range(SLOTS)) for t in range(SLOTS)])
    return named


def _times(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [a * b for a, b in zip(one, other, strict=True)]


def _scaled(row: Sequence[float]) -> list[float]:
    total = sum(row)
    return [x / total for x in row] if total else [1.0] * len(row)


def _right(deal: Watched, named: Sequence[int]) -> int:
    return sum(
        place not in deal.own and slot == guess
        for place, (slot, guess) in enumerate(zip(deal.slots, named, strict=True))
    )


def _p(more: Sequence[int]) -> float:
    """Return how likely so large a mean is, if there is no gain: Student's t, by its normal tail."""
    count = len(more)
    mean = sum(more) / count
    spread = sum((x - mean) ** 2 for x in more) / max(count - 1, 1)
    if not spread:
        return 1.0 if mean <= 0 else 0.0
    return 0.5 * math.erfc(mean / math.sqrt(2 * spread / count))
