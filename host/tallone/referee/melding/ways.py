"""The cards laid in one stretch of a turn -> every way of melding them that the rules allow.

Printed on the mat: one tile of a side is for runs, the other for groups. Within a tile only faces
and time tell which meld a card went to; when both leave several ways, all of them are returned,
likeliest first, and somebody later asks or waits.
"""

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Final

from tallone.mat.zones import GROUP_TILES
from tallone.referee.melding.evidence import Laid
from tallone.referee.melding.in_order import Share
from tallone.referee.melding.sharing import share
from tallone.rules import Illegal, Meld, MeldKind, Profile, extend, resolve
from tallone.rules.cards.cards import CardCopy

Cards = tuple[CardCopy, ...]
# The cost of one run laid as two in one stretch: people do not do that.
SPLIT: Final = 100
# Ways kept of one stretch; beyond it the likeliest are.
MAX_WAYS: Final = 1024


@dataclasses.dataclass(frozen=True, slots=True)
class Way:
    """One way of melding the laid cards: what each meld gets, in the order of the first cards.

    A share names its meld by number from 1, a new one by 0. `cost` grows with every step that
    people seldom take.
    """

    shares: tuple[Share, ...]
    cost: int


def ways(profile: Profile, melds: Sequence[Meld], laid: Sequence[Laid]) -> tuple[Way, ...]:
    """Return the ways the laid cards can be melded beside those melds, likeliest first."""
    groups = [entry.card for entry in laid if entry.zone in GROUP_TILES]
    runs = [entry.card for entry in laid if entry.zone not in GROUP_TILES]
    run_shares = share(profile, melds, MeldKind.RUN, runs)
    group_shares = share(profile, melds, MeldKind.GROUP, groups)
    shared = (one + other for one in run_shares for other in group_shares)
    found = [_in_time(profile, melds, shares, laid) for shares in shared]
    return tuple(sorted(found, key=lambda way: way.cost)[:MAX_WAYS])


def _in_time(
    profile: Profile, melds: Sequence[Meld], shares: Sequence[Share], laid: Sequence[Laid]
) -> Way:
    """Return the way with cards and melds in the order they were laid."""
    order = {entry.card: index for index, entry in enumerate(laid)}
    timed = [(number, tuple(sorted(cards, key=order.__getitem__))) for number, cards in shares]
    timed.sort(key=lambda one: order[one[1][0]])
    melded = [cards for _, cards in timed]
    cost = _jumps(melded, laid) + len(timed) + SPLIT * _splits(profile, melds, timed)
    return Way(tuple(timed), cost)


def _jumps(melds: Sequence[Cards], laid: Sequence[Laid]) -> int:
    """Count the changes from one meld to another, on the same tile, beyond one each."""
    owner = {card: index for index, cards in enumerate(melds) for card in cards}
    jumps = 0
    for is_group in (False, True):
        line = [owner[entry.card] for entry in laid if (entry.zone in GROUP_TILES) is is_group]
        changes = sum(before != after for before, after in itertools.pairwise(line))
        jumps += changes - max(0, len(set(line)) - 1)
    return jumps


def _splits(profile: Profile, melds: Sequence[Meld], shares: Sequence[Share]) -> int:
    """Count the new runs of naturals that go on where others were laid in the same stretch.

    A whole new run beside an old one that got none, or a wild, may well be meant.
    """
    natural = [
        (number, cards)
        for number, cards in shares
        if not any(card.card.can_be_wild for card in cards)
    ]
    opens = [cards for number, cards in natural if not number]
    runs = [resolve(profile, cards) for cards in opens]
    grown = [extend(profile, melds[number - 1], cards) for number, cards in natural if number]
    return sum(
        any(
            isinstance(other, Meld)
            and other.kind is MeldKind.RUN
            and not isinstance(extend(profile, other, cards), Illegal)
            for other in (*grown, *runs[:index])
        )
        for index, cards in enumerate(opens)
    )
