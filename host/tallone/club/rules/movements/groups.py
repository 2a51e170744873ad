"""A standing cut into groups (gironi) of so many tables."""

import dataclasses
from collections.abc import Sequence

from tallone.club.rules.refusal import once, refuse


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The groups, best first, their tables from and to, and who tie across a cut."""

    groups: tuple[tuple[int, ...], ...]
    tables: tuple[tuple[int, int], ...]
    ties: tuple[tuple[int, int], ...]


def split(
    order: Sequence[int], tables: Sequence[int], ranks: Sequence[int] | None = None, seats: int = 2
) -> Split:
    """Cut the order into groups of so many tables, the last perhaps one entrant short.

    Raise Refused `split.sizes` if the tables do not add up to the entrants.
    """
    once(order, "the order")
    if not tables or any(count < 1 for count in tables):
        refuse("split.sizes", "every group needs a table at least")
    places = seats * sum(tables)
    if len(order) not in {places, places - 1}:
        refuse(
            "split.sizes",
            f"{sum(tables)} tables seat {places} (or one less), but {len(order)} are to be "
            "seated; change the tables of a group",
        )
    groups: list[tuple[int, ...]] = []
    numbers: list[tuple[int, int]] = []
    ties: list[tuple[int, int]] = []
    first, table = 0, 1
    for count in tables:
        end = first + seats * count
        if ranks is not None and first > 0 and ranks[first - 1] == ranks[first]:
            ties.append((order[first - 1], order[first]))
        groups.append(tuple(order[first:end]))
        numbers.append((table, table + count - 1))
        first, table = end, table + count
    return Split(groups=tuple(groups), tables=tuple(numbers), ties=tuple(ties))
