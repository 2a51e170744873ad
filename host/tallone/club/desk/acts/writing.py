"""What the director does, as facts: each act is a new one with an id of its own; nothing is deleted."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from tallone.club.rules.record.state import Projection, TableResult
from tallone.club.rules.refusal import Refused

Written = dict[str, Any]
MAX_WHY = 200


def new_id() -> str:
    """Return an id that no other fact has: 96 bits by chance."""
    return f"desk-{secrets.token_hex(12)}"


def seating(
    now: float, number: int, movement: str, drawn: Mapping[str, Any], rev: int = 1
) -> Written:
    """Return the fact that a round's seating is published, from what a movement has answered."""
    tables = [{key: one[key] for key in ("table", "a", "b")} for one in drawn["tables"]]
    return {
        **_head(now, "seating"),
        "round": number,
        "rev": rev,
        "movement": movement,
        "tables": tables,
        "byes": list(drawn["byes"]),
    }


def opened(now: float, number: int) -> Written:
    """Return the fact that the round is open."""
    return {**_head(now, "open"), "round": number}


def standing_out(now: float, number: int) -> Written:
    """Return the fact that the standing of the round is out."""
    return {**_head(now, "standing"), "round": number}


def final(now: float) -> Written:
    """Return the fact that the standing is signed: nothing later counts."""
    return _head(now, "final")


def typed_slip(
    now: float, table: TableResult, points: tuple[int, int], signed: Sequence[int]
) -> Written:
    """Return a slip typed from paper; its revision follows on the paper slips before it."""
    return {
        **_head(now, "result"),
        **_place(table),
        "source": "paper",
        "rev": (table.book.paper.top.number if table.book.paper.top else 0) + 1,
        "points": _by_side(table, points),
        "signed": list(signed),
    }


def corrected(
    now: float,
    table: TableResult,
    reason: str,
    points: tuple[int, int] | None,
    *,
    vp: tuple[int, int] | None = None,
    agreed: Sequence[int] = (),
    why: str = "",
) -> Written:
    """Return a correction; raise Refused `event.field` for one that says nothing."""
    fact = {
        **_head(now, "correct"),
        **_place(table),
        "reason": reason,
        "why": why.strip()[:MAX_WHY],
    }
    if points is not None:
        fact["points"] = _by_side(table, points)
    if vp is not None:
        fact["vp"] = _by_side(table, vp)
    if agreed:
        fact["agreed"] = list(agreed)
    if reason != "swapped" and points is None and vp is None:
        raise Refused("event.field", "a correction needs points of both sides")
    return fact


def adjusted(
    now: float, entrant: int, *, vp: int, mp: int, number: int | None, why: str
) -> Written:
    """Return VP and MP put on or off an entrant."""
    fact = {
        **_head(now, "adjust"),
        "entrant": entrant,
        "vp": vp,
        "mp": mp,
        "why": why.strip()[:MAX_WHY],
    }
    return fact if number is None else {**fact, "round": number}


def left(now: float, entrant: int, number: int, *, justified: bool, returns: bool) -> Written:
    """Return that an entrant leaves from a round on, or in it alone."""
    fields = {"entrant": entrant, "round": number, "justified": justified, "returns": returns}
    return {**_head(now, "leave"), **fields}


def annulled(now: float, of: str, why: str) -> Written:
    """Return that an earlier act is struck out."""
    return {**_head(now, "annul"), "of": of, "why": why.strip()[:MAX_WHY]}


def table_of(state: Projection, number: int, table: int) -> TableResult:
    """Return a table of a round; raise Refused `result.no_seating`."""
    for result in state.results:
        if (result.round, result.table) == (number, table):
            return result
    raise Refused("result.no_seating", f"there is no table {table} in round {number}")


def whole_points(text: str) -> int:
    """Return points as a volunteer types them: `1.250`, `-35`; raise Refused `import.number`."""
    plain = text.strip().replace(" ", "").replace(".", "").replace("\N{MINUS SIGN}", "-")
    digits = plain.removeprefix("-").removeprefix("+")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 6:
        raise Refused(
            "import.number", f"{text[:20]!r} is no number of points; type it like 1250 or -35"
        )
    return int(plain)


def _head(now: float, kind: str) -> Written:
    return {"id": new_id(), "at": now, "kind": kind}


def _place(table: TableResult) -> Written:
    return {"round": table.round, "table": table.table}


def _by_side(table: TableResult, two: tuple[int, int]) -> dict[str, int]:
    sides = ("+".join(map(str, sorted(side))) for side in (table.a, table.b))
    return dict(zip(sides, two, strict=True))
