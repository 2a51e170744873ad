"""Records of earlier schema versions, brought to the present one step at a time.

`STEPS[n]` turns the JSON object of a record of version n into one of version n + 1. A version is
added together with a sample journal in `tests/journals/`, which nobody edits afterwards.
"""

from collections.abc import Callable
from typing import Any, Final

from tallone.errors import JournalError
from tallone.journal.records import SCHEMA

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
STEPS: Final[dict[int, Upcast]] = {
    # Version 2 knows the arbiter's records and the confirmed score; what version 1 has is as it was.
    1: dict,
}


def upcast(
    record: Any,
    schema: int,
    *,
    steps: dict[int, Upcast] = STEPS,
    present: int = SCHEMA,
) -> dict[str, Any]:
    """Return a record's JSON object in the present version; raise JournalError if it cannot be."""
    if schema > present:
        raise JournalError(
            f"journal schema {schema} is newer than this program's {present}; update the program"
        )
    if not isinstance(record, dict):
        raise JournalError(f"a record of schema {schema} is not an object")
    fields: dict[str, Any] = record
    for version in range(schema, present):
        step = steps.get(version)
        if step is None:
            raise JournalError(
                f"journal schema {version} can no longer be read; use an older program"
            )
        fields = step(fields)
    return fields
