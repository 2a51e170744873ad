"""An order of the cards as work for the croupier: which slot each card goes to, what leaves when.

First pass: a pile's card goes to the pile's slot, a stock card to the slot of its low digit. The
piles are handed out, the digit slots go back into the hopper. Second pass: each stock card goes to
the slot of its high digit, and the slots are handed out to the stock. With the digits of the
card's height in the stock this is a radix sort, so the stock is the order's, whatever order the
pack was in before.
"""

import dataclasses
from typing import Final

from tallone.dealing.layout import (
    PACK_CARDS,
    POZZETTO_PLACES,
    RACK_ORDER,
    STOCK,
    Layout,
    SlotOrder,
    layout,
)
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.rules.cards.cards import PACK, CardCopy
from tallone.rules.cards.seats import Seat, seats
from tallone.rules.hand.hand import Deal

RETURN: Final = "return"


@dataclasses.dataclass(frozen=True, slots=True)
class Delivery:
    """A slot is emptied into a tray."""

    slot: int
    tray: str


class DealPlan:
    """The croupier's work for one order. It knows hidden cards and prints none."""

    __slots__ = ("_positions", "first_deliveries", "layout", "rack", "second_deliveries")

    def __init__(self, order: Sealed, players: int, rack: SlotOrder = RACK_ORDER) -> None:
        """Plan an order made by `expand`, for 2 or 4 players."""
        self.layout: Final = layout(players)
        self.rack: Final = rack
        self._positions: Final = Sealed(order.open_for(Purpose.CROUPIER, _inverse), label="plan")
        self.first_deliveries: Final = _first_deliveries(self.layout, rack)
        self.second_deliveries: Final = tuple(
            Delivery(slot, STOCK) for slot in range(self.layout.high_digits)
        )

    def first_slot(self, copy: CardCopy) -> int:
        """Return where a card goes in the first pass."""
        return self._positions.open_for(Purpose.CROUPIER, lambda at: self._first(at[copy]))

    def second_slot(self, copy: CardCopy) -> int | None:
        """Return where a stock card goes in the second pass; None if it is not a stock card."""
        return self._positions.open_for(Purpose.CROUPIER, lambda at: self._second(at[copy]))

    def second_feed(self, arrivals: Sealed) -> Sealed:
        """Return the copies in the order in which the second pass must feed them.

        `arrivals` are the copies in the order in which they went through the first pass.
        """

        def feed(at: bytes) -> bytes:
            return arrivals.open_for(Purpose.CHECK, lambda copies: self._feed(at, copies))

        return Sealed(self._positions.open_for(Purpose.CHECK, feed), label="second pass")

    def wipe(self) -> None:
        """Forget the order."""
        self._positions.wipe()

    def __repr__(self) -> str:
        return f"<deal plan for {self.layout.players} players>"

    def _first(self, position: int) -> int:
        plan = self.layout
        if position < plan.pile_positions:
            return position // 11
        return len(plan.piles) + self._height(position) % plan.low_digits

    def _second(self, position: int) -> int | None:
        if position < self.layout.pile_positions:
            return None
        return self._height(position) // self.layout.low_digits

    def _height(self, position: int) -> int:
        """Return how many cards lie below that position of the stock."""
        return PACK_CARDS - 1 - position

    def _feed(self, at: bytes, arrivals: bytes) -> bytes:
        slots: dict[int, bytearray] = {}
        for copy in arrivals:
            slots.setdefault(self._first(at[copy]), bytearray()).append(copy)
        fed = bytearray()
        for delivery in self.first_deliveries:
            if delivery.tray == RETURN:
                packet = slots.get(delivery.slot, bytearray())
                fed += packet if self.rack is SlotOrder.FIFO else packet[::-1]
        return bytes(fed)


def _first_deliveries(plan: Layout, rack: SlotOrder) -> tuple[Delivery, ...]:
    """Return the piles to their trays, then the digit slots back to the hopper.

    The piles go first, so that their slots are free for the second pass. A slot that turns its
    cards over does so twice; the two cancel if the digits are collected in descending order.
    """
    piles = tuple(Delivery(slot, place) for slot, place in enumerate(plan.piles))
    digits = range(len(plan.piles), len(plan.piles) + plan.low_digits)
    collected = digits if rack is SlotOrder.FIFO else reversed(digits)
    return piles + tuple(Delivery(slot, RETURN) for slot in collected)


def _inverse(order: bytes) -> bytes:
    positions = bytearray(PACK_CARDS)
    for position, copy in enumerate(order):
        positions[copy] = position
    return bytes(positions)


def ledger(order: Sealed, players: int, dealer: Seat) -> Deal:
    """Return who was dealt what, for the referee. It is hidden and no longer sealed."""
    places = copies_by_place(order, players)
    return Deal(
        players=players,
        dealer=dealer,
        hands=tuple(places[seat.value] for seat in seats(players)),
        pozzetti=(places[POZZETTO_PLACES[0]], places[POZZETTO_PLACES[1]]),
        stock=places[STOCK],
    )


def copies_by_place(order: Sealed, players: int) -> dict[str, tuple[CardCopy, ...]]:
    """Return place -> cards; the stock from the top down. Hidden, and no longer sealed."""
    plan = layout(players)

    def look(content: bytes) -> dict[str, tuple[CardCopy, ...]]:
        return {
            place: tuple(PACK[copy] for copy in content[plan.span(place)])
            for place in (*plan.piles, STOCK)
        }

    return order.open_for(Purpose.LEDGER, look)
