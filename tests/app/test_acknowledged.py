"""What the journal has of a board's reports is written with what they led to, and not heard again."""

import dataclasses

import pytest
from tests.app.test_recovery import played

from tallone.app.edges.boards import Boards
from tallone.app.evening.evening import Evening
from tallone.app.open_table import open_table
from tallone.app.table import TableApp
from tallone.app.table_options import setup_of, simulation_options
from tallone.clock import RealClock
from tallone.journal import JournalWriter, heard, read
from tallone.journal.records import Found
from tallone.link.line.port import Wake
from tallone.link.messages import Report
from tallone.link.reports import Lid, Tamper
from tallone.link.welcome import MINIMUM_FIRMWARE

BOOT = 0xB007


class Link:
    """A link that says what it is given, and notes what is acknowledged."""

    port = None
    address = "/dev/null"
    trouble = ""
    good = bad = repeated_commands = 0

    def __init__(self, *reports):
        self.session = self.reader = self
        self.counters = self
        self.duplicates = 0
        self.waiting = list(reports)
        self.acked = []

    def run(self, _now):
        waiting, self.waiting = self.waiting, []
        return waiting

    def ack(self, event, boot_id):
        self.acked.append((boot_id, event))

    def flush(self, _now): ...

    def close(self): ...

    def next_deadline(self):
        return float("inf")


class NoPeople:
    def presses(self, _now):
        return []

    def show(self, _words): ...

    def frame_at(self, _now):
        return float("inf")


class NoScreen:
    def show(self, _evening, _now, _attendant=None):
        return False

    def words(self, _evening, _now):
        return {}


def report(event, said):
    return Report(boot_id=BOOT, event=event, said=said, at_ms=event, received_at=float(event))


@pytest.fixture
def options(tmp_path):
    played(tmp_path, seed=4, until="ready")
    return simulation_options(tmp_path, tmp_path / "evening.journal", window=False)


def program(options, link, writer):
    return TableApp(
        Evening(setup_of(options)),
        Boards({"croupier": link}),
        writer,
        clock=RealClock(),
        people=NoPeople(),
        screen=NoScreen(),
        wake=Wake(),
    )


def test_the_last_report_is_noted_in_the_transaction_that_it_led_to(options):
    link = Link(report(6, Lid(open=0)), report(7, Tamper(open=1)))
    with JournalWriter(options.journal) as writer:
        app = program(options, link, writer)
        app.step(1.0)
        assert link.acked == [(BOOT, 7)]
        link.waiting = [report(8, Tamper(open=1))]
        app.step(2.0)
        # A report that leads to nothing is not in the journal; the board may forget it all the same.
        link.waiting = [report(9, Lid(open=1))]
        app.step(3.0)
        assert link.acked[-1] == (BOOT, 9)
    records = read(options.journal)
    assert [record.heard for record in records if isinstance(record, Found)] == [
        {"croupier": (BOOT, 7)},
        {"croupier": (BOOT, 8)},
    ]
    assert heard(records) == {"croupier": {BOOT: 8}}


def test_a_program_that_starts_again_passes_what_the_journal_has_to_the_link(options, tmp_path):
    with JournalWriter(options.journal) as writer:
        app = program(options, Link(report(7, Tamper(open=1))), writer)
        app.step(1.0)
    real = dataclasses.replace(
        options,
        simulation=None,
        seed=None,
        addresses={role: str(tmp_path / f"no-{role}") for role in ("mat", "croupier")},
    )
    with open_table(real) as after:
        links = after._boards.links
        assert links["croupier"].session._arrivals._journaled == {BOOT: 7}
        assert links["mat"].session._arrivals._journaled == {}
        # Whoever plays needs firmware of its own time; tools that update it speak to any.
        assert {link.session._minimum for link in links.values()} == {MINIMUM_FIRMWARE}


def test_a_boots_last_number_is_the_highest(options):
    at = {"at": 1.0, "hand": 1, "what": "tamper", "phase": "load"}
    records = [
        Found(**at, heard={"mat": (1, 5), "croupier": (9, 2)}),
        Found(**at),
        Found(**at, heard={"mat": (1, 12)}),
        Found(**at, heard={"mat": (2, 1)}),
    ]
    assert heard(records) == {"mat": {1: 12, 2: 1}, "croupier": {9: 2}}
