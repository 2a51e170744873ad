"""Which sets of faces make a meld, and how: every way to give each card its role.

A `Shape` is a meld without backs: faces in order with the place of the wild. There are some sixteen
thousand; each is made once, when its set is first seen, and found again by one look-up. The key of a set
is the sum of one weight per face. Its digits count the jokers, the twos of each suit, the other ranks and
the other cards of each suit: that tells a meld from every other set of as many cards, for the naturals of
a meld have one suit or one rank (decision 9).

In a run a card's position is its rank, 1 for a low Ace, 14 for a high one.
"""

import dataclasses
import enum
import functools
import itertools
import operator
from collections.abc import Sequence
from typing import Final

from tallone.rules.cards.cards import ACE, CARDS, RANKS, SUITS, TWO, Card
from tallone.rules.cards.masks import RANK_COPIES, SUIT_COPIES
from tallone.rules.cards.quick import quick

HIGH_ACE: Final = 14
MAX_RUN: Final = 14
MIN_MELD: Final = 3

# By how many values each digit of a key has, the lowest first: jokers, the twos of each suit, the other
# ranks, the suits but for their twos. A key fits a machine word, so `sum` adds without big numbers.
_VALUES: Final = (5, *[3] * 4, *[9] * 12, *[MAX_RUN + 1] * 4)
_UNITS: Final[tuple[int, ...]] = (1, *itertools.accumulate(_VALUES, operator.mul))


def _weight_of(face: Card) -> int:
    if face.is_joker:
        return _UNITS[0]
    suit = face // 13
    if face.is_pinella:
        return _UNITS[1 + suit]
    # The ranks are the Ace and those from the three on.
    return _UNITS[5 + max(0, face.rank - TWO)] + _UNITS[17 + suit]


# list.__getitem__ is a C function, which map() calls quickly (see `masks`).
_weight: Final = [_weight_of(face) for face in CARDS].__getitem__


@quick
class MeldKind(enum.Enum):
    """A run is one suit in order, a group one rank."""

    RUN = "run"
    GROUP = "group"


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One way for a set of faces to be a meld; compared by identity, since each exists once.

    `faces` runs low to high, groups naturals first in suit order and the wild last; `wild` is the index
    of the wild in them or -1; `low` is a run's lowest position or the group's rank; `suit` is a run's
    suit number or -1. `ace` is the position of a run's Ace, 0 without one; `own_two`: a run has its two
    in the two's place. `takes_wild`: a held wild may be added; if none is, then one at least of the cards
    in `near` must be, a mask of one deck. `mates` are the copies of its suit or rank, a mask of the pack.
    """

    kind: MeldKind
    suit: int
    low: int
    faces: tuple[Card, ...]
    wild: int
    points: int
    near: int
    takes_wild: bool
    mates: int
    ace: int = 0
    own_two: bool = False

    @property
    def size(self) -> int:
        return len(self.faces)

    @property
    def naturals(self) -> int:
        return len(self.faces) - (self.wild >= 0)

    @property
    def wild_position(self) -> int:
        """The position a run's wild stands for, the group's rank, or 0 without a wild."""
        if self.wild < 0:
            return 0
        return self.low + self.wild if self.kind is MeldKind.RUN else self.low

    @property
    def role(self) -> str | None:
        """What the wild stands for, as it is written: `4H` in a run, `8` in a group; None without a wild."""
        if self.wild < 0:
            return None
        position = self.wild_position
        return str(face_at(self.suit, position)) if self.suit >= 0 else RANKS[position - 1]

    def text(self) -> str:
        """The shape in the notation: `3H JK(=4H) 5H`, `8H 8D JK(=8)`."""
        words = [str(face) for face in self.faces]
        if self.role is not None:
            words[self.wild] += f"(={self.role})"
        return " ".join(words)


def face_at(suit: int, position: int) -> Card:
    """Return the natural card of a run's position, 1 to 14."""
    return CARDS[suit * 13 + (position - 1) % 13]


_KNOWN: Final[dict[int, tuple[Shape, ...]]] = {}


def shapes(faces: Sequence[Card]) -> tuple[Shape, ...]:
    """Return every way these faces make a meld, the preferred one first; empty if there is none.

    The order of preference is the notation's: an own-suit two in its place, a wild in an inner gap, at
    the low end, or at the high end if a low Ace is there.
    """
    key = sum(map(_weight, faces))
    known = _KNOWN.get(key)
    if known is not None and len(known[0].faces) == len(faces):
        return known
    if len(faces) < MIN_MELD:
        return ()
    found = tuple(_find(sorted(faces)))
    if found:
        _KNOWN[key] = found
    return found


def _find(faces: list[Card]) -> list[Shape]:
    # Twos and jokers alone, but for an own-suit two beside its own Ace or three, give no rank.
    fixed = [face for face in faces if not _CAN_BE_WILD[face]]
    wilds = [face for face in faces if _CAN_BE_WILD[face]]
    if len(fixed) > 1 and len({face % 13 for face in fixed}) == 1:
        return _groups(fixed, wilds)
    if len({face // 13 for face in fixed}) == 1:
        return _runs(fixed, wilds)
    return []


def _groups(fixed: list[Card], wilds: list[Card]) -> list[Shape]:
    if len(wilds) > 1 or any(fixed.count(face) > 2 for face in fixed):
        return []
    faces = (*fixed, *wilds)
    wild = len(fixed) if wilds else -1
    rank = fixed[0].rank
    near = sum([1 << face_at(suit, rank) for suit in range(len(SUITS))])
    return [
        Shape(
            kind=MeldKind.GROUP,
            suit=-1,
            low=rank,
            faces=faces,
            wild=wild,
            points=_points(faces),
            near=near,
            takes_wild=not wilds,
            mates=RANK_COPIES[rank],
        )
    ]


def _runs(fixed: list[Card], wilds: list[Card]) -> list[Shape]:
    ranks = [face % 13 + 1 for face in fixed]
    if len(set(ranks)) < len(ranks):
        return []
    suit = fixed[0] // 13
    own_two = _PLACED[suit][TWO]
    layouts = [ranks]
    if ACE in ranks:
        # An Ace that fits at both ends is low: from the Ace to the queen, a wild is the king.
        layouts.append([HIGH_ACE if rank == ACE else rank for rank in ranks])
    found = []
    if own_two in wilds:
        others = list(wilds)
        others.remove(own_two)
        for layout in layouts:
            found += _run_shapes(suit, [*layout, TWO], others)
    for layout in layouts:
        found += _run_shapes(suit, layout, wilds)
    return found


def _run_shapes(suit: int, positions: list[int], wilds: list[Card]) -> list[Shape]:
    """Return the shapes with naturals at exactly those positions and every other card a wild, lower first."""
    low, high = min(positions), max(positions)
    holes = high - low + 1 - len(positions)
    if len(wilds) > 1 or holes > len(wilds):
        return []
    if not wilds:
        return [run_shape(suit, low, high, None, 0)]
    (wild,) = wilds
    if holes:
        places = list(set(range(low, high)) - set(positions))
    else:
        places = [place for place in (low - 1, high + 1) if ACE <= place <= HIGH_ACE]
    return [
        run_shape(suit, min(low, place), max(high, place), wild, place)
        for place in places
        # A two in its own place is natural.
        if wild != _PLACED[suit][place]
    ]


@functools.cache
def run_shape(suit: int, low: int, high: int, wild: Card | None, place: int) -> Shape:
    """Return the run from `low` to `high`, a wild at that place; there are some sixteen thousand."""
    placed = _PLACED[suit]
    faces = list(placed[low : high + 1])
    if wild is not None:
        faces[place - low] = wild
    near = _NEAR[suit]
    # Cards beside the run, and the one that its wild stands for, are what it takes.
    taken = near[low - 1] | near[high + 1] | near[place]
    # If a wild (or, at the low end, the natural two) can slide to the other end, the card one place beyond
    # fits too. From the two at the low end of 2H 3H 4H: 5H fits, and 6H with the two as its 5H.
    if low == (place or TWO):
        taken |= near[high + 2]
    if high == place:
        taken |= near[low - 2]
    # Where the Ace lies; a wild that stands for it does not count.
    ace = next((end for end in (ACE, HIGH_ACE) if end in (low, high) and end != place), 0)
    return Shape(
        kind=MeldKind.RUN,
        suit=suit,
        low=low,
        faces=tuple(faces),
        wild=-1 if wild is None else place - low,
        points=_points(faces),
        near=taken,
        # A wild that lies there is the only one, unless it is a two that may go to its own place.
        takes_wild=wild is None or wild == placed[TWO],
        mates=SUIT_COPIES[suit],
        ace=ace,
        own_two=low <= TWO and place != TWO,
    )


def _by_position(suit: int) -> tuple[Card, ...]:
    return tuple([face_at(suit, position) for position in range(HIGH_ACE + 1)])


# A suit's natural card of each position from 1, and the same as bits of a deck, none where no card goes.
_PLACED: Final = tuple(map(_by_position, range(len(SUITS))))
_NEAR: Final = tuple(
    {place: 1 << face for place, face in enumerate(placed) if place}
    | dict.fromkeys((-1, 0, 15, 16), 0)
    for placed in _PLACED
)


def _points(faces: Sequence[Card]) -> int:
    return sum(map(_points_of, faces))


_points_of: Final = [card.points for card in CARDS].__getitem__
_CAN_BE_WILD: Final = tuple(card.can_be_wild for card in CARDS)
