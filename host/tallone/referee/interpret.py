"""The cards laid in one stretch of a turn -> every way of melding them that the rules allow.

Printed on the mat: one tile of a side is for runs, the other for groups. Within a tile only faces
and time tell which meld a card went to; when both leave several ways, all of them are returned,
likeliest first, and somebody later asks or waits.
"""

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Final

from tallone.mat.zones import GROUP_TILES, RUN_TILES, Zone
from tallone.referee.evidence import Laid
from tallone.rules import Explanation, Meld, Profile, explain
from tallone.rules.cards import CardCopy

Cards = tuple[CardCopy, ...]
# Ways kept of one stretch; beyond it the likeliest are.
MAX_WAYS: Final = 24


@dataclasses.dataclass(frozen=True, slots=True)
class Way:
    """One way of melding the laid cards: what goes to each old meld, and the new melds.

    `adds` are by meld number from 1, `opens` in the order of their first cards. `jumps` counts how
    often the melds alternate in time: people lay one meld after the other.
    """

    adds: tuple[tuple[int, Cards], ...]
    opens: tuple[Cards, ...]
    jumps: int


def ways(profile: Profile, melds: Sequence[Meld], laid: Sequence[Laid]) -> tuple[Way, ...]:
    """Return the ways the laid cards can be melded beside those melds, likeliest first."""
    groups = [entry.card for entry in laid if entry.zone in GROUP_TILES]
    runs = [entry.card for entry in laid if entry.zone not in GROUP_TILES]
    found = (_in_time(way, laid) for way in explain(profile, melds, runs, groups))
    return tuple(sorted(found, key=lambda way: way.jumps)[:MAX_WAYS])


def ways_anywhere(
    profile: Profile, melds: Sequence[Meld], laid: Sequence[Laid]
) -> tuple[Way, ...]:
    """Like `ways`, if one card was read by, or laid on, the wrong tile of its side."""
    for place, entry in enumerate(laid):
        changed = [*laid]
        changed[place] = dataclasses.replace(entry, zone=_other_tile(entry.zone))
        if found := ways(profile, melds, changed):
            return found
    return ()


def _in_time(way: Explanation, laid: Sequence[Laid]) -> Way:
    """Return the way with cards and melds in the order they were laid."""
    order = {entry.card: index for index, entry in enumerate(laid)}
    adds = tuple(
        (number, tuple(sorted(cards, key=order.__getitem__))) for number, cards in way.adds
    )
    opens = sorted(
        (tuple(sorted(cards, key=order.__getitem__)) for cards in way.opens),
        key=lambda cards: order[cards[0]],
    )
    melds = [cards for _, cards in adds] + opens
    return Way(adds, tuple(opens), _jumps(melds, laid))


def _jumps(melds: Sequence[Cards], laid: Sequence[Laid]) -> int:
    """Count the changes from one meld to another, on the same tile, beyond one each."""
    owner = {card: index for index, cards in enumerate(melds) for card in cards}
    jumps = 0
    for is_group in (False, True):
        line = [owner[entry.card] for entry in laid if (entry.zone in GROUP_TILES) is is_group]
        changes = sum(before != after for before, after in itertools.pairwise(line))
        jumps += changes - max(0, len(set(line)) - 1)
    return jumps


def _other_tile(zone: Zone) -> Zone:
    if zone in GROUP_TILES:
        return RUN_TILES[GROUP_TILES.index(zone)]
    return GROUP_TILES[RUN_TILES.index(zone)]
