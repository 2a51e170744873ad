"""Finding and moving the cards that an effect names by their faces."""

from msgspec.structs import replace

from tallone.rules.cards.cards import PACK, Card, CardCopy
from tallone.rules.cards.seats import Seat, Side, seats, side_of
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.hand.bars import imposed_of, side_place
from tallone.rules.hand.hand import (
    HandState,
    SideState,
)
from tallone.rules.hand.imposed import Laid
from tallone.rules.melds.meld import Meld, resolve
from tallone.rules.rulings.deeds import (
    heap,
    holding_of,
    is_heap,
    with_side,
)


class CannotCarryOutError(ValueError):
    """An effect names a meld or a card that the position does not have."""


def laid(state: HandState) -> tuple[Laid, ...]:
    done = imposed_of(state).done
    return done.laid if done is not None else ()


def is_out(state: HandState, seat: Seat, face: Card) -> bool:
    """Whether the seat has just put a card of that face down."""
    done = imposed_of(state).done
    if done is None or done.seat is not seat:
        return False
    place = side_place(state, seat)
    down = [copy for one in done.laid for copy in one.cards]
    lies = {copy for meld in state.side_list[place].melds for copy in meld.copies}
    discarded = done.discarded is not None and done.discarded.card == face
    return discarded or any(copy.card == face and copy in lies for copy in down)


def lifted(
    state: HandState, place: int, seat: Seat, face: Card, *, but: int = 0
) -> tuple[HandState, CardCopy]:
    """Take a card of that face from where it lies, for a seat of the side in that place.

    A meld of the number `but` keeps its cards.
    """
    done = imposed_of(state).done
    down = [copy for one in laid(state) if one.meld != but for copy in one.cards]
    if done is not None and done.discarded is not None and done.discarded in state.discard_pile:
        down.append(done.discarded)
    lie_there = {copy for meld in state.side_list[place].melds for copy in meld.copies}
    lie_there |= set(state.discard_pile)
    edge = imposed_of(state).edge_of(seat)
    melds = [
        copy
        for number, meld in enumerate(state.side_list[place].melds, start=1)
        if number != but
        for copy in meld.copies
    ]
    choices = (
        *(copy for copy in down if copy in lie_there),
        *holding_of(state, seat),
        *edge,
        *melds,
        *reversed(state.discard_pile),
    )
    copy = next((copy for copy in choices if copy.card == face), None)
    if copy is None:
        return state, _from_outside(state, face)
    return _without(state, place, copy), copy


def _without(state: HandState, place: int, copy: CardCopy) -> HandState:
    """Return the position without a card, wherever people can reach it."""
    imposed = imposed_of(state)
    edge = tuple(
        (seat, tuple(other for other in cards if other != copy)) for seat, cards in imposed.edge
    )
    state = replace(
        state,
        holding_list=tuple(
            tuple(other for other in held if other != copy) for held in state.holding_list
        ),
        discard_pile=tuple(other for other in state.discard_pile if other != copy),
        imposed=replace(imposed, edge=tuple(entry for entry in edge if entry[1])),
    )
    for number, meld in enumerate(state.side_list[place].melds, start=1):
        if copy in meld.copies:
            return _thinned(state, place, number, copy)
    return state


def _thinned(state: HandState, place: int, number: int, copy: CardCopy) -> HandState:
    """Return the position with a card taken out of a meld; what is left may be none, or a heap."""
    own = state.side_list[place]
    meld = own.melds[number - 1]
    rest = tuple(other for other in meld.copies if other != copy)
    if not rest:
        melds = (*own.melds[: number - 1], *own.melds[number:])
        return with_side(state, place, SideState(melds, own.pozzetto))
    made = resolve(state.profile, rest)
    if isinstance(made, Meld):
        made = replace(made, frozen=meld.frozen and not is_heap(meld))
    return with_meld(state, place, number, heap(rest) if isinstance(made, Illegal) else made)


def _from_outside(state: HandState, face: Card) -> CardCopy:
    """Return a copy of a face that lies nowhere in the position, or any if all do."""
    imposed = imposed_of(state)
    known = {
        copy
        for cards in (
            *state.holding_list,
            *state.pozzetti,
            state.stock,
            state.discard_pile,
            *(meld.copies for own in state.side_list for meld in own.melds),
            *(cards for _, cards in imposed.edge),
            *(one.cards for one in imposed.negatives),
        )
        for copy in cards
    }
    copies = [copy for copy in PACK if copy.card == face]
    return next((copy for copy in copies if copy not in known), copies[0])


def in_melds(state: HandState, place: int, face: Card, but: list[CardCopy]) -> CardCopy | None:
    """Return a card of that face on the side's melds, one just laid before another."""
    just = [copy for one in laid(state) for copy in one.cards]
    lie = [copy for meld in state.side_list[place].melds for copy in meld.copies]
    choices = [copy for copy in just if copy in lie] + lie if just else lie
    if not just:
        # What was not just laid counts against only where it is named as out of place.
        choices = [copy for copy in lie if is_heap(meld_with(state, place, copy))]
    return next((copy for copy in choices if copy.card == face and copy not in but), None)


def meld_with(state: HandState, place: int, copy: CardCopy) -> Meld:
    return next(meld for meld in state.side_list[place].melds if copy in meld.copies)


def with_meld(state: HandState, place: int, number: int, meld: Meld) -> HandState:
    own = state.side_list[place]
    melds = (*own.melds[: number - 1], meld, *own.melds[number:])
    return with_side(state, place, SideState(melds, own.pozzetto))


def demand_meld(state: HandState, place: int, number: int, name: str) -> None:
    count = len(state.side_list[place].melds)
    if not 1 <= number <= count:
        raise CannotCarryOutError(f"{name}: the side has {count} melds, no number {number}")


def seat_of(state: HandState, side: Side) -> Seat:
    """Return the seat of a side whose cards are meant: who has just acted, else who is on turn, else any."""
    done = imposed_of(state).done
    first: list[Seat] = [done.seat] if done is not None else []
    choices = (*first, state.seat, *seats(state.players))
    return next(seat for seat in choices if side_of(seat, state.players) is side)


def erred(state: HandState, side: Side, by: Seat | None) -> Seat:
    return by if by is not None else seat_of(state, side)
