"""The cards laid in one stretch of a turn -> every way of melding them that the rules allow.

Where a card lies tells its meld: a lane holds one, usually. So each lane, or tile of a mat without
lanes, is read by itself: its cards went to the melds that lie there or make new ones. Where that
gives nothing, a card can lie with a meld that has fallen silent and may have been pushed there, or
across the line to the next lane. Where faces and places leave several ways, all of them are returned,
likeliest first, and somebody later asks or waits.
"""

import dataclasses
import heapq
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tallone.mat.zones import EW_LANES, LANES, MELD_TILES, NS_LANES, Zone, beside
from tallone.referee.melding.cloth import Cloth
from tallone.referee.melding.evidence import Laid
from tallone.referee.melding.in_order import Share, Steps
from tallone.referee.melding.sharing import Shared, share
from tallone.rules import Illegal, Meld, MeldKind, Profile, extend, resolve
from tallone.rules.cards.cards import CardCopy

Cards = tuple[CardCopy, ...]
# The cost of what people hardly do: one run laid as two in one stretch, a card far from its meld.
SPLIT: Final = 100
# Ways kept of one stretch; beyond it the likeliest are.
MAX_WAYS: Final = 256
# Past this many cards far from their melds nothing is explained by it.
MAX_FAR: Final = 2


@dataclasses.dataclass(frozen=True, slots=True)
class Way:
    """One way of melding the laid cards: what each meld gets, in the order of the first cards.

    A share names its meld by number from 1, a new one by 0. `cost` grows with every step that
    people seldom take.
    """

    shares: tuple[Share, ...]
    cost: int


@dataclasses.dataclass(frozen=True, slots=True)
class Ways:
    """The ways that were found, likeliest first; `gave_up` if there may be others.

    `unexplained` are the zones of which the cards make no meld by themselves.
    """

    found: tuple[Way, ...]
    gave_up: bool = False
    unexplained: frozenset[Zone] = frozenset()


@dataclasses.dataclass(frozen=True, slots=True)
class _Place:
    """What one or more zones got: cards as they were laid, and the numbers of the melds there."""

    laid: tuple[Laid, ...]
    near: tuple[int, ...]


def ways(
    profile: Profile,
    melds: Sequence[Meld],
    laid: Sequence[Laid],
    cloth: Cloth,
    *,
    anywhere: bool = False,
    budget: Steps | None = None,
) -> Ways:
    """Return the ways the laid cards can be melded beside those melds.

    With `anywhere` a few cards may lie far from the meld they belong to. The budget is for all searches.
    """
    reading = _Reading(profile, melds, cloth, budget)
    places = _by_zone(laid)
    parts: list[tuple[list[Way], bool]] = []
    failed: list[Zone] = []
    for zone, there in places.items():
        found = reading.at(_Place(there, reading.near({zone})))
        if found[0]:
            parts.append(found)
        else:
            failed.append(zone)
    unexplained = frozenset(failed)
    if failed:
        pooled = reading.pooled(places, failed, anywhere=anywhere)
        if pooled is None:
            return Ways((), any(gave_up for _, gave_up in parts), unexplained)
        parts = pooled
    gave_up = any(part_gave_up for _, part_gave_up in parts)
    return Ways(tuple(_combined([part for part, _ in parts], laid)), gave_up, unexplained)


class _Reading:
    """One stretch, beside the melds as they lie."""

    def __init__(
        self, profile: Profile, melds: Sequence[Meld], cloth: Cloth, budget: Steps | None
    ) -> None:
        self._profile = profile
        self._melds = melds
        self._cloth = cloth
        self._budget = budget
        self._homes = [cloth.homes(meld.copies) for meld in melds]

    def near(self, zones: set[Zone]) -> tuple[int, ...]:
        """Return the numbers of the melds that lie there, or nobody knows where."""
        return tuple(
            number
            for number, homes in enumerate(self._homes, start=1)
            if not homes or homes & zones
        )

    def at(self, place: _Place) -> tuple[list[Way], bool]:
        """Return the ways of one place by itself."""
        cards = [entry.card for entry in place.laid]
        shared = share(
            self._profile,
            self._melds,
            place.near,
            cards,
            budget=self._budget,
            habit=self._habit(place),
        )
        return [self._way(shares, place.laid) for shares in shared.ways], shared.gave_up

    def _habit(self, place: _Place) -> MeldKind | None:
        """Return the one kind of all melds on a tile: then people keep runs and groups apart."""
        if any(entry.zone not in MELD_TILES for entry in place.laid):
            return None
        kinds = {self._melds[number - 1].kind for number in place.near}
        return kinds.pop() if len(kinds) == 1 else None

    def pooled(
        self, places: Mapping[Zone, tuple[Laid, ...]], failed: Sequence[Zone], *, anywhere: bool
    ) -> list[tuple[list[Way], bool]] | None:
        """Return the ways of all places when some make nothing by themselves; None if there are none."""
        silent = tuple(
            number
            for number, meld in enumerate(self._melds, start=1)
            if self._cloth.is_silent(meld.copies)
        )
        parts: list[tuple[list[Way], bool]] = []
        rest: list[Zone] = []
        for zone, there in places.items():
            near = self.near({zone})
            if zone in failed:
                near = tuple(sorted({*near, *silent}))
            found = self.at(_Place(there, near))
            if found[0]:
                parts.append(found)
            elif zone in failed:
                rest.append(zone)
        if not rest:
            return parts
        return self._across(places, rest) or (self._anywhere(places) if anywhere else None)

    def _across(
        self, places: Mapping[Zone, tuple[Laid, ...]], failed: Sequence[Zone]
    ) -> list[tuple[list[Way], bool]] | None:
        """Read lanes that make nothing together with those right beside them."""
        together: set[Zone] = set(failed)
        for zone in failed:
            together.update(beside(zone))
        if len(together) == len(failed):
            return None
        one = _Place(
            _timed(entry for zone in together for entry in places.get(zone, ())),
            self.near(together),
        )
        found, gave_up = self.at(one)
        # A card lies across the line, not a meld.
        parts = [([way for way in found if way.cost < 2 * SPLIT], gave_up)]
        for zone, there in places.items():
            if zone not in together:
                parts.append(self.at(_Place(there, self.near({zone}))))
        return parts if all(found for found, _ in parts) else None

    def _anywhere(
        self, places: Mapping[Zone, tuple[Laid, ...]]
    ) -> list[tuple[list[Way], bool]] | None:
        """Read everything that was laid as if it lay in one place."""
        numbers = tuple(range(1, len(self._melds) + 1))
        found, gave_up = self.at(
            _Place(_timed(itertools.chain.from_iterable(places.values())), numbers)
        )
        meant = [way for way in found if way.cost < (MAX_FAR + 1) * SPLIT]
        return [(meant, gave_up)] if meant else None

    def _way(self, shares: Sequence[Share], laid: Sequence[Laid]) -> Way:
        order = {entry.card: index for index, entry in enumerate(laid)}
        zones = {entry.card: entry.zone for entry in laid}
        timed = [(number, tuple(sorted(cards, key=order.__getitem__))) for number, cards in shares]
        timed.sort(key=lambda one: order[one[1][0]])
        cost = _jumps(timed, laid) + len(timed) + SPLIT * self._splits(timed)
        cost += SPLIT * sum(self._far(share, zones) for share in timed)
        return Way(tuple(timed), cost)

    def _far(self, share: Share, zones: Mapping[CardCopy, Zone]) -> int:
        """Count the cards of a share that lie elsewhere than their meld; a second meld in a lane is one."""
        number, cards = share
        lanes = [zones[card] for card in cards]
        if number:
            homes = self._homes[number - 1]
            if not homes or self._cloth.is_silent(self._melds[number - 1].copies):
                return 0
            return sum(zone not in homes for zone in lanes)
        most = max(lanes, key=lanes.count)
        shares_lane = most in LANES and any(most in homes for homes in self._homes)
        return len(lanes) - lanes.count(most) + (shares_lane and self._has_room(most))

    def _has_room(self, zone: Zone) -> bool:
        """Whether the side has a lane without a meld."""
        lanes = NS_LANES if zone in NS_LANES else EW_LANES
        return any(not any(lane in homes for homes in self._homes) for lane in lanes)

    def _splits(self, shares: Sequence[Share]) -> int:
        """Count the new runs of naturals that go on where others were laid in the same stretch.

        A whole new run beside an old one that got none, or a wild, may well be meant.
        """
        natural = [
            (number, cards)
            for number, cards in shares
            if not any(card.card.can_be_wild for card in cards)
        ]
        if len(natural) < 2:
            return 0
        opens = [cards for number, cards in natural if not number]
        runs = [resolve(self._profile, cards) for cards in opens]
        grown = [
            extend(self._profile, self._melds[number - 1], cards)
            for number, cards in natural
            if number
        ]
        return sum(
            any(
                isinstance(other, Meld)
                and other.kind is MeldKind.RUN
                and not isinstance(extend(self._profile, other, cards), Illegal)
                for other in (*grown, *runs[:index])
            )
            for index, cards in enumerate(opens)
        )


def _by_zone(laid: Sequence[Laid]) -> dict[Zone, tuple[Laid, ...]]:
    zones: dict[Zone, list[Laid]] = {}
    for entry in laid:
        zones.setdefault(entry.zone, []).append(entry)
    return {zone: tuple(there) for zone, there in zones.items()}


def _timed(laid: "Iterator[Laid] | itertools.chain[Laid]") -> tuple[Laid, ...]:
    return tuple(sorted(laid, key=lambda entry: (entry.at, entry.card)))


def _combined(parts: Sequence[list[Way]], laid: Sequence[Laid]) -> list[Way]:
    """Return the cheapest ways to take one of each part, likeliest first."""
    together: list[tuple[int, tuple[Share, ...]]] = [(0, ())]
    for part in parts:
        both = (
            (cost + way.cost, (*shares, *way.shares)) for cost, shares in together for way in part
        )
        together = heapq.nsmallest(MAX_WAYS, both, key=lambda one: one[0])
    order = {entry.card: index for index, entry in enumerate(laid)}
    return [
        Way(tuple(sorted(_merged(shares), key=lambda one: order[one[1][0]])), cost)
        for cost, shares in together
    ]


def _merged(shares: Sequence[Share]) -> Sequence[Share]:
    """Put together what one meld got in two places."""
    numbers = [number for number, _ in shares if number]
    if len(set(numbers)) == len(numbers):
        return shares
    merged: dict[int, Cards] = {}
    for number, cards in shares:
        if number:
            merged[number] = (*merged.get(number, ()), *cards)
    return [*merged.items(), *(share for share in shares if not share[0])]


def _jumps(shares: Sequence[Share], laid: Sequence[Laid]) -> int:
    """Count the changes from one meld to another beyond one each."""
    if len(shares) < 2:
        return 0
    owner = {card: index for index, (_, cards) in enumerate(shares) for card in cards}
    changes = sum(
        owner[before.card] != owner[after.card] for before, after in itertools.pairwise(laid)
    )
    return changes - (len(shares) - 1)


__all__ = ["SPLIT", "Shared", "Way", "Ways", "ways"]
