"""apply(state, move) -> the position after a legal move."""

import dataclasses

from tallone.rules.cards import CardCopy
from tallone.rules.hand import End, HandState, Phase, PozzettoEntry, SideState
from tallone.rules.judge import judge, meld_after
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
    verdict = judge(state, move)
    if isinstance(verdict, Illegal):
        raise IllegalMoveError(verdict)
    match move:
        case DrawFromStock():
            return _draw(state)
        case TakeDiscardPile():
            return _take(state)
        case OpenMeld() | ExtendMeld():
            return _lay(state, move)
        case Discard(card=card):
            return _discard(state, card)
        case CallTimeOut():
            turns = state.players + (
                state.profile.time_out == "next_lap" and state.phase is Phase.TO_PLAY
            )
            return dataclasses.replace(state, last_turns=turns)
        case CallStall():
            return dataclasses.replace(state, phase=Phase.OVER, end=End.STALL)


def freeze(state: HandState, side: Side, number: int) -> HandState:
    """Return the position in which a side's meld, counted from 1, takes no more cards: an arbiter's act."""
    place = list(Side).index(side)
    melds = list(state.side_list[place].melds)
    melds[number - 1] = dataclasses.replace(melds[number - 1], frozen=True)
    return _with_side(
        state, place, dataclasses.replace(state.side_list[place], melds=tuple(melds))
    )


def _draw(state: HandState) -> HandState:
    holding = (*state.holding, state.stock[0])
    return dataclasses.replace(
        state,
        phase=Phase.TO_PLAY,
        stock=state.stock[1:],
        holding_list=_with_holding(state, holding),
        just_taken=None,
        equal_held=False,
    )


def _take(state: HandState) -> HandState:
    pile = state.discard_pile
    single = pile[0] if len(pile) == 1 else None
    return dataclasses.replace(
        state,
        phase=Phase.TO_PLAY,
        discard_pile=(),
        holding_list=_with_holding(state, (*state.holding, *pile)),
        just_taken=single,
        equal_held=single is not None and any(copy.card == single.card for copy in state.holding),
    )


def _lay(state: HandState, move: OpenMeld | ExtendMeld) -> HandState:
    made = meld_after(state, move)
    assert isinstance(made, Meld), "judged before"
    place = _side_place(state)
    own = state.side_list[place]
    melds = list(own.melds)
    if isinstance(move, OpenMeld):
        melds.append(made)
    else:
        melds[move.meld - 1] = made
    left = tuple(card for card in state.holding if card not in move.cards)
    after = _with_side(state, place, SideState(tuple(melds), own.pozzetto))
    if left:
        return dataclasses.replace(after, holding_list=_with_holding(state, left))
    return _to_pozzetto(after, PozzettoEntry.DIRECT)


def _discard(state: HandState, card: CardCopy) -> HandState:
    left = tuple(held for held in state.holding if held != card)
    after = dataclasses.replace(
        state,
        holding_list=_with_holding(state, left),
        discard_pile=(*state.discard_pile, card),
        just_taken=None,
        equal_held=False,
        turns=state.turns + 1,
        last_turns=None if state.last_turns is None else state.last_turns - 1,
    )
    if not left:
        if state.own.pozzetto_taken:
            return dataclasses.replace(
                after, phase=Phase.OVER, end=End.CLOSE, closed_by=state.seat
            )
        after = _to_pozzetto(after, PozzettoEntry.ON_DISCARD)
    if len(after.stock) <= state.profile.stock_floor:
        return dataclasses.replace(after, phase=Phase.OVER, end=End.STOCK)
    if after.last_turns == 0:
        return dataclasses.replace(after, phase=Phase.OVER, end=End.TIMEOUT)
    return dataclasses.replace(
        after, phase=Phase.TO_DRAW, seat=next_seat(state.seat, state.players)
    )


def _to_pozzetto(state: HandState, entry: PozzettoEntry) -> HandState:
    place = _side_place(state)
    taken, *rest = state.pozzetti
    after = _with_side(state, place, dataclasses.replace(state.side_list[place], pozzetto=entry))
    return dataclasses.replace(
        after,
        holding_list=_with_holding(state, taken),
        pozzetti=tuple(rest),
        just_taken=None,
        equal_held=False,
    )


def _with_holding(
    state: HandState, holding: tuple[CardCopy, ...]
) -> tuple[tuple[CardCopy, ...], ...]:
    place = seats(state.players).index(state.seat)
    return (*state.holding_list[:place], holding, *state.holding_list[place + 1 :])


def _side_place(state: HandState) -> int:
    return 0 if state.side is Side.NORTH_SOUTH else 1


def _with_side(state: HandState, place: int, side: SideState) -> HandState:
    first, second = state.side_list
    return dataclasses.replace(state, side_list=(side, second) if place == 0 else (first, side))
