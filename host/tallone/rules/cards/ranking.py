"""Which card is higher when a code says the highest or the lowest: rank first, then suit."""

from collections.abc import Iterable
from typing import Final

from tallone.rules.cards.cards import SUITS, Card

# The joker, the two, the Ace, then from the King down (FE.BUR.IT and F.I.Bur.: as in the draw for seats).
_RANKS: Final = (0, 2, 1, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3)


def height(card: Card) -> tuple[int, int]:
    """Return a key that grows with a card's height; equal ranks go by suit, hearts first."""
    suit = SUITS.index(card.suit) if card.suit is not None else 0
    return -_RANKS.index(card.rank), -suit


def highest(cards: Iterable[Card]) -> Card | None:
    """Return the highest of some cards, None of none."""
    return max(cards, key=height, default=None)


def in_order(cards: Iterable[Card], order: str) -> tuple[Card, ...]:
    """Return cards `lowest-first` or `highest-first`."""
    return tuple(sorted(cards, key=height, reverse=order == "highest-first"))
