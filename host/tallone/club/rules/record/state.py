"""What follows from an event's log, as values: who sits where, what counts, how it stands."""

import dataclasses
from collections.abc import Mapping, Sequence

from tallone.club.rules.meetings import Played, Who
from tallone.club.rules.record.facts import Adjusted, Left, Seating
from tallone.club.rules.record.slips import TableBook
from tallone.club.rules.refusal import known, once, refuse
from tallone.club.rules.scoring import Scale, Share
from tallone.club.rules.standing import Row


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """What an event's log does not say: who entered before, how it is scored and ranked."""

    entrants: tuple[int, ...]
    scale: Scale
    lot_seed: str | None = None
    groups: tuple[tuple[int, ...], ...] | None = None
    carry: Mapping[int, Share] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """A table of a round and what it brought; pairs are of `a` and `b`."""

    round: int
    table: int
    a: Who
    b: Who
    state: str
    source: str | None
    points: tuple[int, int] | None
    vp: tuple[int, int] | None
    mp: tuple[int, int] | None
    book: TableBook


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """Something at a table that the director has to look at."""

    round: int
    table: int
    code: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A fact that does not count, and why; it stays in the log."""

    id: str
    error: str
    message: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """Everything that follows from a log."""

    rows: tuple[Row, ...]
    status: Mapping[int, str]
    results: tuple[TableResult, ...]
    missing: tuple[tuple[int, int], ...]
    matters: tuple[Matter, ...]
    rejected: tuple[Rejected, ...]
    duplicates: tuple[str, ...]
    seatings: Mapping[int, Seating]
    opened: frozenset[int]
    out: frozenset[int]
    entrants: tuple[int, ...]
    adjustments: tuple[Adjusted, ...]
    leaves: tuple[Left, ...]
    final: bool
    played: Played

    @property
    def provisional(self) -> bool:
        """Whether a table has no result yet."""
        return bool(self.missing)


def check_groups(groups: Sequence[Sequence[int]], entrants: frozenset[int]) -> None:
    """Raise Refused unless the groups name every entrant once."""
    named = [one for group in groups for one in group]
    for one in named:
        known(entrants, one)
    once(named, "the groups")
    if len(named) < len(entrants):
        left = min(entrants.difference(named))
        refuse("split.sizes", f"the groups leave {left} out; put every entrant into one")
