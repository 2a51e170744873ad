"""A disk that is full, a lock that somebody holds, a journal that is gone, a step that raises."""

import sqlite3

import pytest
from tests.app.test_acknowledged import Link, options, program, report

from tallone.app.screen.notices import notice_of
from tallone.errors import JournalStalledError
from tallone.journal import JournalWriter, heard, read
from tallone.journal.records import Found, SessionClosed
from tallone.link.messages import Unreadable
from tallone.link.reports import Lid, Tamper

assert options  # a fixture
BOOT = 0xB007


def lock(path):
    foreign = sqlite3.connect(path, isolation_level=None)
    foreign.execute("BEGIN IMMEDIATE")
    return foreign


def findings(path):
    return [record.what for record in read(path) if isinstance(record, Found)]


def test_a_journal_that_cannot_be_written_is_told_and_nothing_is_lost(options):
    link = Link(report(7, Tamper(open=1)))
    with JournalWriter(options.journal) as writer:
        app = program(options, link, writer)
        foreign = lock(options.journal)
        app.step(1.0)
        evening = app._evening
        assert notice_of(evening, 1.0).message.key == "notice.journal_stalled"
        # What is not on the disk is not acknowledged, and play goes on meanwhile.
        link.waiting = [report(8, Tamper(open=1))]
        app.step(4.0)
        assert link.acked == []
        foreign.execute("ROLLBACK")
        foreign.close()
        app.step(4.5)
        assert link.acked == [], "it is not tried at every step"
        app.step(7.0)
        assert evening.journal_trouble == ""
        assert link.acked == [(BOOT, 8)]
    assert findings(options.journal) == ["tamper", "tamper"]
    assert heard(read(options.journal)) == {"croupier": {BOOT: 8}}


@pytest.mark.parametrize("how", ["full", "gone"])
def test_the_evening_ends_in_one_line_if_it_never_could_be_written(options, how):
    with JournalWriter(options.journal) as writer:
        app = program(options, Link(report(7, Tamper(open=1))), writer)
        if how == "gone":
            options.journal.unlink()
        else:
            writer._connection.execute("PRAGMA max_page_count = 1")
            writer._connection.execute("PRAGMA query_only = 1")
        app.step(1.0)
        assert app._evening.journal_trouble
        with pytest.raises(JournalStalledError):
            app.close("ended", 2.0)


def test_a_journal_that_is_gone_is_noticed_without_a_record(options):
    with JournalWriter(options.journal) as writer:
        app = program(options, Link(), writer)
        app.step(1.0)
        assert app._evening.journal_trouble == ""
        options.journal.rename(options.journal.with_name("away"))
        app.step(2.0)
        assert "is gone" in app._evening.journal_trouble
        options.journal.with_name("away").rename(options.journal)
        app.step(5.0)
        assert app._evening.journal_trouble == ""


class UnforeseenError(Exception):
    """What no program foresees."""


@pytest.mark.parametrize("error", [UnforeseenError, KeyboardInterrupt])
def test_a_step_that_raises_writes_nothing_of_itself(options, monkeypatch, error):
    link = Link(report(7, Tamper(open=1)), report(8, Lid(open=1)))
    with JournalWriter(options.journal) as writer:
        app = program(options, link, writer)

        def tick(_now):
            raise error

        monkeypatch.setattr(app._evening, "tick", tick)
        with pytest.raises(error):
            app.step(1.0)
        app.close("ended", 2.0)
    records = read(options.journal)
    assert findings(options.journal) == []
    assert link.acked == []
    [closed] = [record for record in records if isinstance(record, SessionClosed)]
    if error is UnforeseenError:
        # What led to it would lead to it at every start.
        assert closed.reason == "failed"
        assert heard(records) == {"croupier": {BOOT: 8}}
    else:
        assert closed.reason == "interrupted"
        assert heard(records) == {}, "the board says it again"


def test_an_append_that_was_interrupted_is_not_written_twice(options, monkeypatch):
    link = Link(report(7, Tamper(open=1)))
    with JournalWriter(options.journal) as writer:
        app = program(options, link, writer)
        commit = writer._commit

        def interrupted(rows):
            commit(rows)
            raise KeyboardInterrupt

        monkeypatch.setattr(writer, "_commit", interrupted)
        with pytest.raises(KeyboardInterrupt):
            app.step(1.0)
        monkeypatch.setattr(writer, "_commit", commit)
        app.close("ended", 2.0)
    assert findings(options.journal) == ["tamper"]


def test_a_report_that_cannot_be_read_is_acknowledged_like_any_other(options):
    link = Link(Unreadable(boot_id=BOOT, event=7, body=b"\x34"))
    with JournalWriter(options.journal) as writer:
        app = program(options, link, writer)
        app.step(1.0)
    assert link.acked == [(BOOT, 7)]
