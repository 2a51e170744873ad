"""The `movement` queries: a round of each movement, or all of them."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tallone.club.rules.asking.reading import (
    code_of,
    entrants_of,
    field_of,
    groups_of,
    played_of,
)
from tallone.club.rules.codes import EVER
from tallone.club.rules.meetings import Drawn, Played, Who
from tallone.club.rules.movements.danish import DanishRound, danish
from tallone.club.rules.movements.individual import individual, schedule
from tallone.club.rules.movements.lot import drawn_order
from tallone.club.rules.movements.mitchell import Lines, MitchellRound, lines_of, mitchell
from tallone.club.rules.movements.round_robin import round_robin, rounds_of, team_round
from tallone.club.rules.refusal import (
    MAX_ENTRANTS,
    MAX_ROUNDS,
    as_object,
    as_whole,
    entrant_key,
    given,
    items,
    known,
    numbers,
    once,
    refuse,
    shown,
    syntax,
    truth,
    whole,
    word,
)
from tallone.club.rules.standing import standing

Answer = dict[str, Any]
ALL: Final = "all"
MAX_PAIRS: Final = 100


def movement(query: Mapping[str, Any]) -> Answer:
    """Answer a `movement` query; raise Refused."""
    name = word(query, "movement")
    kind = _KINDS.get(name)
    if kind is None:
        syntax(f"there is no movement {shown(name)}; there are {', '.join(_KINDS)}")
    if query.get("round") == ALL:
        return _all_rounds(query, name, kind)
    return kind(query, _number(query))


def _all_rounds(query: Mapping[str, Any], name: str, kind: "_Kind") -> Answer:
    if name not in _HOW_MANY:
        syntax(f"a {name} round depends on the one before; ask for one number")
    count = _HOW_MANY[name](query)
    return {"rounds": [kind(query, number) for number in range(1, max(count, 1) + 1)]}


def _number(query: Mapping[str, Any]) -> int:
    number = whole(query, "round")
    planned = whole(query, "rounds", low=1, high=MAX_ROUNDS) if given(query, "rounds") else None
    if number < 1:
        refuse("movement.round", f"there is no round {number}; the first is 1")
    if number > MAX_ROUNDS:
        refuse("movement.round", f"no event has {MAX_ROUNDS} rounds")
    counted = query.get("movement") in {"danish", "lot", "individual"}
    if counted and planned is not None and number > planned:
        refuse("movement.round", f"{planned} rounds are planned, not {number}; plan more first")
    return number


def _mitchell(query: Mapping[str, Any], number: int) -> Answer:
    lines = _lines(query)
    seated = tuple(one for one in lines.fixed + lines.mobile if one is not None)
    return drawn_object(
        mitchell(
            MitchellRound(
                number=number,
                lines=lines,
                before=played_of(query, seated, scored=False).before(number),
                code=code_of(query),
                out=_out(query, seated),
                session_from=_session_from(query),
            )
        )
    )


def _lines(query: Mapping[str, Any]) -> Lines:
    step = whole(query, "step", 1, low=1, high=MAX_ENTRANTS)
    skip = truth(query, "skip", default=True)
    again = truth(query, "allow_rematch", default=False)
    if "fixed" not in query and "mobile" not in query:
        count = as_whole(query.get("entrants"), "'entrants'", low=0, high=MAX_ENTRANTS)
        if count < 2:
            refuse("movement.too_few", "a round needs two sides at least; let more enter")
        return lines_of(count, step=step, skip=skip, again=again)
    fixed, mobile = (_line(query, name) for name in ("fixed", "mobile"))
    if len(fixed) != len(mobile):
        syntax("'fixed' and 'mobile' must have a place for each table, null where nobody sits")
    if not fixed:
        refuse("movement.too_few", "a round needs two sides at least; let more enter")
    once([one for one in fixed + mobile if one is not None], "the lines")
    return Lines(fixed=fixed, mobile=mobile, step=step, skip=skip, allow_rematch=again)


def _line(query: Mapping[str, Any], name: str) -> tuple[int | None, ...]:
    places = items(query, name, needed=True)
    if len(places) > MAX_ENTRANTS:
        syntax(f"{name!r} has more than {MAX_ENTRANTS} places")
    return tuple(None if one is None else as_whole(one, repr(name)) for one in places)


def _danish(query: Mapping[str, Any], number: int) -> Answer:
    entrants = entrants_of(query)
    before = played_of(query, entrants, scored=not given(query, "order")).before(number)
    return drawn_object(danish(_round(query, number, before, _order(query, before))))


def _lot(query: Mapping[str, Any], number: int) -> Answer:
    """By lot, then paired as a Danish with nobody meeting twice."""
    entrants = entrants_of(query)
    before = played_of(query, entrants, scored=False).before(number)
    order = drawn_order(word(query, "seed"), number, entrants)
    wanted = _round(query, number, before, order)
    code = dataclasses.replace(wanted.code, rematch=EVER, last_round_free=False)
    return drawn_object(danish(dataclasses.replace(wanted, code=code)))


def _round(
    query: Mapping[str, Any], number: int, before: Played, order: Sequence[int]
) -> DanishRound:
    entrants = entrants_of(query)
    keep = as_object(query["keep"], "'keep'") if given(query, "keep") else {}
    return DanishRound(
        number=number,
        groups=_grouped(query, order),
        before=before,
        code=code_of(query),
        planned=whole(query, "rounds") if given(query, "rounds") else None,
        out=_out(query, entrants),
        session_from=_session_from(query),
        tables=tuple(numbers(query, "tables")) if given(query, "tables") else None,
        keep={
            known(entrants, entrant_key(key, "'keep'")): as_whole(table, "a table")
            for key, table in keep.items()
        },
        individual=_is_individual(query),
    )


def _is_individual(query: Mapping[str, Any]) -> bool:
    event = query.get("event", "pairs")
    if event not in {"pairs", "individual", "teams"}:
        syntax(f"'event' is 'pairs', 'individual' or 'teams', not {shown(event)}")
    return bool(event == "individual")


def _order(query: Mapping[str, Any], before: Played) -> tuple[int, ...]:
    """Return the order given, else that of the standing of the rounds before."""
    field = field_of(query)
    if not given(query, "order"):
        groups = groups_of(query)
        if groups is not None:
            field = field_of(query, groups)
        return tuple(row.entrant for row in standing(field, before))
    order = numbers(query, "order")
    once(order, "the order")
    for one in order:
        known(frozenset(field.entrants), one)
    if len(order) != len(field.entrants):
        syntax(f"'order' names {len(order)} of {len(field.entrants)} entrants; name all of them")
    return tuple(order)


def _grouped(query: Mapping[str, Any], order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    groups = groups_of(query)
    if groups is None:
        return (tuple(order),)
    field_of(query, groups)
    place = {one: number for number, one in enumerate(order)}
    return tuple(tuple(sorted(group, key=lambda one: place[one])) for group in groups)


def _round_robin(query: Mapping[str, Any], number: int) -> Answer:
    entrants = entrants_of(query)
    return drawn_object(
        round_robin(entrants, number, double=_double(query), out=_out(query, entrants))
    )


def _individual(query: Mapping[str, Any], number: int) -> Answer:
    rounds = whole(query, "rounds", low=1, high=MAX_ROUNDS) if given(query, "rounds") else None
    return drawn_object(individual(entrants_of(query), number, rounds))


def _teams(query: Mapping[str, Any], number: int) -> Answer:
    teams = entrants_of({"entrants": query.get("teams", query.get("entrants"))})
    pairs = whole(query, "pairs", low=1, high=MAX_PAIRS)
    found = team_round(
        teams,
        number,
        pairs=pairs,
        legs=whole(query, "legs", 1, low=1, high=pairs),
        double=_double(query),
        out=_out(query, teams),
    )
    return {**drawn_object(found.drawn, team=True), "meeting": found.meeting, "leg": found.leg}


def _double(query: Mapping[str, Any]) -> bool:
    return truth(query, "double", default=False)


def _out(query: Mapping[str, Any], entrants: Sequence[int]) -> frozenset[int]:
    out = numbers(query, "out")
    once(out, "'out'")
    inside = frozenset(entrants)
    return frozenset(known(inside, one) for one in out)


def _session_from(query: Mapping[str, Any]) -> int:
    return whole(query, "session_from", 1, low=1, high=MAX_ROUNDS)


def _individual_rounds(query: Mapping[str, Any]) -> int:
    rounds = whole(query, "rounds", low=1, high=MAX_ROUNDS) if given(query, "rounds") else None
    return len(schedule(len(entrants_of(query)), rounds))


def _team_rounds(query: Mapping[str, Any]) -> int:
    teams = entrants_of({"entrants": query.get("teams", query.get("entrants"))})
    pairs = whole(query, "pairs", low=1, high=MAX_PAIRS)
    legs = whole(query, "legs", 1, low=1, high=pairs)
    return rounds_of(len(teams), double=_double(query)) * legs


_Kind = Callable[[Mapping[str, Any], int], Answer]
_KINDS: Final[dict[str, _Kind]] = {
    "mitchell": _mitchell,
    "danish": _danish,
    "lot": _lot,
    "round_robin": _round_robin,
    "individual": _individual,
    "teams": _teams,
}
_HOW_MANY: Final[dict[str, Callable[[Mapping[str, Any]], int]]] = {
    "mitchell": lambda query: _lines(query).period,
    "round_robin": lambda query: rounds_of(len(entrants_of(query)), double=_double(query)),
    "individual": _individual_rounds,
    "teams": _team_rounds,
}


def drawn_object(drawn: Drawn, *, team: bool = False) -> Answer:
    """Return a round as queries answer it and seatings write it."""

    def side(who: Who) -> int | list[int]:
        return list(who) if team or len(who) > 1 else who[0]

    return {
        "round": drawn.round,
        "tables": [
            {"table": one.table, "a": side(one.a), "b": side(one.b)} for one in drawn.tables
        ],
        "byes": list(drawn.byes),
        "rematches": [[side(a), side(b)] for a, b in drawn.rematches],
    }
