"""apply(state, move) -> the position after a legal move."""

import dataclasses
from typing import Any, assert_never

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
from tallone.rules.seats import Side, next_seat, seats
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
    match move:
        case DrawFromStock():
            return _draw(state)
        case TakeDiscardPile():
            return _take(state)
        case Discard(card=card):
            return _discard(state, card)
        case CallTimeOut():
            return _call_time(state)
        case CallStall():
            return changed(state, phase=Phase.OVER, end=End.STALL)
        case never:
            assert_never(never)


def freeze(state: HandState, side: Side, number: int) -> HandState:
    """Return the position in which a side's meld, counted from 1, takes no more cards: an arbiter's act."""
    place = list(Side).index(side)
    melds = list(state.side_list[place].melds)
    melds[number - 1] = dataclasses.replace(melds[number - 1], frozen=True)
    frozen = SideState(tuple(melds), state.side_list[place].pozzetto)
    return changed(state, side_list=_with_side(state, place, frozen))


def _draw(state: HandState) -> HandState:
    return changed(
        state,
        phase=Phase.TO_PLAY,
        stock=state.stock[1:],
        holding_list=_with_holding(state, (*state.holding, state.stock[0])),
    )


def _take(state: HandState) -> HandState:
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
    place = _side_place(state)
    own = state.side_list[place]
    melds = list(own.melds)
    if isinstance(move, OpenMeld):
        melds.append(made)
    else:
        melds[move.meld - 1] = made
    left = tuple([card for card in state.holding if card not in move.cards])
    side = SideState(tuple(melds), own.pozzetto)
    if left:
        return changed(
            state,
            side_list=_with_side(state, place, side),
            holding_list=_with_holding(state, left),
        )
    return changed(state, **_to_pozzetto(state, side, PozzettoEntry.DIRECT))


def _discard(state: HandState, card: CardCopy) -> HandState:
    left = tuple([held for held in state.holding if held != card])
    changes: dict[str, Any] = {
        "holding_list": _with_holding(state, left),
        "discard_pile": (*state.discard_pile, card),
        "just_taken": None,
        "equal_held": False,
        "turns": state.turns + 1,
    }
    if state.last_turns is not None:
        changes["last_turns"] = state.last_turns - 1
    if not left:
        if state.own.pozzetto_taken:
            return changed(state, **changes, phase=Phase.OVER, end=End.CLOSE, closed_by=state.seat)
        changes |= _to_pozzetto(state, state.own, PozzettoEntry.ON_DISCARD)
    if len(state.stock) <= state.profile.stock_floor:
        return changed(state, **changes, phase=Phase.OVER, end=End.STOCK)
    if changes.get("last_turns") == 0:
        return changed(state, **changes, phase=Phase.OVER, end=End.TIMEOUT)
    after = next_seat(state.seat, state.players)
    return changed(state, **changes, phase=Phase.TO_DRAW, seat=after)


def _to_pozzetto(state: HandState, side: SideState, entry: PozzettoEntry) -> dict[str, Any]:
    """Return what changes when the player's side takes the next pozzetto."""
    taken, *rest = state.pozzetti
    place = _side_place(state)
    return {
        "side_list": _with_side(state, place, SideState(side.melds, entry)),
        "holding_list": _with_holding(state, taken),
        "pozzetti": tuple(rest),
        "just_taken": None,
        "equal_held": False,
    }


def _call_time(state: HandState) -> HandState:
    # FIBUR: called in a turn, the last lap begins after it; FE.BUR.IT: the turn is its first.
    late = state.profile.time_out == "next_lap" and state.phase is Phase.TO_PLAY
    return changed(state, last_turns=state.players + late)


def _with_holding(
    state: HandState, holding: tuple[CardCopy, ...]
) -> tuple[tuple[CardCopy, ...], ...]:
    place = seats(state.players).index(state.seat)
    return (*state.holding_list[:place], holding, *state.holding_list[place + 1 :])


def _side_place(state: HandState) -> int:
    return 0 if state.side is Side.NORTH_SOUTH else 1


def _with_side(state: HandState, place: int, side: SideState) -> tuple[SideState, SideState]:
    first, second = state.side_list
    return (side, second) if place == 0 else (first, side)
