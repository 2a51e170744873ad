"""How the table looks: where each of the 108 copies lies, seen or inferred, and the piles' order.

Hidden cards are in here; no view of a table may be made from it without the referee's leave.
"""

import dataclasses
from collections.abc import Mapping
from typing import Final

from tallone.mat.events import TagUid
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import PACK, CardCopy
from tallone.rules.cards.seats import Seat
from tallone.table.places import (
    InCroupier,
    InDiscard,
    InHolding,
    InMeld,
    InPozzetto,
    InStock,
    OutOfSight,
    Place,
)

Cards = tuple[CardCopy, ...]
POZZETTO_ZONES: Final = (Zone.POZZETTO_1, Zone.POZZETTO_2)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """The physical table.

    `stock` is top first; `discard_pile` bottom first, its last card on top. `read` holds the cards
    whose tag answers where they lie now; the rest of the tiles and of the pile is remembered.
    `weighed` are the scales' counts, `strangers` the tags of no card of the pack.
    """

    stock: Cards = ()
    discard_pile: Cards = ()
    pozzetti: tuple[Cards, Cards] = ((), ())
    holdings: Mapping[Seat, frozenset[CardCopy]] = dataclasses.field(default_factory=dict)
    tiles: Mapping[Zone, Cards] = dataclasses.field(default_factory=dict)
    away: Mapping[CardCopy, Zone | None] = dataclasses.field(default_factory=dict)
    read: frozenset[CardCopy] = frozenset()
    weighed: Mapping[Zone, int] = dataclasses.field(default_factory=dict)
    strangers: frozenset[tuple[TagUid, Zone]] = frozenset()
    doubled: frozenset[TagUid] = frozenset()
    lost: frozenset[Zone] = frozenset()

    def tile(self, zone: Zone) -> Cards:
        """Return the cards on a meld tile, in the order they came."""
        return self.tiles.get(zone, ())

    def place(self, card: CardCopy) -> Place:
        """Return where a card is."""
        if card in self.stock:
            return InStock(self.stock.index(card))
        if card in self.discard_pile:
            return InDiscard(self.discard_pile.index(card))
        for number, pozzetto in enumerate(self.pozzetti, start=1):
            if card in pozzetto:
                return InPozzetto(number)
        for zone, cards in self.tiles.items():
            if card in cards:
                return InMeld(zone)
        for seat, held in self.holdings.items():
            if card in held:
                return InHolding(seat)
        return OutOfSight(self.away[card]) if card in self.away else InCroupier()

    def places(self) -> dict[CardCopy, Place]:
        """Return the place of every card of the pack."""
        return {card: self.place(card) for card in PACK}


def without(state: TableState, cards: frozenset[CardCopy], *, read: bool = False) -> TableState:
    """Return the table with those cards nowhere; they are put down next, and `read` there or not."""

    def rest(pile: Cards) -> Cards:
        # Most piles have none of them.
        if cards.isdisjoint(pile):
            return pile
        return tuple(card for card in pile if card not in cards)

    first, second = state.pozzetti
    return dataclasses.replace(
        state,
        stock=rest(state.stock),
        discard_pile=rest(state.discard_pile),
        pozzetti=(rest(first), rest(second)),
        holdings={seat: held - cards for seat, held in state.holdings.items()},
        tiles={zone: rest(pile) for zone, pile in state.tiles.items()},
        away={card: last for card, last in state.away.items() if card not in cards},
        read=state.read | cards if read else state.read - cards,
    )


def put(state: TableState, cards: Cards, place: Place, *, read: bool = False) -> TableState:
    """Return the table with the cards moved to a place; on piles, on top in that order."""
    state = without(state, frozenset(cards), read=read)
    match place:
        case InStock():
            return dataclasses.replace(state, stock=cards + state.stock)
        case InDiscard():
            return dataclasses.replace(state, discard_pile=state.discard_pile + cards)
        case InPozzetto(number):
            first, second = state.pozzetti
            pair = (first + cards, second) if number == 1 else (first, second + cards)
            return dataclasses.replace(state, pozzetti=pair)
        case InHolding(seat):
            held = state.holdings.get(seat, frozenset()) | frozenset(cards)
            return dataclasses.replace(state, holdings={**state.holdings, seat: held})
        case InMeld(zone):
            tiles = {**state.tiles, zone: state.tile(zone) + cards}
            return dataclasses.replace(state, tiles=tiles)
        case OutOfSight(last):
            away = {**state.away, **dict.fromkeys(cards, last)}
            return dataclasses.replace(state, away=away)
        case InCroupier():
            return state
