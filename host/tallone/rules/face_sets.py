"""Every set of held faces that opens a meld, and every set that can be added to one.

Works on faces: cards with the same face give the same set once. What a set becomes, and whether a wild
may move for it, is settled by `meld.extend_faces`; here sets are only proposed, none left out.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.rules.cards import ACE, CARDS, TWO, Card
from tallone.rules.meld import extend_faces
from tallone.rules.profile import Profile
from tallone.rules.shapes import HIGH_ACE, MIN_MELD, MeldKind, Shape, face_at, key_of
from tallone.rules.verdicts import Illegal

Faces = tuple[Card, ...]
Held = Counter[Card]
_SUITS: Final = range(4)
_GROUP_RANKS: Final = (1, *range(3, 14))


def opening_sets(held: Held) -> list[Faces]:
    """Return every set of held faces that makes a meld, each once, in a fixed order."""
    found: dict[int, Faces] = {}
    wilds = _wilds(held)
    for faces in itertools.chain(_run_sets(held, wilds), _group_sets(held, wilds)):
        found.setdefault(key_of(faces), faces)
    return list(found.values())


def extending_sets(profile: Profile, shape: Shape, held: Held) -> list[Faces]:
    """Return every set of held faces that may be added to a meld of that shape, each once."""
    proposals = (
        _group_additions(shape, held)
        if shape.kind is MeldKind.GROUP
        else _run_additions(shape, held)
    )
    found: dict[int, Faces] = {}
    for faces in proposals:
        key = key_of(faces)
        if (
            faces
            and key not in found
            and not isinstance(extend_faces(profile, shape, faces), Illegal)
        ):
            found[key] = faces
    return list(found.values())


def _wilds(held: Held) -> list[Card]:
    return [face for face in held if face.can_be_wild and held[face]]


def _run_sets(held: Held, wilds: list[Card]) -> Iterator[Faces]:
    for suit in _SUITS:
        natural = [False] + [held[face_at(suit, place)] > 0 for place in range(ACE, HIGH_ACE + 1)]
        if sum(natural[ACE:HIGH_ACE]) < MIN_MELD - 1:
            continue
        for low in range(ACE, HIGH_ACE - 1):
            yield from _windows_from(suit, low, natural, held, wilds)


def _windows_from(
    suit: int, low: int, natural: list[bool], held: Held, wilds: list[Card]
) -> Iterator[Faces]:
    missing: list[int] = []
    for high in range(low, HIGH_ACE + 1):
        if not natural[high]:
            missing.append(high)
        if len(missing) > 1 or (missing and not wilds):
            return
        if high - low + 1 < MIN_MELD:
            continue
        places = range(low, high + 1)
        both_aces = low == ACE and high == HIGH_ACE
        if not missing and not both_aces:
            yield tuple(face_at(suit, place) for place in places)
        spare = missing or ([ACE, HIGH_ACE] if both_aces else places)
        if both_aces and missing and missing[0] not in (ACE, HIGH_ACE):
            return
        for place in spare:
            rest = tuple(face_at(suit, other) for other in places if other != place)
            for wild in wilds:
                if held[wild] > rest.count(wild):
                    yield (*rest, wild)


def _group_sets(held: Held, wilds: list[Card]) -> Iterator[Faces]:
    for rank in _GROUP_RANKS:
        for faces in _rank_subsets(rank, held):
            if len(faces) >= MIN_MELD:
                yield faces
            if len(faces) >= MIN_MELD - 1:
                for wild in wilds:
                    yield (*faces, wild)


def _rank_subsets(rank: int, held: Held) -> Iterator[Faces]:
    """Yield every multiset of held naturals of a rank, the empty one first."""
    faces = [CARDS[suit * 13 + rank - 1] for suit in _SUITS]
    for counts in itertools.product(*(range(min(held[face], 2) + 1) for face in faces)):
        yield tuple(face for face, count in zip(faces, counts, strict=True) for _ in range(count))


def _group_additions(shape: Shape, held: Held) -> Iterator[Faces]:
    wilds = _wilds(held) if shape.wild < 0 else []
    for faces in _rank_subsets(shape.low, held):
        yield faces
        for wild in wilds:
            yield (*faces, wild)


def _run_additions(shape: Shape, held: Held) -> Iterator[Faces]:
    places = {shape.low + index for index in range(shape.size) if index != shape.wild}
    own_two = CARDS[shape.suit * 13 + TWO - 1]
    hand_wilds = _wilds(held)
    if shape.wild < 0:
        yield from _fillings(shape.suit, places, held, None, hand_wilds)
        if TWO in places:
            yield from _fillings(shape.suit, places - {TWO}, held, own_two, [])
        return
    wild = shape.faces[shape.wild]
    yield from _fillings(shape.suit, places, held, wild, [])
    if wild == own_two and TWO not in places:
        yield from _fillings(shape.suit, places | {TWO}, held, None, hand_wilds)
    elif TWO in places:
        # The natural two may go to work as the wild while the wild, a two of the suit too, goes home.
        yield from _fillings(shape.suit, places, held, own_two, [])


def _fillings(
    suit: int, fixed: set[int], held: Held, laid_wild: Card | None, hand_wilds: Sequence[Card]
) -> Iterator[Faces]:
    """Yield what must be added so that the fixed places and one wild at most fill a window.

    `laid_wild` lies in the meld already and must be used; `hand_wilds` may be.
    """
    for low in range(min(fixed), 0, -1):
        for high in range(max(fixed), HIGH_ACE + 1):
            missing = [place for place in range(low, high + 1) if place not in fixed]
            absent = [place for place in missing if held[face_at(suit, place)] < 1]
            if len(absent) > 1:
                break
            if not absent and laid_wild is None:
                yield tuple(face_at(suit, place) for place in missing)
            for place in absent or missing:
                rest = tuple(face_at(suit, other) for other in missing if other != place)
                if laid_wild is not None:
                    yield rest
                for wild in hand_wilds:
                    if held[wild] > rest.count(wild):
                        yield (*rest, wild)
