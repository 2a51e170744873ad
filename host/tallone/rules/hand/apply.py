"""apply(state, move) -> the position after a legal move."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from tallone.rules.cards.cards import FACES
from tallone.rules.cards.seats import Side, next_seat
from tallone.rules.cards.verdicts import Illegal, IllegalMoveError
from tallone.rules.hand import bars
from tallone.rules.hand.hand import (
    LAYS,
    OVER,
    TO_DRAW,
    TO_PLAY,
    End,
    HandState,
    PozzettoEntry,
    SideState,
)
from tallone.rules.hand.judge import judge, judge_lay
from tallone.rules.hand.moves import (
    CallStall,
    CallTimeOut,
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.melds.meld import Meld, extend, resolve

_T = TypeVar("_T")
_face: Final = list(FACES).__getitem__


def apply(state: HandState, move: Move) -> HandState:
    """Return the position after the move; raise IllegalMoveError if `judge` does not call it legal."""
    if isinstance(move, LAYS):
        after = _lay(state, move, judge_lay(state, move))
        return after if after.imposed is None else bars.after_move(state, move, after)
    verdict = judge(state, move)
    if isinstance(verdict, Illegal):
        raise IllegalMoveError(verdict)
    after = _APPLIES[type(move)](state, move)
    return after if after.imposed is None else bars.after_move(state, move, after)


def follow(state: HandState, move: PlayerMove) -> HandState:
    """Return the position after one of its own `legal_moves`: those are not judged again."""
    after = _APPLIES[type(move)](state, move)
    return after if after.imposed is None else bars.after_move(state, move, after)


def freeze(state: HandState, side: Side, number: int) -> HandState:
    """Return the position in which a side's meld, counted from 1, takes no more cards: an arbiter's act."""
    place = list(Side).index(side)
    before = state.side_list[place]
    frozen = replace(before.melds[number - 1], frozen=True)
    after = SideState(_with(before.melds, number - 1, frozen), before.pozzetto)
    return replace(state, side_list=_with(state.side_list, place, after))


def _draw(state: HandState, _move: DrawFromStock) -> HandState:
    stock, place, held = state.stock, state.place, state.holding_list
    return replace(
        state,
        phase=TO_PLAY,
        stock=stock[1:],
        holding_list=_with(held, place, (*held[place], stock[0])),
    )


def _take(state: HandState, _move: TakeDiscardPile) -> HandState:
    pile, place, held = state.discard_pile, state.place, state.holding_list
    single = pile[0] if len(pile) == 1 else None
    return replace(
        state,
        phase=TO_PLAY,
        discard_pile=(),
        holding_list=_with(held, place, held[place] + pile),
        just_taken=single,
        equal_held=single is not None and single.card in map(_face, held[place]),
    )


def _open(state: HandState, move: OpenMeld) -> HandState:
    return _lay(state, move, resolve(state.profile, move.cards, move.pins))


def _extend(state: HandState, move: ExtendMeld) -> HandState:
    before = state.own.melds[move.meld - 1]
    return _lay(state, move, extend(state.profile, before, move.cards, move.pins))


def _lay(state: HandState, move: OpenMeld | ExtendMeld, made: Meld | Illegal) -> HandState:
    if isinstance(made, Illegal):
        raise IllegalMoveError(made)
    place, laid = state.place, move.cards
    own = state.side_list[place % 2]
    number = len(own.melds) if isinstance(move, OpenMeld) else move.meld - 1
    melds = _with(own.melds, number, made)
    left = tuple([card for card in state.holding_list[place] if card not in laid])
    if not left:
        return _to_pozzetto(state, melds, PozzettoEntry.DIRECT)
    return replace(
        state,
        side_list=_with(state.side_list, place % 2, SideState(melds, own.pozzetto)),
        holding_list=_with(state.holding_list, place, left),
    )


def _discard(state: HandState, move: Discard) -> HandState:
    if state.imposed is not None:
        state = bars.from_edge(state, move.card)
    seat, held = state.place, state.holding_list
    holding = held[seat]
    place = holding.index(move.card)
    left = holding[:place] + holding[place + 1 :]
    after = replace(
        state,
        discard_pile=(*state.discard_pile, move.card),
        holding_list=_with(held, seat, left),
        just_taken=None,
        equal_held=False,
        turns=state.turns + 1,
    )
    if state.last_turns is not None:
        after = replace(after, last_turns=state.last_turns - 1)
    if left:
        return _next_turn(after)
    own = state.own
    if own.pozzetto_taken:
        return replace(after, phase=OVER, end=End.CLOSE, closed_by=state.seat)
    return _next_turn(_to_pozzetto(after, own.melds, PozzettoEntry.ON_DISCARD))


def _next_turn(state: HandState) -> HandState:
    """Return the position when the player's turn is over, if the hand goes on."""
    if len(state.stock) <= state.profile.stock_floor:
        return replace(state, phase=OVER, end=End.STOCK)
    if state.last_turns == 0:
        return replace(state, phase=OVER, end=End.TIMEOUT)
    return replace(state, phase=TO_DRAW, seat=next_seat(state.seat, state.players))


def _to_pozzetto(state: HandState, melds: tuple[Meld, ...], entry: PozzettoEntry) -> HandState:
    """Return the position when the player's side, with these melds, has taken the next pozzetto."""
    taken, *rest = state.pozzetti
    place = state.place
    return replace(
        state,
        side_list=_with(state.side_list, place % 2, SideState(melds, entry)),
        holding_list=_with(state.holding_list, place, taken),
        pozzetti=tuple(rest),
        just_taken=None,
        equal_held=False,
    )


def _call_time(state: HandState, _move: CallTimeOut) -> HandState:
    # FIBUR: called in a turn, the last lap begins after it; FE.BUR.IT: the turn is its first.
    late = state.profile.time_out == "next_lap" and state.phase is TO_PLAY
    return replace(state, last_turns=state.players + late)


def _call_stall(state: HandState, _move: CallStall) -> HandState:
    return replace(state, phase=OVER, end=End.STALL)


_APPLIES: Final[Mapping[type[Move], Callable[[HandState, Any], HandState]]] = {
    DrawFromStock: _draw,
    TakeDiscardPile: _take,
    OpenMeld: _open,
    ExtendMeld: _extend,
    Discard: _discard,
    CallTimeOut: _call_time,
    CallStall: _call_stall,
}


def _with(values: tuple[_T, ...], place: int, value: _T) -> tuple[_T, ...]:
    """Return the values with another one in a place, or after the last."""
    return values[:place] + (value,) + values[place + 1 :]  # noqa: RUF005 - with a star it takes twice as long
