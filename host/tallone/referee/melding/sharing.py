"""Every way to share cards laid in one place among the melds there, old and new, of any kind.

The naturals are dealt out suit by suit in rising order, each to a run, to a group or to a new meld;
then the wilds. A branch ends as soon as it has more holes than wilds, or more new melds than cards
to make them whole. What is too much for that is shared in the order it was laid.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.referee.melding.in_order import MAX_STEPS as IN_ORDER_STEPS
from tallone.referee.melding.in_order import Cards, Share, Steps, share_in_order
from tallone.rules import Illegal, Meld, MeldKind, Profile, Suit, extend, resolve
from tallone.rules.cards.cards import ACE, KING, CardCopy

# Partial ways looked at before the search gives up.
MAX_STEPS: Final = 3_000
MAX_FOUND: Final = 256
Shares = tuple[Share, ...]
# A run has its own two and one wild at most; a group one wild.
_WILDS: Final = {MeldKind.RUN: 2, MeldKind.GROUP: 1, None: 2}


@dataclasses.dataclass(frozen=True, slots=True)
class Shared:
    """The ways that were found, and whether there may be others."""

    ways: tuple[Shares, ...]
    gave_up: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class _Target:
    """An old meld (number > 0) or a new one (0), with the cards it gets.

    `ranks` are those of its naturals but the Ace, `wilds` its twos and jokers. A new meld with one
    natural may yet become either kind.
    """

    number: int
    kind: MeldKind | None = None
    suit: Suit | None = None
    rank: int = 0
    new: Cards = ()
    ranks: frozenset[int] = frozenset()
    has_ace: bool = False
    wilds: int = 0

    def with_wild(self, card: CardCopy) -> "_Target":
        return _Target(
            self.number,
            self.kind,
            self.suit,
            self.rank,
            (*self.new, card),
            self.ranks,
            self.has_ace,
            self.wilds + 1,
        )

    def taking(self, card: CardCopy) -> "_Target | None":
        """Return the target with one more natural; None if it cannot hold it."""
        face = card.card
        rank = face.rank
        kind = self.kind
        if self.rank == rank and kind is not MeldKind.RUN:
            kind, ranks, has_ace = MeldKind.GROUP, self.ranks, self.has_ace
        elif self.suit is face.suit and kind is not MeldKind.GROUP:
            is_ace = rank == ACE
            if self.has_ace if is_ace else rank in self.ranks:
                return None
            kind, has_ace = MeldKind.RUN, self.has_ace or is_ace
            ranks = self.ranks if is_ace else self.ranks | {rank}
        else:
            return None
        new = (*self.new, card)
        return _Target(self.number, kind, self.suit, self.rank, new, ranks, has_ace, self.wilds)

    @property
    def lacks(self) -> int:
        """How many cards a new meld needs to be one."""
        return 0 if self.number else max(0, 3 - len(self.new))


def _begun(card: CardCopy, kind: MeldKind | None) -> _Target:
    face = card.card
    is_ace = face.rank == ACE
    ranks = frozenset() if is_ace else frozenset((face.rank,))
    return _Target(0, kind, face.suit, face.rank, (card,), ranks, is_ace)


def _old_target(number: int, meld: Meld) -> _Target:
    naturals = [copy.card for copy in meld.copies if not copy.card.can_be_wild]
    return _Target(
        number,
        meld.kind,
        naturals[0].suit if naturals else None,
        naturals[0].rank if naturals else 0,
        ranks=frozenset(face.rank for face in naturals if face.rank != ACE),
        has_ace=any(face.rank == ACE for face in naturals),
        wilds=meld.size - len(naturals),
    )


Targets = tuple[_Target, ...]


def share(
    profile: Profile,
    melds: Sequence[Meld],
    numbers: Sequence[int],
    cards: Sequence[CardCopy],
    *,
    steps: int = MAX_STEPS,
    budget: Steps | None = None,
    habit: MeldKind | None = None,
) -> Shared:
    """Return the ways to meld all the cards, given as they were laid, beside those of the melds.

    `numbers` count the melds from 1. With a `habit`, what has too many ways is looked through for new
    melds of that kind alone. A `budget` bounds this search and others together.
    """
    if not cards:
        return Shared(((),))
    budget = budget or Steps(4 * steps + 3 * IN_ORDER_STEPS)
    search = _Sharing(profile, melds, numbers, steps, budget)
    alone = search.alone(cards)
    if alone is not None:
        return Shared((alone,))
    found = search.find(cards)
    if search.gave_up:
        # Two copies of a face may lie either way round: without that there are fewer ways.
        search = _Sharing(profile, melds, numbers, steps, budget, tells_copies=False)
        found = search.find(cards)
    if search.gave_up and habit is not None:
        search = _Sharing(profile, melds, numbers, steps, budget, tells_copies=False, kind=habit)
        found = search.find(cards)
    if search.gave_up:
        in_order = share_in_order(profile, melds, numbers, cards, budget)
        found = {**{_key(shares): shares for shares in in_order}, **found}
        # Laid meld by meld in the only way there is: nobody means another.
        return Shared(tuple(found.values())[:MAX_FOUND], len(in_order) != 1 or budget.left < 0)
    return Shared(tuple(found.values())[:MAX_FOUND])


class _Sharing:
    """One search, with its bounds."""

    def __init__(
        self,
        profile: Profile,
        melds: Sequence[Meld],
        numbers: Sequence[int],
        steps: int,
        budget: Steps,
        *,
        tells_copies: bool = True,
        kind: MeldKind | None = None,
    ) -> None:
        self._kind = kind
        self._profile = profile
        self._tells_copies = tells_copies
        self._melds = melds
        self._old = tuple(
            _old_target(number, melds[number - 1])
            for number in numbers
            if not melds[number - 1].frozen
        )
        self._left = steps
        self._budget = budget
        self._legal: dict[tuple[int, frozenset[CardCopy]], bool] = {}
        self.gave_up = False

    def alone(self, cards: Sequence[CardCopy]) -> Shares | None:
        """Return the only way there is where no meld lies and the cards make one."""
        if self._old or not self._makes(0, tuple(cards)):
            return None
        return ((0, tuple(cards)),)

    def find(self, cards: Sequence[CardCopy]) -> dict[object, Shares]:
        """Return the ways by what tells them apart."""
        naturals = sorted(
            (card for card in cards if not card.card.can_be_wild),
            key=lambda card: (str(card.card.suit), card.card.rank == ACE, card.card, card),
        )
        wilds = sorted(
            (card for card in cards if card.card.can_be_wild), key=lambda card: (card.card, card)
        )
        found: dict[object, Shares] = {}
        for targets in self._deal(_Naturals(naturals, len(wilds)), 0, self._old):
            for shared in self._with_wilds(wilds, targets):
                if self._is_legal(shared):
                    shares = tuple((one.number, one.new) for one in shared if one.new)
                    found.setdefault(_key(shares), shares)
            if len(found) >= MAX_FOUND:
                break
        self.gave_up = len(found) >= MAX_FOUND or self._left < 0 or self._budget.left < 0
        return found

    def _goes_on(self) -> bool:
        """Count a step; say whether it may be made."""
        self._left -= 1
        self._budget.left -= 1
        return self._left >= 0 and self._budget.left >= 0

    def _deal(
        self, cards: "_Naturals", at: int, targets: Targets, first: int = 0
    ) -> Iterator[Targets]:
        """Yield the targets with every natural from that one on put somewhere."""
        if not self._goes_on() or not cards.may_end(targets, at):
            return
        if at == len(cards.cards):
            yield targets
            return
        card = cards.cards[at]
        is_twin = not self._tells_copies and cards.is_twin(at)
        for index, target in enumerate(targets):
            if index < first:
                continue
            after = target.taking(card)
            if after is not None:
                dealt = (*targets[:index], after, *targets[index + 1 :])
                yield from self._deal(cards, at + 1, dealt, index if is_twin else 0)
        begun = len(targets) if is_twin else 0
        yield from self._deal(cards, at + 1, (*targets, _begun(card, self._kind)), begun)

    def _with_wilds(self, wilds: Sequence[CardCopy], targets: Targets) -> Iterator[Targets]:
        """Yield the targets with every wild put somewhere."""
        if not self._goes_on() or sum(target.lacks for target in targets) > len(wilds):
            return
        if not wilds:
            yield targets
            return
        card, rest = wilds[0], wilds[1:]
        for index, target in enumerate(targets):
            if target.wilds < _WILDS[target.kind]:
                after = (*targets[:index], target.with_wild(card), *targets[index + 1 :])
                yield from self._with_wilds(rest, after)

    def _is_legal(self, targets: Targets) -> bool:
        return all(self._makes(target.number, target.new) for target in targets if target.new)

    def _makes(self, number: int, cards: Cards) -> bool:
        key = number, frozenset(cards)
        known = self._legal.get(key)
        if known is None:
            if number:
                after = extend(self._profile, self._melds[number - 1], cards)
            else:
                after = resolve(self._profile, cards)
            known = self._legal[key] = not isinstance(after, Illegal)
        return known


class _Naturals:
    """The naturals to deal out, suit by suit in rising order, and the number of wilds beside them."""

    def __init__(self, cards: Sequence[CardCopy], wilds: int) -> None:
        self.cards = cards
        self.wilds = wilds
        self._faces = [(card.card.suit, card.card.rank) for card in cards]

    def is_twin(self, at: int) -> bool:
        """Whether the next card has the same face."""
        return at + 1 < len(self._faces) and self._faces[at] == self._faces[at + 1]

    def may_end(self, targets: Targets, at: int) -> bool:
        """Whether the cards from that one on can make melds of what is dealt, all before them settled."""
        left, wilds = len(self.cards) - at, self.wilds
        suit, rank = self._faces[at] if left else (None, ACE)
        lacks = holes = 0
        for target in targets:
            if not target.number and len(target.new) < 3:
                lacks += 3 - len(target.new)
                if lacks > left + wilds or not self._may_grow(target, at):
                    return False
            if target.kind is MeldKind.RUN and target.new:
                # Cards of a suit come in rising order: a hole below the next one stays one.
                below = rank if target.suit is suit and rank != ACE else KING + 1
                holes += _holes(target, below)
                if holes > wilds:
                    return False
        return True

    def _may_grow(self, target: _Target, at: int) -> bool:
        """Whether the cards still to come can make a new meld of what it has."""
        lacks, faces = 3 - len(target.new), self._faces
        if target.kind is not MeldKind.RUN:
            alike = min(self.wilds, 1)
            for place in range(at, len(faces)):
                alike += faces[place][1] == target.rank
            if alike >= lacks:
                return True
            if target.kind is MeldKind.GROUP:
                return False
        near = min(self.wilds, 2)
        top = max(target.ranks, default=KING + 1)
        reach = top + lacks + near
        for place in range(at, len(faces)):
            suit, rank = faces[place]
            if suit is target.suit and (rank == ACE or top > KING or top < rank <= reach):
                near += 1
        return near >= lacks


def _holes(target: _Target, below: int) -> int:
    """Count the holes of a run below a rank that no wild of its own fills."""
    ranks = target.ranks
    if not ranks:
        return 0
    low, highest = min(ranks), min(below, max(ranks))
    inside = sum(low <= rank < highest for rank in ranks)
    return max(0, highest - low - inside - target.wilds)


def _key(shares: Shares) -> object:
    return tuple(sorted((number, tuple(sorted(cards))) for number, cards in shares))
