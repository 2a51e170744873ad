"""What is wrong with melds of a position, as values of a case."""

import dataclasses

from tallone.rules.cards.cards import Card


@dataclasses.dataclass(frozen=True, slots=True)
class Equal:
    """A second group of a rank: the meld that it equals, its own cards, and both wilds."""

    into: int
    cards: tuple[Card, ...]
    first_wild: Card | None
    second_wild: Card | None

    @property
    def both_wild(self) -> bool:
        return self.first_wild is not None and self.second_wild is not None

    @property
    def merging(self) -> tuple[Card, ...]:
        """The cards that go to the first group."""
        cards = list(self.cards)
        if self.both_wild and self.second_wild is not None:
            cards.remove(self.second_wild)
        return tuple(cards)


@dataclasses.dataclass(frozen=True, slots=True)
class Wrong:
    """A meld that is none: its number, which of its cards are wrong, and whether a group was there."""

    meld: int
    cards: tuple[Card, ...]
    on_group: bool
