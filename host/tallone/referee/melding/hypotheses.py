"""The hands that can be on the table: each a rules state and the moves that led there.

Mostly there is one. A wild laid beside two runs makes two; what is laid later may leave one again.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tallone.referee.melding.evidence import Laid
from tallone.referee.melding.ways import SPLIT, Way, ways
from tallone.rules import (
    Discard,
    ExtendMeld,
    HandState,
    IllegalMoveError,
    Move,
    OpenMeld,
    Phase,
    apply,
)
from tallone.rules.cards.cards import CardCopy

# More open explanations than this, and the likeliest are kept.
MAX_HYPOTHESES: Final = 1024
# Of those that people hardly mean, only a few wait for evidence to bring them up.
MAX_IMPLAUSIBLE: Final = 6
# Orders tried when the usual one is barred by what it leaves in the hand.
MAX_ORDERS: Final = 6


@dataclasses.dataclass(frozen=True, slots=True)
class Hypothesis:
    """A hand as it can be; `cost` grows with every unlikely step."""

    state: HandState
    moves: tuple[Move, ...] = ()
    cost: int = 0


def advance(hypotheses: Sequence[Hypothesis], move: Move) -> list[Hypothesis]:
    """Return the hypotheses in which the move is legal, after it."""
    return [after for one in hypotheses if (after := _after(one, move)) is not None]


def play(
    hypotheses: Sequence[Hypothesis], laid: Sequence[Laid], discard: CardCopy | None
) -> list[Hypothesis]:
    """Return every legal way to lay those cards and discard that one, likeliest first."""
    found: list[Hypothesis] = []
    for hypothesis in hypotheses:
        for after in lay(hypothesis, laid):
            if discard is None:
                found.append(after)
                continue
            found += advance([after], Discard(after.state.seat, discard))
    return distinct(found)


def lay(hypothesis: Hypothesis, laid: Sequence[Laid]) -> Iterator[Hypothesis]:
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
    for way in ways(state.profile, state.own.melds, first):
        after = _make(hypothesis, way)
        if after is None:
            continue
        if not later:
            yield after
        elif after.state.seat is state.seat and after.state.phase is Phase.TO_PLAY:
            yield from lay(after, later)


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
    meant = plausible(kept)[:MAX_HYPOTHESES]
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
    return Hypothesis(state, (*hypothesis.moves, move), hypothesis.cost)


def _copies(state: HandState) -> object:
    return tuple(
        frozenset((meld.text(), frozenset(meld.copies)) for meld in own.melds)
        for own in state.side_list
    )


def _faces(state: HandState) -> object:
    return tuple(tuple(sorted(meld.text() for meld in own.melds)) for own in state.side_list)


def _rest(state: HandState) -> tuple[object, ...]:
    return tuple(map(frozenset, state.holding_list)), state.seat, state.phase
