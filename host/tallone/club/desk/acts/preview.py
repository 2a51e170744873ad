"""What an act would change, before it is done: the standing with it beside the standing without. Pure."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from tallone.club.rules.record.projection import project
from tallone.club.rules.record.state import EventRules, Projection


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An entrant whose place, VP or MP would be others."""

    entrant: int
    rank: tuple[int, int]
    vp: tuple[int, int]
    mp: tuple[int, int]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What would change; `refused`: why the act would not count at all, or nothing."""

    moved: tuple[Moved, ...]
    refused: str = ""


def preview(
    rules: EventRules, log: Sequence[Mapping[str, Any]], fact: Mapping[str, Any]
) -> Preview:
    """Return what the fact would change in the standing."""
    before = project(rules, log)
    after = project(rules, [*log, fact])
    known = {one.id for one in before.rejected}
    for one in after.rejected:
        if one.id == fact["id"] and one.id not in known:
            return Preview(moved=(), refused=one.message)
    return Preview(moved=changes(before, after))


def changes(before: Projection, after: Projection) -> tuple[Moved, ...]:
    """Return whose line of the standing differs, in the order of the new one."""
    old = {row.entrant: row for row in before.rows}
    moved = []
    for row in after.rows:
        was = old.get(row.entrant, row)
        one = Moved(
            entrant=row.entrant,
            rank=(was.rank, row.rank),
            vp=(was.total.vp, row.total.vp),
            mp=(was.total.mp, row.total.mp),
        )
        if any(first != second for first, second in (one.rank, one.vp, one.mp)):
            moved.append(one)
    return tuple(moved)
