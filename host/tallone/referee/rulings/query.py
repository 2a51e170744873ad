"""`ruling` and `after-ruling` as plain values: one object in and one out, nothing raised."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tallone.referee.rulings import after
from tallone.referee.rulings.answers import Asked, Ruling
from tallone.referee.rulings.describing import PositionError, TextError, from_position, from_text
from tallone.referee.rulings.facts import FactsError, read_act, read_facts, read_history
from tallone.referee.rulings.rows.tables import TableError
from tallone.referee.rulings.ruling import UnknownKindError, rule
from tallone.referee.rulings.situation import Situation
from tallone.rules.cards.cards import NoSuchCardError
from tallone.rules.cards.seats import Seat, Side, seats, side_name, side_of
from tallone.rules.hand.bars import imposed_of
from tallone.rules.hand.hand import End, HandState, Phase
from tallone.rules.hand.imposed import Imposed
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import Discard, DrawFromStock, PlayerMove, TakeDiscardPile
from tallone.rules.hand.scoring import score
from tallone.rules.notation.query import QuerySyntaxError, action_text, not_a_query
from tallone.rules.notation.turns import TurnLine, read_turn_lines
from tallone.rules.notation.words import Line, ReadingStopped, content_lines, plain_card
from tallone.rules.profiles.profile import Profile, ProfileError, load_profile
from tallone.rules.rulings.deeds import holding_of
from tallone.rules.rulings.effects import (
    MAX_EFFECTS,
    Effect,
    EffectFieldError,
    NoSuchEffectError,
    read_effect,
)
from tallone.rules.rulings.lifting import CannotCarryOutError

Answer = dict[str, Any]
# A club's own rows by the name of its profile.
ClubRows = Mapping[str, Mapping[str, Any]]
NO_ROWS: Final[ClubRows] = {}
_MAX_LINES: Final = 400
_CLOSE: Final = "close:"
_CODES: Final[Mapping[type[Exception], str]] = {
    UnknownKindError: "ruling.unknown_kind",
    NoSuchEffectError: "ruling.unknown_effect",
    EffectFieldError: "ruling.facts",
    FactsError: "ruling.facts",
    CannotCarryOutError: "ruling.facts",
    after.NotInCodeError: "ruling.not_in_code",
    NoSuchCardError: "notation.syntax",
    TableError: "query.syntax",
}


def answer_ruling(query: Mapping[str, Any], rows: ClubRows = NO_ROWS) -> Answer:
    """Return the answer to a query whose `op` is one of `OPERATIONS`; nothing is raised."""
    try:
        found = OPERATIONS[query["op"]](query, rows)
    except QuerySyntaxError as error:
        found = not_a_query(str(error))
    except (TextError, after.ThenError) as error:
        found = error.problem.as_result()
    except ReadingStopped as stopped:
        found = stopped.problem.as_result()
    except PositionError as error:
        found = _refused(error.code, str(error))
    except tuple(_CODES) as error:
        found = _refused(_CODES[type(error)], str(error))
    return {"id": query["id"], **found} if "id" in query else found


def ruling_document(ruling: Ruling, players: int = 4) -> Answer:
    """Return a ruling as plain values."""
    found: Answer = {
        "ok": True,
        "kind": ruling.kind,
        "row": ruling.row,
        "mode": ruling.mode,
        "irregular": ruling.irregular,
        "says": ruling.says,
        "basis": ruling.basis,
        "cites": [cite.document() for cite in ruling.cites],
        "cured": ruling.cured,
        "penalised": [side_name(side, players) for side in _in_order(ruling.penalised)],
        "effects": [effect.document(players) for effect in ruling.effects],
        "options": [
            {
                "name": option.name,
                "effects": [effect.document(players) for effect in option.effects],
            }
            for option in ruling.options
        ],
        "chooser": _name(ruling.chooser, players),
        "claim": {
            "side": _name(ruling.claim.side, players),
            "open": ruling.claim.open,
            "until": ruling.claim.until,
        },
    }
    if ruling.mode == "enforce":
        found["refused"] = ruling.refused
    return found | {"tell": dict(ruling.tell)}


def _ruling(query: Mapping[str, Any], rows: ClubRows) -> Answer:
    asked = _asked(query, rows)
    players = asked.situation.players if asked.situation is not None else 4
    return ruling_document(rule(asked), players)


def _after_ruling(query: Mapping[str, Any], rows: ClubRows) -> Answer:
    profile, one = _situation(query)
    if one is None:
        raise FactsError("after-ruling needs a 'position' or a 'text'")
    asked = _asked(query, rows) if "kind" in query else None
    by, act, effects, in_code = _carried(query, one, asked)
    one = after.carry(one, effects, by=by, act=act)
    one = after.then(one, _then(query, profile, one.players))
    found = _position(one, query)
    found["match"] = _match(effects, one.players)
    return found if in_code is not False else {**found, "in_code": False}


OPERATIONS: Final[Mapping[str, Callable[[Mapping[str, Any], ClubRows], Answer]]] = {
    "ruling": _ruling,
    "after-ruling": _after_ruling,
}


def _carried(
    query: Mapping[str, Any], one: Situation, asked: Asked | None
) -> tuple[Seat | None, Any, tuple[Effect, ...], bool | None]:
    """Return who did what, what is carried out, and whether that is the code's."""
    facts = asked.facts if asked is not None else read_facts({"by": query.get("by")}, one.players)
    by = facts.by
    if asked is not None and "by" in query:
        by = read_facts({"by": query["by"]}, one.players).by
    act = facts.act if asked is not None and "act" not in query else ()
    if "act" in query:
        act = read_act(query["act"], by)
    if "effects" not in query:
        if asked is None:
            raise FactsError("after-ruling needs 'effects', or a 'kind' with its 'facts'")
        return by, act, _by_kind(query, asked), None
    effects = _effects(query["effects"], one.players)
    in_code = after.judged_effects(asked, effects) if asked is not None else None
    return by, act, effects, in_code


def _by_kind(query: Mapping[str, Any], asked: Asked) -> tuple[Effect, ...]:
    option, pick = query.get("option"), query.get("pick")
    if option is not None and not isinstance(option, str):
        raise FactsError("'option' must be the name of one")
    if pick is not None and not isinstance(pick, str):
        raise FactsError("'pick' must be a card")
    card = plain_card(pick.strip() or "?").face if pick is not None else None
    return after.chosen_effects(rule(asked), option, card)


def _asked(query: Mapping[str, Any], rows: ClubRows) -> Asked:
    kind = query.get("kind")
    if not isinstance(kind, str):
        raise QuerySyntaxError("the query has no 'kind'")
    profile, one = _situation(query)
    mode = query.get("mode")
    if mode not in (None, "table", "enforce"):
        raise QuerySyntaxError("'mode' must be table or enforce")
    players = one.players if one is not None else 4
    return Asked(
        profile=profile,
        kind=kind,
        facts=read_facts(query.get("facts", {}), players),
        situation=one,
        history=read_history(query.get("history"), players),
        mode=mode,
        club=rows.get(profile.name, {}),
    )


def _situation(query: Mapping[str, Any]) -> tuple[Profile, Situation | None]:
    if "text" in query:
        if not isinstance(query["text"], str):
            raise QuerySyntaxError("'text' must be a text")
        one = from_text(query["text"])
        return one.state.profile, one
    try:
        profile = load_profile(query.get("profile", ""))
    except ProfileError as error:
        raise QuerySyntaxError(str(error)) from error
    if query.get("position") is None:
        return profile, None
    return profile, from_position(query["position"], profile)


def _effects(written: object, players: int) -> tuple[Effect, ...]:
    if not isinstance(written, list) or len(written) > MAX_EFFECTS:
        raise EffectFieldError(f"'effects' must be a list of at most {MAX_EFFECTS}")
    return tuple(read_effect(one, players) for one in written)


def _then(query: Mapping[str, Any], profile: Profile, players: int) -> list[TurnLine]:
    written = query.get("then", [])
    if not isinstance(written, list) or len(written) > _MAX_LINES:
        raise QuerySyntaxError(f"'then' must be a list of at most {_MAX_LINES} lines")
    if not all(isinstance(line, str) for line in written):
        raise QuerySyntaxError("'then' must be lines of a hand")
    lines = [
        Line(number, content.text)
        for number, text in enumerate(written, start=1)
        for content in content_lines(text)
    ]
    return read_turn_lines(lines, profile, players)


def _position(one: Situation, query: Mapping[str, Any]) -> Answer:
    state = one.state
    over = state.phase is Phase.OVER
    imposed = imposed_of(state)
    return {
        "ok": True,
        "seat": None if over else state.seat.value,
        "phase": state.phase.value,
        "actions": _actions(one),
        "hands": {
            seat.value: " ".join(map(str, one.held(seat)))
            for seat in seats(state.players)
            if one.knows(seat)
        },
        "edge": {
            seat.value: " ".join(str(copy.card) for copy in cards) for seat, cards in imposed.edge
        },
        "melds": {
            side_name(side, state.players): [
                {"cards": meld.text(), "frozen": meld.frozen} for meld in state.sides[side].melds
            ]
            for side in Side
        },
        "pile": " ".join(str(copy.card) for copy in state.discard_pile if copy not in one.blanks),
        "stock": len(state.stock),
        "pozzetti": {str(number): one.count_of(number) for number in (1, 2)},
        "bars": _bars(imposed),
        "score": _score(one, query.get("end")),
    }


def _actions(one: Situation) -> list[str]:
    return sorted(
        {action_text(one.state, move) for move in legal_moves(one.state) if _is_known(one, move)}
    )


def _is_known(one: Situation, move: PlayerMove) -> bool:
    match move:
        case DrawFromStock() | TakeDiscardPile():
            return True
        case Discard(card=card):
            return card not in one.blanks
        case _:
            return not set(move.cards) & one.blanks


def _bars(imposed: Imposed) -> list[dict[str, str]]:
    return [{"seat": bar.seat.value, "bar": bar.name} for bar in imposed.bars if bar.is_next_turns]


def _score(one: Situation, end: object) -> Answer:
    state = _ended(one, end)
    found = {}
    for side, column in score(state).items():
        unknown = 0
        if state.end is not End.VOID:
            unknown = sum(
                copy.card.points
                for seat in seats(state.players)
                if side_of(seat, state.players) is side
                for copy in holding_of(state, seat)
                if copy in one.blanks
            )
        known = dataclasses.replace(column, held=column.held + unknown)
        found[side_name(side, state.players)] = {
            **dataclasses.asdict(known),
            "total": known.total,
        }
    return found


def _ended(one: Situation, end: object) -> HandState:
    """Return the position as if a seat had just closed, where the query says so."""
    if end is None:
        return one.state
    names = {f"{_CLOSE}{seat.value}": seat for seat in seats(one.players)}
    if not isinstance(end, str) or end not in names:
        raise QuerySyntaxError(f"'end' must be one of {', '.join(names)}")
    return replace(one.state, phase=Phase.OVER, end=End.CLOSE, closed_by=names[end])


def _match(effects: tuple[Effect, ...], players: int) -> Answer:
    found = {side: {"vp": 0, "mp": 0, "warnings": 0} for side in Side}
    for effect in effects:
        match effect.name:
            case "vp" | "award":
                found[effect.side()]["vp"] += effect.number("vp")
            case "points":
                found[effect.side()]["mp"] += effect.number("mp")
            case "warning":
                found[effect.side()]["warnings"] += 1
    return {side_name(side, players): sums for side, sums in found.items()}


def _in_order(sides: tuple[Side, ...]) -> list[Side]:
    return sorted(sides, key=lambda side: side.value)


def _name(who: Seat | Side | str | None, players: int) -> str | None:
    match who:
        case Side():
            return side_name(who, players)
        case Seat():
            return who.value
        case _:
            return who


def _refused(code: str, message: str) -> Answer:
    return {"ok": False, "error": code, "message": message}
