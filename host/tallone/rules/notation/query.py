"""Questions to the rules as plain values: `answer(query)`, one object in and one out.

A query that cannot be understood is answered `query.syntax`; cards that are no cards are
`notation.syntax`, as in a hand. Unknown keys are ignored and an `id` comes back.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, assert_never

from tallone.rules.cards.cards import Card, NoSuchCardError
from tallone.rules.cards.seats import Seat, Side
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.hand.hand import HandState, Phase
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.match.seat_draw import FirstDealer, NoSuchDrawError, RedrawNeeded, rank_draws
from tallone.rules.match.victory_points import (
    MAX_TOTAL,
    NotMultipleOfFiveError,
    NoVictoryPointTableError,
    table_for,
    victory_points,
)
from tallone.rules.melds.grades import bonus, grade
from tallone.rules.melds.meld import Pins, extend_faces, resolve_faces
from tallone.rules.melds.shapes import Shape
from tallone.rules.notation.read import hand_result, read_hand
from tallone.rules.notation.words import WrittenCard, plain_card, written_card
from tallone.rules.profiles.profile import Profile, ProfileError, load_profile

Answer = dict[str, Any]
# A meld has 14 cards; what is longer is answered like any other set, up to here.
MAX_CARDS: Final = 108
_MISSING: Final = object()


class QuerySyntaxError(ValueError):
    """A query that lacks a field or has one of the wrong kind."""


def answer(query: object) -> Answer:
    """Return the answer to one query; nothing is raised, whatever the query is."""
    if not isinstance(query, Mapping):
        return not_a_query("a query is a JSON object")
    try:
        found = _answer(query)
    except QuerySyntaxError as error:
        found = not_a_query(str(error))
    return {"id": query["id"], **found} if "id" in query else found


def not_a_query(message: str) -> Answer:
    """Return the answer to what is no query."""
    return _refused("query.syntax", message)


# Operations of the same filter that stations above the rules answer.
ELSEWHERE: Final = ("ruling", "after-ruling")


def _answer(query: Mapping[str, Any]) -> Answer:
    name = _field(query, "op", str)
    operation = _OPERATIONS.get(name)
    if operation is None:
        raise QuerySyntaxError(
            f"no op {name[:40]!r}; there are {', '.join((*_OPERATIONS, *ELSEWHERE))}"
        )
    try:
        return operation(query)
    except NoSuchCardError as error:
        return _refused("notation.syntax", str(error))


def _meld(query: Mapping[str, Any]) -> Answer:
    profile = _profile(query)
    cards = _cards(query, "cards")
    return _shape_answer(profile, resolve_faces(profile, _faces(cards), _pins(cards)))


def _extend(query: Mapping[str, Any]) -> Answer:
    profile = _profile(query)
    laid, added = _cards(query, "meld"), _cards(query, "add")
    if not added:
        raise QuerySyntaxError("'add' names no card")
    _demand_different([*laid, *added])
    shape = resolve_faces(profile, _faces(laid), _pins(laid))
    if isinstance(shape, Illegal):
        return _refused(shape.code, shape.message)
    after = extend_faces(profile, shape, _faces(added), _pins(added))
    return _shape_answer(profile, after)


def _hand(query: Mapping[str, Any]) -> Answer:
    return hand_result(_field(query, "text", str))


def _vp(query: Mapping[str, Any]) -> Answer:
    hands, ours, theirs = (_number(query, key) for key in ("hands", "ns", "ew"))
    try:
        shared = victory_points(table_for(hands), ours, theirs)
    except NoVictoryPointTableError as error:
        raise QuerySyntaxError(str(error)) from error
    except NotMultipleOfFiveError as error:
        return _refused("score.not_multiple_of_5", str(error))
    return {
        "ok": True,
        "mp": shared.difference,
        "vp": {side.value: shared.of[side] for side in Side},
    }


def _seat_draw(query: Mapping[str, Any]) -> Answer:
    profile = _profile(query)
    draws = _field(query, "draws", dict)
    seats = {seat.value: seat for seat in Seat}
    unknown = [key for key in draws if key not in seats]
    if unknown:
        raise QuerySyntaxError(f"{str(unknown[0])[:40]!r} is no seat; the seats are N E S W")
    written = {seats[key]: _drawn(key, draws[key]) for key in draws}
    for drawing in itertools.zip_longest(*written.values()):
        _demand_different([card for card in drawing if card is not None])
    try:
        faces = {seat: _faces(cards) for seat, cards in written.items()}
        ranked = rank_draws(faces, FirstDealer(profile.first_dealer))
    except NoSuchDrawError as error:
        raise QuerySyntaxError(str(error)) from error
    if isinstance(ranked, RedrawNeeded):
        again = " and ".join(seat.value for seat in ranked.seats)
        return _refused("draw.redraw_needed", f"equal cards: {again} must draw one more")
    return {
        "ok": True,
        "order": [seat.value for seat in ranked.order],
        "highest": ranked.highest.value,
        "dealer": ranked.dealer.value,
    }


def _legal(query: Mapping[str, Any]) -> Answer:
    reading = read_hand(_field(query, "text", str), may_stop_in_turn=True)
    if reading.problem is not None or reading.state is None:
        assert reading.problem is not None, "a text without a problem has a position"
        return reading.problem.as_result()
    state = reading.state
    return {
        "ok": True,
        "seat": None if state.phase is Phase.OVER else state.seat.value,
        "phase": state.phase.value,
        "actions": sorted(action_text(state, move) for move in legal_moves(state)),
    }


_OPERATIONS: Final[dict[str, Callable[[Mapping[str, Any]], Answer]]] = {
    "meld": _meld,
    "extend": _extend,
    "hand": _hand,
    "vp": _vp,
    "seat_draw": _seat_draw,
    "legal": _legal,
}


def _refused(code: str, message: str) -> Answer:
    return {"ok": False, "error": code, "message": message}


def _field(query: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a field of exactly that JSON type; raise QuerySyntaxError."""
    value = query.get(key, _MISSING)
    if value is _MISSING:
        raise QuerySyntaxError(f"the query has no {key!r}")
    if type(value) is not kind:
        names = {str: "a text", int: "a whole number", dict: "an object"}
        raise QuerySyntaxError(f"{key!r} must be {names[kind]}")
    return value


def _number(query: Mapping[str, Any], key: str) -> int:
    number: int = _field(query, key, int)
    if abs(number) > MAX_TOTAL:
        raise QuerySyntaxError(f"{key!r} must lie between -{MAX_TOTAL} and {MAX_TOTAL}")
    return number


def _profile(query: Mapping[str, Any]) -> Profile:
    wanted = query.get("profile", _MISSING)
    if wanted is _MISSING:
        raise QuerySyntaxError("the query has no 'profile'")
    try:
        return load_profile(wanted)
    except ProfileError as error:
        raise QuerySyntaxError(str(error)) from error


def _cards(query: Mapping[str, Any], key: str) -> list[WrittenCard]:
    words = _field(query, key, str).split()
    if len(words) > MAX_CARDS:
        raise QuerySyntaxError(f"{key!r} names more than the {MAX_CARDS} cards of a pack")
    cards = [written_card(word) for word in words]
    _demand_different(cards)
    return cards


def _demand_different(cards: Sequence[WrittenCard]) -> None:
    copies = [card.copy for card in cards if card.copy is not None]
    for copy in copies:
        if copies.count(copy) > 1:
            raise NoSuchCardError(f"{copy} is written twice; a pack has it once")


def _faces(cards: Sequence[WrittenCard]) -> list[Card]:
    return [card.face for card in cards]


def _pins(cards: Sequence[WrittenCard]) -> Pins:
    return tuple((card.face, card.role) for card in cards if card.role)


def _drawn(seat: str, cards: object) -> list[WrittenCard]:
    words = cards.split() if isinstance(cards, str) else cards
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise QuerySyntaxError(f"the draws of {seat} must be a list of cards")
    if len(words) > MAX_CARDS:
        raise QuerySyntaxError(f"{seat} drew more than the {MAX_CARDS} cards of a pack")
    return [plain_card(word) for word in words]


def _shape_answer(profile: Profile, shape: Shape | Illegal) -> Answer:
    if isinstance(shape, Illegal):
        return _refused(shape.code, shape.message)
    extra = bonus(profile, shape)
    return {
        "ok": True,
        "kind": shape.kind.value,
        "cards": shape.text(),
        "points": shape.points,
        "grade": grade(profile, shape),
        "bonus": extra,
        "total": shape.points + extra,
    }


def action_text(state: HandState, move: PlayerMove) -> str:
    """Write a legal move without backs and roles: each set of faces is one action."""
    match move:
        case DrawFromStock():
            return "draw"
        case TakeDiscardPile():
            return "take"
        case OpenMeld(cards=cards):
            shape = resolve_faces(state.profile, [copy.card for copy in cards])
            return f"open {_in_order(shape, [copy.card for copy in cards])}"
        case ExtendMeld(meld=number, cards=cards):
            added = [copy.card for copy in cards]
            after = extend_faces(state.profile, state.own.melds[number - 1].shape, added)
            return f"add {number} {_in_order(after, added)}"
        case Discard(card=copy):
            return f"discard {copy.card}"
        case never:
            assert_never(never)


def _in_order(shape: Shape | Illegal, faces: list[Card]) -> str:
    """Write faces in the order in which they will lie in the shape."""
    assert isinstance(shape, Shape), "the move is legal"
    left = list(faces)
    words = []
    for face in shape.faces:
        if face in left:
            left.remove(face)
            words.append(str(face))
    return " ".join(words)
