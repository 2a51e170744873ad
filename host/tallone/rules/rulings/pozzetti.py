"""Effects on the pozzetti: filled, trimmed."""

from collections.abc import Iterable

from msgspec.structs import replace

from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, seats
from tallone.rules.hand.bars import side_place
from tallone.rules.hand.hand import (
    HOLDING,
    TO_DRAW,
    HandState,
    PozzettoEntry,
)
from tallone.rules.rulings.deeds import (
    holding_of,
    with_holding,
)
from tallone.rules.rulings.effects import Effect
from tallone.rules.rulings.lifting import CannotCarryOutError


def pozzetto_fill(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    number, count = effect.number("pozzetto"), effect.number("cards")
    if not 0 <= count <= HOLDING:
        raise CannotCarryOutError(f"{effect.name}: {count} cards are no pozzetto's")
    if effect.word("from") == "stock-bottom":
        if count > len(state.stock):
            raise CannotCarryOutError(f"{effect.name}: the stock has not {count} cards")
        keep = len(state.stock) - count
        cards, state = state.stock[keep:], replace(state, stock=state.stock[:keep])
    else:
        second = _untaken(state, 2)
        if second is None or count > len(state.pozzetti[second]):
            raise CannotCarryOutError(f"{effect.name}: the second pozzetto has not {count} cards")
        cards = state.pozzetti[second][:count]
        state = _with_pozzetto(state, second, state.pozzetti[second][count:])
    place = _untaken(state, number)
    if place is not None:
        return _with_pozzetto(state, place, (*state.pozzetti[place], *cards))
    taker = _taker(state)
    if taker is None:
        return state
    return with_holding(state, taker, (*holding_of(state, taker), *cards))


def pozzetto_trim(state: HandState, _effect: Effect, _by: Seat | None) -> HandState:
    pozzetti = [list(pozzetto) for pozzetto in state.pozzetti]
    under: list[CardCopy] = []
    while any(len(pozzetto) > HOLDING for pozzetto in pozzetti):
        for pozzetto in pozzetti:
            over = len(pozzetto) > HOLDING
            under += pozzetto[:over]
            del pozzetto[:over]
    taker = _taker(state)
    if taker is not None and len(state.pozzetti) < 2:
        held = holding_of(state, taker)
        under += held[HOLDING:]
        state = with_holding(state, taker, held[:HOLDING])
    return replace(state, pozzetti=tuple(map(tuple, pozzetti)), stock=(*state.stock, *under))


def _untaken(state: HandState, number: int) -> int | None:
    """Return where pozzetto 1 or 2 stands among those not taken, None if it is taken."""
    place = number - 1 - (2 - len(state.pozzetti))
    return place if 0 <= place < len(state.pozzetti) else None


def _with_pozzetto(state: HandState, place: int, cards: Iterable[CardCopy]) -> HandState:
    pozzetti = list(state.pozzetti)
    pozzetti[place] = tuple(cards)
    return replace(state, pozzetti=tuple(pozzetti))


def _taker(state: HandState) -> Seat | None:
    """Return who holds a pozzetto of which nothing can have been played: taken with the last discard."""
    order = seats(state.players)
    before = order[order.index(state.seat) - 1]
    own = state.side_list[side_place(state, before)]
    fresh = own.pozzetto is PozzettoEntry.ON_DISCARD and state.phase is TO_DRAW
    return before if fresh else None
