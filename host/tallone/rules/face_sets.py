"""Every set of held faces that opens a meld, and every set that can be added to one.

Works on keys (see `shapes`): cards with the same face give the same set once. Sets depend on one suit
or rank and on the wilds only, and from turn to turn little of that changes, so each part is found
once and remembered.
"""

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tallone.rules.cards import ACE, CARDS, JOKER, SUITS, TWO, Card
from tallone.rules.meld import WildRules, extend_faces
from tallone.rules.profile import Profile
from tallone.rules.shapes import HIGH_ACE, MIN_MELD, WEIGHTS, MeldKind, Shape, face_at, key_of
from tallone.rules.verdicts import Illegal

Faces = tuple[Card, ...]
Sets = tuple[Faces, ...]
_SUIT_NUMBERS: Final = range(len(SUITS))
_GROUP_RANKS: Final = (1, *range(3, 14))
_COPIES: Final = 3  # of a face but the joker, as the two bits of a key
_WILDS: Final = tuple(card for card in CARDS if card.can_be_wild)
_WILD_MASK: Final = sum(_COPIES * WEIGHTS[card] for card in _WILDS[:-1]) + 7 * WEIGHTS[JOKER]
_SUIT_MASKS: Final = tuple(
    sum(_COPIES * WEIGHTS[face_at(suit, rank)] for rank in range(1, 14)) for suit in _SUIT_NUMBERS
)
_RANK_MASKS: Final = tuple(
    sum(_COPIES * WEIGHTS[face_at(suit, rank)] for suit in _SUIT_NUMBERS) for rank in range(14)
)
_GROUP_MASKS: Final = tuple((rank, _RANK_MASKS[rank]) for rank in _GROUP_RANKS)
# A card alone opens no meld; most ranks of a holding are such, or empty.
_ALONE: Final = frozenset((0, *WEIGHTS))
# Parts of holdings that are remembered; a few hands have some thousands.
_REMEMBERED: Final = 8192


def held_of(key: int, face: Card) -> int:
    """Return how many cards of that face a key holds."""
    count = key // WEIGHTS[face]
    return count if face == JOKER else count & _COPIES


def openings(key: int, without_ranks: frozenset[int] = frozenset()) -> list[Faces]:
    """Return every set of held faces that makes a meld, each once; no group of some ranks."""
    wilds = key & _WILD_MASK
    found: list[Faces] = []
    for mask in _SUIT_MASKS:
        if key & mask not in _ALONE:
            found += _suit_openings(key & mask, wilds)
    for rank, mask in _GROUP_MASKS:
        if key & mask not in _ALONE and rank not in without_ranks:
            found += _rank_openings(key & mask, wilds)
    return found


def additions(profile: Profile, shape: Shape, key: int) -> Sets:
    """Return every set of held faces that may be added to a meld of that shape, each once."""
    mask = _SUIT_MASKS[shape.suit] if shape.kind is MeldKind.RUN else _RANK_MASKS[shape.low]
    useful = key & (mask | _WILD_MASK)
    return _additions(WildRules.of(profile), shape, useful) if useful else ()


@lru_cache(maxsize=_REMEMBERED)
def _additions(rules: WildRules, shape: Shape, key: int) -> Sets:
    run = shape.kind is MeldKind.RUN
    proposals = _run_additions(shape, key) if run else _group_additions(shape, key)
    found: dict[int, Faces] = {}
    for faces in proposals:
        found.setdefault(key_of(faces), faces)
    found.pop(0, None)
    return tuple(
        faces
        for faces in found.values()
        if not isinstance(extend_faces(rules, shape, faces), Illegal)
    )


@lru_cache(maxsize=_REMEMBERED)
def _suit_openings(key: int, wilds: int) -> Sets:
    """Return every run of the suit whose cards are in the key; its wild is one of the wilds."""
    suit = next(suit for suit, mask in enumerate(_SUIT_MASKS) if key & mask)
    natural = [False] + [held_of(key, face_at(suit, place)) > 0 for place in range(1, 15)]
    found: dict[int, Faces] = {}
    for low in range(ACE, HIGH_ACE - 1):
        for faces in _windows_from(suit, low, natural, wilds):
            found.setdefault(key_of(faces), faces)
    return tuple(found.values())


def _windows_from(suit: int, low: int, natural: list[bool], wilds: int) -> Iterator[Faces]:
    """Yield the sets that fill a window of places from that low one, with one wild at most."""
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
        if both_aces and missing:
            # The wild is needed inside, so the Ace would lie at both ends.
            return
        if not missing and not both_aces:
            yield tuple(face_at(suit, place) for place in places)
        for place in missing or ((ACE, HIGH_ACE) if both_aces else places):
            rest = tuple(face_at(suit, other) for other in places if other != place)
            yield from _with_each_wild(rest, wilds)


def _with_each_wild(rest: Faces, wilds: int) -> Iterator[Faces]:
    """Yield the faces with each wild of which one is left beside them."""
    for wild in _WILDS:
        if held_of(wilds, wild) > rest.count(wild):
            yield (*rest, wild)


@lru_cache(maxsize=_REMEMBERED)
def _rank_openings(key: int, wilds: int) -> Sets:
    """Return every group of the rank whose naturals are in the key."""
    rank = next(rank for rank in _GROUP_RANKS if key & _RANK_MASKS[rank])
    return tuple(_groups(rank, key, wilds))


def _groups(rank: int, key: int, wilds: int) -> Iterator[Faces]:
    for faces in _rank_subsets(rank, key):
        if len(faces) >= MIN_MELD:
            yield faces
        if len(faces) >= MIN_MELD - 1:
            yield from _with_each_wild(faces, wilds)


def _rank_subsets(rank: int, key: int) -> Iterator[Faces]:
    """Yield every multiset of held naturals of a rank, the empty one first."""
    faces = [face_at(suit, rank) for suit in _SUIT_NUMBERS]
    for counts in itertools.product(*(range(held_of(key, face) + 1) for face in faces)):
        yield tuple(face for face, count in zip(faces, counts, strict=True) for _ in range(count))


def _group_additions(shape: Shape, key: int) -> Iterator[Faces]:
    wilds = key & _WILD_MASK if shape.wild < 0 else 0
    for faces in _rank_subsets(shape.low, key & _RANK_MASKS[shape.low]):
        yield faces
        yield from _with_each_wild(faces, wilds)


def _run_additions(shape: Shape, key: int) -> Iterator[Faces]:
    places = {shape.low + index for index in range(shape.size) if index != shape.wild}
    own_two = face_at(shape.suit, TWO)
    wilds = key & _WILD_MASK
    if shape.wild < 0:
        yield from _fillings(shape.suit, places, key, None, wilds)
        if TWO in places:
            yield from _fillings(shape.suit, places - {TWO}, key, own_two, 0)
        return
    wild = shape.faces[shape.wild]
    yield from _fillings(shape.suit, places, key, wild, 0)
    if wild == own_two and TWO not in places:
        yield from _fillings(shape.suit, places | {TWO}, key, None, wilds)
    elif TWO in places:
        # The natural two may go to work as the wild while the wild, a two of the suit too, goes home.
        yield from _fillings(shape.suit, places, key, own_two, 0)


def _fillings(
    suit: int, fixed: set[int], key: int, laid_wild: Card | None, wilds: int
) -> Iterator[Faces]:
    """Yield what must be added so that the fixed places and one wild at most fill a window.

    `laid_wild` lies in the meld already and must be used; one of `wilds` may be.
    """
    for low in range(min(fixed), 0, -1):
        for high in range(max(fixed), HIGH_ACE + 1):
            missing = [place for place in range(low, high + 1) if place not in fixed]
            absent = [place for place in missing if not held_of(key, face_at(suit, place))]
            if len(absent) > 1:
                break
            if not absent and laid_wild is None:
                yield tuple(face_at(suit, place) for place in missing)
            yield from _one_by_wild(suit, missing, absent, laid_wild, wilds)


def _one_by_wild(
    suit: int,
    missing: Sequence[int],
    absent: Sequence[int],
    laid_wild: Card | None,
    wilds: int,
) -> Iterator[Faces]:
    """Yield what fills the missing places but one, which a wild takes: the absent one if there is."""
    for place in absent or missing:
        rest = tuple(face_at(suit, other) for other in missing if other != place)
        if laid_wild is not None:
            yield rest
        yield from _with_each_wild(rest, wilds)
