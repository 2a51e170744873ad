"""Effects on what a seat may do: bars, and draws and discards that are forced."""

from collections.abc import Callable

from msgspec.structs import replace

from tallone.rules.cards.seats import Seat
from tallone.rules.hand.bars import imposed_of
from tallone.rules.hand.hand import (
    OVER,
    TO_DRAW,
    TO_PLAY,
    HandState,
)
from tallone.rules.hand.imposed import Bar, Lasts
from tallone.rules.rulings.deeds import (
    holding_of,
)
from tallone.rules.rulings.effects import Effect

Carried = Callable[[HandState, Effect, Seat | None], HandState]


def this_turn(name: str) -> Carried:
    def carried(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
        return _barred(state, Bar(name, effect.seat(), Lasts.THIS_TURN))

    return carried


def forced_draw(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    draw = "pile" if effect.name == "take-pile" else effect.word("from")
    bar = Bar("forced-draw", effect.seat(), Lasts.THIS_TURN, words=(draw,))
    return _barred(state, bar)


def forced_discard(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    seat = effect.seat()
    which = effect.get("which")
    faces = effect.cards("card") or effect.cards("one_of")
    if which == "other":
        just = state.just_taken
        faces = (just.card,) if just is not None else ()
    words = (which,) if isinstance(which, str) else ()
    state = _barred(state, Bar("forced-discard", seat, Lasts.THIS_TURN, faces=faces, words=words))
    lies_there = {copy.card for copy in state.discard_pile} & set(faces)
    held = {copy.card for copy in holding_of(state, seat)}
    if state.seat is seat and state.phase is TO_DRAW and lies_there and not held & set(faces):
        # The card that must go lies in the pile that he was taking.
        return _barred(state, Bar("forced-draw", seat, Lasts.THIS_TURN, words=("pile",)))
    return state


def must_play(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    seat, when = effect.seat(), effect.word("when")
    held = list(holding_of(state, seat))
    cards = []
    for face in effect.cards():
        found = next((copy for copy in held if copy.card == face), None)
        if found is not None:
            held.remove(found)
            cards.append(found)
    bar = Bar(
        "must-play",
        seat,
        Lasts.NEXT_TURN if when == "next-turn" else Lasts.THIS_TURN,
        cards=tuple(cards),
        words=effect.words("ways"),
        now=when == "now",
        least=effect.get("on") is not None,
    )
    return _barred(state, bar)


def limited_turn(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    return _with_bar(
        state,
        Bar("limited-turn", effect.seat(), Lasts.NEXT_TURN, words=(effect.word("draw"),)),
    )


def skip_turn(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    return _with_bar(state, Bar("skip-turn", effect.seat(), Lasts.NEXT_TURN))


def may_not_close(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    lasts = Lasts.UNTIL_TURN if effect.word("until") == "next-turn" else Lasts.UNTIL_SECOND
    return _with_bar(state, Bar("may-not-close", effect.seat(), lasts))


def partner_may_not_close(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    return _with_bar(state, Bar(effect.name, effect.seat(), Lasts.PENALISED))


def partner_may_not_open(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    return _with_bar(state, Bar(effect.name, effect.seat(), Lasts.HELD, faces=effect.cards()))


def may_not_add(state: HandState, effect: Effect, _by: Seat | None) -> HandState:
    return _with_bar(state, Bar(effect.name, effect.seat(), Lasts.TO_END))


def _barred(state: HandState, bar: Bar) -> HandState:
    """Return the position with a bar on the turn of its seat: that on hand, or, if it has none, the next."""
    state = _to_his_turn(state, bar.seat)
    if bar.lasts is Lasts.THIS_TURN and state.seat is not bar.seat:
        bar = replace(bar, lasts=Lasts.NEXT_TURN)
    return _with_bar(state, bar)


def _with_bar(state: HandState, bar: Bar) -> HandState:
    imposed = imposed_of(state)
    return replace(state, imposed=replace(imposed, bars=(*imposed.bars, bar)))


def _to_his_turn(state: HandState, seat: Seat) -> HandState:
    """Return the position in which who has done something out of turn finishes it."""
    done = imposed_of(state).done
    if done is None or done.seat is not seat or done.discarded is not None:
        return state
    if state.seat is seat or state.phase is OVER:
        return state
    drew = bool(done.drawn or done.taken or done.may_play)
    return replace(state, seat=seat, phase=TO_PLAY if drew else TO_DRAW)
