"""Which cards of one suit make a run, and which a run takes: thought out in hearts, once for each case.

Suits are alike, so a suit's cards are given as the 13 bits of their ranks, and sets come back as rank
indices, 0 for the Ace. Which wild joins a set, and which copy of a card, is not asked here.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tallone.rules.cards import ACE, JOKER, TWO, Card
from tallone.rules.masks import ONE_SUIT, SUIT_SIZE
from tallone.rules.meld import may_become
from tallone.rules.profile import WildRules
from tallone.rules.shapes import HIGH_ACE, MIN_MELD, Shape, face_at, run_shape

Ranks = tuple[int, ...]
_HEARTS: Final = 0
_OWN_TWO: Final = face_at(_HEARTS, TWO)
_TWO_BIT: Final = 1 << TWO - 1
# Cases that are remembered: all sets of one suit's ranks, and additions of some hundred hands.
_WINDOWS: Final = 8_192
_ADDITIONS: Final = 16_384


class Parts(NamedTuple):
    """Sets that are whole, and those that a wild must join.

    With the suit's own two as the wild some are whole already, and are left out.
    """

    whole: tuple[Ranks, ...]
    rests: tuple[Ranks, ...]
    rests_of_two: tuple[Ranks, ...]


@lru_cache(maxsize=_WINDOWS)
def windows(present: int) -> Parts:
    """Return every window of a suit that these ranks fill, but for one place at most."""
    whole: dict[int, Ranks] = {}
    rests: dict[int, Ranks] = {}
    for low in range(ACE, HIGH_ACE - 1):
        for ranks, size in _windows_from(low, present):
            (whole if len(ranks) == size else rests).setdefault(_bits(ranks), ranks)
    return _parts(whole, rests, rests)


@lru_cache(maxsize=_ADDITIONS)
def additions_to_run(rules: WildRules, run: Shape, present: int, *, wild: bool) -> Parts:
    """Return every set of these ranks that may be added to a run of hearts, its rests if a wild is held.

    `within_reach` must have limited the ranks.
    """
    whole, rests, rests_of_two = _Sets(), _Sets(), _Sets()

    def propose(sets: _Sets, way: _Way, wild: Card | None) -> None:
        bits = _bits(way.ranks)
        sets.proposed.setdefault(bits, way.ranks)
        if not (wild == _OWN_TWO and way.place == TWO) and may_become(
            rules, run, run_shape(_HEARTS, way.low, way.high, wild, way.place)
        ):
            sets.allowed.add(bits)

    for fixed, laid in _starts(run):
        for way in _ways(
            fixed, present, one_wild=wild or laid is not None, laid_wild=laid is not None
        ):
            if laid is not None or not way.place:
                propose(whole, way, laid)
            else:
                propose(rests, way, JOKER)
                propose(rests_of_two, way, _OWN_TWO)
    whole.allowed.discard(0)
    return _parts(whole.kept(), rests.kept(), rests_of_two.kept())


class _Sets:
    """Sets of ranks by their bits, in the order in which they were proposed first."""

    def __init__(self) -> None:
        self.proposed: dict[int, Ranks] = {}
        self.allowed: set[int] = set()

    def kept(self) -> dict[int, Ranks]:
        return {bits: ranks for bits, ranks in self.proposed.items() if bits in self.allowed}


def within_reach(run: Shape, present: int) -> int:
    """Return of a suit's ranks those that a run can take: the rest would only be remembered.

    A run grows over one missing place at most. Its own two always counts, for it may be wild.
    """
    places = present | (present & 1) << SUIT_SIZE
    below, high = (1 << run.low - 1) - 1, run.low + run.size - 1
    # Fill the lowest hole above the run: what is then joined to it from below is reached.
    above = places >> high
    filled = above | above + 1
    reached = (above & filled & ~(filled + 1)) << high
    # Below the run the highest hole is filled: the second highest ends the reach.
    holes = ~places & below
    second = holes ^ 1 << holes.bit_length() - 1 if holes else 0
    reached |= places & below & ~((1 << second.bit_length()) - 1)
    if run.wild >= 0:
        reached |= places & 1 << run.low + run.wild - 1
    return (reached | reached >> SUIT_SIZE | present & _TWO_BIT) & ONE_SUIT


def _bits(ranks: Ranks) -> int:
    return sum([1 << rank for rank in ranks])


def _parts(
    whole: dict[int, Ranks], rests: dict[int, Ranks], rests_of_two: dict[int, Ranks]
) -> Parts:
    # A rest with the two in its place wants a second one, and no whole set has two.
    of_two = [
        rest
        for bits, rest in rests_of_two.items()
        if bits & _TWO_BIT or bits | _TWO_BIT not in whole
    ]
    return Parts(tuple(whole.values()), tuple(rests.values()), tuple(of_two))


@lru_cache(maxsize=_ADDITIONS)
def in_hearts(run: Shape) -> Shape:
    """Return the run of hearts that is like this one; a wild of no suit of its own is a joker there."""
    wild = None
    if run.wild >= 0:
        wild = _OWN_TWO if run.faces[run.wild] == face_at(run.suit, TWO) else JOKER
    return run_shape(_HEARTS, run.low, run.low + run.size - 1, wild, run.wild_position)


def _windows_from(low: int, present: int) -> Iterator[tuple[Ranks, int]]:
    """Yield what is there of each window from that low place, with the window's size."""
    missing: list[int] = []
    for high in range(low, HIGH_ACE + 1):
        if not _is_in(present, high):
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
            yield _ranks(places), size
        for place in missing or ((ACE, HIGH_ACE) if both_aces else places):
            yield _ranks(other for other in places if other != place), size


def _is_in(present: int, place: int) -> int:
    return present >> (place - 1) % SUIT_SIZE & 1


def _ranks(places: Iterable[int]) -> Ranks:
    return tuple([(place - 1) % SUIT_SIZE for place in places])


class _Way(NamedTuple):
    """A run that grows to these ends, its wild at that place (0: without one), and the ranks it needs."""

    low: int
    high: int
    place: int
    ranks: Ranks


def _starts(run: Shape) -> Iterator[tuple[set[int], Card | None]]:
    """Yield the places that stay filled by naturals, with the card that lies there and must be wild."""
    places = {run.low + index for index in range(run.size) if index != run.wild}
    if run.wild < 0:
        yield places, None
        if TWO in places:
            yield places - {TWO}, _OWN_TWO
    else:
        yield places, run.faces[run.wild]
        if run.faces[run.wild] == _OWN_TWO and TWO not in places:
            yield places | {TWO}, None


def _ways(fixed: set[int], present: int, *, one_wild: bool, laid_wild: bool) -> Iterator[_Way]:
    """Yield every way to fill a window around the fixed places with these ranks, or all but one.

    A wild that lies in the meld already must be used; else a held one may be.
    """
    lowest, highest = min(fixed), max(fixed)
    for low in range(lowest, 0, -1):
        for high in range(highest, HIGH_ACE + 1):
            missing = [place for place in range(low, high + 1) if place not in fixed]
            absent = [place for place in missing if not _is_in(present, place)]
            if len(absent) > one_wild:
                if high == highest:
                    return
                break
            # The Ace lies at one end; the wild may be at the other.
            ends = (ACE, HIGH_ACE) if low == ACE and high == HIGH_ACE else ()
            if not absent and not laid_wild and not ends:
                yield _Way(low, high, 0, _ranks(missing))
            # The wild takes the absent place, or any of the missing ones; outside if none is missing.
            for place in (absent or missing) if one_wild else ():
                if not ends or place in ends:
                    rest = _ranks([other for other in missing if other != place])
                    yield _Way(low, high, place, rest)
