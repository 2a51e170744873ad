"""How fast the rules are, beside a plain validator that tries every role for every wild.

All figures are a second of one core, the quickest of some passes; those of one call come from one run on
one machine, so their ratios mean something where their size does not. The plain program looks for less:
three cards for a new meld, one card for each meld; and it looks at the whole table after every turn, as it
remembers nothing.
"""

import contextlib
import dataclasses
import itertools
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from tallone.rules.cards.cards import CARDS, PACK, Card
from tallone.rules.cards.seats import Seat
from tallone.rules.hand.apply import follow
from tallone.rules.hand.hand import OVER, Deal, HandState, Phase, start
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import Discard, Move
from tallone.rules.melds.grades import graded
from tallone.rules.melds.meld import Meld, resolve
from tallone.rules.melds.shapes import shapes
from tallone.rules.notation.read import HandRecord, read_hand
from tallone.rules.notation.write import write_hand
from tallone.rules.profiles.profile import Profile, load_profile
from tallone.rules.rulings.steps import take_step

_SETS: Final = 20_000
# Until the search has met what hands hold; a table plays for years.
_WARM_UP: Final = 300
_HANDS: Final = 200
_REPLAYS: Final = 20
_REPLAYED_TURNS: Final = 60
_POSITIONS: Final = 50
_PASSES: Final = 5
# The plain program's are so much longer that two tell as much.
_PLAIN_PASSES: Final = 2
_MELD_COUNTS: Final = (1, 5, 10, 20)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How often a second, and how often the plain validator does its part of the same."""

    a_second: float
    plain_a_second: float

    @property
    def ratio(self) -> float:
        return self.a_second / self.plain_a_second


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """What a position costs with so many melds of three on each side."""

    melds: int
    micros: float  # for all legal moves
    bytes: int  # of the position, all cards included; one after a move shares what has not changed


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RulesFigures:
    """What `measure` found."""

    sets: Pace  # resolved and graded
    hands: Pace  # whole random hands of four, all legal moves generated
    replays: Pace  # a hand of 60 turns, from its text
    growth: tuple[Growth, ...]
    remembered: int  # bytes that the search keeps after `hands_remembered` hands
    hands_remembered: int


def measure(share: float = 1.0) -> RulesFigures:
    """Measure for some seconds; a smaller share does less and is less exact."""
    profile = load_profile("fibur")
    rng = random.Random("bench")  # noqa: S311 - hands to measure with, not to play
    warm_up = max(1, round(_WARM_UP * share))
    return RulesFigures(
        remembered=_measure_remembered(profile, rng, warm_up),
        hands_remembered=warm_up,
        sets=_measure_sets(profile, rng, max(1, round(_SETS * share))),
        hands=_measure_hands(profile, rng, max(1, round(_HANDS * share))),
        replays=_measure_replays(profile, rng, max(1, round(_REPLAYS * share))),
        growth=tuple(
            _measure_growth(profile, rng, melds, max(2, round(_POSITIONS * share)))
            for melds in _MELD_COUNTS
        ),
    )


def _measure_remembered(profile: Profile, rng: random.Random, count: int) -> int:
    """Play hands, after which the search is as quick as it gets; return what it then keeps, in bytes."""
    with _traced() as kept:
        for _ in range(count):
            _random_hand(profile, rng, _random_deal(rng))
        return kept()


def _measure_sets(profile: Profile, rng: random.Random, count: int) -> Pace:
    sets = [_random_meld(rng) for _ in range(count)]

    def fast() -> None:
        for faces in sets:
            graded(profile, shapes(faces)[0])

    def plain() -> None:
        for faces in sets[::10]:
            plain_meld(faces)

    fast()
    return Pace(
        a_second=count / _seconds(fast),
        plain_a_second=len(sets[::10]) / _seconds(plain, _PLAIN_PASSES),
    )


def _measure_hands(profile: Profile, rng: random.Random, count: int) -> Pace:
    hands: list[HandRecord] = []
    each = -(-count // _PASSES)
    # Shuffling is none of the rules' business, so all is dealt before.
    deals = iter([_random_deal(rng) for _ in range(_PASSES * each)])

    def share() -> None:
        hands.extend(_random_hand(profile, rng, deal) for deal in itertools.islice(deals, each))

    fast = _seconds(share) / len(hands) * _PASSES
    some = hands[: max(1, count // 20)]
    looked = [faces for record in some for faces in _looked_at(record)]

    def plain() -> None:
        for faces in looked:
            plain_meld(faces)

    return Pace(a_second=1 / fast, plain_a_second=len(some) / _seconds(plain, _PLAIN_PASSES))


def _measure_replays(profile: Profile, rng: random.Random, count: int) -> Pace:
    record = _long_hand(profile, rng)
    text = write_hand(record)
    tables = _tables_of(record)

    def fast() -> None:
        for _ in range(count):
            read_hand(text)

    def plain() -> None:
        for faces in tables:
            plain_meld(faces)

    fast()
    return Pace(a_second=count / _seconds(fast), plain_a_second=1 / _seconds(plain, _PLAIN_PASSES))


def _measure_growth(profile: Profile, rng: random.Random, melds: int, count: int) -> Growth:
    same = rng.getstate()
    # Once before, so that what the rules remember is not taken for the positions' own.
    for _ in range(count):
        _position(profile, rng, melds)
    rng.setstate(same)
    with _traced() as kept:
        positions = [_position(profile, rng, melds) for _ in range(count)]
        size = kept() // len(positions)

    def fast() -> None:
        for state in positions:
            legal_moves(state)

    fast()
    return Growth(melds=melds, micros=_seconds(fast) / len(positions) * 1e6, bytes=size)


@contextlib.contextmanager
def _traced() -> Iterator[Callable[[], int]]:
    """Trace memory; what is given returns the bytes that have been taken and are still held."""
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def plain_meld(faces: Sequence[Card]) -> bool:
    """Return whether the faces make a meld, by trying every wild in every place."""
    wilds = [place for place, face in enumerate(faces) if face.can_be_wild]
    for wild in (None, *wilds):
        naturals = [face for place, face in enumerate(faces) if place != wild]
        if any(face.is_joker for face in naturals):
            continue
        ranks = [face.rank for face in naturals]
        if len(set(ranks)) == 1 and 2 not in ranks and len(faces) >= 3:
            return True
        if len({face.suit for face in naturals}) == 1:
            for layout in (ranks, [14 if rank == 1 else rank for rank in ranks]):
                for role in range(1, 15):
                    places = layout if wild is None else [*layout, role]
                    if len(set(places)) == len(places) == max(places) - min(places) + 1:
                        return len(places) >= 3
    return False


def _seconds(work: Callable[[], None], passes: int = _PASSES) -> float:
    """Return the seconds of the quickest pass: what else the machine does can only slow one."""
    found = []
    for _ in range(passes):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return max(min(found), 1e-9)


def _random_meld(rng: random.Random) -> tuple[Card, ...]:
    """Return the faces of a meld in any order: a run or a group, often with a wild."""
    wild = [CARDS[-1]] if rng.random() < 0.5 else []
    if rng.random() < 0.6:
        size = rng.randint(3, 13 - len(wild))
        suit, low = rng.randrange(4), rng.randint(1, 14 - size)
        faces = [CARDS[suit * 13 + place - 1] for place in range(low, low + size)]
    else:
        rank = rng.choice([0, *range(2, 13)])
        faces = rng.sample([CARDS[suit * 13 + rank] for suit in range(4)] * 2, rng.randint(3, 8))
    faces += wild
    rng.shuffle(faces)
    assert shapes(faces), "made as a meld"
    return tuple(faces)


def _random_deal(rng: random.Random) -> Deal:
    pack = list(PACK)
    rng.shuffle(pack)
    piles = [tuple(pack[place : place + 11]) for place in range(0, 66, 11)]
    return Deal(
        players=4,
        dealer=Seat.NORTH,
        hands=tuple(piles[:4]),
        pozzetti=(piles[4], piles[5]),
        stock=tuple(pack[66:]),
    )


def _random_hand(profile: Profile, rng: random.Random, deal: Deal) -> HandRecord:
    state = start(profile, deal)
    moves: list[Move] = []
    random_part = rng.random
    while state.phase is not OVER:
        legal = legal_moves(state)
        move = legal[int(random_part() * len(legal))]
        moves.append(move)
        state = follow(state, move)
    return HandRecord(profile=profile, deal=deal, moves=tuple(moves))


def _long_hand(profile: Profile, rng: random.Random) -> HandRecord:
    """Return a random hand cut after 60 turns."""
    ends: list[int] = []
    while len(ends) < _REPLAYED_TURNS:
        record = _random_hand(profile, rng, _random_deal(rng))
        ends = [place for place, move in enumerate(record.moves, 1) if isinstance(move, Discard)]
    return dataclasses.replace(record, moves=record.moves[: ends[_REPLAYED_TURNS - 1]])


def _looked_at(record: HandRecord) -> list[tuple[Card, ...]]:
    """Return what the plain program looks at to find its moves in every position of a hand."""
    state = start(record.profile, record.deal)
    looked: list[tuple[Card, ...]] = []
    for move in record.moves:
        if state.phase is Phase.TO_PLAY:
            held = [copy.card for copy in state.holding]
            looked += itertools.combinations(held, 3)
            looked += [(*meld.shape.faces, card) for meld in state.own.melds for card in held]
        state = take_step(state, move)
    return looked


def _tables_of(record: HandRecord) -> list[tuple[Card, ...]]:
    """Return every meld on the table after each turn of a hand."""
    state = start(record.profile, record.deal)
    tables: list[tuple[Card, ...]] = []
    for move in record.moves:
        state = take_step(state, move)
        if isinstance(move, Discard):
            tables += [meld.shape.faces for side in state.side_list for meld in side.melds]
    return tables


def _position(profile: Profile, rng: random.Random, melds: int) -> HandState:
    """Return a made-up position with so many melds of three on the player's side."""
    state = start(profile, _random_deal(rng))
    laid: list[Meld] = []
    while len(laid) < melds:
        suit, low = rng.randrange(4), rng.randint(2, 10)
        copies = [next(c for c in PACK if c.card == CARDS[suit * 13 + low + n]) for n in range(3)]
        meld = resolve(profile, copies)
        assert isinstance(meld, Meld), "made as a run"
        laid.append(meld)
    own = replace(state.own, melds=tuple(laid))
    return replace(state, phase=Phase.TO_PLAY, side_list=(own, own))
