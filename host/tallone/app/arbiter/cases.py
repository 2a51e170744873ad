"""Cases on the arbiter's desk: what the table has noticed or a person reports, and what came of it."""

import dataclasses
import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tallone.app.arbiter.forms import Field, Form, Wants
from tallone.findings import Finding
from tallone.referee.rulings.facts import FLAGS, MOMENTS, NUMBERS, SHORT_OF, SPEAKERS
from tallone.referee.rulings.rows.tables import rows_by_kind
from tallone.rules.cards.seats import Side
from tallone.rules.rulings.effects import Effect

# The order in which an arbiter hears people.
HEARING: Final = ("caller", "accused", "accused-partner", "caller-partner", "others")
MOST_CASES: Final = 64
# Kinds by subject, for who reports one: a group holds at most sixteen.
GROUPS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "duties": (1, 9),
        "deal": (10, 21),
        "draw": (22, 35),
        "cards": (36, 51),
        "pozzetti": (52, 60),
        "closing": (61, 65),
        "time": (66, 75),
        "slip": (76, 80),
    }
)
SEEN_BY_TABLE: Final = "table"


class Status(enum.StrEnum):
    """What became of a case; the value stands in the journal."""

    OPEN = "open"
    NOT_PROVEN = "not-proven"
    DECIDED = "decided"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided. `text` are the notation's lines of it, `record` its number among the decisions."""

    record: int
    at: float
    row: str
    option: str | None
    effects: tuple[Effect, ...]
    in_code: bool | None
    reason: str
    # Points of the hand by side, as the position stood and stands.
    before: Mapping[Side, int]
    after: Mapping[Side, int]
    text: tuple[str, ...] = ()
    amends: int | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One irregularity: noticed by the table (`finding`) or reported by a person, who gives its turn.

    `given` are facts as people state them, over those of the table; `confirmed` the names of facts that
    the arbiter has confirmed or put right.
    """

    number: int
    kind: str
    at: float
    finding: Finding | None = None
    turn: int = 0
    given: Mapping[str, object] = dataclasses.field(default_factory=dict)
    confirmed: frozenset[str] = frozenset()
    heard: tuple[str, ...] = ()
    is_revealed: bool = False
    status: Status = Status.OPEN
    decisions: tuple[Decision, ...] = ()

    @property
    def decision(self) -> Decision | None:
        """What holds now, None if nothing was decided or it was undone."""
        return self.decisions[-1] if self.status is Status.DECIDED and self.decisions else None

    @property
    def by_person(self) -> bool:
        return self.finding is None


def kinds_of(group: str) -> tuple[str, ...]:
    """Return the kinds of a group, in the order of their rows."""
    if group == SEEN_BY_TABLE:
        return tuple(kind for kind, row in rows_by_kind().items() if row.row.startswith("X"))
    low, high = GROUPS[group]
    return tuple(
        kind
        for kind, row in rows_by_kind().items()
        if row.row.startswith("R") and low <= int(row.row[1:]) <= high
    )


def fact_form(name: str) -> Form:
    """Return the form with which a fact is stated."""
    if name in ("by", "hint_by"):
        field = Field(name, Wants.SEAT)
    elif name == "noticed":
        field = Field(name, Wants.WORD, MOMENTS)
    elif name == "act":
        field = Field(name, Wants.ACT)
    elif name == "cards":
        field = Field(name, Wants.CARDS)
    elif name in ("acted", "seen_by"):
        field = Field(name, Wants.SEATS)
    elif name == "said_by":
        field = Field(name, Wants.WORD, SPEAKERS)
    elif name == "for":
        field = Field(name, Wants.WORD, SHORT_OF)
    elif name in FLAGS or name == "played":
        field = Field(name, Wants.FLAG)
    elif name in NUMBERS:
        field = Field(name, Wants.NUMBER)
    else:
        raise ValueError(f"no fact is called {name!r}")
    return Form(purpose=f"fact {name}", fields=(field,))
