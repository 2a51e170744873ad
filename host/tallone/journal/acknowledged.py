"""Which reports of the boards a journal has: what a program that starts again need not hear again."""

from collections.abc import Iterable

import msgspec

from tallone.journal.records import Record

# Boot number -> number of the last report of that boot.
Heard = dict[int, int]


def heard(records: Iterable[Record]) -> dict[str, Heard]:
    """Return for each board's role what the journal has of it."""
    found: dict[str, Heard] = {}
    for record in records:
        for role, (boot, event) in record.heard.items():
            boots = found.setdefault(role, {})
            boots[boot] = max(event, boots.get(boot, 0))
    return found


def mark(records: list[Record], reports: dict[str, tuple[int, int]]) -> None:
    """Note in the last of these records, written together, up to which reports they have come from."""
    if records and reports:
        records[-1] = msgspec.structs.replace(records[-1], heard=reports)
