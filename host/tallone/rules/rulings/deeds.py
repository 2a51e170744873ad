"""What a player did, legal or not: cards go where they were put, and a meld that is none is a heap.

The position afterwards waits for a ruling; what was done is remembered in it until play goes on.
"""

import functools
from collections.abc import Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from tallone.rules.cards.cards import Card, CardCopy
from tallone.rules.cards.seats import Seat, next_seat, seats
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.hand.bars import after_turn, imposed_of, settled, side_place
from tallone.rules.hand.hand import (
    OVER,
    TO_DRAW,
    TO_PLAY,
    End,
    HandState,
    PozzettoEntry,
    SideState,
)
from tallone.rules.hand.imposed import Done, Laid
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.melds.meld import Meld, extend, resolve
from tallone.rules.melds.shapes import MeldKind, Shape

_HEAPS: Final = 4096


class NotThereError(ValueError):
    """A deed names a card, or a meld, that the position does not have there."""


def begin(state: HandState, seat: Seat) -> HandState:
    """Return the position in which that seat begins to do something."""
    may_play = state.seat is seat and state.phase is TO_PLAY
    done = Done(seat, may_play=may_play)
    return replace(state, imposed=replace(imposed_of(state), done=done))


def do(state: HandState, move: PlayerMove) -> HandState:
    """Return the position after a move that nobody judges; raise NotThereError."""
    if state.phase is OVER:
        raise NotThereError("the hand is over")
    done = imposed_of(state).done
    if done is None or done.seat is not move.seat:
        state = begin(state, move.seat)
    match move:
        case DrawFromStock():
            return _draw(state, move.seat)
        case TakeDiscardPile():
            return _take(state, move.seat)
        case OpenMeld(cards=cards):
            return _open(state, move, cards)
        case ExtendMeld(cards=cards):
            return _add(state, move, cards)
        case Discard(card=card):
            return _discard(state, move.seat, card)
        case never:
            assert_never(never)


def heap(copies: Sequence[CardCopy]) -> Meld:
    """Return cards that lie together and make no meld; nothing is added to them and they pay no bonus."""
    return Meld(_heap_shape(tuple(copy.card for copy in copies)), tuple(copies), frozen=True)


def is_heap(meld: Meld) -> bool:
    """Whether the cards of a meld make none."""
    return meld.shape.low < 0


@functools.lru_cache(maxsize=_HEAPS)
def _heap_shape(faces: tuple[Card, ...]) -> Shape:
    return Shape(
        kind=MeldKind.RUN,
        suit=0,
        low=-1,
        faces=faces,
        wild=-1,
        points=sum(face.points for face in faces),
        near=0,
        takes_wild=False,
        mates=0,
    )


def holding_of(state: HandState, seat: Seat) -> tuple[CardCopy, ...]:
    """Return what a seat holds."""
    return state.holding_list[seats(state.players).index(seat)]


def with_holding(state: HandState, seat: Seat, cards: Sequence[CardCopy]) -> HandState:
    """Return the position in which a seat holds these."""
    held = list(state.holding_list)
    held[seats(state.players).index(seat)] = tuple(cards)
    return replace(state, holding_list=tuple(held))


def with_side(state: HandState, place: int, own: SideState) -> HandState:
    """Return the position with another state of the side in that place."""
    sides = list(state.side_list)
    sides[place] = own
    return replace(state, side_list=(sides[0], sides[1]))


def _done(state: HandState) -> Done:
    done = imposed_of(state).done
    assert done is not None, "a deed has begun"
    return done


def _with_done(state: HandState, done: Done) -> HandState:
    return replace(state, imposed=replace(imposed_of(state), done=done))


def _draw(state: HandState, seat: Seat) -> HandState:
    if not state.stock:
        raise NotThereError("the stock has no card")
    drawn = state.stock[0]
    done = _done(state)
    state = with_holding(state, seat, (*holding_of(state, seat), drawn))
    state = replace(state, stock=state.stock[1:])
    state = _with_done(state, replace(done, drawn=(*done.drawn, drawn)))
    if state.seat is not seat or state.phase is not TO_DRAW:
        return state
    return replace(state, phase=TO_PLAY, imposed=replace(imposed_of(state), drawn=(drawn,)))


def _take(state: HandState, seat: Seat) -> HandState:
    pile, held, done = state.discard_pile, holding_of(state, seat), _done(state)
    if not pile:
        raise NotThereError("there is no pile to take")
    equal = len(pile) == 1 and pile[0].card in [copy.card for copy in held]
    state = with_holding(state, seat, (*held, *pile))
    state = _with_done(replace(state, discard_pile=()), replace(done, taken=pile))
    if state.seat is not seat or state.phase is not TO_DRAW:
        return state
    single = pile[0] if len(pile) == 1 else None
    return replace(state, phase=TO_PLAY, just_taken=single, equal_held=equal)


def _open(state: HandState, move: OpenMeld, cards: tuple[CardCopy, ...]) -> HandState:
    made = resolve(state.profile, cards, move.pins)
    meld = heap(cards) if isinstance(made, Illegal) else made
    place = side_place(state, move.seat)
    return _laid(state, move.seat, len(state.side_list[place].melds) + 1, meld, cards)


def _add(state: HandState, move: ExtendMeld, cards: tuple[CardCopy, ...]) -> HandState:
    melds = state.side_list[side_place(state, move.seat)].melds
    if not 1 <= move.meld <= len(melds):
        raise NotThereError(f"the side has {len(melds)} melds, no number {move.meld}")
    before = melds[move.meld - 1]
    made = extend(state.profile, replace(before, frozen=False), cards, move.pins)
    if isinstance(made, Illegal) or is_heap(before):
        meld = heap((*before.copies, *cards))
    else:
        meld = replace(made, frozen=before.frozen)
    return _laid(state, move.seat, move.meld, meld, cards)


def _laid(
    state: HandState, seat: Seat, number: int, meld: Meld, cards: tuple[CardCopy, ...]
) -> HandState:
    """Return the position with those cards of a seat in its side's meld of that number."""
    held = holding_of(state, seat)
    for card in cards:
        if card not in held:
            raise NotThereError(f"{seat.value} does not hold {card.card}")
    place = side_place(state, seat)
    own = state.side_list[place]
    opened = number > len(own.melds)
    melds = (*own.melds[: number - 1], meld, *own.melds[number:])
    state = with_side(state, place, SideState(melds, own.pozzetto))
    left = tuple(card for card in held if card not in cards)
    state = with_holding(state, seat, left)
    done = _done(state)
    state = _with_done(state, replace(done, laid=(*done.laid, Laid(number, cards, opened))))
    return _flown(state, seat, PozzettoEntry.DIRECT) if not left else state


def _flown(state: HandState, seat: Seat, entry: PozzettoEntry) -> HandState:
    """Return the position when a seat without cards takes the pozzetto that its side may have."""
    place = side_place(state, seat)
    own = state.side_list[place]
    if own.pozzetto_taken or not state.pozzetti:
        return state
    state = with_holding(state, seat, state.pozzetti[0])
    state = replace(state, pozzetti=state.pozzetti[1:])
    return with_side(state, place, SideState(own.melds, entry))


def _discard(state: HandState, seat: Seat, card: CardCopy) -> HandState:
    held = holding_of(state, seat)
    if card not in held:
        raise NotThereError(f"{seat.value} does not hold {card.card}")
    left = tuple(other for other in held if other != card)
    state = with_holding(state, seat, left)
    state = replace(state, discard_pile=(*state.discard_pile, card))
    if not left:
        state = _flown(state, seat, PozzettoEntry.ON_DISCARD)
    return turn_over(_with_done(state, replace(_done(state), discarded=card)), seat)


def turn_over(state: HandState, seat: Seat) -> HandState:
    """Return the position after that seat's turn; what it did is still remembered."""
    done = imposed_of(state).done
    state = replace(state, just_taken=None, equal_held=False, turns=state.turns + 1)
    if state.last_turns is not None:
        state = replace(state, last_turns=state.last_turns - 1)
    after = replace(state, phase=TO_DRAW, seat=next_seat(seat, state.players))
    if len(state.stock) <= state.profile.stock_floor:
        after = replace(state, phase=OVER, end=End.STOCK)
    elif state.last_turns == 0:
        after = replace(state, phase=OVER, end=End.TIMEOUT)
    after = after_turn(after, seat)
    return settled(replace(after, imposed=replace(imposed_of(after), done=done)))
