"""Every physical problem of a table, all at once."""

import dataclasses
import enum

from tallone.mat.events import TagUid
from tallone.mat.zones import MELD_ZONES, WEIGHED, Zone
from tallone.rules.cards.cards import CardCopy
from tallone.table.state import POZZETTO_ZONES, TableState


class ProblemKind(enum.Enum):
    """What can be wrong with how a table looks."""

    # A scale counts other than the cards known to lie there.
    MISCOUNTED = "miscounted"
    # A card known to lie on a tile does not answer there, though the reader does.
    UNREAD = "unread"
    # A card that left its place and has come to no other.
    AWAY = "away"
    # A tag of no card of this pack.
    STRANGER = "stranger"
    # One UID, two zones.
    DOUBLED = "doubled"
    # A reader that does not answer.
    READER_LOST = "reader-lost"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One problem: its kind, and what of zone, cards, counts and tag belongs to it."""

    kind: ProblemKind
    zone: Zone | None = None
    cards: tuple[CardCopy, ...] = ()
    weighed: int | None = None
    known: int | None = None
    uid: TagUid | None = None


def check(state: TableState) -> tuple[Problem, ...]:
    """Return every problem of the table, in a fixed order."""
    return (
        *_miscounted(state),
        *_unread(state),
        *(
            Problem(kind=ProblemKind.AWAY, zone=state.away[card], cards=(card,))
            for card in sorted(state.away)
        ),
        *(
            Problem(kind=ProblemKind.STRANGER, zone=zone, uid=uid)
            for uid, zone in sorted(state.strangers, key=lambda pair: (pair[0], pair[1].value))
        ),
        *(Problem(kind=ProblemKind.DOUBLED, uid=uid) for uid in sorted(state.doubled)),
        *(Problem(kind=ProblemKind.READER_LOST, zone=zone) for zone in Zone if zone in state.lost),
    )


def known_count(state: TableState, zone: Zone) -> int:
    """Return how many cards are known to lie on a weighed pile."""
    if zone is Zone.STOCK:
        return len(state.stock)
    if zone is Zone.DISCARD:
        return len(state.discard_pile)
    return len(state.pozzetti[POZZETTO_ZONES.index(zone)])


def _miscounted(state: TableState) -> list[Problem]:
    return [
        Problem(
            kind=ProblemKind.MISCOUNTED,
            zone=zone,
            weighed=state.weighed[zone],
            known=known_count(state, zone),
        )
        for zone in WEIGHED
        if zone in state.weighed and state.weighed[zone] != known_count(state, zone)
    ]


def _unread(state: TableState) -> list[Problem]:
    return [
        Problem(kind=ProblemKind.UNREAD, zone=zone, cards=(card,))
        for zone in MELD_ZONES
        if zone not in state.lost
        for card in state.tile(zone)
        if card not in state.read
    ]
