"""carry_out(state, effect, by) -> the position after one effect of a ruling.

Cards are named by their faces, and found where they lie: among what was just laid or discarded, in the hand,
on the side's melds, on the pile. A card that lies nowhere in the position, because it lay where it must not,
comes from outside it.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.ranking import in_order
from tallone.rules.cards.seats import Seat, Side
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.hand.bars import imposed_of, settled, side_place
from tallone.rules.hand.hand import (
    OVER,
    TO_DRAW,
    TO_PLAY,
    End,
    HandState,
    SideState,
)
from tallone.rules.hand.imposed import Done, Negative, Thaw
from tallone.rules.melds.meld import Meld, extend, resolve
from tallone.rules.rulings.barring import (
    Carried,
    forced_discard,
    forced_draw,
    limited_turn,
    may_not_add,
    may_not_close,
    must_play,
    partner_may_not_close,
    partner_may_not_open,
    skip_turn,
    this_turn,
)
from tallone.rules.rulings.deeds import (
    heap,
    holding_of,
    is_heap,
    turn_over,
    with_holding,
    with_side,
)
from tallone.rules.rulings.effects import Effect
from tallone.rules.rulings.lifting import (
    CannotCarryOutError,
    demand_meld,
    erred,
    in_melds,
    is_out,
    laid,
    lifted,
    meld_with,
    seat_of,
    with_meld,
)
from tallone.rules.rulings.pozzetti import pozzetto_fill, pozzetto_trim


def carry_out(state: HandState, effect: Effect, by: Seat | None = None) -> HandState:
    """Return the position after the effect; `by` is who erred. Raise CannotCarryOutError.

    What an effect says of slips, scores of a match and people leaves the position as it is.
    """
    carried = _EFFECTS.get(effect.name)
    return state if carried is None else settled(carried(state, effect, by))


def _stop(state: HandState, _effect: Effect, _by: Seat | None) -> HandState:
    return replace(state, imposed=replace(imposed_of(state), stopped=True))


def _end(end: End) -> Carried:
    def carried(state: HandState, _effect: Effect, _by: Seat | None) -> HandState:
        return replace(state, phase=OVER, end=end, closed_by=None)

    return carried


def _close_stands(state: HandState, _effect: Effect, by: Seat | None) -> HandState:
    if by is None:
        raise CannotCarryOutError("close-stands: it is not said who closed")
    return replace(state, phase=OVER, end=End.CLOSE, closed_by=by)


def _last_turns(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    order = effect.seats()
    if not order:
        raise CannotCarryOutError("last-turns: no seat is named")
    # Whoever completes a turn that is not one of the last does so first.
    return replace(state, last_turns=len(order) + (order[0] is not state.seat))


def _restore_pile(state: HandState, _effect: Effect, _by: Seat | None) -> HandState:
    done = imposed_of(state).done
    if done is None or not done.taken:
        return state
    held = tuple(card for card in holding_of(state, done.seat) if card not in done.taken)
    state = with_holding(state, done.seat, held)
    state = replace(
        state,
        discard_pile=(*done.taken, *state.discard_pile),
        imposed=replace(imposed_of(state), done=replace(done, taken=())),
    )
    return _as_before_the_draw(state, done)


def _draw_back(state: HandState, _effect: Effect, _by: Seat | None) -> HandState:
    done = imposed_of(state).done
    if done is None or not done.drawn:
        return state
    *before, card = done.drawn
    held = tuple(other for other in holding_of(state, done.seat) if other != card)
    state = with_holding(state, done.seat, held)
    after = replace(done, drawn=tuple(before))
    imposed = replace(imposed_of(state), done=after, drawn=())
    state = replace(state, stock=(card, *state.stock), imposed=imposed)
    return _as_before_the_draw(state, done)


def _as_before_the_draw(state: HandState, done: Done) -> HandState:
    """Return the position with who was on turn to draw, if the deed made it his turn to play."""
    if state.seat is done.seat and not done.may_play and done.discarded is None:
        return replace(state, phase=TO_DRAW, just_taken=None, equal_held=False)
    return state


def _back_to_hand(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    seat = effect.seat()
    place = side_place(state, seat)
    for face in effect.cards():
        if face in [copy.card for copy in holding_of(state, seat)] and not is_out(
            state, seat, face
        ):
            continue
        state, copy = lifted(state, place, seat, face)
        state = with_holding(state, seat, (*holding_of(state, seat), copy))
        state = _discard_taken_back(state, seat, copy)
    return state


def _discard_taken_back(state: HandState, seat: Seat, copy: CardCopy) -> HandState:
    """Return the position with the turn given back to who takes his discard back."""
    done = imposed_of(state).done
    if done is None or done.seat is not seat or done.discarded != copy:
        return state
    single = done.taken[0] if len(done.taken) == 1 else None
    return replace(
        state,
        seat=seat,
        phase=TO_PLAY,
        end=End.OPEN,
        turns=state.turns - 1,
        last_turns=None if state.last_turns is None else state.last_turns + 1,
        just_taken=single,
        imposed=replace(imposed_of(state), done=replace(done, discarded=None)),
    )


def _penalised(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    seat = effect.seat()
    place = side_place(state, seat)
    for face in in_order(effect.cards(), effect.word("order")):
        state, copy = lifted(state, place, seat, face)
        imposed = imposed_of(state)
        edge = imposed.with_edge(seat, (*imposed.edge_of(seat), copy))
        state = replace(state, imposed=edge)
    return state


def _mend(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    return _add_to_meld(state, effect, effect.number("meld"))


def _cards_to_meld(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    return _add_to_meld(state, effect, effect.number("meld"))


def _add_to_meld(state: HandState, effect: Effect, number: int) -> HandState:
    place = list(Side).index(effect.side())
    demand_meld(state, place, number, effect.name)
    seat = seat_of(state, effect.side())
    cards = []
    for face in effect.cards():
        state, copy = lifted(state, place, seat, face, but=number)
        cards.append(copy)
    before = state.side_list[place].melds[number - 1]
    return with_meld(state, place, number, _with_cards(state, number, before, cards))


def _with_cards(state: HandState, number: int, before: Meld, cards: list[CardCopy]) -> Meld:
    """Return a meld, or a heap that was one, with cards; a heap still if they make none."""
    frozen = before.frozen and not is_heap(before)
    just = {copy for one in laid(state) if one.meld == number for copy in one.cards}
    rest = [copy for copy in before.copies if copy not in just]
    if is_heap(before) and rest and just:
        first = resolve(state.profile, rest)
        added = (*(copy for copy in before.copies if copy in just), *cards)
        made = first if isinstance(first, Illegal) else extend(state.profile, first, added)
    elif is_heap(before):
        made = resolve(state.profile, (*before.copies, *cards))
    else:
        made = extend(state.profile, replace(before, frozen=False), cards)
    if isinstance(made, Illegal):
        made = resolve(state.profile, (*before.copies, *cards))
    if isinstance(made, Illegal):
        return heap((*before.copies, *cards))
    return replace(made, frozen=frozen)


def _merge(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    number = effect.number("into")
    side = effect.side()
    place = list(Side).index(side)
    demand_meld(state, place, number, effect.name)
    seat = seat_of(state, side)
    cards = []
    for face in effect.cards():
        state, copy = lifted(state, place, seat, face, but=number)
        cards.append(copy)
    before = state.side_list[place].melds[number - 1]
    made = resolve(state.profile, (*before.copies, *cards))
    meld = heap((*before.copies, *cards)) if isinstance(made, Illegal) else made
    return with_meld(state, place, number, replace(meld, frozen=before.frozen or meld.frozen))


def _aside(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    place = list(Side).index(effect.side())
    seat = seat_of(state, effect.side())
    cards = []
    for face in effect.cards():
        state, copy = lifted(state, place, seat, face)
        cards.append(copy)
    made = resolve(state.profile, cards)
    meld = heap(cards) if isinstance(made, Illegal) else replace(made, frozen=True)
    own = state.side_list[place]
    return with_side(state, place, SideState((*own.melds, meld), own.pozzetto))


def _frozen(state: HandState, effect: Effect, by: Seat | None) -> HandState:
    side, number = effect.side(), effect.number("meld")
    place = list(Side).index(side)
    demand_meld(state, place, number, effect.name)
    was_frozen = state.side_list[place].melds[number - 1].frozen
    meld = replace(state.side_list[place].melds[number - 1], frozen=True)
    state = with_meld(state, place, number, meld)
    if effect.word("until") == "end" or was_frozen:
        return state
    imposed = imposed_of(state)
    thaw = Thaw(side, number, erred(state, side, by))
    return replace(state, imposed=replace(imposed, thaws=(*imposed.thaws, thaw)))


def _no_burraco(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    side, number = effect.side(), effect.number("meld")
    demand_meld(state, list(Side).index(side), number, effect.name)
    imposed = imposed_of(state)
    return replace(
        state, imposed=replace(imposed, no_burraco=(*imposed.no_burraco, (side, number)))
    )


def _negative(state: HandState, effect: Effect, by: Seat | None) -> HandState:
    side = effect.side()
    place = list(Side).index(side)
    always = effect.word("when") == "always"
    cards: list[CardCopy] = []
    for face in effect.cards():
        copy = in_melds(state, place, face, cards)
        if copy is None or (always and is_heap(meld_with(state, place, copy))):
            state, copy = lifted(state, place, seat_of(state, side), face)
        cards.append(copy)
    before = None if always else erred(state, side, by)
    imposed = imposed_of(state)
    negative = Negative(side, tuple(cards), before)
    return replace(state, imposed=replace(imposed, negatives=(*imposed.negatives, negative)))


def _discard_stays(state: HandState, effect: Effect, by: Seat | None) -> HandState:
    (face,) = effect.cards("card")
    seat = by or state.seat
    done = imposed_of(state).done
    if done is not None and done.discarded is not None and done.discarded.card == face:
        return state
    held = [copy for copy in holding_of(state, seat) if copy.card == face]
    if not held or state.seat is not seat or state.phase is not TO_PLAY:
        return state
    left = [copy for copy in holding_of(state, seat) if copy != held[0]]
    state = with_holding(state, seat, left)
    return turn_over(replace(state, discard_pile=(*state.discard_pile, held[0])), seat)


_EFFECTS: Final[Mapping[str, Carried]] = {
    "nobody-plays": _stop,
    "no-meld-this-turn": this_turn("no-meld-this-turn"),
    "void-hand": _end(End.VOID),
    "redeal": _end(End.VOID),
    "close-hand": _end(End.ARBITER),
    "pozzetto-fill": pozzetto_fill,
    "pozzetto-trim": pozzetto_trim,
    "restore-pile": _restore_pile,
    "draw-back": _draw_back,
    "cards-back-to-hand": _back_to_hand,
    "cards-to-table-penalised": _penalised,
    "mend": _mend,
    "cards-to-meld": _cards_to_meld,
    "merge-melds": _merge,
    "meld-aside": _aside,
    "frozen-meld": _frozen,
    "no-burraco": _no_burraco,
    "cards-count-negative": _negative,
    "discard-stays": _discard_stays,
    "take-pile": forced_draw,
    "forced-draw": forced_draw,
    "must-play": must_play,
    "forced-discard": forced_discard,
    "pozzetto-next-turn": this_turn("pozzetto-next-turn"),
    "limited-turn": limited_turn,
    "skip-turn": skip_turn,
    "may-not-close": may_not_close,
    "partner-may-not-close": partner_may_not_close,
    "partner-may-not-open": partner_may_not_open,
    "may-not-add": may_not_add,
    "last-turns": _last_turns,
    "close-stands": _close_stands,
}
