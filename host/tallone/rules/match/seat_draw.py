"""The draw for seats: who chooses first, and who deals the first hand.

Each player draws one card. Jokers rank above twos, twos above Aces, then K down to 3; between
cards of one rank hearts lead diamonds, clubs and spades. Players whose cards are equal keep
their place before the others and draw again among themselves; so do those who drew jokers.
"""

import collections
import dataclasses
import enum
import itertools
from collections.abc import Mapping, Sequence
from typing import Final

from tallone.rules.cards.cards import ACE, SUITS, TWO, Card
from tallone.rules.cards.seats import Seat, seats, side_of

# Jokers meet jokers only so often: no draw of 108 cards takes longer to settle than this.
MAX_DRAWN: Final = 108
_COPIES: Final = 2
_JOKERS: Final = 4
_JOKER_RANK: Final = 16
_TWO_RANK: Final = 15
_ACE_RANK: Final = 14


class FirstDealer(enum.Enum):
    """Who deals the first hand."""

    LOWEST_OPPONENT = "lowest_opponent"  # the lower of the two who play against the highest
    LOWEST = "lowest"  # the lowest of all


class NoSuchDrawError(ValueError):
    """Draws that no table of 2 or 4 can have made."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class SeatOrder:
    """The seats from the highest card to the lowest; the highest chooses where to sit."""

    order: tuple[Seat, ...]
    dealer: Seat

    @property
    def highest(self) -> Seat:
        return self.order[0]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RedrawNeeded:
    """Those seats drew equal cards; each must draw one more."""

    seats: tuple[Seat, ...]


def rank_draws(
    draws: Mapping[Seat, Sequence[Card]], first_dealer: FirstDealer
) -> SeatOrder | RedrawNeeded:
    """Rank the seats by the cards each drew, the first drawn first; raise NoSuchDrawError.

    Cards after those that settle a seat's place are ignored.
    """
    table = _table_of(draws)
    ranked = _ranked(draws, table, 0)
    if isinstance(ranked, RedrawNeeded):
        return ranked
    return SeatOrder(order=ranked, dealer=_dealer(ranked, first_dealer))


def draw_rank(card: Card) -> tuple[int, int]:
    """Return what a drawn card is worth; any two jokers are worth the same."""
    if card.suit is None:
        return (_JOKER_RANK, 0)
    raised = {TWO: _TWO_RANK, ACE: _ACE_RANK}
    return (raised.get(card.rank, card.rank), -SUITS.index(card.suit))


def _table_of(draws: Mapping[Seat, Sequence[Card]]) -> tuple[Seat, ...]:
    table = seats(len(draws))
    if set(draws) != set(table):
        drew = " ".join(sorted(seat.value for seat in draws))
        raise NoSuchDrawError(f"the seats that drew are {drew or 'none'}; give N S or N E S W")
    if any(len(cards) > MAX_DRAWN for cards in draws.values()):
        raise NoSuchDrawError(f"a seat drew more than the {MAX_DRAWN} cards of the pack")
    # Before each drawing the cards may have been put back, not in the middle of one.
    for drawing in itertools.zip_longest(*draws.values()):
        for card, times in collections.Counter(drawing).items():
            if card is None:
                continue
            there = _JOKERS if card.is_joker else _COPIES
            if times > there:
                raise NoSuchDrawError(f"{card} was drawn {times} times; a pack has {there} of it")
    return table


def _ranked(
    draws: Mapping[Seat, Sequence[Card]], tied: tuple[Seat, ...], drawing: int
) -> tuple[Seat, ...] | RedrawNeeded:
    """Rank seats that are equal so far by their next card, and more if need be."""
    missing = tuple(seat for seat in tied if len(draws[seat]) <= drawing)
    if missing:
        return RedrawNeeded(seats=missing)
    by_rank: dict[tuple[int, int], list[Seat]] = {}
    for seat in tied:
        by_rank.setdefault(draw_rank(draws[seat][drawing]), []).append(seat)
    order: list[Seat] = []
    for rank in sorted(by_rank, reverse=True):
        equal = tuple(by_rank[rank])
        settled = equal if len(equal) == 1 else _ranked(draws, equal, drawing + 1)
        if isinstance(settled, RedrawNeeded):
            return settled
        order.extend(settled)
    return tuple(order)


def _dealer(order: tuple[Seat, ...], first_dealer: FirstDealer) -> Seat:
    if first_dealer is FirstDealer.LOWEST:
        return order[-1]
    players = len(order)
    side = side_of(order[0], players)
    return next(seat for seat in reversed(order) if side_of(seat, players) is not side)
