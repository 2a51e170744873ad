"""Which cards of one suit make a run, and which a run takes: computed once for each case, in hearts.

Suits are alike, so a suit's cards are given as the 13 bits of their ranks, and sets come back as rank
indices, 0 for the Ace. Which wild joins a set, and which copy of a card, is not asked here.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tallone.rules.cards.cards import ACE, JOKER, TWO, Card
from tallone.rules.cards.masks import ONE_SUIT, SUIT_SIZE
from tallone.rules.melds.meld import may_become
from tallone.rules.melds.shapes import HIGH_ACE, MIN_MELD, Shape, face_at, run_shape
from tallone.rules.profiles.profile import WildRules

Ranks = tuple[int, ...]
_HEARTS: Final = 0
_OWN_TWO: Final = face_at(_HEARTS, TWO)
_TWO_BIT: Final = 1 << TWO - 1
# Places of a run as bits of one int, bit 14 for the high Ace.
_BOTH_ACES: Final = 1 << ACE | 1 << HIGH_ACE
# Cases that are remembered: all sets of one suit's ranks, and additions of some hundred hands.
_WINDOWS: Final = 8_192
_ADDITIONS: Final = 16_384
# What a run took of a suit is asked again within the same hand, or hardly ever.
_LATEST: Final = 1_024


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
    whole: dict[int, int] = {}
    rests: dict[int, int] = {}
    held = _places_of(present)
    for low in range(ACE, HIGH_ACE - 1):
        for high in range(low + MIN_MELD - 1, HIGH_ACE + 1):
            window = _window(low, high)
            missing = window & ~held
            both_aces = low == ACE and high == HIGH_ACE
            # With a wild inside, the Ace would lie at both ends.
            if missing & missing - 1 or (missing and both_aces):
                break
            if not missing and not both_aces:
                whole.setdefault(_ranks_at(window), window)
            for place in _each(missing or (_BOTH_ACES if both_aces else window)):
                rests.setdefault(_ranks_at(window ^ place), window ^ place)
    return _parts(whole, rests, rests)


@lru_cache(maxsize=_LATEST)
def additions_to_run(rules: WildRules, run: Shape, present: int, wild: bool) -> Parts:
    """Return every set of these ranks of its suit that may be added to a run, its rests if a wild is held."""
    return _additions_in_hearts(
        rules, in_hearts(run), _within_reach(rules, run, present, wild), wild
    )


@lru_cache(maxsize=_ADDITIONS)
def _additions_in_hearts(rules: WildRules, run: Shape, present: int, wild: bool) -> Parts:
    whole, rests, rests_of_two = _Sets(rules, run), _Sets(rules, run), _Sets(rules, run)
    held = _places_of(present)
    for fixed, laid in _starts(run):
        for way in _ways(
            fixed, held, one_wild=wild or laid is not None, laid_wild=laid is not None
        ):
            if laid is not None or not way.place:
                whole.propose(way, laid)
            else:
                rests.propose(way, JOKER)
                rests_of_two.propose(way, _OWN_TWO)
    whole.allowed.discard(0)
    return _parts(whole.kept(), rests.kept(), rests_of_two.kept())


class _Sets:
    """Sets of ranks, each with the places in which it was proposed first, in that order."""

    def __init__(self, rules: WildRules, run: Shape) -> None:
        self._rules, self._run = rules, run
        self._proposed: dict[int, int] = {}
        self.allowed: set[int] = set()

    def propose(self, way: "_Way", wild: Card | None) -> None:
        ranks = _ranks_at(way.added)
        self._proposed.setdefault(ranks, way.added)
        if ranks not in self.allowed and not (wild == _OWN_TWO and way.place == TWO):
            after = run_shape(_HEARTS, way.low, way.high, wild, way.place)
            if may_become(self._rules, self._run, after):
                self.allowed.add(ranks)

    def kept(self) -> dict[int, int]:
        return {ranks: places for ranks, places in self._proposed.items() if ranks in self.allowed}


def _within_reach(rules: WildRules, run: Shape, present: int, wild: bool) -> int:
    """Return of a suit's ranks those that a run can take: the rest would only be remembered.

    A run grows over one missing place, if a wild can go there. Its own two always counts, for it may be wild.
    """
    size, place = len(run.faces), run.low + run.wild - 1
    over = wild or run.own_two
    if run.wild >= 0 and not over:
        # The wild of a run is free when the card that it stands for comes, or where the rules let it slide.
        comes = present >> place % SUIT_SIZE & 1 == 1
        over = comes or (rules.free_wild_moves and run.wild in (0, size - 1))
    places = present | (present & 1) << SUIT_SIZE
    below, high = (1 << run.low - 1) - 1, run.low + size - 1
    # Fill the lowest hole above the run: what is then joined to it from below is reached.
    above = places >> high
    filled = above | above + 1 if over else above
    reached = (above & filled & ~(filled + 1)) << high
    # Below the run the highest hole is filled: the second highest ends the reach.
    holes = ~places & below
    if over and holes:
        holes ^= 1 << holes.bit_length() - 1
    reached |= places & below & ~((1 << holes.bit_length()) - 1)
    if run.wild >= 0:
        reached |= places & 1 << place
    return (reached | reached >> SUIT_SIZE | present & _TWO_BIT) & ONE_SUIT


def _parts(whole: dict[int, int], rests: dict[int, int], rests_of_two: dict[int, int]) -> Parts:
    # A rest with the two in its place wants a second one, and no whole set has two.
    of_two = [
        places
        for ranks, places in rests_of_two.items()
        if ranks & _TWO_BIT or ranks | _TWO_BIT not in whole
    ]
    return Parts(_in_order(whole.values()), _in_order(rests.values()), _in_order(of_two))


def _in_order(sets: Iterable[int]) -> tuple[Ranks, ...]:
    return tuple(map(_ranks, sets))


@lru_cache(maxsize=_ADDITIONS)
def _ranks(places: int) -> Ranks:
    return tuple([(place.bit_length() - 2) % SUIT_SIZE for place in _each(places)])


def _places_of(ranks: int) -> int:
    return ranks << ACE | (ranks & 1) << HIGH_ACE


def _ranks_at(places: int) -> int:
    return (places >> ACE | places >> HIGH_ACE) & ONE_SUIT


def _window(low: int, high: int) -> int:
    return (2 << high) - (1 << low)


def _each(places: int) -> list[int]:
    """Return every single place of a set, lowest first."""
    found = []
    while places:
        lowest = places & -places
        found.append(lowest)
        places ^= lowest
    return found


@lru_cache(maxsize=_ADDITIONS)
def in_hearts(run: Shape) -> Shape:
    """Return the run of hearts that is like this one; a wild of no suit of its own is a joker there."""
    wild = None
    if run.wild >= 0:
        wild = _OWN_TWO if run.faces[run.wild] == face_at(run.suit, TWO) else JOKER
    return run_shape(_HEARTS, run.low, run.low + run.size - 1, wild, run.wild_position)


class _Way(NamedTuple):
    """A run that grows to these ends, its wild at that place (0: without one), and the places that are filled."""

    low: int
    high: int
    place: int
    added: int


def _starts(run: Shape) -> Iterator[tuple[int, Card | None]]:
    """Yield the places that stay filled by naturals, with the card that lies there and must be wild."""
    places = _window(run.low, run.low + run.size - 1)
    if run.wild < 0:
        yield places, None
        if places >> TWO & 1:
            yield places ^ 1 << TWO, _OWN_TWO
    else:
        places ^= 1 << run.low + run.wild
        yield places, run.faces[run.wild]
        if run.faces[run.wild] == _OWN_TWO and not places >> TWO & 1:
            yield places | 1 << TWO, None


def _ways(fixed: int, held: int, *, one_wild: bool, laid_wild: bool) -> Iterator[_Way]:
    """Yield every way to fill a window around the fixed places with the held ones, or all but one.

    A wild that lies in the meld already must be used; else a held one may be.
    """
    lowest, highest = (fixed & -fixed).bit_length() - 1, fixed.bit_length() - 1
    for low in range(lowest, 0, -1):
        for high in range(highest, HIGH_ACE + 1):
            missing = _window(low, high) & ~fixed
            absent = missing & ~held
            if absent and not (one_wild and absent & absent - 1 == 0):
                if high == highest:
                    return
                break
            both_aces = low == ACE and high == HIGH_ACE
            if not absent and not laid_wild and not both_aces:
                yield _Way(low, high, 0, missing)
            if one_wild:
                # The wild takes the absent place, or any of the missing ones; outside if none is missing.
                places = absent or missing
                # The Ace lies at one end; the wild may be at the other.
                for place in _each(places & _BOTH_ACES if both_aces else places):
                    yield _Way(low, high, place.bit_length() - 1, missing ^ place)
