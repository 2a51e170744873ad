"""The hands that can be on the table: each a rules state and the moves that led there.

Mostly there is one. A wild laid beside two runs makes two; what is laid later may leave one again.
"""

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tallone.referee.melding.cloth import Cloth
from tallone.referee.melding.evidence import Laid, PlayEvidence, in_time
from tallone.referee.melding.in_order import Steps
from tallone.referee.melding.ways import SPLIT, Way, Ways, ways
from tallone.rules import (
    Discard,
    ExtendMeld,
    HandState,
    IllegalMoveError,
    Meld,
    Move,
    OpenMeld,
    Phase,
    Shape,
    apply,
)
from tallone.rules.cards.cards import CardCopy
from tallone.rules.melds.grades import BURRACO

# More open explanations than this, and the likeliest are kept.
MAX_HYPOTHESES: Final = 256
# Of those that people hardly mean, only a few wait for evidence to bring them up.
MAX_IMPLAUSIBLE: Final = 6
# Orders tried when the usual one is barred by what it leaves in the hand.
MAX_ORDERS: Final = 6
# Melds made and steps searched for one play, in all hypotheses together: what runs in the main loop ends.
MAX_MADE: Final = 2_000
MAX_SEARCHED: Final = 24_000


@dataclasses.dataclass(frozen=True, slots=True)
class Hypothesis:
    """A hand as it can be; `cost` grows with every unlikely step.

    `gave_up`: a search behind it has not looked at every way, so that the true one may be missing.
    """

    state: HandState
    moves: tuple[Move, ...] = ()
    cost: int = 0
    gave_up: bool = False


def advance(hypotheses: Sequence[Hypothesis], move: Move) -> list[Hypothesis]:
    """Return the hypotheses in which the move is legal, after it."""
    return [after for one in hypotheses if (after := _after(one, move)) is not None]


def play(
    hypotheses: Sequence[Hypothesis],
    laid: Sequence[Laid],
    discard: CardCopy | None,
    cloth: Cloth,
    *,
    anywhere: bool = False,
) -> list[Hypothesis]:
    """Return every legal way to lay those cards and discard that one, likeliest first.

    With `anywhere` a few cards may lie far from their melds.
    """
    found: list[Hypothesis] = []
    reader = Reader(cloth, anywhere=anywhere)
    for hypothesis in hypotheses:
        for after in lay(hypothesis, laid, reader):
            if discard is None:
                found.append(after)
                continue
            found += advance([after], Discard(after.state.seat, discard))
    if reader.is_spent:
        # The likeliest come first; whatever has not been looked at may be the true one.
        found = [dataclasses.replace(one, gave_up=True) for one in found]
    return distinct(found)


def likeliest(
    hypotheses: Sequence[Hypothesis], laid: Sequence[Laid], cloth: Cloth
) -> Hypothesis | None:
    """Return the likeliest hand with those cards laid, for a look in passing; None if they make none."""
    reader = Reader(cloth)
    after = (one for hypothesis in plausible(hypotheses) for one in lay(hypothesis, laid, reader))
    return next(after, None)


def play_silent(
    hypotheses: Sequence[Hypothesis],
    evidence: PlayEvidence,
    discard: CardCopy | None,
    cloth: Cloth,
) -> list[Hypothesis]:
    """Return the ways to play what was laid when some of it has fallen silent since.

    Cards of a burraco are closed up or turned across and lie there still; others were taken back.
    """
    without = play(hypotheses, evidence.laid, discard, cloth)
    if not evidence.silent:
        return without
    silent = {entry.card for entry in evidence.silent}
    laid = in_time([*evidence.laid, *evidence.silent])
    lying = [
        one
        for one in play(hypotheses, laid, discard, cloth)
        if all(meld.size >= BURRACO for meld in _holding(one, silent))
    ]
    if not lying:
        return without
    return lying + [dataclasses.replace(one, cost=one.cost + 2 * SPLIT) for one in without]


def _holding(one: Hypothesis, cards: set[CardCopy]) -> list[Meld]:
    """Return the melds in which those cards lie."""
    melds = (meld for own in one.state.side_list for meld in own.melds)
    return [meld for meld in melds if not cards.isdisjoint(meld.copies)]


class Reader:
    """Reads what lies on the cloth; hypotheses with the same melds are read once.

    One play is read with so many steps in all; beyond them it is not read to its end.
    """

    def __init__(self, cloth: Cloth, *, anywhere: bool = False) -> None:
        self._cloth = cloth
        self._anywhere = anywhere
        self._known: dict[object, Ways] = {}
        self._searched = Steps(MAX_SEARCHED)
        self._made = MAX_MADE

    @property
    def is_spent(self) -> bool:
        """Whether there was more to read than is read of one play."""
        return self._made < 0 or self._searched.left < 0

    def may_make(self, moves: int) -> bool:
        """Whether that many melds more may be made, and count them."""
        if self._made >= 0:
            self._made -= moves
        return self._made >= 0

    def ways(self, state: HandState, laid: Sequence[Laid]) -> Ways:
        """Return the ways of laying those cards beside the melds of the side on turn."""
        melds = state.own.melds
        key = tuple((meld.copies, meld.shape, meld.frozen) for meld in melds), tuple(laid)
        known = self._known.get(key)
        if known is None:
            known = ways(
                state.profile,
                melds,
                laid,
                self._cloth,
                anywhere=self._anywhere,
                budget=self._searched,
            )
            self._known[key] = known
        return known


def lay(hypothesis: Hypothesis, laid: Sequence[Laid], reader: Reader) -> Iterator[Hypothesis]:
    """Yield the hypothesis after each legal way to lay the cards, a pozzetto in flight included."""
    if not laid:
        yield hypothesis
        return
    state = hypothesis.state
    held = frozenset(state.holding)
    first = [entry for entry in laid if entry.card in held]
    later = [entry for entry in laid if entry.card not in held]
    if not first or (later and len(first) != len(held)):
        return
    read = reader.ways(state, first)
    for way in read.found:
        if not reader.may_make(len(way.shares)):
            return
        after = _make(hypothesis, way)
        if after is None:
            continue
        if read.gave_up:
            after = dataclasses.replace(after, gave_up=True)
        if not later:
            yield after
        elif after.state.seat is state.seat and after.state.phase is Phase.TO_PLAY:
            yield from lay(after, later, reader)


def plausible(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return the hypotheses that people may have meant, likeliest first; the others only wait."""
    if not hypotheses:
        return []
    best = hypotheses[0].cost
    return [one for one in hypotheses if one.cost < best + SPLIT]


def going_on_first(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return plausible hypotheses first; among those, hands still in play before finished ones."""
    meant = plausible(hypotheses)
    return sorted(meant, key=lambda one: one.state.is_over) + list(hypotheses[len(meant) :])


def distinct(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return the hypotheses that differ in what lies where, likeliest first."""
    return _kept(hypotheses, lambda state: (_copies(state), *_rest(state)))


def distinct_by_face(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return the hypotheses that differ in result; which copy of a face lies where makes no difference."""
    return _kept(hypotheses, lambda state: (_faces(state), *_rest(state)))


def _kept(
    hypotheses: Sequence[Hypothesis], result: Callable[[HandState], object]
) -> list[Hypothesis]:
    if len(hypotheses) < 2:
        return list(hypotheses)
    best: dict[object, Hypothesis] = {}
    for hypothesis in sorted(hypotheses, key=lambda one: one.cost):
        best.setdefault(result(hypothesis.state), hypothesis)
    kept = list(best.values())
    meant = plausible(kept)
    if len(meant) > MAX_HYPOTHESES:
        stay, go = meant[:MAX_HYPOTHESES], meant[MAX_HYPOTHESES:]
        if {_faces(one.state) for one in go} <= {_faces(one.state) for one in stay}:
            return stay
        return [dataclasses.replace(one, gave_up=True) for one in stay]
    return meant + kept[len(meant) : len(meant) + MAX_IMPLAUSIBLE]


def _make(hypothesis: Hypothesis, way: Way) -> Hypothesis | None:
    """Return the hypothesis after the way's moves, in the first order that is legal.

    What a play leaves in the hand can bar it, so each of them is tried as the last one.
    """
    seat = hypothesis.state.seat
    moves: list[Move] = [
        ExtendMeld(seat, number, cards) if number else OpenMeld(seat, cards)
        for number, cards in way.shares
    ]
    for last in range(len(moves) - 1, max(-1, len(moves) - 1 - MAX_ORDERS), -1):
        after: Hypothesis | None = hypothesis
        for move in (*moves[:last], *moves[last + 1 :], moves[last]):
            after = _after(after, move) if after is not None else None
        if after is not None:
            return dataclasses.replace(after, cost=after.cost + way.cost)
    return None


def _after(hypothesis: Hypothesis, move: Move) -> Hypothesis | None:
    try:
        state = apply(hypothesis.state, move)
    except IllegalMoveError:
        return None
    return Hypothesis(state, (*hypothesis.moves, move), hypothesis.cost, hypothesis.gave_up)


@functools.lru_cache(maxsize=16_384)
def text_of(shape: Shape) -> str:
    """Return a meld's text in the notation; the same few are asked for again and again."""
    return shape.text()


def _copies(state: HandState) -> object:
    return tuple(
        frozenset((text_of(meld.shape), frozenset(meld.copies)) for meld in own.melds)
        for own in state.side_list
    )


def _faces(state: HandState) -> object:
    return tuple(
        tuple(sorted(text_of(meld.shape) for meld in own.melds)) for own in state.side_list
    )


def _rest(state: HandState) -> tuple[object, ...]:
    return tuple(map(frozenset, state.holding_list)), state.seat, state.phase
