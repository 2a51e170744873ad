"""What a stretch of mat events says about one player's turn, whatever order it came in.

Witnesses disagree on time by most of a second, a scale under an elbow by several: so a turn is
read from the whole of what is not yet explained, and each part is attributed by what it can be.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from tallone.mat.events import CardLifted, CardPlaced, MatEvent, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee.melding.cloth import Cloth
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
    # Laid, and then read no more: taken back, or closed up or turned across in a meld.
    silent: tuple[Laid, ...] = ()

    @property
    def discard_at(self) -> Seconds | None:
        """When the discard was first witnessed."""
        times = [event.at for event in (self.tag, self.weight) if event is not None]
        return min(times) if times else None


# So many new cards that fall silent together are a burraco closed up, not one taken back.
_CLOSED_UP: Final = 7


def laid_cards(
    events: Sequence[MatEvent], side: Side, cloth: Cloth, already: Sequence[Laid] = ()
) -> tuple[tuple[Laid, ...], frozenset[int], tuple[Laid, ...]]:
    """Return the cards a side has newly on its lanes after those events, and which events say so.

    The third is what was laid and is read nowhere any more.

    A card taken back is not laid; one slid from lane to lane counts where it ended, and one that
    fell silent with the meld it lies in still lies there.
    """
    laid = {entry.card: entry for entry in already}
    used: set[int] = set()
    gone: dict[CardCopy, Laid] = {}
    for index, event in enumerate(events):
        if not isinstance(event, CardPlaced | CardLifted) or event.zone.side is not side:
            continue
        used.add(index)
        known = laid.get(event.card)
        if isinstance(event, CardPlaced):
            before = known or gone.pop(event.card, None)
            at = before.at if before is not None else event.at
            laid[event.card] = Laid(event.card, event.zone, at)
        elif known is not None and known.zone is event.zone:
            gone[event.card] = laid.pop(event.card)
    closed_up = _closed_up(gone, cloth)
    laid |= closed_up
    silent = [
        entry
        for card, entry in gone.items()
        if card not in closed_up and cloth.zones.get(card) is entry.zone
    ]
    return in_time(laid.values()), frozenset(used), tuple(silent)


def in_time(laid: Iterable[Laid]) -> tuple[Laid, ...]:
    """Return the cards as they were laid."""
    return tuple(sorted(laid, key=lambda entry: (entry.at, entry.card)))


def _closed_up(gone: Mapping[CardCopy, Laid], cloth: Cloth) -> dict[CardCopy, Laid]:
    """Return those of the cards gone that only fell silent, with the others of their meld."""
    still = {}
    for card, entry in gone.items():
        if cloth.zones.get(card) is not entry.zone:
            continue
        beside = [other for other in cloth.at(entry.zone) if other not in gone]
        together = sum(other.zone is entry.zone for other in gone.values())
        if cloth.was_closed_up(card, beside) or (not beside and together >= _CLOSED_UP):
            still[card] = entry
    return still


def play_evidence(
    events: Sequence[MatEvent],
    side: Side,
    cloth: Cloth,
    holds: Callable[[CardCopy], bool],
    is_new: Callable[[CardCopy], bool],
) -> PlayEvidence:
    """Read a turn's play: `holds` is what he can discard, `is_new` what is in no meld.

    A tag read at the pile as it was lifted is no discard once the card is laid.
    """
    laid, on_tiles, silent = laid_cards(events, side, cloth)
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
    discarded = tag.card if tag is not None else None
    silent = tuple(entry for entry in silent if is_new(entry.card) and entry.card != discarded)
    return PlayEvidence(laid, tag, weight, frozenset(used), silent)
