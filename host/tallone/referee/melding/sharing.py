"""Every way to share the cards of one tile among its melds, old and new.

All natural cards of a rank on the group tile are one group's, for a side has no two of a rank. On
the run tile the naturals of each suit are dealt out in rising order, then the wilds; a branch ends
as soon as it has more holes than wilds to fill them. What is too much for that, a pile of forty
cards melded at once, is shared in the order it was laid.
"""

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.referee.melding.in_order import Cards, Share, share_in_order
from tallone.rules import Illegal, Meld, MeldKind, Profile, Suit, extend, resolve
from tallone.rules.cards.cards import ACE, KING, CardCopy

# Partial ways looked at on one tile before the search gives up. In 40 whole hands the most was 249,
# save for piles of more than thirty cards.
MAX_STEPS: Final = 4_000
MAX_FOUND: Final = 1024


@dataclasses.dataclass(frozen=True, slots=True)
class _Target:
    """An old meld (number > 0) or a new one (0), with the cards it gets.

    `ranks` are those of its naturals but the Ace, `wilds` its twos and jokers.
    """

    number: int
    new: Cards = ()
    ranks: frozenset[int] = frozenset()
    has_ace: bool = False
    wilds: int = 0

    def with_card(self, card: CardCopy) -> "_Target":
        face = card.card
        new = (*self.new, card)
        if face.can_be_wild:
            return _Target(self.number, new, self.ranks, self.has_ace, self.wilds + 1)
        if face.rank == ACE:
            return _Target(self.number, new, self.ranks, True, self.wilds)
        return _Target(self.number, new, self.ranks | {face.rank}, self.has_ace, self.wilds)

    def holds(self, rank: int) -> bool:
        return self.has_ace if rank == ACE else rank in self.ranks


def _old_target(number: int, meld: Meld) -> _Target:
    target = _Target(number)
    for card in meld.copies:
        target = target.with_card(card)
    return dataclasses.replace(target, new=())


Targets = tuple[_Target, ...]


def share(
    profile: Profile, melds: Sequence[Meld], kind: MeldKind, cards: Sequence[CardCopy]
) -> list[tuple[Share, ...]]:
    """Return the ways to meld all the cards, given as they were laid, on a tile of that kind."""
    search = _Sharing(profile, melds, kind)
    found = search.find(cards)
    if search.gave_up:
        found = {**_by_key(share_in_order(profile, melds, kind, cards)), **found}
    return list(found.values())[:MAX_FOUND]


class _Sharing:
    """One search, with its bounds."""

    def __init__(self, profile: Profile, melds: Sequence[Meld], kind: MeldKind) -> None:
        self._profile = profile
        self._melds = melds
        self._kind = kind
        self._steps = 0
        self.gave_up = False

    def find(self, cards: Sequence[CardCopy]) -> dict[object, tuple[Share, ...]]:
        """Return the ways by what tells them apart."""
        if not cards:
            return {(): ()}
        naturals = sorted(card for card in cards if not card.card.can_be_wild)
        wilds = sorted(card for card in cards if card.card.can_be_wild)
        found: dict[object, tuple[Share, ...]] = {}
        for targets in self._naturals(naturals, len(wilds)):
            for shared in self._with_wilds(wilds, targets):
                if self._is_legal(shared):
                    shares = tuple((one.number, one.new) for one in shared if one.new)
                    found.setdefault(_key(shares), shares)
            if len(found) >= MAX_FOUND:
                break
        self.gave_up = len(found) >= MAX_FOUND or self._steps > MAX_STEPS
        return found

    def _old(self, fits: Suit | int) -> Targets:
        return tuple(
            _old_target(number, meld)
            for number, meld in enumerate(self._melds, start=1)
            if meld.kind is self._kind and not meld.frozen and _trait(meld) == fits
        )

    def _naturals(self, cards: Sequence[CardCopy], wilds: int) -> Iterator[Targets]:
        """Yield the targets with every natural put somewhere."""
        traits: dict[Suit | int, list[CardCopy]] = {}
        for card in cards:
            suit = card.card.suit
            trait = card.card.rank if self._kind is MeldKind.GROUP or suit is None else suit
            traits.setdefault(trait, []).append(card)
        untouched = [
            _old_target(number, meld)
            for number, meld in enumerate(self._melds, start=1)
            if meld.kind is self._kind and not meld.frozen and _trait(meld) not in traits
        ]
        options = [
            list(self._of_group(trait, part))
            if self._kind is MeldKind.GROUP
            else list(self._of_suit(part, self._old(trait), wilds))
            for trait, part in traits.items()
        ]
        for combination in itertools.product(*options):
            self._steps += 1
            if self._steps > MAX_STEPS:
                return
            targets = tuple(itertools.chain(*combination, untouched))
            if sum(map(_lacks, targets)) <= wilds:
                yield targets

    def _of_group(self, rank: Suit | int, cards: Sequence[CardCopy]) -> Iterator[Targets]:
        old = self._old(rank)
        if old:
            yield (dataclasses.replace(old[0], new=tuple(cards)), *old[1:])
        else:
            yield (_Target(0, tuple(cards)),)

    def _of_suit(
        self, cards: Sequence[CardCopy], targets: Targets, wilds: int
    ) -> Iterator[Targets]:
        """Yield the ways to deal a suit's naturals to its runs, Aces last."""
        rising = sorted(cards, key=lambda card: (card.card.rank == ACE, card.card))
        yield from self._deal(rising, targets, wilds)

    def _deal(self, cards: list[CardCopy], targets: Targets, wilds: int) -> Iterator[Targets]:
        self._steps += 1
        # Cards come in rising order: a hole below the next one stays one.
        below = KING + 1 if not cards or cards[0].card.rank == ACE else cards[0].card.rank
        if self._steps > MAX_STEPS or not _may_end(targets, below, len(cards), wilds):
            return
        if not cards:
            yield targets
            return
        card, rest = cards[0], cards[1:]
        for index, target in enumerate(targets):
            if not target.holds(card.card.rank):
                after = (*targets[:index], target.with_card(card), *targets[index + 1 :])
                yield from self._deal(rest, after, wilds)
        fresh = (*targets, _Target(0).with_card(card))
        yield from self._deal(rest, fresh, wilds)

    def _with_wilds(self, wilds: Sequence[CardCopy], targets: Targets) -> Iterator[Targets]:
        """Yield the targets with every wild put somewhere."""
        self._steps += 1
        if self._steps > MAX_STEPS:
            return
        if sum(map(_lacks, targets)) > len(wilds):
            return
        if not wilds:
            yield targets
            return
        card, rest = wilds[0], wilds[1:]
        limit = 1 if self._kind is MeldKind.GROUP else 2
        for index, target in enumerate(targets):
            if target.wilds < limit:
                after = (*targets[:index], target.with_card(card), *targets[index + 1 :])
                yield from self._with_wilds(rest, after)

    def _is_legal(self, targets: Targets) -> bool:
        for target in targets:
            if not target.new:
                continue
            if target.number:
                after = extend(self._profile, self._melds[target.number - 1], target.new)
            else:
                after = resolve(self._profile, target.new)
            if isinstance(after, Illegal) or after.kind is not self._kind:
                return False
        return True


def _trait(meld: Meld) -> Suit | int | None:
    """Return a group's rank or a run's suit."""
    natural = next(card.card for card in meld.copies if not card.card.can_be_wild)
    return natural.rank if meld.kind is MeldKind.GROUP else natural.suit


def _may_end(targets: Targets, below: int, naturals: int, wilds: int) -> bool:
    """Whether the rest of the cards can make melds of runs dealt so far, all ranks below settled."""
    holes = lacks = 0
    for target in targets:
        hole, lack = _holes(target, below), _lacks(target)
        # A new run that the coming cards are too high for grows by wilds alone, or a low Ace.
        if target.ranks and below - max(target.ranks) > 2 and below <= KING:
            hole = max(hole, lack - (min(target.ranks) <= 4))
        holes += hole
        lacks += lack
    return holes <= wilds and lacks <= naturals + wilds


def _holes(target: _Target, below: int) -> int:
    """Count the holes of a run below a rank that no wild of its own fills."""
    ranks = target.ranks
    if not ranks:
        return 0
    low, highest = min(ranks), min(below, max(ranks))
    inside = sum(low <= rank < highest for rank in ranks)
    return max(0, highest - low - inside - target.wilds)


def _lacks(target: _Target) -> int:
    """Count the wilds a new meld needs to be one."""
    return 0 if target.number else max(0, 3 - len(target.new))


def _by_key(found: Sequence[tuple[Share, ...]]) -> dict[object, tuple[Share, ...]]:
    return {_key(shares): shares for shares in found}


def _key(shares: tuple[Share, ...]) -> object:
    return tuple(sorted((number, tuple(sorted(cards))) for number, cards in shares))
