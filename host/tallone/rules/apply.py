"""apply(state, move) -> the position after a legal move."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from tallone.rules.cards import CardCopy
from tallone.rules.hand import LAYS, End, HandState, Phase, PozzettoEntry, SideState, changed
from tallone.rules.judge import judge, judge_lay
from tallone.rules.meld import Meld
from tallone.rules.moves import (
    CallStall,
    CallTimeOut,
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.seats import Side, next_seat
from tallone.rules.verdicts import Illegal, IllegalMoveError


def apply(state: HandState, move: Move) -> HandState:
    """Return the position after the move; raise IllegalMoveError if `judge` does not call it legal."""
    if isinstance(move, LAYS):
        made = judge_lay(state, move)
        if isinstance(made, Illegal):
            raise IllegalMoveError(made)
        return _lay(state, move, made)
    verdict = judge(state, move)
    if isinstance(verdict, Illegal):
        raise IllegalMoveError(verdict)
    return _APPLIES[type(move)](state, move)


def freeze(state: HandState, side: Side, number: int) -> HandState:
    """Return the position in which a side's meld, counted from 1, takes no more cards: an arbiter's act."""
    place = list(Side).index(side)
    melds = list(state.side_list[place].melds)
    melds[number - 1] = dataclasses.replace(melds[number - 1], frozen=True)
    sides = list(state.side_list)
    sides[place] = SideState(tuple(melds), sides[place].pozzetto)
    return changed(state, side_list=tuple(sides))


def _draw(state: HandState, _move: DrawFromStock) -> HandState:
    return changed(
        state,
        phase=Phase.TO_PLAY,
        stock=state.stock[1:],
        holding_list=_with_holding(state, (*state.holding, state.stock[0])),
    )


def _take(state: HandState, _move: TakeDiscardPile) -> HandState:
    pile, holding = state.discard_pile, state.holding
    single = pile[0] if len(pile) == 1 else None
    return changed(
        state,
        phase=Phase.TO_PLAY,
        discard_pile=(),
        holding_list=_with_holding(state, (*holding, *pile)),
        just_taken=single,
        equal_held=single is not None and any(copy.card == single.card for copy in holding),
    )


def _lay(state: HandState, move: OpenMeld | ExtendMeld, made: Meld) -> HandState:
    own = state.own
    melds = list(own.melds)
    if isinstance(move, OpenMeld):
        melds.append(made)
    else:
        melds[move.meld - 1] = made
    laid = set(move.cards)
    left = tuple([card for card in state.holding if card not in laid])
    side = SideState(tuple(melds), own.pozzetto)
    if left:
        return changed(
            state,
            side_list=_with_side(state, side),
            holding_list=_with_holding(state, left),
        )
    return changed(state, **_to_pozzetto(state, side, PozzettoEntry.DIRECT))


def _discard(state: HandState, move: Discard) -> HandState:
    holding = state.holding
    place = holding.index(move.card)
    left = holding[:place] + holding[place + 1 :]
    changes: dict[str, Any] = {
        "holding_list": _with_holding(state, left),
        "discard_pile": (*state.discard_pile, move.card),
        "just_taken": None,
        "equal_held": False,
        "turns": state.turns + 1,
    }
    if state.last_turns is not None:
        changes["last_turns"] = state.last_turns - 1
    if left:
        return changed(state, **changes, **_next_turn(state))
    if state.own.pozzetto_taken:
        return changed(state, **changes, phase=Phase.OVER, end=End.CLOSE, closed_by=state.seat)
    changes |= _to_pozzetto(state, state.own, PozzettoEntry.ON_DISCARD)
    return changed(state, **changes, **_next_turn(state))


def _next_turn(state: HandState) -> dict[str, Any]:
    """Return what changes when the player's turn is over, but for the cards."""
    if len(state.stock) <= state.profile.stock_floor:
        return {"phase": Phase.OVER, "end": End.STOCK}
    if state.last_turns == 1:
        return {"phase": Phase.OVER, "end": End.TIMEOUT}
    return {"phase": Phase.TO_DRAW, "seat": next_seat(state.seat, state.players)}


def _to_pozzetto(state: HandState, side: SideState, entry: PozzettoEntry) -> dict[str, Any]:
    """Return what changes when the player's side takes the next pozzetto."""
    taken, *rest = state.pozzetti
    return {
        "side_list": _with_side(state, SideState(side.melds, entry)),
        "holding_list": _with_holding(state, taken),
        "pozzetti": tuple(rest),
        "just_taken": None,
        "equal_held": False,
    }


def _call_time(state: HandState, _move: CallTimeOut) -> HandState:
    # FIBUR: called in a turn, the last lap begins after it; FE.BUR.IT: the turn is its first.
    late = state.profile.time_out == "next_lap" and state.phase is Phase.TO_PLAY
    return changed(state, last_turns=state.players + late)


def _call_stall(state: HandState, _move: CallStall) -> HandState:
    return changed(state, phase=Phase.OVER, end=End.STALL)


_APPLIES: Final[Mapping[type[Move], Callable[[HandState, Any], HandState]]] = {
    DrawFromStock: _draw,
    TakeDiscardPile: _take,
    Discard: _discard,
    CallTimeOut: _call_time,
    CallStall: _call_stall,
}


def _with_holding(
    state: HandState, holding: tuple[CardCopy, ...]
) -> tuple[tuple[CardCopy, ...], ...]:
    holdings = list(state.holding_list)
    holdings[state.place] = holding
    return tuple(holdings)


def _with_side(state: HandState, side: SideState) -> tuple[SideState, SideState]:
    first, second = state.side_list
    return (first, side) if state.place % 2 else (side, second)
