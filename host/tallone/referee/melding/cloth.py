"""What lies on a side's lanes and tiles, as last read: where a card was, and whether it still answers.

Cards of a meld fall silent without leaving: closed up, turned across, under a set of keys. So a
meld lies where one of its cards answers; a silent one where its cards were last read.
"""

import dataclasses
from collections.abc import Iterable
from typing import Final

from tallone.mat.events import CardLifted, CardPlaced, Seconds
from tallone.mat.zones import MELD_ZONES, Zone
from tallone.rules.cards.cards import CardCopy

# Cards of one gesture fall silent no further apart.
TOGETHER_S: Final = 3.0


@dataclasses.dataclass(slots=True)
class Cloth:
    """Changes with every card read; `zones` is where each was read last, `silent` since when it is not."""

    zones: dict[CardCopy, Zone] = dataclasses.field(default_factory=dict)
    silent: dict[CardCopy, Seconds] = dataclasses.field(default_factory=dict)
    # Changes whenever something else lies there, for those who keep what they have concluded.
    version: int = 0

    def see(self, event: CardPlaced | CardLifted) -> None:
        """Take a card that came or went."""
        card = event.card
        self.version += 1
        if isinstance(event, CardLifted):
            if self.zones.get(card) is event.zone:
                self.silent[card] = event.at
            return
        self.silent.pop(card, None)
        if event.zone in MELD_ZONES:
            self.zones[card] = event.zone
        else:
            self.zones.pop(card, None)

    def answers(self, card: CardCopy) -> bool:
        """Whether the card is read where it lies."""
        return card in self.zones and card not in self.silent

    def homes(self, cards: Iterable[CardCopy]) -> frozenset[Zone]:
        """Return where a meld lies: where its cards answer; if none does, where they were last read."""
        known = [card for card in cards if card in self.zones]
        heard = [card for card in known if card not in self.silent]
        return frozenset(self.zones[card] for card in heard or known)

    def is_silent(self, cards: Iterable[CardCopy]) -> bool:
        """Whether no card of a meld answers: it can have been pushed anywhere."""
        return not any(map(self.answers, cards))

    def was_closed_up(self, card: CardCopy, others: Iterable[CardCopy]) -> bool:
        """Whether a card fell silent together with those it lay with, and none of them answers again."""
        at = self.silent.get(card)
        if at is None:
            return False
        beside = [other for other in others if other != card and other in self.zones]
        together = [
            other
            for other in beside
            if other in self.silent and abs(self.silent[other] - at) <= TOGETHER_S
        ]
        return bool(together) and 2 * len(together) >= len(beside)

    def at(self, zone: Zone) -> list[CardCopy]:
        """Return the cards that were last read in a zone."""
        return [card for card, place in self.zones.items() if place is zone]
