"""Every set of held faces that opens a meld, and every set that can be added to one.

Works on keys (see `shapes`): cards with the same face give the same set once. Sets depend on one suit
or rank and on the wilds only, and from turn to turn little of that changes, so each part is found
once and remembered. Suits are alike: runs are thought out in hearts, and their sets then moved.
"""

import itertools
from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tallone.rules.cards import ACE, CARDS, JOKER, RANKS, SUITS, TWO, Card
from tallone.rules.meld import WildRules, extend_faces
from tallone.rules.shapes import (
    HIGH_ACE,
    MIN_MELD,
    WEIGHTS,
    MeldKind,
    Shape,
    face_at,
    key_of,
    shapes,
)
from tallone.rules.verdicts import Illegal

Faces = tuple[Card, ...]
Sets = tuple[Faces, ...]
_SUIT_NUMBERS: Final = range(len(SUITS))
_GROUP_RANKS: Final = (1, *range(3, 14))
_COPIES: Final = 3  # of a face but the joker, as the two bits of a key
_MOST_COPIES: Final = 2
_WILDS: Final = tuple(card for card in CARDS if card.can_be_wild)
# Where a suit begins in a key, and the faces of each suit by those of hearts.
_SUIT_SHIFTS: Final = tuple(2 * len(RANKS) * suit for suit in _SUIT_NUMBERS)
_SUIT_FACES: Final = tuple(
    CARDS[suit * len(RANKS) : (suit + 1) * len(RANKS)] for suit in _SUIT_NUMBERS
)
_HEARTS: Final = sum(_COPIES * WEIGHTS[face] for face in _SUIT_FACES[0])
_RANK_MASKS: Final = tuple(
    sum(_COPIES * WEIGHTS[face_at(suit, rank)] for suit in _SUIT_NUMBERS) for rank in range(14)
)
_GROUP_MASKS: Final = tuple((rank, _RANK_MASKS[rank]) for rank in _GROUP_RANKS)
_OWN_TWOS: Final = tuple(face_at(suit, TWO) for suit in _SUIT_NUMBERS)
_HEART_TWOS: Final = _COPIES * WEIGHTS[_OWN_TWOS[0]]
# Each heart once; both twos count, for one may be wild.
_ONE_OF_EACH_FIXED: Final = sum(WEIGHTS[face] for face in _SUIT_FACES[0]) & ~_HEART_TWOS
# A place in a run of hearts, 1 to 14 -> the weight of its card.
_PLACES: Final = (0, *(WEIGHTS[face_at(0, place)] for place in range(1, HIGH_ACE + 1)))
_HEART_TWO: Final = _OWN_TWOS[0]
_ONE_OF_EACH_TWO: Final = key_of(_OWN_TWOS)
_ONES: Final = sum(WEIGHTS[:-1])
# A card alone opens no meld; most ranks of a holding are such, or empty.
_ALONE: Final = frozenset((0, *WEIGHTS))
# Parts of holdings that are remembered; a few hands have some thousands.
_REMEMBERED: Final = 16_384


class _Parts(NamedTuple):
    """Sets of held hearts that are whole, and those that a wild must join.

    With the two of hearts as the wild some are whole already, and are left out.
    """

    whole: Sets
    rests: Sets
    rests_of_two: Sets


def held_of(key: int, face: Card) -> int:
    """Return how many cards of that face a key holds."""
    count = key // WEIGHTS[face]
    return count if face == JOKER else count & _COPIES


def openings(key: int, without_ranks: Container[int] = ()) -> list[Faces]:
    """Return every set of held faces that makes a meld, each once; no group of some ranks."""
    wilds = _wilds(key)
    found: list[Faces] = []
    for suit, shift in enumerate(_SUIT_SHIFTS):
        hearts = key >> shift & _HEARTS
        if hearts not in _ALONE:
            found += _suit_openings(suit, _for_runs(hearts), wilds)
    for rank, mask in _GROUP_MASKS:
        held = key & mask
        if held not in _ALONE and rank not in without_ranks:
            found += _rank_openings(rank, held, wilds)
    return found


def additions(rules: WildRules, shape: Shape, key: int) -> Sets:
    """Return every set of held faces that may be added to a meld of that shape, each once."""
    if shape.kind is MeldKind.GROUP:
        wilds = _wilds(key) if shape.wild < 0 else 0
        return _group_additions(shape, key & _RANK_MASKS[shape.low], wilds)
    # A wild that lies there is the only one, unless it is a two that may go to its own place.
    closed = shape.wild >= 0 and shape.faces[shape.wild] != _OWN_TWOS[shape.suit]
    wilds = 0 if closed else _wilds(key)
    hearts = key >> _SUIT_SHIFTS[shape.suit] & _HEARTS
    return _run_additions(rules, shape, _for_runs(hearts), wilds)


def _present(key: int) -> int:
    """Return a key with each face once that this one has once or twice."""
    return (key | key >> 1) & _ONES


def _wilds(key: int) -> int:
    """Return a key with each wild once that this one has."""
    joker = WEIGHTS[JOKER] if key >= WEIGHTS[JOKER] else 0
    return (key | key >> 1) & _ONE_OF_EACH_TWO | joker


def _for_runs(hearts: int) -> int:
    """Return what counts in a run: each card once, but for the twos."""
    return (hearts | hearts >> 1) & _ONE_OF_EACH_FIXED | hearts & _HEART_TWOS


@lru_cache(maxsize=_REMEMBERED)
def _wild_faces(wilds: int) -> Faces:
    return tuple(card for card in _WILDS if held_of(wilds, card))


@lru_cache(maxsize=_REMEMBERED)
def _suit_openings(suit: int, hearts: int, wilds: int) -> Sets:
    """Return every run of the suit whose naturals are, as hearts, in the key."""
    return _in_suit(_windows(_present(hearts)), suit, hearts, wilds)


@lru_cache(maxsize=_REMEMBERED)
def _run_additions(rules: WildRules, run: Shape, hearts: int, wilds: int) -> Sets:
    """Return what of the suit's cards, given as hearts, and of the wilds may be added to the run."""
    parts = _additions(rules, _in_hearts(run), _within_reach(run, hearts))
    return _in_suit(parts, run.suit, hearts, wilds)


def _in_suit(parts: _Parts, suit: int, hearts: int, wilds: int) -> Sets:
    """Return the sets in that suit: without a wild, and those that each held wild completes."""
    face = _SUIT_FACES[suit].__getitem__
    own_two = _OWN_TWOS[suit]
    found = [tuple(map(face, faces)) for faces in parts.whole]
    if parts.rests:
        for wild in _wild_faces(wilds):
            if wild != own_two:
                found += [(*map(face, rest), wild) for rest in parts.rests]
            else:
                others = held_of(hearts, _HEART_TWO) - 1
                found += [
                    (*map(face, rest), wild)
                    for rest in parts.rests_of_two
                    if rest.count(_HEART_TWO) <= others
                ]
    return tuple(found)


@lru_cache(maxsize=_REMEMBERED)
def _in_hearts(run: Shape) -> Shape:
    """Return the run of hearts that is like this one; a wild of no suit of its own is a joker there."""
    faces = [
        JOKER if face not in _SUIT_FACES[run.suit] else CARDS[face % len(RANKS)]
        for face in run.faces
    ]
    return next(like for like in shapes(faces) if (like.low, like.wild) == (run.low, run.wild))


def _within_reach(run: Shape, hearts: int) -> int:
    """Return of a suit's cards, as hearts, those that a run can take: the rest would only be remembered.

    A run grows over one missing place at most. Its own twos always count, for they may be wild.
    """
    present = _present(hearts)
    reach = hearts & _HEART_TWOS
    if run.wild >= 0:
        reach |= present & _PLACES[run.low + run.wild]
    for way in (range(run.low - 1, 0, -1), range(run.low + run.size, HIGH_ACE + 1)):
        missing = 0
        for place in way:
            if present & _PLACES[place]:
                reach |= present & _PLACES[place]
            elif missing:
                break
            else:
                missing = 1
    return reach


@lru_cache(maxsize=_REMEMBERED)
def _additions(rules: WildRules, run: Shape, key: int) -> _Parts:
    """Find what of the useful hearts may be added, without a held wild and with one."""
    whole: dict[int, Faces] = {}
    rests: dict[int, Faces] = {}
    for faces, wants_wild in _proposals(run, key):
        (rests if wants_wild else whole).setdefault(key_of(faces), faces)
    whole.pop(0, None)

    def may_add(*faces: Card) -> bool:
        return not isinstance(extend_faces(rules, run, faces), Illegal)

    of_two = [rest for key, rest in rests.items() if key + WEIGHTS[_HEART_TWO] not in whole]
    return _Parts(
        tuple([faces for faces in whole.values() if may_add(*faces)]),
        tuple([rest for rest in rests.values() if may_add(*rest, JOKER)]),
        tuple([rest for rest in of_two if may_add(*rest, _HEART_TWO)]),
    )


@lru_cache(maxsize=_REMEMBERED)
def _windows(present: int) -> _Parts:
    """Find the windows that these hearts fill, but for one place at most."""
    natural = [present & weight > 0 for weight in _PLACES]
    runs: dict[int, Faces] = {}
    rests: dict[int, Faces] = {}
    for low in range(ACE, HIGH_ACE - 1):
        for faces, size in _windows_from(low, natural):
            (runs if len(faces) == size else rests).setdefault(key_of(faces), faces)
    of_two = [rest for key, rest in rests.items() if key + WEIGHTS[_HEART_TWO] not in runs]
    return _Parts(tuple(runs.values()), tuple(rests.values()), tuple(of_two))


def _windows_from(low: int, natural: list[bool]) -> Iterator[tuple[Faces, int]]:
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
            yield tuple([face_at(0, place) for place in places]), size
        for place in missing or ((ACE, HIGH_ACE) if both_aces else places):
            yield tuple([face_at(0, other) for other in places if other != place]), size


@lru_cache(maxsize=_REMEMBERED)
def _rank_openings(rank: int, key: int, wilds: int) -> Sets:
    """Return every group of the rank whose naturals are in the key."""
    return tuple(_groups(rank, key, wilds))


def _groups(rank: int, key: int, wilds: int) -> Iterator[Faces]:
    for faces in _rank_subsets(rank, key):
        if len(faces) >= MIN_MELD:
            yield faces
        if len(faces) >= MIN_MELD - 1:
            for wild in _wild_faces(wilds):
                yield (*faces, wild)


@lru_cache(maxsize=_REMEMBERED)
def _group_additions(group: Shape, key: int, wilds: int) -> Sets:
    """Return what of the rank's cards in the key, and of the wilds, may be added to the group."""
    free = sum(
        WEIGHTS[face] * min(held_of(key, face), _MOST_COPIES - group.faces.count(face))
        for face in (face_at(suit, group.low) for suit in _SUIT_NUMBERS)
    )
    subsets = _rank_subsets(group.low, free)
    found = list(subsets[1:])
    for wild in _wild_faces(wilds):
        found += [(*faces, wild) for faces in subsets]
    return tuple(found)


@lru_cache(maxsize=_REMEMBERED)
def _rank_subsets(rank: int, key: int) -> Sets:
    """Return every multiset of held naturals of a rank, the empty one first."""
    faces = [face_at(suit, rank) for suit in _SUIT_NUMBERS if held_of(key, face_at(suit, rank))]
    choices = [[(face,) * count for count in range(held_of(key, face) + 1)] for face in faces]
    return tuple(sum(parts, ()) for parts in itertools.product(*choices))


# Faces to add, and whether a held wild must join them.
_Proposals = Iterator[tuple[Faces, bool]]


def _proposals(run: Shape, key: int) -> _Proposals:
    """Yield what the hearts in the key may add to the run, as far as places go."""
    places = {run.low + index for index in range(run.size) if index != run.wild}
    if run.wild < 0:
        yield from _fillings(places, key, laid_wild=False)
        if TWO in places:
            yield from _fillings(places - {TWO}, key, laid_wild=True)
        return
    yield from _fillings(places, key, laid_wild=True)
    if run.faces[run.wild] == _HEART_TWO and TWO not in places:
        yield from _fillings(places | {TWO}, key, laid_wild=False)
    elif TWO in places:
        # The natural two may go to work as the wild while the wild, a two of the suit too, goes home.
        yield from _fillings(places, key, laid_wild=True)


def _fillings(fixed: set[int], key: int, *, laid_wild: bool) -> _Proposals:
    """Yield what must be added so that the fixed places and one wild at most fill a window.

    A wild that lies in the meld already must be used; else a held one may be.
    """
    lowest, highest = min(fixed), max(fixed)
    held = [key & weight for weight in _PLACES]
    for low in range(lowest, 0, -1):
        for high in range(highest, HIGH_ACE + 1):
            missing = [place for place in range(low, high + 1) if place not in fixed]
            absent = [place for place in missing if not held[place]]
            if len(absent) > 1:
                if high == highest:
                    return
                break
            if not absent and not laid_wild:
                yield tuple([face_at(0, place) for place in missing]), False
            # The wild takes the absent place, or any of the missing ones; outside if none is missing.
            for place in absent or missing:
                rest = [face_at(0, other) for other in missing if other != place]
                yield tuple(rest), not laid_wild
