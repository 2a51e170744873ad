"""The table made to agree with a full report: what differs becomes mat events, in likely order."""

from tallone.mat.events import CardLifted, CardPlaced, InventoryTaken, MatEvent, PileChanged
from tallone.mat.zones import MELD_ZONES, Zone
from tallone.rules.cards.cards import CardCopy
from tallone.table.state import TableState

# A count that was found by a full report, not by a step.
_REPORTED = 0.95


def differences(state: TableState, taken: InventoryTaken) -> tuple[MatEvent, ...]:
    """Return the events that lead from the table as known to the table as reported.

    Piles that shrank come first (a draw, a take), then cards that left, cards on the tiles, the
    discard, piles that grew. A zone whose reader is lost proves nothing.
    """
    seen = dict(taken.cards)
    shrunk, grown = _piles(state, taken)
    events: list[MatEvent] = [*shrunk]
    for zone in MELD_ZONES:
        if zone not in taken.lost:
            events += _lifted(state, zone, seen.get(zone, ()), taken)
    for zone in (*MELD_ZONES, Zone.DISCARD):
        events += _placed(state, zone, seen.get(zone, ()), taken)
    return (*events, *grown)


def _piles(
    state: TableState, taken: InventoryTaken
) -> tuple[list[PileChanged], list[PileChanged]]:
    changes = [
        PileChanged(
            zone=zone,
            delta=count - state.weighed[zone],
            count=count,
            certainty=_REPORTED,
            at=taken.at,
        )
        for zone, count in taken.piles
        if zone in state.weighed and state.weighed[zone] != count
    ]
    return [c for c in changes if c.delta < 0], [c for c in changes if c.delta > 0]


def _lifted(
    state: TableState, zone: Zone, seen: tuple[CardCopy, ...], taken: InventoryTaken
) -> list[MatEvent]:
    return [
        CardLifted(card=card, zone=zone, at=taken.at)
        for card in state.tile(zone)
        if card not in seen
    ]


def _placed(
    state: TableState, zone: Zone, seen: tuple[CardCopy, ...], taken: InventoryTaken
) -> list[MatEvent]:
    known = state.discard_pile if zone is Zone.DISCARD else state.tile(zone)
    return [
        CardPlaced(card=card, zone=zone, at=taken.at)
        for card in seen
        if card not in known or card not in state.read
    ]
