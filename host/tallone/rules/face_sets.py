"""Every set of held faces that opens a meld, and every set that can be added to one.

Works on keys (see `shapes`): cards with the same face give the same set once. Sets depend on one suit
or rank and on the wilds only, and from turn to turn little of that changes, so each part is found
once and remembered.
"""

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tallone.rules.cards import ACE, CARDS, JOKER, SUITS, TWO, Card
from tallone.rules.meld import WildRules, extend_faces
from tallone.rules.shapes import HIGH_ACE, MIN_MELD, WEIGHTS, MeldKind, Shape, face_at, key_of
from tallone.rules.verdicts import Illegal

Faces = tuple[Card, ...]
Sets = tuple[Faces, ...]
_SUIT_NUMBERS: Final = range(len(SUITS))
_GROUP_RANKS: Final = (1, *range(3, 14))
_COPIES: Final = 3  # of a face but the joker, as the two bits of a key
_WILDS: Final = tuple(card for card in CARDS if card.can_be_wild)
_SUIT_MASKS: Final = tuple(
    sum(_COPIES * WEIGHTS[face_at(suit, rank)] for rank in range(1, 14)) for suit in _SUIT_NUMBERS
)
_RANK_MASKS: Final = tuple(
    sum(_COPIES * WEIGHTS[face_at(suit, rank)] for suit in _SUIT_NUMBERS) for rank in range(14)
)
_GROUP_MASKS: Final = tuple((rank, _RANK_MASKS[rank]) for rank in _GROUP_RANKS)
_OWN_TWOS: Final = tuple(face_at(suit, TWO) for suit in _SUIT_NUMBERS)
_TWO_MASKS: Final = tuple(_COPIES * WEIGHTS[two] for two in _OWN_TWOS)
# A suit's place in a run, 1 to 14 -> the weight of its card.
_SUIT_PLACES: Final = tuple(
    (0, *(WEIGHTS[face_at(suit, place)] for place in range(1, HIGH_ACE + 1)))
    for suit in _SUIT_NUMBERS
)
_ALL_TWOS: Final = sum(_TWO_MASKS)
_ONES: Final = sum(WEIGHTS[:-1])
# A card alone opens no meld; most ranks of a holding are such, or empty.
_ALONE: Final = frozenset((0, *WEIGHTS))
# Parts of holdings that are remembered; a few hands have some thousands.
_REMEMBERED: Final = 16_384


class _Parts(NamedTuple):
    """Sets of held cards that are whole, and those that a wild must join.

    With the suit's own two as the wild some are whole already, and are left out.
    """

    whole: Sets
    rests: Sets
    rests_of_two: Sets


def held_of(key: int, face: Card) -> int:
    """Return how many cards of that face a key holds."""
    count = key // WEIGHTS[face]
    return count if face == JOKER else count & _COPIES


def openings(key: int, without_ranks: frozenset[int] = frozenset()) -> list[Faces]:
    """Return every set of held faces that makes a meld, each once; no group of some ranks."""
    wilds = _wilds(key)
    found: list[Faces] = []
    for suit, mask in enumerate(_SUIT_MASKS):
        if key & mask not in _ALONE:
            windows = _windows(suit, _present(key) & mask)
            found += _with_wilds(windows, key, _OWN_TWOS[suit])
    for rank, mask in _GROUP_MASKS:
        if key & mask not in _ALONE and rank not in without_ranks:
            found += _rank_openings(key & mask, wilds)
    return found


def additions(rules: WildRules, shape: Shape, key: int) -> list[Faces]:
    """Return every set of held faces that may be added to a meld of that shape, each once."""
    if shape.kind is MeldKind.GROUP:
        useful, own_two = key & _RANK_MASKS[shape.low], None
    else:
        useful = _within_reach(shape, key & _SUIT_MASKS[shape.suit])
        own_two = _OWN_TWOS[shape.suit]
    return _with_wilds(_additions(rules, shape, useful), key, own_two)


def _with_wilds(parts: _Parts, key: int, own_two: Card | None) -> list[Faces]:
    """Return the sets without a wild, and those that each held wild completes."""
    found = list(parts.whole)
    if parts.rests:
        for wild in _wild_faces(_wilds(key)):
            if wild != own_two:
                found += [(*rest, wild) for rest in parts.rests]
            else:
                count = held_of(key, wild)
                found += [(*rest, wild) for rest in parts.rests_of_two if count > rest.count(wild)]
    return found


def _within_reach(shape: Shape, key: int) -> int:
    """Return of a suit's cards those that a run can take: the rest would only be remembered.

    A run grows over one missing place at most. Its own twos always count, for they may be wild.
    """
    present = _present(key)
    places = _SUIT_PLACES[shape.suit]
    reach = key & _TWO_MASKS[shape.suit]
    if shape.wild >= 0:
        reach |= present & places[shape.low + shape.wild]
    for way in (range(shape.low - 1, 0, -1), range(shape.low + shape.size, HIGH_ACE + 1)):
        missing = 0
        for place in way:
            if present & places[place]:
                reach |= present & places[place]
            elif missing:
                break
            else:
                missing = 1
    return reach


def _present(key: int) -> int:
    """Return a key with each face once that this one has once or twice."""
    return (key | key >> 1) & _ONES


def _wilds(key: int) -> int:
    """Return a key with each wild once, but two copies of a two if there are two."""
    joker = WEIGHTS[JOKER] if key >= WEIGHTS[JOKER] else 0
    return key & _ALL_TWOS | joker


@lru_cache(maxsize=_REMEMBERED)
def _additions(rules: WildRules, shape: Shape, key: int) -> _Parts:
    """Find what of the useful cards may be added, without a held wild and with one."""
    run = shape.kind is MeldKind.RUN
    whole: dict[int, Faces] = {}
    rests: dict[int, Faces] = {}
    for faces, wants_wild in (_run_additions if run else _group_additions)(shape, key):
        (rests if wants_wild else whole).setdefault(key_of(faces), faces)
    whole.pop(0, None)

    def may_add(*faces: Card) -> bool:
        return not isinstance(extend_faces(rules, shape, faces), Illegal)

    own_two = _OWN_TWOS[shape.suit]
    of_two = [rest for key, rest in rests.items() if key + WEIGHTS[own_two] not in whole]
    return _Parts(
        tuple([faces for faces in whole.values() if may_add(*faces)]),
        tuple([rest for rest in rests.values() if may_add(*rest, JOKER)]),
        tuple([rest for rest in of_two if may_add(*rest, own_two)]),
    )


@lru_cache(maxsize=_REMEMBERED)
def _wild_faces(wilds: int) -> Faces:
    return tuple(card for card in _WILDS if held_of(wilds, card))


@lru_cache(maxsize=_REMEMBERED)
def _windows(suit: int, present: int) -> _Parts:
    """Find the windows of a suit that its cards fill, but for one place at most."""
    natural = [False] + [held_of(present, face_at(suit, place)) > 0 for place in range(1, 15)]
    runs: dict[int, Faces] = {}
    rests: dict[int, Faces] = {}
    for low in range(ACE, HIGH_ACE - 1):
        for faces, size in _windows_from(suit, low, natural):
            (runs if len(faces) == size else rests).setdefault(key_of(faces), faces)
    two = WEIGHTS[_OWN_TWOS[suit]]
    of_two = tuple([rest for key, rest in rests.items() if key + two not in runs])
    return _Parts(tuple(runs.values()), tuple(rests.values()), of_two)


def _windows_from(suit: int, low: int, natural: list[bool]) -> Iterator[tuple[Faces, int]]:
    """Yield what is held of each window from that low place, with the window's size."""
    missing: list[int] = []
    for high in range(low, HIGH_ACE + 1):
        if not natural[high]:
            missing.append(high)
        if len(missing) > 1:
            return
        size = high - low + 1
        if size < MIN_MELD:
            continue
        places = range(low, high + 1)
        both_aces = low == ACE and high == HIGH_ACE
        if both_aces and missing:
            # The wild is needed inside, so the Ace would lie at both ends.
            return
        if not missing and not both_aces:
            yield tuple([face_at(suit, place) for place in places]), size
        for place in missing or ((ACE, HIGH_ACE) if both_aces else places):
            yield tuple([face_at(suit, other) for other in places if other != place]), size


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
            for wild in _wild_faces(wilds):
                yield (*faces, wild)


def _rank_subsets(rank: int, key: int) -> Iterator[Faces]:
    """Yield every multiset of held naturals of a rank, the empty one first."""
    faces = [face_at(suit, rank) for suit in _SUIT_NUMBERS]
    for counts in itertools.product(*(range(held_of(key, face) + 1) for face in faces)):
        yield tuple(face for face, count in zip(faces, counts, strict=True) for _ in range(count))


# Faces to add, and whether a held wild must join them.
_Proposals = Iterator[tuple[Faces, bool]]


def _group_additions(shape: Shape, key: int) -> _Proposals:
    for faces in _rank_subsets(shape.low, key):
        yield faces, False
        if shape.wild < 0:
            yield faces, True


def _run_additions(shape: Shape, key: int) -> _Proposals:
    places = {shape.low + index for index in range(shape.size) if index != shape.wild}
    own_two = _OWN_TWOS[shape.suit]
    if shape.wild < 0:
        yield from _fillings(shape.suit, places, key, laid_wild=False)
        if TWO in places:
            yield from _fillings(shape.suit, places - {TWO}, key, laid_wild=True)
        return
    yield from _fillings(shape.suit, places, key, laid_wild=True)
    if shape.faces[shape.wild] == own_two and TWO not in places:
        yield from _fillings(shape.suit, places | {TWO}, key, laid_wild=False)
    elif TWO in places:
        # The natural two may go to work as the wild while the wild, a two of the suit too, goes home.
        yield from _fillings(shape.suit, places, key, laid_wild=True)


def _fillings(suit: int, fixed: set[int], key: int, *, laid_wild: bool) -> _Proposals:
    """Yield what must be added so that the fixed places and one wild at most fill a window.

    A wild that lies in the meld already must be used; else a held one may be.
    """
    lowest, highest = min(fixed), max(fixed)
    held = [place > 0 and held_of(key, face_at(suit, place)) > 0 for place in range(HIGH_ACE + 1)]
    for low in range(lowest, 0, -1):
        for high in range(highest, HIGH_ACE + 1):
            missing = [place for place in range(low, high + 1) if place not in fixed]
            absent = [place for place in missing if not held[place]]
            if len(absent) > 1:
                if high == highest:
                    return
                break
            if not absent and not laid_wild:
                yield tuple([face_at(suit, place) for place in missing]), False
            # The wild takes the absent place, or any of the missing ones; outside if none is missing.
            for place in absent or missing:
                rest = [face_at(suit, other) for other in missing if other != place]
                yield tuple(rest), not laid_wild
