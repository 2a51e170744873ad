"""Sharing many cards among melds as people lay them: meld by meld, hardly ever going back.

The way for plays too large to try every sharing: who melds forty cards in one turn lays each meld in
one go. A card that comes late, or a meld begun though the last one would still take its cards, is a
slip; the ways with the fewest slips are looked for first. Of a play that cannot be legal, the fewest
cards that it would be legal without are found the same way.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.rules import Illegal, Meld, MeldKind, Profile, extend, resolve
from tallone.rules.cards.cards import CardCopy

Cards = tuple[CardCopy, ...]
# Meld number from 1, or 0 for a new one, and the cards it gets.
Share = tuple[int, Cards]
MAX_SLIPS: Final = 2
MAX_STRAYS: Final = 4
# Cards put somewhere before the search with so many slips and strays gives up.
MAX_STEPS: Final = 4_000
MAX_FOUND: Final = 64


@dataclasses.dataclass(slots=True)
class Steps:
    """The steps that are left to several searches together; below 0 there were too few."""

    left: int


@dataclasses.dataclass(frozen=True, slots=True)
class _Laying:
    """Some of the cards shared: what each meld got, and which of them got the last card.

    `slips` and `strays` are those that may still come.
    """

    parts: tuple[Share, ...] = ()
    last: int = -1
    slips: int = 0
    strays: int = 0

    def put(self, index: int, card: CardCopy, *, slips: int = 0) -> "_Laying":
        number, cards = self.parts[index]
        parts = (*self.parts[:index], (number, (*cards, card)), *self.parts[index + 1 :])
        return _Laying(parts, index, self.slips - slips, self.strays)

    def begin(self, number: int, card: CardCopy, *, slips: int = 0) -> "_Laying":
        parts = (*self.parts, (number, (card,)))
        return _Laying(parts, len(self.parts), self.slips - slips, self.strays)


def share_in_order(
    profile: Profile,
    melds: Sequence[Meld],
    numbers: Sequence[int],
    cards: Sequence[CardCopy],
    budget: Steps | None = None,
) -> list[tuple[Share, ...]]:
    """Return ways to meld all the cards, given in the order they were laid, beside those of the melds.

    Those with as few slips as there must be; none if more than MAX_SLIPS are needed, or than the
    budget bears.
    """
    search = _Search(profile, melds, numbers, cards, budget)
    for slips in range(MAX_SLIPS + 1):
        if found := search.find(_Laying(slips=slips)):
            return found
    return []


def strays_in_order(
    profile: Profile,
    melds: Sequence[Meld],
    numbers: Sequence[int],
    cards: Sequence[CardCopy],
    budget: Steps | None = None,
) -> list[Cards]:
    """Return the sets of fewest cards without which the others, laid in that order, make melds.

    Empty if it takes more than MAX_STRAYS, or if the search finds none.
    """
    search = _Search(profile, melds, numbers, cards, budget)
    for strays in range(MAX_STRAYS + 1):
        if found := search.find(_Laying(strays=strays)):
            melded = [{card for _, part in parts for card in part} for parts in found]
            left = (tuple(card for card in cards if card not in one) for one in melded)
            return list(dict.fromkeys(left))
    return []


class _Search:
    """One play on one tile."""

    def __init__(
        self,
        profile: Profile,
        melds: Sequence[Meld],
        numbers: Sequence[int],
        cards: Sequence[CardCopy],
        budget: Steps | None = None,
    ) -> None:
        self._budget = budget or Steps((MAX_SLIPS + MAX_STRAYS + 2) * MAX_STEPS)
        self._profile = profile
        self._melds = melds
        self._cards = cards
        self._old = [number for number in numbers if not melds[number - 1].frozen]
        self._legal: dict[Share, bool] = {}
        self._steps = 0

    def find(self, laying: _Laying) -> list[tuple[Share, ...]]:
        self._steps = 0
        found: dict[object, tuple[Share, ...]] = {}
        for parts in self._lay(0, laying):
            found.setdefault(frozenset(parts), parts)
            if len(found) == MAX_FOUND:
                break
        return list(found.values())

    def _lay(self, index: int, laying: _Laying) -> Iterator[tuple[Share, ...]]:
        """Yield what each meld got once every card from that index on is shared too."""
        self._steps += 1
        self._budget.left -= 1
        if self._steps > MAX_STEPS or self._budget.left < 0:
            return
        unready = sum(
            not self._is_legal(part) for n, part in enumerate(laying.parts) if n != laying.last
        )
        # Each meld left before it was one must be gone back to, and that is a slip.
        if unready > laying.slips:
            return
        if index == len(self._cards):
            if all(map(self._is_legal, laying.parts)):
                yield laying.parts
            return
        for after in self._choices(laying, self._cards[index]):
            yield from self._lay(index + 1, after)

    def _choices(self, laying: _Laying, card: CardCopy) -> Iterator[_Laying]:
        fits_last = False
        if laying.last >= 0 and self._may_take(laying.parts[laying.last], card):
            after = laying.put(laying.last, card)
            fits_last = self._is_legal(after.parts[laying.last])
            yield after
        begun = {number for number, _ in laying.parts}
        for number in self._old:
            if number not in begun and self._may_take((number, ()), card):
                yield laying.begin(number, card)
        splits = int(fits_last and not card.card.can_be_wild)
        if laying.slips >= splits:
            yield laying.begin(0, card, slips=splits)
        if laying.slips:
            for index, part in enumerate(laying.parts):
                if index != laying.last and self._may_take(part, card):
                    back = laying.put(index, card, slips=1)
                    # The card came late, or he went back to that meld.
                    yield dataclasses.replace(back, last=laying.last)
                    yield back
        if laying.strays:
            yield dataclasses.replace(laying, strays=laying.strays - 1)

    def _may_take(self, part: Share, card: CardCopy) -> bool:
        """Whether a meld could hold the card, whatever comes after; no more than a first sieve."""
        number, cards = part
        kind = self._melds[number - 1].kind if number else None
        held = (*self._melds[number - 1].copies, *cards) if number else cards
        naturals = [other.card for other in held if not other.card.can_be_wild]
        face = card.card
        if face.can_be_wild or not naturals:
            return True
        if kind is not MeldKind.RUN and all(other.rank == face.rank for other in naturals):
            return True
        one_suit = all(other.suit is face.suit for other in naturals)
        return kind is not MeldKind.GROUP and one_suit and face not in naturals

    def _is_legal(self, part: Share) -> bool:
        if part not in self._legal:
            number, cards = part
            if number:
                after = extend(self._profile, self._melds[number - 1], cards)
            else:
                after = resolve(self._profile, cards)
            self._legal[part] = not isinstance(after, Illegal)
        return self._legal[part]
