"""From a form to a fact: what somebody at the desk wants, who may, and what it would be called."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from tallone.club.desk.acts import writing
from tallone.club.desk.acts.drawing import draw
from tallone.club.desk.doors import Role
from tallone.club.log.events import EventSettings
from tallone.club.rules.asking.movements import drawn_object
from tallone.club.rules.record.state import Projection
from tallone.club.rules.refusal import Refused

Form = Mapping[str, str]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """An act as it was asked for: the fact, or only a word to the tables; a title; where one came from."""

    title: str
    fact: Mapping[str, Any] | None
    back: str = "/desk"
    round: int = 0


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Everything an act may depend on."""

    form: Form
    settings: EventSettings
    state: Projection
    now: float

    def number(self, name: str) -> int:
        """Return a field that is a whole number; raise Refused `import.number`."""
        return writing.whole_points(self.form.get(name, ""))

    def has(self, name: str) -> bool:
        """Whether a box was ticked."""
        return bool(self.form.get(name))


def role_for(act: str) -> Role:
    """Return who may do an act."""
    return Role.COUNTING if act == "slip" else Role.DIRECTOR


def wanted(asked: Asked) -> Wanted:
    """Return what a form wants; raise Refused for what cannot be."""
    make = _ACTS.get(asked.form.get("act", ""))
    if make is None:
        raise Refused("query.syntax", "nobody can do that here; load the page again")
    return make(asked)


def _seating(asked: Asked) -> Wanted:
    number = asked.number("round")
    movement, drawn = draw(asked.settings, asked.state, number)
    if number in asked.state.seatings:
        raise Refused("movement.round", f"round {number} is published already")
    fact = writing.seating(asked.now, number, movement, drawn_object(drawn))
    return Wanted(title="publish", fact=fact, round=number)


def _open(asked: Asked) -> Wanted:
    number = asked.number("round")
    return Wanted(title="open", fact=writing.opened(asked.now, number), round=number)


def _time_out(asked: Asked) -> Wanted:
    return Wanted(title="time_out", fact=None, round=asked.number("round"))


def _standing(asked: Asked) -> Wanted:
    number = asked.number("round")
    return Wanted(title="standing_out", fact=writing.standing_out(asked.now, number), round=number)


def _final(asked: Asked) -> Wanted:
    if asked.state.missing:
        raise Refused("event.field", "a table has no result yet; the standing cannot be signed")
    return Wanted(title="final", fact=writing.final(asked.now))


def _slip(asked: Asked) -> Wanted:
    table = writing.table_of(asked.state, asked.number("round"), asked.number("table"))
    points = asked.number("a"), asked.number("b")
    signed = (table.a[0], table.b[0]) if asked.has("signed") else ()
    fact = writing.typed_slip(asked.now, table, points, signed)
    return Wanted(title="type_slip", fact=fact, back=_of(table.round, table.table))


def _correct(asked: Asked) -> Wanted:
    table = writing.table_of(asked.state, asked.number("round"), asked.number("table"))
    reason = asked.form.get("reason", "")
    two = asked.form.get("a", "").strip(), asked.form.get("b", "").strip()
    points = (asked.number("a"), asked.number("b")) if all(two) else None
    agreed = (table.a[0], table.b[0]) if reason == "swapped" else ()
    fact = writing.corrected(
        asked.now, table, reason, points, agreed=agreed, why=asked.form.get("why", "")
    )
    return Wanted(title="correct", fact=fact, back=_of(table.round, table.table))


def _adjust(asked: Asked) -> Wanted:
    fact = writing.adjusted(
        asked.now,
        _entrant(asked),
        vp=asked.number("vp"),
        mp=asked.number("mp"),
        number=None,
        why=asked.form.get("why", ""),
    )
    return Wanted(title="adjust", fact=fact)


def _leave(asked: Asked) -> Wanted:
    fact = writing.left(
        asked.now,
        _entrant(asked),
        asked.number("round"),
        justified=asked.has("justified"),
        returns=asked.has("returns"),
    )
    return Wanted(title="leave", fact=fact)


def _annul(asked: Asked) -> Wanted:
    fact = writing.annulled(asked.now, asked.form.get("of", "")[:100], asked.form.get("why", ""))
    return Wanted(title="undo", fact=fact)


def _entrant(asked: Asked) -> int:
    number = asked.number("entrant")
    if number not in asked.state.entrants:
        raise Refused("entrant.unknown", f"nobody has entered as number {number}")
    return number


def _of(number: int, table: int) -> str:
    return f"/desk/table/{number}/{table}"


_ACTS: Final[Mapping[str, Callable[[Asked], Wanted]]] = {
    "seating": _seating,
    "open": _open,
    "time_out": _time_out,
    "standing": _standing,
    "final": _final,
    "slip": _slip,
    "correct": _correct,
    "adjust": _adjust,
    "leave": _leave,
    "annul": _annul,
}
