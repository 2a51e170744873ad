"""Every legal move of a small position, found by trying everything; on the slow definition of melds.

A position is faces only: what the player holds, his side's melds, and what bears on the turn's end.
"""

import functools
import itertools
from collections import Counter
from typing import NamedTuple

from tests.rules.proofs import brute_force
from tests.rules.proofs.brute_force import Placed

Meld = tuple[Placed, ...]


class Small(NamedTuple):
    """The player has drawn. `taken_card` is the card of a one-card pile taken in this turn."""

    profile: str
    holding: tuple[str, ...]
    melds: tuple[Meld, ...]
    had_pozzetto: bool
    taken_card: str = ""
    held_an_equal: bool = False
    opponents_played: bool = True
    may_close: bool = True  # no ruling is against it
    takes_nothing: frozenset[int] = frozenset()  # melds, from 1, that a ruling has frozen
    counts_nothing: frozenset[int] = frozenset()  # melds whose burraco a ruling does not count


class Tried(NamedTuple):
    """A move: `open`, `add` with the meld's number, or `discard`, and the faces, sorted."""

    verb: str
    meld: int
    faces: tuple[str, ...]


def legal_moves(small: Small) -> set[Tried]:
    """Try every set of held faces as a new meld and on every meld, and every discard."""
    found = {
        Tried("discard", 0, (face,)) for face in set(small.holding) if may_discard(small, face)
    }
    for faces, after in _plays(small):
        if can_end(after.position):
            found.add(Tried(after.verb, after.meld, faces))
    return found


def can_end(small: Small) -> bool:
    """Whether the turn can end: with a discard now, with the pozzetto, or after more plays."""
    if not small.holding:
        return not small.had_pozzetto
    if any(may_discard(small, face) for face in small.holding):
        return True
    return any(can_end(after.position) for _, after in _plays(small))


def may_discard(small: Small, face: str) -> bool:
    """The rules of the discard, in the words of the codes."""
    last = len(small.holding) == 1
    if face == small.taken_card:
        if small.profile == "classic-en":
            if last:
                return False
        elif not (small.profile == "fibur-2026" and small.held_an_equal):
            return False
    if not last or not small.had_pozzetto:
        return True
    if face == "JK" or face[0] == "2" or not small.may_close:
        return False
    if small.profile == "classic-en" and not small.opponents_played:
        return False
    return any(
        len(meld) >= 7 and number not in small.counts_nothing
        for number, meld in enumerate(small.melds, start=1)
    )


class _After(NamedTuple):
    verb: str
    meld: int
    position: Small


def _plays(small: Small):
    """Yield every set of faces with what it can become, the turn's end not looked at."""
    held = Counter(small.holding)
    for faces in _subsets(held):
        rest = tuple((held - Counter(faces)).elements())
        opened = _opened(faces)
        if opened is not None and not _is_second_group(opened, small.melds):
            melds = (*small.melds, opened)
            yield faces, _After("open", 0, small._replace(holding=rest, melds=melds))
        for place, meld in enumerate(small.melds):
            if place + 1 in small.takes_nothing:
                continue
            extended = _extended(small.profile, meld, faces)
            if extended is not None:
                melds = (*small.melds[:place], extended, *small.melds[place + 1 :])
                after = small._replace(holding=rest, melds=melds)
                yield faces, _After("add", place + 1, after)


def _subsets(held: Counter):
    faces = sorted(held)
    for counts in itertools.product(*(range(held[face] + 1) for face in faces)):
        chosen = tuple(
            face for face, count in zip(faces, counts, strict=True) for _ in range(count)
        )
        if chosen:
            yield chosen


def _is_second_group(opened: Meld, melds: tuple[Meld, ...]) -> bool:
    return not brute_force.is_run(opened) and any(
        not brute_force.is_run(meld) and _group_rank(meld) == _group_rank(opened) for meld in melds
    )


def _group_rank(meld: Meld) -> str:
    return next(card.face.rank for card in meld if not card.wild)


@functools.lru_cache(maxsize=100_000)
def _opened(faces: tuple[str, ...]) -> Meld | None:
    return brute_force.resolved(brute_force.faces(" ".join(faces)))


@functools.lru_cache(maxsize=100_000)
def _extended(profile: str, meld: Meld, faces: tuple[str, ...]) -> Meld | None:
    return brute_force.extended(profile, meld, brute_force.faces(" ".join(faces)))
