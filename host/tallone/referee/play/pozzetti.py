"""Which of the two pozzetti a side has taken: the one that was lifted, or whose cards are played.

The ledger lets the first taken be the first dealt; people take the nearer one.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from tallone.mat.zones import Zone
from tallone.referee.book.book import Book
from tallone.rules import HandState
from tallone.rules.cards.cards import CardCopy

Cards = tuple[CardCopy, ...]


def lifted_from(book: Book, zone: Zone) -> bool:
    """Take the lift of a pozzetto; say whether it was another than the ledger thought."""
    lifted = book.pozzetti.get(zone, frozenset())
    if len(book.lifted) != 1 or not lifted:
        return False
    if not any(_takes_first(one.state, lifted) is False for one in book.hypotheses):
        return False
    return _exchange(book)


def played_from(book: Book, cards: Iterable[CardCopy]) -> bool:
    """Take cards that are played; say whether they show that the other pozzetto was taken."""
    hand = book.hand
    taken = len(book.pozzetti) - len(hand.pozzetti)
    if taken > 1 or not hand.pozzetti or len(book.pozzetti) != 2:
        return False
    if taken == 1 and not hand.own.pozzetto_taken:
        # It is theirs to take in flight.
        return False
    played = set(cards)
    lying, other = set(hand.pozzetti[-1]), _other(book, hand)
    if not played & lying or played & other:
        return False
    return _exchange(book)


def _takes_first(state: HandState, lifted: frozenset[CardCopy]) -> bool | None:
    """Whether the pozzetto taken first, or next, is that one; None if it makes no difference."""
    if len(state.pozzetti) == 2:
        return not lifted.isdisjoint(state.pozzetti[0])
    if len(state.pozzetti) == 1:
        return lifted.isdisjoint(state.pozzetti[0])
    return None


def _other(book: Book, state: HandState) -> set[CardCopy]:
    lying = state.pozzetti[-1]
    return {card for cards in book.pozzetti.values() if cards.isdisjoint(lying) for card in cards}


def _exchange(book: Book) -> bool:
    """Let the other pozzetto be the one taken first; False if its cards are already played."""
    first, second = (tuple(sorted(cards)) for cards in book.pozzetti.values())
    if any(_taken(one.state, first, second) is None for one in book.hypotheses):
        return False
    book.positions(lambda state: _taken(state, first, second) or state)
    return True


def _taken(state: HandState, first: Cards, second: Cards) -> HandState | None:
    if len(state.pozzetti) == 2:
        return replace(state, pozzetti=state.pozzetti[::-1])
    if len(state.pozzetti) != 1:
        return state
    lying = state.pozzetti[0]
    taken = second if set(first) & set(lying) else first
    gone = set(taken)
    holdings = list(state.holding_list)
    for place, held in enumerate(holdings):
        if gone <= set(held):
            rest = tuple(card for card in held if card not in gone)
            holdings[place] = (*rest, *lying)
            return replace(state, holding_list=tuple(holdings), pozzetti=(taken,))
    return None
