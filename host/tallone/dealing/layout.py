"""Where the cards of an order go: the first positions are the piles, the rest is the stock."""

import dataclasses
import enum
from typing import Final

from tallone.findings import FindingKind
from tallone.rules.cards.seats import seats

PACK_CARDS: Final = 108
PILE_CARDS: Final = 11
SLOTS: Final = 12
# Loads of an exact shuffle never pass 11; the rack holds three more for what goes wrong.
SLOT_CAPACITY: Final = 14
POZZETTO_PLACES: Final = ("pozzetto_1", "pozzetto_2")
STOCK: Final = "stock"
_RETURN: Final = "return"
# A pile of another size, by its place; every other place is a player's holding.
_SIZES: Final = {
    STOCK: (FindingKind.SHORT_STOCK, FindingKind.LONG_STOCK),
    _RETURN: (FindingKind.SHORT_RETURN, FindingKind.LONG_RETURN),
    **dict.fromkeys(POZZETTO_PLACES, (FindingKind.SHORT_POZZETTO, FindingKind.LONG_POZZETTO)),
}


class SlotOrder(enum.Enum):
    """How the cards of a slot leave it."""

    FIFO = "fifo"  # as they came
    LIFO = "lifo"  # the last first


# The rack's mouth lies above the cards in a slot and the ejector pushes them out whole: arrival
# order. `SLOT_FIFO` in hardware/pinmap.toml is the same fact; a test compares them.
RACK_ORDER: Final = SlotOrder.FIFO


@dataclasses.dataclass(frozen=True, slots=True)
class Layout:
    """The piles and the two radix passes for a number of players."""

    players: int
    piles: tuple[str, ...]  # a tray of the croupier each: hands in the order of play, pozzetti
    low_digits: int  # slots of the first pass that sort the stock
    high_digits: int  # slots of the second pass

    @property
    def pile_positions(self) -> int:
        """How many positions of an order are not the stock's."""
        return PILE_CARDS * len(self.piles)

    @property
    def stock_cards(self) -> int:
        return PACK_CARDS - self.pile_positions

    @property
    def feeds(self) -> int:
        """How many cards pass the throat in one deal."""
        return PACK_CARDS + self.stock_cards

    @property
    def counts(self) -> dict[str, int]:
        """How many cards each place must get."""
        return {**dict.fromkeys(self.piles, PILE_CARDS), STOCK: self.stock_cards}

    def span(self, place: str) -> slice:
        """Return the positions of a place in an order; the stock's are from the top down."""
        if place == STOCK:
            return slice(self.pile_positions, PACK_CARDS)
        start = PILE_CARDS * self.piles.index(place)
        return slice(start, start + PILE_CARDS)


def layout(players: int) -> Layout:
    """Return the layout for 2 or 4 players; raise ValueError for others."""
    if players not in _DIGITS:
        raise ValueError(f"{players} players cannot be dealt to; it is 2 or 4")
    piles = tuple(seat.value for seat in seats(players)) + POZZETTO_PLACES
    return Layout(players, piles, *_DIGITS[players])


# Four players: 6 piles and 6 digits, the 42 of the stock are 6 x 7. Two: 4 piles, 64 = 8 x 8.
_DIGITS: Final = {4: (6, 7), 2: (8, 8)}


def wrong_size(place: str, count: int, wanted: int) -> FindingKind:
    """Return what it is that a pile, or what comes back to the hopper, has another number of cards."""
    short, long = _SIZES.get(place, (FindingKind.SHORT_HAND, FindingKind.LONG_HAND))
    return short if count < wanted else long
