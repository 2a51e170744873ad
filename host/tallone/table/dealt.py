"""The table as a deal leaves it."""

from collections.abc import Mapping
from typing import Final

from tallone.mat.zones import Zone
from tallone.rules import Deal, seats
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat
from tallone.table.state import TableState

POZZETTO_CARDS: Final = 11


def dealt(deal: Deal, *, turned: bool, piles: Mapping[Zone, int]) -> TableState:
    """Return the table as the croupier left it; `turned` if the first card lies face up, `piles` as weighed."""
    order = seats(deal.players)
    counts = {Zone.STOCK: len(deal.stock) - turned, Zone.DISCARD: int(turned)}
    weighed = {**counts, Zone.POZZETTO_1: POZZETTO_CARDS, Zone.POZZETTO_2: POZZETTO_CARDS, **piles}
    hands: dict[Seat, frozenset[CardCopy]] = dict(
        zip(order, map(frozenset, deal.hands), strict=True)
    )
    return TableState(
        stock=deal.stock[1:] if turned else deal.stock,
        discard_pile=deal.stock[:1] if turned else (),
        pozzetti=deal.pozzetti,
        holdings=hands,
        weighed=weighed,
    )
