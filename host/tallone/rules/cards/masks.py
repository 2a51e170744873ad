"""Sets of physical cards as the bits of one int: bit n is copy n, so the blue deck is the low 54 bits."""

from collections.abc import Iterable
from typing import Final

from tallone.rules.cards.cards import FACES, PACK, RANKS, SUITS

DECK_SIZE: Final = len(PACK) // 2
ONE_DECK: Final = (1 << DECK_SIZE) - 1
# A list, like other tables that `map` looks up: its look-up is a plain C function, a tuple's is not.
_bit: Final = [1 << copy for copy in PACK].__getitem__


def mask_of(copies: Iterable[int]) -> int:
    """Return the mask of some copies, none of them twice."""
    return sum(map(_bit, copies))


def copies_in(mask: int) -> list[int]:
    """Return the numbers of the copies in a mask, lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


WILD_COPIES: Final = mask_of(copy for copy in PACK if FACES[copy].can_be_wild)
# By rank number; 0 has the jokers.
RANK_COPIES: Final = tuple(
    mask_of(copy for copy in PACK if FACES[copy].rank == rank) for rank in range(len(RANKS) + 1)
)
JOKER_COPIES: Final = RANK_COPIES[0]
# The blue copy of every face but the joker.
ONE_OF_EACH: Final = ONE_DECK & ~JOKER_COPIES
SUIT_SIZE: Final = len(RANKS)
ONE_SUIT: Final = (1 << SUIT_SIZE) - 1
# Where a suit's cards begin in a deck.
SUIT_STARTS: Final = tuple(SUIT_SIZE * suit for suit in range(len(SUITS)))
SUIT_COPIES: Final = tuple(
    mask_of(copy for copy in PACK if FACES[copy].suit is suit) for suit in SUITS
)
