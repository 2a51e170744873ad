"""A deal by hand, as far as a table without a croupier can see it: card after card over one coil.

People shuffle, cut and deal; each card is laid face down on the reading place and goes on to the
place that the screen names. So the pack is certified and the ledger known, by one witness: the tag.
The place's scale tells cards that were laid two at a time, or whose tag is mute. What nobody can
promise is the order: no secret was drawn, so nothing is committed to and nothing revealed.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tallone.dealing.layout import PACK_CARDS, PILE_CARDS, POZZETTO_PLACES, STOCK, layout
from tallone.dealing.packs.deck_check import TagIndex
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.findings import Finding, FindingKind, FoundIn
from tallone.mat.events import (
    CardPlaced,
    DuplicateTag,
    MatEvent,
    PileChanged,
    UnknownTag,
)
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import PACK, CardCopy
from tallone.rules.cards.seats import Seat, next_seat

FORMAT: Final = "tallone-by-hand-1"
# Every card is seen here alone; the coil identifies and the plate weighs.
READING_PLACE: Final = Zone.DISCARD
# A card is read at most this long before its weight has settled.
_SETTLING_S: Final = 1.0


def places_in_turn(players: int, dealer: Seat) -> tuple[str, ...]:
    """Return where each of the 108 cards goes, in the order in which they are passed.

    One card a player, round the table from the dealer's left, eleven times; then the pozzetti, one
    after the other; then the stock, from the bottom up.
    """
    order = [next_seat(dealer, players)]
    while len(order) < players:
        order.append(next_seat(order[-1], players))
    hands = [seat.value for seat in order] * PILE_CARDS
    pozzetti = [place for place in POZZETTO_PLACES for _ in range(PILE_CARDS)]
    stock = [STOCK] * layout(players).stock_cards
    return (*hands, *pozzetti, *stock)


class HandDealt:
    """Collects the cards as they pass. Which they were is sealed."""

    def __init__(self, players: int, dealer: Seat, index: TagIndex) -> None:
        self.places: Final = places_in_turn(players, dealer)
        self.findings: list[Finding] = []
        self._index: Final = index
        self._passed = Sealed(b"", label="cards dealt by hand")
        self._read_at = self._weighed_at = -10.0
        self._unread = 0  # cards that were weighed and taken away unread

    @property
    def passed(self) -> int:
        """How many cards have been read."""
        return self._passed.open_for(Purpose.CHECK, len)

    @property
    def next_place(self) -> str | None:
        """Where the next card goes; None when all have passed."""
        passed = self.passed
        return self.places[passed] if passed < PACK_CARDS else None

    @property
    def is_complete(self) -> bool:
        return self.passed == PACK_CARDS and not self.findings

    @property
    def counts(self) -> dict[str, int]:
        """How many cards have gone to each place, by their tags."""
        counts: dict[str, int] = {}
        for place in self.places[: self.passed]:
            counts[place] = counts.get(place, 0) + 1
        return counts

    def take(self, event: MatEvent) -> Finding | None:
        """Take what the mat has settled; return what is wrong, if that shows something wrong."""
        match event:
            case CardPlaced(card=card, zone=zone, at=at) if zone is READING_PLACE:
                found = self._card(card, at)
            case UnknownTag(uid=uid, zone=zone) if zone is READING_PLACE:
                found = self._stranger(uid)
            case DuplicateTag(zones=zones) if READING_PLACE in zones:
                found = self._finding(FindingKind.DUPLICATE_UID, ())
            case PileChanged(zone=zone, delta=delta, count=count) if zone is READING_PLACE:
                found = self._weight(delta, count, event.at)
            case _:
                found = None
        if found is not None:
            self.findings.append(found)
        return found

    def no_more(self) -> Finding | None:
        """Somebody says that there are no more cards; return which were not read.

        A card that was weighed and not read has a mute tag; one that nobody weighed is missing.
        """
        missing = self._passed.open_for(
            Purpose.CHECK, lambda passed: tuple(copy for copy in PACK if copy not in passed)
        )
        if not missing:
            return None
        if len(missing) <= self._unread:
            found = self._finding(FindingKind.DEAD_TAG, missing)
        else:
            found = self._finding(FindingKind.MISSING_CARD, missing)
        self.findings.append(found)
        return found

    def by_place(self) -> dict[str, tuple[CardCopy, ...]]:
        """Return place -> cards; the stock from the top down. Hidden, and no longer sealed."""

        def look(passed: bytes) -> dict[str, tuple[CardCopy, ...]]:
            piles: dict[str, list[CardCopy]] = {}
            for place, copy in zip(self.places, passed, strict=False):
                piles.setdefault(place, []).append(PACK[copy])
            # The last card passed lies on top.
            piles.get(STOCK, []).reverse()
            return {place: tuple(cards) for place, cards in piles.items()}

        return self._passed.open_for(Purpose.LEDGER, look)

    def wipe(self) -> None:
        """Forget every card."""
        self._passed.wipe()

    def _card(self, card: CardCopy, at: float) -> Finding | None:
        if self._passed.open_for(Purpose.CHECK, lambda passed: passed[-1:] == bytes([card])):
            return None  # the card read last was missed for a moment
        if self._passed.open_for(Purpose.CHECK, lambda passed: card in passed):
            return self._finding(FindingKind.DUPLICATE_CARD, (card,))
        if at == self._read_at:
            return self._finding(FindingKind.DOUBLE_FEED, ())
        self._read_at = at
        before = self._passed
        longer = before.open_for(Purpose.CHECK, lambda passed: passed + bytes([card]))
        self._passed = Sealed(longer, label="cards dealt by hand")
        before.wipe()
        return None

    def _stranger(self, uid: bytes) -> Finding:
        former = {bytes(tag): copy for tag, copy in self._index.former.items()}.get(uid)
        if former is not None:
            return self._finding(FindingKind.DUPLICATE_CARD, (former,))
        for registry in self._index.others:
            for tag, copy in registry.copies.items():
                if tag == uid:
                    detail = {"pack": registry.pack}
                    return self._finding(FindingKind.FOREIGN_CARD, (copy,), detail)
        detail = {"uid": uid.hex()}
        return self._finding(FindingKind.UNKNOWN_CARD, (), detail)

    def _weight(self, delta: int, count: int, at: float) -> Finding | None:
        """Two cards at once are told; one that is taken away unread is remembered."""
        if count > 1:
            return self._finding(FindingKind.DOUBLE_FEED, ())
        if delta > 0:
            self._weighed_at = at
        elif delta < 0 and self._read_at < self._weighed_at - _SETTLING_S:
            self._unread += 1
        return None

    def _finding(
        self,
        kind: FindingKind,
        cards: Sequence[CardCopy],
        detail: Mapping[str, str] | None = None,
    ) -> Finding:
        return Finding(
            kind=kind,
            phase=FoundIn.DEAL,
            zone=READING_PLACE.value,
            count=self.passed,
            cards=tuple(cards),
            detail={"position": self.passed + 1, **(detail or {})},
        )
