"""Putting right by hand what the program believes: cards, turns, draws, discards, the end and the score.

A correction is a name and plain values, as a form has them. Nothing is judged: the person says how it is.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from tallone.app.arbiter.forms import Field, Form, Wants
from tallone.rules.cards.cards import PACK, Card, CardCopy
from tallone.rules.cards.seats import Seat, Side, seats, side_name
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.hand.bars import imposed_of
from tallone.rules.hand.hand import (
    OVER,
    TO_DRAW,
    TO_PLAY,
    End,
    HandState,
    PozzettoEntry,
    SideState,
)
from tallone.rules.hand.moves import Discard, DrawFromStock, PlayerMove, TakeDiscardPile
from tallone.rules.match.match import HandPoints
from tallone.rules.match.victory_points import POINTS_STEP
from tallone.rules.melds.meld import Meld, resolve
from tallone.rules.rulings.deeds import NotThereError, do, heap, with_holding, with_side

Values = Mapping[str, object]
_STEP: Final = POINTS_STEP
_MOST_POINTS: Final = 20_000
_ENDS: Final = {
    "close": End.CLOSE,
    "stock": End.STOCK,
    "timeout": End.TIMEOUT,
    "arbiter": End.ARBITER,
}
_SIDES: Final = ("NS", "EW")


class CannotCorrectError(ValueError):
    """What is stated cannot be; the message says why."""


# What can be put right, with the fields that each asks for.
FORMS: Final[Mapping[str, tuple[Field, ...]]] = MappingProxyType(
    {
        "card-place": (
            Field("card", Wants.CARD),
            Field("back", Wants.WORD, ("b", "r")),
            Field("to", Wants.WORD, ("hand", "meld", "new-meld", "pile", "stock", "edge")),
            Field("seat", Wants.SEAT, when=("to", "hand")),
            Field("owner", Wants.SEAT, when=("to", "edge")),
            Field("side", Wants.SIDE, when=("to", "meld")),
            Field("meld", Wants.NUMBER, when=("to", "meld")),
            Field("opened_by", Wants.SIDE, when=("to", "new-meld")),
        ),
        "meld-cards": (
            Field("side", Wants.SIDE),
            Field("meld", Wants.NUMBER),
            Field("cards", Wants.CARDS),
        ),
        "on-turn": (Field("seat", Wants.SEAT), Field("phase", Wants.WORD, ("draw", "play"))),
        "draw": (Field("seat", Wants.SEAT), Field("from", Wants.WORD, ("stock", "pile"))),
        "discard": (Field("seat", Wants.SEAT), Field("card", Wants.CARD)),
        "pozzetto": (Field("seat", Wants.SEAT), Field("how", Wants.WORD, ("direct", "discard"))),
        "end": (
            Field("how", Wants.WORD, tuple(_ENDS)),
            Field("seat", Wants.SEAT, when=("how", "close")),
        ),
        "hand-score": (Field("NS", Wants.NUMBER), Field("EW", Wants.NUMBER)),
        "match-score": (
            Field("hand", Wants.NUMBER),
            Field("NS", Wants.NUMBER),
            Field("EW", Wants.NUMBER),
        ),
        # The last stage: a hand that nobody could follow, counted as on paper.
        "count-by-hand": tuple(
            Field(f"{side} {part}", Wants.NUMBER)
            for side in _SIDES
            for part in ("burraci", "closing", "cards", "held", "pozzetto")
        ),
    }
)
# Of these the position is corrected, of the others points.
OF_POSITION: Final = (
    "card-place", "meld-cards", "on-turn", "draw", "discard", "pozzetto", "end",
)  # fmt: skip


def correction_form(name: str) -> Form:
    """Return the form of a correction."""
    return Form(purpose=f"fix {name}", fields=FORMS[name])


def corrected(state: HandState, name: str, values: Values) -> HandState:
    """Return the position as a person states it; raise CannotCorrectError."""
    try:
        return _CORRECTIONS[name](state, values)
    except NotThereError as error:
        raise CannotCorrectError(str(error)) from error


def hand_points(name: str, values: Values) -> HandPoints:
    """Return the points that a person states for a hand; raise CannotCorrectError."""
    if name == "count-by-hand":
        found = {side: _counted(values, side) for side in _SIDES}
    else:
        found = {side: _number(values, side) for side in _SIDES}
    for side, points in found.items():
        if points % _STEP or abs(points) > _MOST_POINTS:
            raise CannotCorrectError(
                f"{side}: {points} points; a hand brings a multiple of {_STEP}, at most {_MOST_POINTS}"
            )
    return HandPoints(north_south=found["NS"], east_west=found["EW"])


def _counted(values: Values, side: str) -> int:
    plus = ("burraci", "closing", "cards")
    minus = ("held", "pozzetto")
    return sum(abs(_number(values, f"{side} {part}")) for part in plus) - sum(
        abs(_number(values, f"{side} {part}")) for part in minus
    )


def _card_place(state: HandState, values: Values) -> HandState:
    copy = _copy(values)
    state = _taken_out(state, copy)
    match values.get("to"):
        case "hand":
            seat = _seat(values, "seat", state)
            return with_holding(state, seat, (*state.holdings[seat], copy))
        case "edge":
            seat = _seat(values, "owner", state)
            imposed = imposed_of(state)
            edge = (*imposed.edge_of(seat), copy)
            return replace(state, imposed=imposed.with_edge(seat, edge))
        case "meld":
            place = _side_place(values, "side", state)
            number = _meld(state, place, values)
            old = state.side_list[place].melds[number - 1]
            return _with_meld(state, place, number, (*old.copies, copy))
        case "new-meld":
            place = _side_place(values, "opened_by", state)
            number = len(state.side_list[place].melds) + 1
            return _with_meld(state, place, number, (copy,))
        case "pile":
            return replace(state, discard_pile=(*state.discard_pile, copy))
        case _:
            return replace(state, stock=(copy, *state.stock))


def _meld_cards(state: HandState, values: Values) -> HandState:
    """Let a meld have exactly these faces: what leaves it goes to the hand of who was last to lay there."""
    place = _side_place(values, "side", state)
    number = _meld(state, place, values)
    old = state.side_list[place].melds[number - 1]
    wanted = [Card.parse(word) for word in str(values.get("cards", "")).split()]
    stays, rest = _split(old.copies, wanted)
    fresh = _elsewhere(state, wanted, stays, old.copies)
    seat = next(
        seat for seat in seats(state.players) if seats(state.players).index(seat) % 2 == place
    )
    for copy in fresh:
        state = _taken_out(state, copy)
    if not stays and not fresh:
        raise CannotCorrectError("a meld has at least one card")
    state = _with_meld(state, place, number, (*stays, *fresh))
    return with_holding(state, seat, (*state.holdings[seat], *rest))


def _split(
    copies: Sequence[CardCopy], wanted: Sequence[Card]
) -> tuple[tuple[CardCopy, ...], tuple[CardCopy, ...]]:
    left = list(wanted)
    stays: list[CardCopy] = []
    for copy in copies:
        if copy.card in left:
            left.remove(copy.card)
            stays.append(copy)
    return tuple(stays), tuple(copy for copy in copies if copy not in stays)


def _elsewhere(
    state: HandState, wanted: Sequence[Card], stays: Sequence[CardCopy], old: Sequence[CardCopy]
) -> tuple[CardCopy, ...]:
    """Return copies of the faces that the meld did not have: first from hands, then from anywhere."""
    left = list(wanted)
    for copy in stays:
        left.remove(copy.card)
    held = [copy for holding in state.holding_list for copy in holding]
    found: list[CardCopy] = []
    for face in left:
        copies = sorted(
            (copy for copy in PACK if copy.card == face and copy not in found and copy not in old),
            key=lambda copy: copy not in held,
        )
        if not copies:
            raise CannotCorrectError(f"the pack has no further {face}")
        found.append(copies[0])
    return tuple(found)


def _on_turn(state: HandState, values: Values) -> HandState:
    phase = TO_PLAY if values.get("phase") == "play" else TO_DRAW
    seat = _seat(values, "seat", state)
    return replace(
        state,
        seat=seat,
        phase=phase,
        end=End.OPEN,
        closed_by=None,
        just_taken=None,
        equal_held=False,
    )


def _draw(state: HandState, values: Values) -> HandState:
    seat = _seat(values, "seat", state)
    move: PlayerMove = (
        DrawFromStock(seat) if values.get("from") == "stock" else TakeDiscardPile(seat)
    )
    return _settled(do(replace(state, seat=seat, phase=TO_DRAW), move))


def _discard(state: HandState, values: Values) -> HandState:
    seat, face = _seat(values, "seat", state), Card.parse(str(values.get("card")))
    held = [copy for copy in state.holdings[seat] if copy.card == face]
    if not held:
        raise CannotCorrectError(f"{seat.value} does not hold {face}")
    return _settled(do(replace(state, seat=seat, phase=TO_PLAY), Discard(seat, held[0])))


def _pozzetto(state: HandState, values: Values) -> HandState:
    seat = _seat(values, "seat", state)
    place = seats(state.players).index(seat) % 2
    own = state.side_list[place]
    if own.pozzetto_taken or not state.pozzetti:
        raise CannotCorrectError("that side has its pozzetto, or none is left")
    entry = PozzettoEntry.DIRECT if values.get("how") == "direct" else PozzettoEntry.ON_DISCARD
    state = with_holding(state, seat, (*state.holdings[seat], *state.pozzetti[0]))
    state = replace(state, pozzetti=state.pozzetti[1:])
    return with_side(state, place, SideState(own.melds, entry))


def _end(state: HandState, values: Values) -> HandState:
    end = _ENDS[str(values.get("how"))]
    closed_by = _seat(values, "seat", state) if end is End.CLOSE else None
    return replace(state, phase=OVER, end=end, closed_by=closed_by)


_CORRECTIONS: Final[Mapping[str, Callable[[HandState, Values], HandState]]] = {
    "card-place": _card_place,
    "meld-cards": _meld_cards,
    "on-turn": _on_turn,
    "draw": _draw,
    "discard": _discard,
    "pozzetto": _pozzetto,
    "end": _end,
}


def _settled(state: HandState) -> HandState:
    """Return the position without the memory of what was just done: it was no fault."""
    imposed = state.imposed
    if imposed is None:
        return state
    bare = replace(imposed, done=None)
    return replace(state, imposed=None if bare.is_nothing else bare)


def _taken_out(state: HandState, copy: CardCopy) -> HandState:
    """Return the position with a card nowhere."""

    def rest(cards: tuple[CardCopy, ...]) -> tuple[CardCopy, ...]:
        return tuple(other for other in cards if other != copy)

    for place, own in enumerate(state.side_list):
        for number, meld in enumerate(own.melds, start=1):
            if copy in meld.copies:
                state = _with_meld(state, place, number, rest(meld.copies))
                break
    imposed = state.imposed
    if imposed is not None:
        for seat, edge in imposed.edge:
            if copy in edge:
                imposed = imposed.with_edge(seat, rest(edge))
    return replace(
        state,
        holding_list=tuple(map(rest, state.holding_list)),
        stock=rest(state.stock),
        discard_pile=rest(state.discard_pile),
        pozzetti=tuple(map(rest, state.pozzetti)),
        imposed=imposed,
    )


def _with_meld(
    state: HandState, place: int, number: int, copies: tuple[CardCopy, ...]
) -> HandState:
    """Return the position with a meld of those cards in that place; of no card: without the meld."""
    own = state.side_list[place]
    melds = list(own.melds)
    frozen = number <= len(melds) and melds[number - 1].frozen
    if not copies:
        del melds[number - 1]
        return with_side(state, place, SideState(tuple(melds), own.pozzetto))
    made = resolve(state.profile, copies)
    meld: Meld = heap(copies) if isinstance(made, Illegal) else replace(made, frozen=frozen)
    melds[number - 1 : number] = [meld]
    return with_side(state, place, SideState(tuple(melds), own.pozzetto))


def _copy(values: Values) -> CardCopy:
    face = Card.parse(str(values.get("card")))
    back = str(values.get("back"))
    copies = [copy for copy in PACK if copy.card == face and str(copy).endswith(back)]
    if not copies:
        raise CannotCorrectError(f"the pack has no {face} with that back")
    return copies[0]


def _seat(values: Values, name: str, state: HandState) -> Seat:
    found = next((seat for seat in seats(state.players) if seat.value == values.get(name)), None)
    if found is None:
        raise CannotCorrectError("nobody sits there")
    return found


def _side_place(values: Values, name: str, state: HandState) -> int:
    for place, side in enumerate(Side):
        if side_name(side, state.players) == values.get(name):
            return place
    raise CannotCorrectError("no side is called so")


def _meld(state: HandState, place: int, values: Values) -> int:
    number = _number(values, "meld")
    count = len(state.side_list[place].melds)
    if not 1 <= number <= count:
        raise CannotCorrectError(f"the side has {count} melds, no number {number}")
    return number


def _number(values: Values, name: str) -> int:
    found = values.get(name)
    if type(found) is not int:
        raise CannotCorrectError(f"{name} must be a number")
    return found
