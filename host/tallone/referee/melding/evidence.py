"""What a stretch of mat events says about one player's turn, whatever order it came in.

Witnesses disagree on time by most of a second, a scale under an elbow by several: so a turn is
read from the whole of what is not yet explained, and each part is attributed by what it can be.
"""

import dataclasses
from collections.abc import Callable, Sequence

from tallone.mat.events import CardLifted, CardPlaced, MatEvent, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Side


@dataclasses.dataclass(frozen=True, slots=True)
class Laid:
    """A card that lies on a tile, since when."""

    card: CardCopy
    zone: Zone
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True)
class PlayEvidence:
    """The events of one turn after its draw: cards laid, the discard's two witnesses."""

    laid: tuple[Laid, ...]
    tag: CardPlaced | None
    weight: PileChanged | None
    used: frozenset[int]

    @property
    def discard_at(self) -> Seconds | None:
        """When the discard was first witnessed."""
        times = [event.at for event in (self.tag, self.weight) if event is not None]
        return min(times) if times else None


def laid_cards(
    events: Sequence[MatEvent], side: Side, already: Sequence[Laid] = ()
) -> tuple[tuple[Laid, ...], frozenset[int]]:
    """Return the cards a side has newly on its tiles after those events, and which events say so.

    A card taken back is not laid; one slid from tile to tile counts where it ended.
    """
    laid = {entry.card: entry for entry in already}
    used: set[int] = set()
    for index, event in enumerate(events):
        if not isinstance(event, CardPlaced | CardLifted) or event.zone.side is not side:
            continue
        used.add(index)
        known = laid.get(event.card)
        if isinstance(event, CardPlaced):
            at = known.at if known is not None else event.at
            laid[event.card] = Laid(event.card, event.zone, at)
        elif known is not None and known.zone is event.zone:
            del laid[event.card]
    return tuple(sorted(laid.values(), key=lambda entry: (entry.at, entry.card))), frozenset(used)


def play_evidence(
    events: Sequence[MatEvent],
    side: Side,
    holds: Callable[[CardCopy], bool],
    is_new: Callable[[CardCopy], bool],
) -> PlayEvidence:
    """Read a turn's play: `holds` is what he can discard, `is_new` what is in no meld.

    A tag read at the pile as it was lifted is no discard once the card is laid.
    """
    laid, on_tiles = laid_cards(events, side)
    elsewhere = {entry.card for entry in laid}
    used = set(on_tiles)
    tag: CardPlaced | None = None
    weight: PileChanged | None = None
    for index, event in enumerate(events):
        if isinstance(event, CardPlaced) and event.zone is Zone.DISCARD:
            if event.card in elsewhere:
                used.add(index)
            elif tag is None and holds(event.card):
                tag = event
                used.add(index)
        elif (
            isinstance(event, PileChanged)
            and event.zone is Zone.DISCARD
            and event.delta > 0
            and weight is None
        ):
            weight = event
            used.add(index)
    laid = tuple(entry for entry in laid if is_new(entry.card))
    return PlayEvidence(laid, tag, weight, frozenset(used))
