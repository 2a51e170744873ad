"""The facts of an event: what its log holds, as frozen values, read and written as plain objects.

Each has an id and its own time, and nothing about who is who: names live elsewhere. `read_fact`
and `fact_object` are each other's inverse.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

import msgspec

from tallone.club.rules.meetings import Who
from tallone.club.rules.refusal import (
    MAX_ROUNDS,
    Refused,
    as_list,
    as_object,
    as_whole,
    given,
    numbers,
    objects,
    seconds,
    shown,
    syntax,
    truth,
    whole,
    word,
)
from tallone.rules.match.victory_points import MAX_TOTAL

Source = Literal["table", "paper"]
Reason = Literal["sum", "entry", "swapped", "arbitral"]
# What a side scored, by the side's key: a pair's number, or two players ascending, `2+7`.
Points = Mapping[str, int]

FIELD: Final = "event.field"
MAX_TABLE: Final = 1_000_000
MAX_REVISION: Final = 1_000_000
MAX_VP: Final = 1_000


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Something that happened: its id, given once for ever, and its time in seconds."""

    id: str
    at: float


class SeatedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a seating; a side is one number, or two players of an individual."""

    table: int
    a: Who
    b: Who


class Seating(Fact, frozen=True, kw_only=True, tag="seating"):
    """A published seating; of a round's revisions the highest counts."""

    round: int
    tables: tuple[SeatedTable, ...]
    byes: tuple[int, ...] = ()
    rev: int = 1
    movement: str = ""

    @property
    def from_results(self) -> bool:
        """Whether it was paired from the results of the rounds before."""
        return self.movement == "danish"


class Opened(Fact, frozen=True, kw_only=True, tag="open"):
    """The arbiter has opened the round."""

    round: int


class Entered(Fact, frozen=True, kw_only=True, tag="enter"):
    """A late entry."""

    entrant: int


class Result(Fact, frozen=True, kw_only=True, tag="result"):
    """A slip of a table, by the device or typed from paper."""

    round: int
    table: int
    points: Points
    signed: tuple[int, ...] = ()
    rev: int = 1
    source: Source = "table"


class Confirmed(Fact, frozen=True, kw_only=True, tag="confirm"):
    """Somebody at the table says that its result is right."""

    round: int
    table: int
    by: int
    rev: int = 1


class Disputed(Fact, frozen=True, kw_only=True, tag="dispute"):
    """Somebody at the table says that its result is wrong."""

    round: int
    table: int
    by: int
    rev: int = 1


class Corrected(Fact, frozen=True, kw_only=True, tag="correct"):
    """The director puts a result right; `vp` and `mp` are by side, as points are."""

    round: int
    table: int
    reason: Reason
    points: Points | None = None
    vp: Points | None = None
    mp: Points | None = None
    agreed: tuple[int, ...] = ()
    why: str = ""


class Left(Fact, frozen=True, kw_only=True, tag="leave"):
    """An entrant leaves, from a round on or (`returns`) in it alone."""

    entrant: int
    round: int
    justified: bool = True
    returns: bool = False


class Adjusted(Fact, frozen=True, kw_only=True, tag="adjust"):
    """VP and MP, signed, on the general standing."""

    entrant: int
    vp: int = 0
    mp: int = 0
    round: int | None = None
    why: str = ""


class StandingOut(Fact, frozen=True, kw_only=True, tag="standing"):
    """The standing of the round is out."""

    round: int


class Annulled(Fact, frozen=True, kw_only=True, tag="annul"):
    """Strikes out an adjustment, a correction or a leave."""

    of: str
    why: str = ""


class Signed(Fact, frozen=True, kw_only=True, tag="final"):
    """The standing is signed; nothing later counts."""


AnyFact = (
    Seating | Opened | Entered | Result | Confirmed | Disputed | Corrected | Left | Adjusted
    | StandingOut | Annulled | Signed
)  # fmt: skip
# At equal times facts are taken in this order.
KIND_ORDER: Final = (
    "seating",
    "open",
    "enter",
    "result",
    "confirm",
    "dispute",
    "correct",
    "leave",
    "adjust",
    "standing",
    "annul",
    "final",
)
KIND_PLACE: Final[Mapping[str, int]] = MappingProxyType(
    {kind: place for place, kind in enumerate(KIND_ORDER)}
)


def fact_object(fact: AnyFact) -> dict[str, Any]:
    """Return the fact as a plain object, as logs, messages and archives write it."""
    written: dict[str, Any] = msgspec.to_builtins(fact)
    if isinstance(fact, Seating):
        written["tables"] = [
            {"table": seats.table, "a": _side_object(seats.a), "b": _side_object(seats.b)}
            for seats in fact.tables
        ]
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in written.items()
        if value is not None
    }


def read_fact(written: Mapping[str, Any]) -> AnyFact:
    """Return the fact of a plain object.

    Raise Refused `event.unknown_kind`, `event.field` (missing or of the wrong type) or
    `entrant.twice`. Unknown keys are ignored.
    """
    kind = written.get("kind")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        raise Refused(
            "event.unknown_kind",
            f"{shown(kind)} is no kind of fact; there are {', '.join(KIND_ORDER)}",
        )
    try:
        return read(written, {"id": word(written, "id"), "at": seconds(written, "at")})
    except Refused as error:
        raise Refused(FIELD, error.message) from error


def side_key(side: Who) -> str:
    """Return the key of a side: its number, or two players ascending joined by `+`."""
    return "+".join(map(str, sorted(side)))


def _side_object(side: Who) -> int | list[int]:
    return side[0] if len(side) == 1 else list(side)


# Fields of a fact as keyword arguments.
Head = dict[str, Any]


def _seating(written: Mapping[str, Any], head: Head) -> AnyFact:
    tables = tuple(
        SeatedTable(
            table=whole(one, "table", low=1, high=MAX_TABLE),
            a=_side(one.get("a"), "'a'"),
            b=_side(one.get("b"), "'b'"),
        )
        for one in objects(written, "tables", needed=True)
    )
    if len({one.table for one in tables}) < len(tables):
        syntax("a table number comes twice in the seating")
    return Seating(
        **head,
        round=_round(written),
        rev=_rev(written),
        movement=word(written, "movement", ""),
        tables=tables,
        byes=tuple(numbers(written, "byes")),
    )


def _result(written: Mapping[str, Any], head: Head) -> AnyFact:
    source: Source
    match word(written, "source", "table"):
        case "table" | "paper" as source:
            pass
        case other:
            syntax(f"'source' is 'table' or 'paper', not {shown(other)}")
    return Result(
        **head,
        **_place(written),
        rev=_rev(written),
        source=source,
        points=_by_side(written.get("points"), "'points'"),
        signed=tuple(numbers(written, "signed")),
    )


def _voice(kind: type[Confirmed | Disputed]) -> Callable[[Mapping[str, Any], Head], AnyFact]:
    return lambda written, head: kind(
        **head, **_place(written), rev=_rev(written), by=whole(written, "by")
    )


def _corrected(written: Mapping[str, Any], head: Head) -> AnyFact:
    reason: Reason
    match word(written, "reason"):
        case "sum" | "entry" | "swapped" | "arbitral" as reason:
            pass
        case other:
            syntax(f"{shown(other)} is no reason; there are {', '.join(get_args(Reason))}")
    amounts: Head = {
        key: _by_side(written[key], repr(key)) if given(written, key) else None
        for key in ("points", "vp", "mp")
    }
    if reason != "swapped" and amounts["points"] is None and amounts["vp"] is None:
        syntax("a correction needs 'points' or 'vp' of both sides")
    for amount in (amounts["vp"] or {}).values():
        as_whole(amount, "'vp'", low=-MAX_VP, high=MAX_VP)
    for amount in (amounts["mp"] or {}).values():
        as_whole(amount, "'mp'", low=-2 * MAX_TOTAL, high=2 * MAX_TOTAL)
    return Corrected(
        **head,
        **_place(written),
        **amounts,
        reason=reason,
        agreed=tuple(numbers(written, "agreed")),
        why=word(written, "why", ""),
    )


def _left(written: Mapping[str, Any], head: Head) -> AnyFact:
    return Left(
        **head,
        entrant=whole(written, "entrant"),
        round=_round(written),
        justified=truth(written, "justified", default=True),
        returns=truth(written, "returns", default=False),
    )


def _adjusted(written: Mapping[str, Any], head: Head) -> AnyFact:
    return Adjusted(
        **head,
        entrant=whole(written, "entrant"),
        vp=whole(written, "vp", 0, low=-MAX_VP, high=MAX_VP),
        mp=whole(written, "mp", 0, low=-MAX_TOTAL, high=MAX_TOTAL),
        round=_round(written) if given(written, "round") else None,
        why=word(written, "why", ""),
    )


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any], Head], AnyFact]]] = MappingProxyType(
    {
        "seating": _seating,
        "open": lambda written, head: Opened(**head, round=_round(written)),
        "enter": lambda written, head: Entered(**head, entrant=whole(written, "entrant", low=1)),
        "result": _result,
        "confirm": _voice(Confirmed),
        "dispute": _voice(Disputed),
        "correct": _corrected,
        "leave": _left,
        "adjust": _adjusted,
        "standing": lambda written, head: StandingOut(**head, round=_round(written)),
        "annul": lambda written, head: Annulled(
            **head, of=word(written, "of"), why=word(written, "why", "")
        ),
        "final": lambda _written, head: Signed(**head),
    }
)


def _round(written: Mapping[str, Any]) -> int:
    return whole(written, "round", low=1, high=MAX_ROUNDS)


def _rev(written: Mapping[str, Any]) -> int:
    return whole(written, "rev", 1, low=1, high=MAX_REVISION)


def _place(written: Mapping[str, Any]) -> Head:
    return {"round": _round(written), "table": whole(written, "table", low=1, high=MAX_TABLE)}


def _side(value: object, name: str) -> Who:
    if isinstance(value, list):
        two = as_list(value, name)
        if len(two) != 2:
            syntax(f"{name} is one number or two players")
        return as_whole(two[0], name), as_whole(two[1], name)
    return (as_whole(value, name),)


def _by_side(value: object, name: str) -> dict[str, int]:
    amounts = as_object(value, name)
    if len(amounts) != 2:
        syntax(f"{name} must name two sides")
    return {str(key): as_whole(amount, name) for key, amount in amounts.items()}
