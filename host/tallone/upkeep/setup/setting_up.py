"""A set-up done, looked at and undone: the plan's changes, one after the other, each with its line in the book."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tallone.upkeep.setup import doing
from tallone.upkeep.setup.changes import Change
from tallone.upkeep.setup.host import Host
from tallone.upkeep.setup.ledger import BOOK, Entry, Ledger
from tallone.upkeep.setup.plan import Step


class Progress(NamedTuple):
    """One change and what became of it."""

    step: str
    change: Change
    did: bool  # False: it was so already
    note: str = ""


def book_of(host: Host) -> Ledger:
    """Return the machine's book."""
    return Ledger(host.at(BOOK), durable=host.durable)


def outstanding(host: Host, steps: Sequence[Step]) -> Iterator[Progress]:
    """Yield every change with whether it would be made; nothing is changed. For `--dry-run`."""
    for step in steps:
        for change in step.changes:
            yield Progress(step.title, change, did=not doing.is_done(host, change))


def set_up(host: Host, steps: Sequence[Step]) -> Iterator[Progress]:
    """Make every change that is not made yet, and yield each when it is; raise SetupError where one fails.

    Cut short anywhere it can be run again: what was found before the first change stays known.
    """
    book = book_of(host)
    for step in steps:
        for change in step.changes:
            done = doing.is_done(host, change)
            if not done:
                found = book.found_by(change) or doing.before(host, change)
                book.write(Entry(change=change, found=found, state="begun"))
                doing.carry_out(host, change)
                book.write(Entry(change=change, found=found, state="done"))
            yield Progress(step.title, change, did=not done)


def undo(host: Host) -> Iterator[Progress]:
    """Take back, last first, everything that stands in the book; yield each with what was left alone."""
    book = book_of(host)
    for entry in reversed(book.open_entries()):
        note = doing.take_back(host, entry.change, entry.found)
        book.write(Entry(change=entry.change, found=entry.found, state="undone"))
        yield Progress("undo", entry.change, did=not note, note=note)
    book.remove()
