"""Every set of held cards that opens a meld, and every set that can be added to one.

Cards with the same face give the same set once, with the lowest copies. What the places of a run allow,
and the subsets of a rank's cards, are remembered; here sets are read off with the copies that are held.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from tallone.rules.cards import CARDS, FACES, PACK, TWO, CardCopy
from tallone.rules.masks import (
    DECK_SIZE,
    ONE_DECK,
    ONE_SUIT,
    RANK_COPIES,
    SUIT_SIZE,
    SUIT_STARTS,
    WILD_COPIES,
    copies_in,
    mask_of,
)
from tallone.rules.profile import WildRules
from tallone.rules.run_places import (
    Parts,
    Ranks,
    additions_to_run,
    in_hearts,
    windows,
    within_reach,
)
from tallone.rules.shapes import MIN_MELD, MeldKind, Shape

Copies = tuple[CardCopy, ...]
_TWO_INDEX: Final = TWO - 1
_GROUP_RANKS: Final = ONE_SUIT & ~(1 << _TWO_INDEX)
# Groups that are remembered: those of some tens of hands.
_REMEMBERED: Final = 8_192
# All sets of one rank's eight copies, for twelve ranks.
_RANK_SETS: Final = 12 << 8
# All sets of twelve wilds.
_WILD_SETS: Final = 1 << 12


class Held(NamedTuple):
    """Held cards, ready for the search."""

    copies: list[CardCopy]  # in order
    mask: int
    present: int  # the mask of one deck: which of its cards are held, from whichever deck
    lowest: list[CardCopy]  # by face: the lowest copy held, if one is
    wilds: Copies  # the lowest of each wild face


def hold(cards: Iterable[CardCopy]) -> Held:
    """Make cards ready for the search."""
    copies = sorted(cards)
    mask = mask_of(copies)
    lowest = _ANY.copy()
    for copy in reversed(copies):
        lowest[FACES[copy]] = copy
    present = (mask | mask >> DECK_SIZE) & ONE_DECK
    return Held(copies, mask, present, lowest, _wilds(mask & WILD_COPIES))


_ANY: Final = list(PACK[: len(CARDS)])


@lru_cache(maxsize=_WILD_SETS)
def _wilds(mask: int) -> Copies:
    lowest = {FACES[number]: PACK[number] for number in reversed(copies_in(mask))}
    return tuple([copy for _, copy in sorted(lowest.items())])


def openings(held: Held, without_ranks: Iterable[int] = ()) -> list[Copies]:
    """Return every set that makes a meld: runs by suit, then groups by rank but for some ranks."""
    found: list[Copies] = []
    present, mask, wilds = held.present, held.mask, held.wilds
    once, twice = 0, mask & mask >> DECK_SIZE
    twice |= twice >> 2 * SUIT_SIZE
    twice |= twice >> SUIT_SIZE
    for start in SUIT_STARTS:
        ranks = present >> start & ONE_SUIT
        twice |= once & ranks
        once |= ranks
        # A card alone makes no run.
        if ranks & ranks - 1:
            parts = windows(ranks)
            if parts.whole or (parts.rests and wilds):
                found += _in_suit(held, start, parts, wilds)
    # A group needs two naturals of its rank at least.
    ranks = twice & _GROUP_RANKS
    while ranks:
        rank = (ranks & -ranks).bit_length()
        ranks &= ranks - 1
        if rank not in without_ranks:
            found += _groups(mask & RANK_COPIES[rank], wilds)
    return found


def additions(rules: WildRules, shape: Shape, held: Held) -> Sequence[Copies]:
    """Return every set that may be added to a meld of that shape."""
    wilds = held.wilds if shape.takes_wild else ()
    if not wilds and not held.present & shape.near:
        return ()
    if shape.kind is MeldKind.GROUP:
        return _group_additions(held.mask & RANK_COPIES[shape.low], wilds)
    start = SUIT_STARTS[shape.suit]
    ranks = within_reach(shape, held.present >> start & ONE_SUIT)
    parts = additions_to_run(rules, in_hearts(shape), ranks, wild=bool(wilds))
    return _in_suit(held, start, parts, wilds)


def _in_suit(held: Held, start: int, parts: Parts, wilds: Copies) -> list[Copies]:
    """Return the sets in that suit: without a wild, and those that each of these wilds completes."""
    copy_of = held.lowest[start : start + SUIT_SIZE].__getitem__
    found = [tuple(map(copy_of, ranks)) for ranks in parts.whole]
    if parts.rests:
        own_two = start + _TWO_INDEX
        for wild in wilds:
            if FACES[wild] != own_two:
                found += [(*map(copy_of, rest), wild) for rest in parts.rests]
            else:
                found += _with_own_two(held, start, parts.rests_of_two)
    return found


def _with_own_two(held: Held, start: int, rests: Iterable[Ranks]) -> Iterator[Copies]:
    """Yield the sets in which a two of the suit is the wild; another may lie in its place."""
    copy_of = held.lowest[start : start + SUIT_SIZE].__getitem__
    two = copy_of(_TWO_INDEX)
    both = two.twin if held.mask >> two & held.mask >> two.twin & 1 else None
    for rest in rests:
        if _TWO_INDEX not in rest:
            yield (*map(copy_of, rest), two)
        elif both is not None:
            yield (*map(copy_of, rest), both)


@lru_cache(maxsize=_REMEMBERED)
def _groups(naturals: int, wilds: Copies) -> tuple[Copies, ...]:
    """Return every group of these cards of one rank, without a wild or with one of these."""
    found: list[Copies] = []
    for some in _subsets(naturals):
        if len(some) >= MIN_MELD:
            found.append(some)
        if len(some) >= MIN_MELD - 1:
            found += [(*some, wild) for wild in wilds]
    return tuple(found)


@lru_cache(maxsize=_REMEMBERED)
def _group_additions(naturals: int, wilds: Copies) -> tuple[Copies, ...]:
    """Return all of these cards of a group's rank, without a wild or with one of these."""
    subsets = _subsets(naturals)
    return (*subsets[1:], *[(*some, wild) for wild in wilds for some in subsets])


@lru_cache(maxsize=_RANK_SETS)
def _subsets(mask: int) -> tuple[Copies, ...]:
    """Return every set of these cards of one rank, each set of faces once; the empty one first."""
    by_face: dict[int, Copies] = {}
    for number in copies_in(mask):
        face = FACES[number]
        by_face[face] = (*by_face.get(face, ()), PACK[number])
    choices = [
        [copies[:count] for count in range(len(copies) + 1)]
        for _, copies in sorted(by_face.items())
    ]
    return tuple([sum(parts, ()) for parts in itertools.product(*choices)])
