"""Which match is played at which table."""

from collections.abc import Mapping, Sequence

from tallone.club.rules.meetings import TableSeats, Who, by_table
from tallone.club.rules.refusal import refuse


def at_tables(
    matches: Sequence[tuple[Who, Who]],
    tables: Sequence[int] | None = None,
    keep: Mapping[int, int] | None = None,
) -> tuple[TableSeats, ...]:
    """Return the matches at the arbiter's tables (else 1, 2, ...), kept ones first.

    Raise Refused `movement.tables` for too few numbers or one that comes twice.
    """
    numbers = list(range(1, len(matches) + 1)) if tables is None else list(tables)
    if len(numbers) < len(matches):
        refuse(
            "movement.tables",
            f"{len(matches)} tables are needed and {len(numbers)} numbers are given; name more",
        )
    if len(set(numbers)) < len(numbers):
        refuse("movement.tables", "a table number comes twice; strike one of the two")
    free = numbers[: len(matches)]
    taken: list[int | None] = []
    for a, b in matches:
        table = next((keep[one] for one in a + b if keep and keep.get(one) in free), None)
        if table is not None:
            free.remove(table)
        taken.append(table)
    rest = iter(free)
    return by_table(
        TableSeats(table=next(rest) if table is None else table, a=a, b=b)
        for (a, b), table in zip(matches, taken, strict=True)
    )
