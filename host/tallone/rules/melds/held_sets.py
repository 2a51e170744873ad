"""Every set of held cards that opens a meld, and every set that can be added to one.

Cards with the same face give the same set once, with the lowest copies. What the places of a run allow,
and the subsets of a rank's cards, are remembered; here sets are read off with the copies that are held.
"""

import itertools
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from tallone.rules.cards.cards import FACES, PACK, TWO, CardCopy
from tallone.rules.cards.masks import (
    DECK_SIZE,
    JOKER_COPIES,
    ONE_DECK,
    ONE_OF_EACH,
    ONE_SUIT,
    RANK_COPIES,
    SUIT_SIZE,
    SUIT_STARTS,
    WILD_COPIES,
    copies_in,
    mask_of,
)
from tallone.rules.melds.run_places import Parts, Ranks, additions_to_run, windows
from tallone.rules.melds.shapes import MIN_MELD, Shape
from tallone.rules.profiles.profile import WildRules

Copies = tuple[CardCopy, ...]
_TWO_INDEX: Final = TWO - 1
# Groups, and suits with the blue copies held of them, that are remembered: those of some tens of hands.
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
    wilds: Copies  # the lowest of each wild face


def hold(cards: Iterable[CardCopy]) -> Held:
    """Make cards ready for the search."""
    copies = sorted(cards)
    mask = mask_of(copies)
    present = (mask | mask >> DECK_SIZE) & ONE_DECK
    return _made(Held, (copies, mask, present, _wilds(mask & WILD_COPIES)))


# tuple.__new__: a NamedTuple's own constructor takes twice as long.
_made: Final = tuple.__new__


@lru_cache(maxsize=_WILD_SETS)
def _wilds(mask: int) -> Copies:
    lowest = {FACES[number]: PACK[number] for number in reversed(copies_in(mask))}
    return tuple([copy for _, copy in sorted(lowest.items())])


def repeated(held: Held) -> int:
    """Return the mask of the copies whose face is held in a lower copy too."""
    jokers = held.mask & JOKER_COPIES
    twins = held.mask & (held.mask & ONE_OF_EACH) << DECK_SIZE
    return twins | jokers & jokers - 1


def openings(held: Held) -> list[Copies]:
    """Return every set that makes a meld: runs by suit, then groups by rank."""
    return opening_runs(held) + opening_groups(held, group_ranks(held))


def opening_runs(held: Held) -> list[Copies]:
    """Return every set that makes a run."""
    found: list[Copies] = []
    _, mask, present, wilds = held
    close = _close_faces(present, wild=bool(wilds))
    if close:
        for start in SUIT_STARTS:
            if close >> start & ONE_SUIT:
                found += _in_suit(mask, start, windows(present >> start & ONE_SUIT), wilds)
    return found


def group_ranks(held: Held) -> int:
    """Return the ranks of which a group can be made, as bits for `opening_groups`."""
    # Bit 3 of a rank's four is set by as many naturals as a group needs, and by no more than eight.
    return sum(map(_in_rank, held.copies)) + (_FROM_TWO if held.wilds else _FROM_THREE) & _ENOUGH


def opening_groups(held: Held, ranks: int, without_ranks: Container[int] = ()) -> list[Copies]:
    """Return every set that makes a group of one of the `group_ranks`, but for some ranks."""
    found: list[Copies] = []
    while ranks:
        lowest = ranks & -ranks
        ranks ^= lowest
        rank = lowest.bit_length() // 4
        if rank not in without_ranks:
            found += _groups(held.mask & RANK_COPIES[rank], held.wilds)
    return found


_in_rank: Final = [
    0 if FACES[copy].can_be_wild else 1 << 4 * FACES[copy].rank - 4 for copy in PACK
].__getitem__
_ENOUGH: Final = sum([8 << 4 * rank for rank in range(SUIT_SIZE)])
_FROM_TWO: Final = _ENOUGH // 8 * (8 - 2)
_FROM_THREE: Final = _ENOUGH // 8 * (8 - 3)


def _close_faces(present: int, *, wild: bool) -> int:
    """Mark, in each suit, the lowest of three faces held in a row; with a wild, of two that have at most one
    place between them. A suit without a mark makes no run. A King stands before the Ace.

    Hearts with 5, 6 and 8 held, no wild: no mark. With a wild: marks at 5 (5-6) and at 6 (6, wild, 8).
    """
    next_up, second_up = present >> 1 & _BUT_KINGS, present >> 2 & _BUT_COURT
    king, queen = present >> SUIT_SIZE - 1, present >> SUIT_SIZE - 2
    if wild:
        return present & (next_up | second_up | (king | queen) & _ACES)
    return present & (next_up & second_up | king & queen & _ACES)


_ACES: Final = sum([1 << start for start in SUIT_STARTS])
_BUT_KINGS: Final = _ACES * (ONE_SUIT >> 1)
_BUT_COURT: Final = _ACES * (ONE_SUIT >> 2)


def additions(rules: WildRules, shape: Shape, held: Held) -> Sequence[Copies]:
    """Return every set that may be added to a meld of that shape."""
    wilds = held.wilds if shape.takes_wild else ()
    if not wilds and not held.present & shape.near:
        return ()
    return additions_of(rules, shape, held.mask & shape.mates, wilds)


def additions_of(rules: WildRules, shape: Shape, mask: int, wilds: Copies) -> Sequence[Copies]:
    """Return every set that may be added to a meld of that shape, out of these of its mates and one wild."""
    if shape.suit < 0:
        return _group_additions(mask, wilds)
    start = SUIT_STARTS[shape.suit]
    present = (mask | mask >> DECK_SIZE) >> start & ONE_SUIT
    parts = additions_to_run(rules, shape, present, bool(wilds))
    return _in_suit(mask, start, parts, wilds)


def _in_suit(mask: int, start: int, parts: Parts, wilds: Copies) -> list[Copies]:
    """Return the sets in that suit: without a wild, and those that each of these wilds completes."""
    copy_of = _lowest(start, mask >> start & ONE_SUIT).__getitem__
    found = [tuple(map(copy_of, ranks)) for ranks in parts.whole]
    if parts.rests:
        own_two = start + _TWO_INDEX
        for wild in wilds:
            if FACES[wild] != own_two:
                found += [(*map(copy_of, rest), wild) for rest in parts.rests]
            else:
                found += _with_own_two(mask, wild, copy_of, parts.rests_of_two)
    return found


@lru_cache(maxsize=_REMEMBERED)
def _lowest(start: int, blue: int) -> list[CardCopy]:
    """Return by rank the copy to lay of a suit: the blue one where that is held."""
    return [
        PACK[start + rank + (0 if blue >> rank & 1 else DECK_SIZE)] for rank in range(SUIT_SIZE)
    ]


def _with_own_two(
    mask: int, two: CardCopy, copy_of: Callable[[int], CardCopy], rests: Iterable[Ranks]
) -> Iterator[Copies]:
    """Yield the sets in which a two of the suit is the wild; another may lie in its place."""
    both = two.twin if mask >> two & mask >> two.twin & 1 else None
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
