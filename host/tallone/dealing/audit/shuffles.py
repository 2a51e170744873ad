"""Shuffles for the audit: the croupier's own, carried out card by card, and others that are biased.

Everything here takes an order of the 108 copies' numbers and returns the order after it. The
croupier's takes its plan through the rack as the machine would and refuses to go on if what lies in
the trays is not what the plan says; the biased ones must fail the audit.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from tallone.dealing.croupier.plan import RETURN, DealPlan
from tallone.dealing.layout import PACK_CARDS, SLOTS, STOCK
from tallone.dealing.promise.commitment import DealError, Terms, commit, draw_secret, expand
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.rules.cards.cards import PACK

Order = Sequence[int]
RandomBytes = Callable[[int], bytes]
Shuffle = Callable[[Order], list[int]]
_TERMS: Final = Terms(table="audit", round=0, hand=1, players=4, firmware="", pack="audit")
# Of every draw: the values of the lower half come this much more often than those of the upper.
_MODULO_PERCENT: Final = 2
_SHELVES: Final = 10


def as_collected() -> tuple[int, ...]:
    """Return the worst real order: everybody's melds stacked as runs, suit by suit."""
    return tuple(sorted(range(PACK_CARDS), key=lambda copy: (copy % 54 // 13, copy % 54 % 13)))


def croupier(random_bytes: RandomBytes, players: int = 4) -> Shuffle:
    """Return the machine's shuffle: secret, cut, plan, and both passes through the rack."""

    def shuffle(before: Order) -> list[int]:
        secret = draw_secret(random_bytes)
        cut = int.from_bytes(random_bytes(4), "big") % PACK_CARDS
        order = expand(secret, commit(secret, _TERMS), cut)
        return carried_out(order, before, players)

    return shuffle


def carried_out(order: Sealed, before: Order, players: int) -> list[int]:
    """Feed the pack through the rack by the plan of that order; return what the trays hold.

    A pile's cards come in the plan's order, for in a hand they have none; the stock's as they lie,
    top first. Raises DealError if a tray does not hold what was planned.
    """
    plan = DealPlan(order, players)
    trays, hopper = _first_pass(plan, before)
    trays[STOCK] = _second_pass(plan, hopper)
    planned = order.open_for(Purpose.CHECK, list)
    for place in plan.layout.piles:
        if sorted(trays[place]) != sorted(planned[plan.layout.span(place)]):
            raise DealError(f"the tray {place} does not hold what was planned")
    if trays[STOCK] != planned[plan.layout.span(STOCK)]:
        raise DealError("the stock does not lie as it was planned")
    return planned


def _first_pass(plan: DealPlan, before: Order) -> tuple[dict[str, list[int]], list[int]]:
    """Return the trays, and the hopper as the second pass finds it."""
    slots = _through_the_throat(before, lambda copy: plan.first_slot(PACK[copy]))
    trays: dict[str, list[int]] = {}
    hopper: list[int] = []
    for delivery in plan.first_deliveries:
        (hopper if delivery.tray == RETURN else trays.setdefault(delivery.tray, [])).extend(
            slots[delivery.slot]
        )
    return trays, hopper


def _second_pass(plan: DealPlan, hopper: Order) -> list[int]:
    """Return the stock, top first: the first slot handed out lies lowest."""

    def route(copy: int) -> int:
        slot = plan.second_slot(PACK[copy])
        if slot is None:
            raise DealError("a card of a pile came back to the hopper")
        return slot

    slots = _through_the_throat(hopper, route)
    laid = [copy for delivery in plan.second_deliveries for copy in slots[delivery.slot]]
    return laid[::-1]


def _through_the_throat(cards: Order, route: Callable[[int], int]) -> list[list[int]]:
    slots: list[list[int]] = [[] for _ in range(SLOTS)]
    for copy in cards:
        slots[route(copy)].append(copy)
    return slots


# Biased ones. Each takes its source of chance, so that a run can be repeated.


def one_riffle(chance: random.Random) -> Shuffle:
    """Cut in about half and let the packets fall into each other once."""

    def shuffle(before: Order) -> list[int]:
        cut = sum(chance.getrandbits(1) for _ in before)
        left, right = list(before[:cut][::-1]), list(before[cut:][::-1])
        mixed: list[int] = []
        while left or right:
            taken = left if chance.random() * (len(left) + len(right)) < len(left) else right
            mixed.append(taken.pop())
        return mixed

    return shuffle


def ten_shelves(chance: random.Random) -> Shuffle:
    """Put each card on one of ten shelves by chance, above or below what lies there; once."""

    def shuffle(before: Order) -> list[int]:
        shelves: list[list[int]] = [[] for _ in range(_SHELVES)]
        for card in before:
            shelf = chance.choice(shelves)
            shelf.insert(0 if chance.random() < 0.5 else len(shelf), card)
        return [card for shelf in shelves for card in shelf]

    return shuffle


def random_slots(chance: random.Random) -> Shuffle:
    """Two passes through slots chosen by chance: a machine that does not place cards."""

    def shuffle(before: Order) -> list[int]:
        cards = list(before)
        for _ in range(2):
            slots: list[list[int]] = [[] for _ in range(SLOTS)]
            for card in cards:
                chance.choice(slots).append(card)
            cards = [card for slot in slots for card in slot]
        return cards

    return shuffle


def off_by_one(chance: random.Random) -> Shuffle:
    """Fisher and Yates with the bound one too low: no card is ever exchanged with itself."""
    return _exchanging(chance.randrange)


def modulo(chance: random.Random) -> Shuffle:
    """Fisher and Yates by remainders of a number too small: low places come 2 % more often."""
    return _exchanging(lambda last: drawn_by_remainder(chance, last + 1))


def drawn_by_remainder(chance: random.Random, places: int) -> int:
    """Return one of the places; each of the lower half is drawn 51 times where the others are 50."""
    whole = 100 // _MODULO_PERCENT
    return chance.randrange(whole * places + places // 2) % places


def exchange_with_any(chance: random.Random) -> Shuffle:
    """Exchange each card with any card: the well-known mistake in shuffling by program."""

    def shuffle(before: Order) -> list[int]:
        after = list(before)
        for place in range(PACK_CARDS):
            other = chance.randrange(PACK_CARDS)
            after[place], after[other] = after[other], after[place]
        return after

    return shuffle


def _exchanging(draw: Callable[[int], int]) -> Shuffle:
    """Return Fisher and Yates from the last place down, with that way of drawing the other place."""

    def shuffle(before: Order) -> list[int]:
        after = list(before)
        for last in range(PACK_CARDS - 1, 0, -1):
            other = draw(last)
            after[last], after[other] = after[other], after[last]
        return after

    return shuffle


BIASES: Final[Mapping[str, Callable[[random.Random], Shuffle]]] = MappingProxyType(
    {
        "one-riffle": one_riffle,
        "ten-shelves": ten_shelves,
        "random-slots": random_slots,
        "off-by-one": off_by_one,
        "modulo": modulo,
        "exchange-with-any": exchange_with_any,
    }
)
