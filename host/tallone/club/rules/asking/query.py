"""Questions to the rules of the club as plain values: `answer(query)`, one object in and one out.

What is no query is answered `query.syntax`; every other refusal has its own code. Unknown keys are
ignored and an `id` comes back.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tallone.club.rules.acts import adjusted
from tallone.club.rules.asking.movements import movement
from tallone.club.rules.asking.reading import (
    code_of,
    entrants_of,
    field_of,
    groups_of,
    lot_seed_of,
    played_of,
    scale_of,
    shares_by_entrant,
)
from tallone.club.rules.circuit import Night, circuit
from tallone.club.rules.lists.importing import import_text
from tallone.club.rules.movements.groups import split
from tallone.club.rules.movements.line_up import line_up
from tallone.club.rules.prizes import SpecialPrize, share_prizes
from tallone.club.rules.record.projection import project
from tallone.club.rules.record.state import EventRules, Projection, check_groups
from tallone.club.rules.refusal import (
    MAX_ENTRANTS,
    MAX_ROUNDS,
    MAX_WHOLE,
    SYNTAX,
    Refused,
    as_object,
    as_whole,
    entrant_key,
    given,
    items,
    known,
    numbers,
    objects,
    once,
    pair,
    shown,
    syntax,
    truth,
    whole,
    word,
)
from tallone.club.rules.scoring import Share, team_scale
from tallone.club.rules.standing import Row, standing

Answer = dict[str, Any]


def answer(query: object) -> Answer:
    """Return the answer to one query; nothing is raised, whatever the query is."""
    if not isinstance(query, Mapping):
        return refused(Refused(SYNTAX, "a query is a JSON object"))
    try:
        found = _answer(query)
    except Refused as error:
        found = refused(error)
    return {"id": query["id"], **found} if "id" in query else found


def refused(error: Refused) -> Answer:
    """Return the answer to what is refused."""
    return {"ok": False, "error": error.code, "message": error.message}


def _answer(query: Mapping[str, Any]) -> Answer:
    name = word(query, "op")
    operation = OPERATIONS.get(name)
    if operation is None:
        syntax(f"there is no op {shown(name)}; there are {', '.join(OPERATIONS)}")
    return {"ok": True, **operation(query)}


def _vp(query: Mapping[str, Any]) -> Answer:
    points = pair(query.get("points"), "'points'")
    if truth(query, "teams", default=False):
        bounds = numbers(query, "team_bounds") if given(query, "team_bounds") else None
        scale = team_scale(bounds, code_of(query))
    else:
        scale = scale_of(query)
    return _shares(scale.shares(points))


def _bye(query: Mapping[str, Any]) -> Answer:
    scale = scale_of(query)
    rest, leaver = scale.rest, scale.leaver
    return {
        "bye": {"vp": rest.vp, "mp": rest.mp},
        "leaver": {"vp": leaver.vp, "mp": leaver.mp},
    }


def _adjust(query: Mapping[str, Any]) -> Answer:
    points = pair(query["points"], "'points'") if given(query, "points") else None
    if "points" not in query:
        syntax("'points' is missing; give two numbers, or null")
    found = adjusted(scale_of(query), points, objects(query, "adjust", needed=True))
    return {
        "points": None if found.points is None else list(found.points),
        **_shares(found.shares),
        "delta_vp": list(found.delta_vp),
        "delta_mp": list(found.delta_mp),
        "warnings": list(found.warnings),
    }


def _shares(shares: tuple[Share, Share]) -> Answer:
    return {"mp": [share.mp for share in shares], "vp": [share.vp for share in shares]}


def _split(query: Mapping[str, Any]) -> Answer:
    order = numbers(query, "order", needed=True)
    ranks = numbers(query, "ranks") if given(query, "ranks") else None
    if ranks is not None and len(ranks) != len(order):
        syntax("'ranks' must have one rank for each of the order")
    seats = 4 if query.get("event") == "individual" else 2
    found = split(order, numbers(query, "tables", needed=True), ranks, seats)
    return {
        "groups": [list(group) for group in found.groups],
        "tables": [list(tables) for tables in found.tables],
        "ties_at_cut": [list(two) for two in found.ties],
    }


def _seat(query: Mapping[str, Any]) -> Answer:
    written = as_object(query.get("clubs"), "'clubs'")
    if len(written) > MAX_ENTRANTS:
        syntax(f"'clubs' has more than {MAX_ENTRANTS} entrants")
    clubs: dict[int, str | None] = {}
    for key, club in written.items():
        if club is not None and not isinstance(club, str):
            syntax("a club is a text, or null")
        clubs[entrant_key(key, "'clubs'")] = club
    if len(clubs) < len(written):
        syntax("an entrant comes twice in 'clubs'")
    rounds = whole(query, "rounds")
    if rounds < 1:
        raise Refused("movement.round", "there is no round before the first; plan one at least")
    stay = numbers(query, "stay")
    once(stay, "'stay'")
    step = whole(query, "step", 1, low=1, high=MAX_ENTRANTS)
    found = line_up(clubs, rounds, step=step, stay=stay)
    return {
        "fixed": list(found.fixed),
        "mobile": list(found.mobile),
        "same_club": found.meetings,
    }


def _standing(query: Mapping[str, Any]) -> Answer:
    field = field_of(query, groups_of(query))
    played = played_of(query, field.entrants)
    pending = sorted({match.round for match in played.matches if match.shares is None})
    return {
        "standing": [row_object(row) for row in standing(field, played)],
        "provisional": bool(pending),
        "pending_rounds": pending,
    }


def row_object(row: Row) -> Answer:
    """Return a line of a standing as a plain object."""
    total = row.total
    written = {
        "rank": row.rank,
        "entrant": row.entrant,
        "vp": total.vp,
        "mp": total.mp,
        "wins": total.wins,
        "points": total.points,
        "played": total.played,
        "rests": total.rests,
        "by": row.by,
    }
    if row.group is not None:
        written |= {"group": row.group, "group_rank": row.group_rank}
    return written


def _prizes(query: Mapping[str, Any]) -> Answer:
    places = [
        (whole(one, "entrant"), whole(one, "rank", low=1))
        for one in objects(query, "standing", needed=True)
    ]
    special = [
        SpecialPrize(
            name=word(one, "name"),
            amount=whole(one, "amount", low=0),
            among=frozenset(numbers(one, "among", needed=True)),
        )
        for one in objects(query, "special")
    ]
    found = share_prizes(
        places,
        [as_whole(one, "a prize", low=0) for one in items(query, "prizes", needed=True)],
        code_of(query),
        withdrawn=frozenset(numbers(query, "withdrawn")),
        special=special,
        one_each=truth(query, "one_each", default=True),
    )
    return {
        "awards": [{"entrant": won.entrant, "amount": won.amount} for won in found.awards],
        "special": [
            {"name": won.name, "entrant": won.entrant, "amount": won.amount}
            for won in found.special
        ],
        "left": found.left,
    }


def _circuit(query: Mapping[str, Any]) -> Answer:
    nights = []
    for one in objects(query, "nights", needed=True):
        vp = as_object(one.get("vp"), "'vp'")
        nights.append(
            Night(
                vp={entrant_key(key, "'vp'"): as_whole(value, "VP") for key, value in vp.items()},
                weight=whole(one, "weight", 1, low=0, high=MAX_ROUNDS),
            )
        )
    rows = circuit(
        nights,
        best=whole(query, "best", low=1) if given(query, "best") else None,
        least=whole(query, "min", 0, low=0),
        qualify_percent=(
            whole(query, "qualify_percent", low=0, high=100)
            if given(query, "qualify_percent")
            else None
        ),
        lot_seed=lot_seed_of(query),
    )
    return {
        "rows": [
            {
                "entrant": row.entrant,
                "rank": row.rank,
                "total": row.total,
                "nights": row.nights,
                "counted": list(row.counted),
                "eligible": row.eligible,
                "qualified": row.qualified,
            }
            for row in rows
        ]
    }


def _import(query: Mapping[str, Any]) -> Answer:
    text = query.get("text")
    if not isinstance(text, str):
        syntax("'text' must be a text")
    found = import_text(word(query, "shape"), text)
    return {
        "rows": list(found.rows),
        "problems": [problem.as_object() for problem in found.problems],
    }


def _replay(query: Mapping[str, Any]) -> Answer:
    event = as_object(query.get("event"), "'event'")
    rules = rules_of(event)
    after = (
        whole(query, "after_round", low=0, high=MAX_WHOLE) if given(query, "after_round") else None
    )
    return projection_object(project(rules, items(query, "log", needed=True), after))


def rules_of(event: Mapping[str, Any]) -> EventRules:
    """Return the rules of an event from a plain object; raise Refused."""
    entrants = entrants_of(event)
    carry = shares_by_entrant(event, "carry_in")
    for one in carry:
        known(frozenset(entrants), one)
    groups = groups_of(event)
    return EventRules(
        entrants=entrants,
        scale=scale_of(event),
        lot_seed=lot_seed_of(event),
        groups=groups,
        carry=carry,
    )


def projection_object(found: Projection) -> Answer:
    """Return the state of an event as a plain object."""
    return {
        "standing": [
            {**row_object(row), "status": found.status[row.entrant]} for row in found.rows
        ],
        "results": [
            {
                "round": one.round,
                "table": one.table,
                "a": side_object(one.a),
                "b": side_object(one.b),
                "state": one.state,
                "source": one.source,
                "points": _list(one.points),
                "vp": _list(one.vp),
                "mp": _list(one.mp),
            }
            for one in found.results
        ],
        "missing": [list(place) for place in found.missing],
        "provisional": found.provisional,
        "issues": [
            {"code": one.code, "round": one.round, "table": one.table} for one in found.matters
        ],
        "rejected": [
            {"id": one.id, "error": one.error, "message": one.message} for one in found.rejected
        ],
        "duplicates": list(found.duplicates),
    }


def side_object(side: Sequence[int]) -> int | list[int]:
    """Return a side as it is written: one number, or a list of two."""
    return side[0] if len(side) == 1 else list(side)


def _list(pair_: tuple[int, int] | None) -> list[int] | None:
    return None if pair_ is None else list(pair_)


OPERATIONS: Final[dict[str, Callable[[Mapping[str, Any]], Answer]]] = {
    "vp": _vp,
    "bye": _bye,
    "adjust": _adjust,
    "movement": movement,
    "split": _split,
    "seat": _seat,
    "standing": _standing,
    "prizes": _prizes,
    "circuit": _circuit,
    "import": _import,
    "replay": _replay,
}

__all__ = [
    "OPERATIONS",
    "answer",
    "check_groups",
    "projection_object",
    "refused",
    "row_object",
    "rules_of",
]
