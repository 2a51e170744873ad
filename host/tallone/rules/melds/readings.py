"""What laid cards can mean: every legal way to share them among new melds and the side's own.

The mat says which cards have come to a side's run tile and to its group tile in one segment of a turn.
Here all explanations are listed, so that the referee can tell "only one" from "ask".
"""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tallone.rules.cards.cards import FACES, PACK, Card, CardCopy
from tallone.rules.cards.masks import copies_in, mask_of
from tallone.rules.melds.held_sets import Copies, Held, additions, hold, openings
from tallone.rules.melds.meld import Meld
from tallone.rules.melds.shapes import MeldKind, shapes
from tallone.rules.profiles.profile import Profile

# More ways than this are not told apart by asking; the search ends there.
MAX_EXPLANATIONS: Final = 64
_MAX_STEPS: Final = 20_000


@dataclasses.dataclass(frozen=True, slots=True)
class Explanation:
    """One way: the new melds, and for each extended meld (counted from 1) the cards added to it."""

    opens: tuple[tuple[CardCopy, ...], ...]
    adds: tuple[tuple[int, tuple[CardCopy, ...]], ...]

    @property
    def moves(self) -> int:
        return len(self.opens) + len(self.adds)


def explain(
    profile: Profile,
    melds: Sequence[Meld],
    run_cards: Sequence[CardCopy],
    group_cards: Sequence[CardCopy],
) -> tuple[Explanation, ...]:
    """Return every legal explanation, fewest melds touched first; at most MAX_EXPLANATIONS.

    Each existing meld is extended at most once. The turn's legal end is not looked at.
    """
    found = []
    runs = _Search(profile, melds, MeldKind.RUN).ways(run_cards)
    groups = _Search(profile, melds, MeldKind.GROUP).ways(group_cards)
    for run_way in runs:
        for group_way in groups:
            opens = run_way.opens + group_way.opens
            found.append(Explanation(opens, tuple(sorted(run_way.adds + group_way.adds))))
    found.sort(key=lambda way: (way.moves, way.opens, way.adds))
    return tuple(found[:MAX_EXPLANATIONS])


_FaceWay = tuple[tuple[tuple[Card, ...], ...], tuple[tuple[int, tuple[Card, ...]], ...]]


class _Search:
    """Shares one tile's cards, by faces: the least card left goes to one of its possible places."""

    def __init__(self, profile: Profile, melds: Sequence[Meld], kind: MeldKind) -> None:
        self._profile = profile
        self._rules = profile.wild_rules
        self._kind = kind
        self._melds = {
            number: meld
            for number, meld in enumerate(melds, start=1)
            if meld.kind is kind and not meld.frozen
        }
        self._ranks = {meld.rank for meld in melds if meld.kind is MeldKind.GROUP}
        self._runs = [meld.shape.faces for meld in melds if meld.kind is MeldKind.RUN]
        self._steps = 0

    def ways(self, cards: Sequence[CardCopy]) -> list[Explanation]:
        seen: dict[_FaceWay, None] = {}
        for opens, adds in self._share(hold(cards), (), ()):
            way = (tuple(sorted(opens)), tuple(sorted(adds)))
            seen.setdefault(way)
            if len(seen) >= MAX_EXPLANATIONS:
                break
        return [self._with_copies(way, cards) for way in seen]

    def _with_copies(self, way: _FaceWay, cards: Sequence[CardCopy]) -> Explanation:
        left = sorted(cards)
        opens = [_take(left, faces) for faces in way[0]]
        adds = [(number, _take(left, faces)) for number, faces in way[1]]
        return Explanation(tuple(opens), tuple(adds))

    def _share(
        self,
        left: Held,
        opens: tuple[tuple[Card, ...], ...],
        adds: tuple[tuple[int, tuple[Card, ...]], ...],
    ) -> Iterator[_FaceWay]:
        self._steps += 1
        if self._steps > _MAX_STEPS:
            return
        if not left.copies:
            yield opens, adds
            return
        card = _next_card(left)
        extended = {number for number, _ in adds}
        for number, meld in self._melds.items():
            if number in extended:
                continue
            for copies in additions(self._rules, meld.shape, left):
                faces = _faces(copies)
                if card in faces:
                    yield from self._share(_without(left, copies), opens, (*adds, (number, faces)))
        for copies in openings(left):
            faces = _faces(copies)
            if card in faces and self._may_open(faces, opens):
                yield from self._share(_without(left, copies), (*opens, faces), adds)

    def _may_open(self, faces: tuple[Card, ...], opens: Sequence[tuple[Card, ...]]) -> bool:
        shape = shapes(faces)[0]
        if shape.kind is not self._kind:
            return False
        if self._kind is MeldKind.RUN:
            allowed = self._profile.identical_runs == "allowed"
            return allowed or all(shapes(other)[0] is not shape for other in (*self._runs, *opens))
        if self._profile.identical_groups == "allowed":
            return True
        return shape.low not in self._ranks and all(
            shapes(other)[0].low != shape.low for other in opens
        )


def _next_card(left: Held) -> Card:
    """Return the lowest natural left, or else the lowest wild: naturals have fewer places."""
    return min(_faces(left.copies), key=lambda card: (card.can_be_wild, card))


def _faces(copies: Iterable[CardCopy]) -> tuple[Card, ...]:
    return tuple([FACES[copy] for copy in copies])


def _without(left: Held, copies: Copies) -> Held:
    return hold(PACK[number] for number in copies_in(left.mask & ~mask_of(copies)))


def _take(left: list[CardCopy], faces: Sequence[Card]) -> Copies:
    """Take copies of those faces away, the lowest of equal ones first."""
    taken = []
    for face in faces:
        copy = next(copy for copy in left if FACES[copy] == face)
        left.remove(copy)
        taken.append(copy)
    return tuple(taken)
