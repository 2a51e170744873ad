"""One mat event into the next state of the table.

The table follows what was seen and says no more: a card that left the stock is out of sight until
the referee says who drew it.
"""

import dataclasses
from typing import assert_never

from tallone.mat.events import (
    CardLifted,
    CardPlaced,
    DuplicateTag,
    InventoryTaken,
    MatEvent,
    PileChanged,
    PileUnclear,
    ReaderBack,
    ReaderLost,
    UnknownTag,
    ZoneLoaded,
)
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import CardCopy
from tallone.table.places import InDiscard, InMeld, OutOfSight, Place
from tallone.table.state import POZZETTO_ZONES, TableState, put


@dataclasses.dataclass(frozen=True, slots=True)
class CardMoved:
    """A card came from one place to another; what was read is where it is now."""

    card: CardCopy
    origin: Place
    to: Place


@dataclasses.dataclass(frozen=True, slots=True)
class Tracked:
    """The table after an event, and the cards that moved in it."""

    state: TableState
    moved: tuple[CardMoved, ...] = ()


def track(state: TableState, event: MatEvent) -> Tracked:
    """Return the table after the event."""
    match event:
        case CardPlaced(card=card, zone=zone):
            return _placed(state, card, zone)
        case CardLifted(card=card, zone=zone):
            return _lifted(state, card, zone)
        case PileChanged():
            return _weighed(state, event)
        case UnknownTag(uid=uid, zone=zone):
            strangers = state.strangers | {(uid, zone)}
            return Tracked(dataclasses.replace(state, strangers=strangers))
        case DuplicateTag(uid=uid):
            return Tracked(dataclasses.replace(state, doubled=state.doubled | {uid}))
        case ReaderLost(zone=zone):
            return Tracked(dataclasses.replace(state, lost=state.lost | {zone}))
        case ReaderBack(zone=zone):
            return Tracked(dataclasses.replace(state, lost=state.lost - {zone}))
        case PileUnclear() | ZoneLoaded() | InventoryTaken():
            return Tracked(state)
        case _:
            assert_never(event)


def _placed(state: TableState, card: CardCopy, zone: Zone) -> Tracked:
    origin = state.place(card)
    lies_there = (zone is Zone.DISCARD and isinstance(origin, InDiscard)) or origin == InMeld(zone)
    if lies_there:
        return Tracked(dataclasses.replace(state, read=state.read | {card}))
    if zone is Zone.DISCARD:
        after = put(state, (card,), InDiscard(0), read=True)
    elif zone.side is not None:
        after = put(state, (card,), InMeld(zone), read=True)
    else:
        return Tracked(state)
    return Tracked(after, (CardMoved(card, origin, after.place(card)),))


def _lifted(state: TableState, card: CardCopy, zone: Zone) -> Tracked:
    origin = state.place(card)
    state = dataclasses.replace(state, read=state.read - {card})
    # A covered card of the pile falls silent without leaving: only the scale tells (D3).
    if zone is Zone.DISCARD or origin != InMeld(zone):
        return Tracked(state)
    after = put(state, (card,), OutOfSight(zone))
    return Tracked(after, (CardMoved(card, origin, OutOfSight(zone)),))


def _weighed(state: TableState, event: PileChanged) -> Tracked:
    zone = event.zone
    state = dataclasses.replace(state, weighed={**state.weighed, zone: event.count})
    if event.delta >= 0:
        return Tracked(state)
    if zone is Zone.STOCK:
        gone = state.stock[: -event.delta]
    elif zone is Zone.DISCARD:
        # What is taken is taken from the top; an empty plate means all of it.
        gone = state.discard_pile[max(0, len(state.discard_pile) + event.delta) :]
        gone = state.discard_pile if event.count == 0 else gone
    else:
        gone = state.pozzetti[POZZETTO_ZONES.index(zone)][event.count :]
    moved = tuple(CardMoved(card, state.place(card), OutOfSight(zone)) for card in gone)
    return Tracked(put(state, gone, OutOfSight(zone)), moved)
