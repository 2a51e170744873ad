"""Looking only when it is due changes nothing: whole hands at the events level, a bad table, bad players."""

import pytest

from tallone.app.headless.direct import DirectEvening
from tallone.journal.records import SessionOpened
from tallone.referee.book.book import Book
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse


@pytest.mark.parametrize(
    ("fault", "seed"),
    [("no-discard", 2), ("forgotten-draw", 3), ("phantom-card", 6)],
)
def test_a_book_looked_at_when_it_is_due_says_what_one_looked_at_at_every_instant_says(
    fault, seed, monkeypatch
):
    options = Options(hands=1, seed=seed, level="events", noise=3.0, faults=(parse(fault),))
    when_due = told(options)

    def look(book, now):
        book.now = book.due = now

    monkeypatch.setattr(Book, "look", look)
    assert told(options) == when_due


def told(options):
    """What the journal holds of an evening, but for its first record, which has the wall clock's time."""
    evenings = []

    def opened(folder):
        evenings.append(DirectEvening(folder))
        return evenings[-1]

    simulate(options, open_host=opened)
    return [record for record in evenings[0].records if not isinstance(record, SessionOpened)]
