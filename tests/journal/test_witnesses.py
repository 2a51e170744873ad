"""A cut tail and a chain made anew are found by slips and by what was promised."""

import sqlite3

import msgspec
import pytest
from tests.journal.night import played, session
from tests.journal.test_commands import call

from tallone.errors import JournalError
from tallone.journal import JournalReader, JournalWriter, check
from tallone.journal.records import Committed
from tallone.journal.storage.coding import GENESIS, link
from tallone.journal.witnesses import check_witnesses, heads_on_slips


@pytest.fixture
def evening(tmp_path):
    """Three hands, each promised with the head before it, each with a slip."""
    path = tmp_path / "night.journal"
    slips = tmp_path / "night-receipts"
    slips.mkdir()
    with JournalWriter(path) as writer:
        writer.append([session()])
        for hand in (1, 2, 3):
            promised, *rest = played(hand, hand=hand, moves=10)[0]
            assert isinstance(promised, Committed)
            writer.append([msgspec.structs.replace(promised, journal=writer.head)])
            writer.append(rest)
            text = f"Tavolo 7\nRegistro: {writer.head[:32]}\nProgramma: tallone 0.1.0\n"
            (slips / f"hand-{hand:03d}-1.txt").write_text(text)
    return path, slips


def made_anew(path, *, keep=None, change=lambda body: body):
    """Write the journal again with a whole chain: fewer records, or other ones."""
    with sqlite3.connect(path) as file:
        rows = file.execute("SELECT number, schema, body FROM record ORDER BY number").fetchall()
        for (trigger,) in file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        file.execute("DELETE FROM record")
        head = GENESIS
        for number, schema, body in rows[:keep]:
            changed = change(body)
            head = link(head, number, schema, changed)
            file.execute(
                "INSERT INTO record (number, schema, body, hash) VALUES (?, ?, ?, ?)",
                (number, schema, changed, head),
            )


def test_a_true_journal_agrees_with_its_slips_and_promises(evening):
    path, slips = evening
    heads = heads_on_slips(slips)
    assert list(heads) == [f"hand-00{hand}-1.txt" for hand in (1, 2, 3)]
    assert check_witnesses(path, heads) == 6
    assert "6 slips and promises agree" in call("check", path).output
    assert "3 slips and promises agree" in call("check", path, "--slips", path.parent).output


def test_a_cut_tail_is_whole_by_its_chain_and_found_by_the_slips(evening):
    path, _ = evening
    count = check(path)[0]
    made_anew(path, keep=count - 5)
    assert check(path)[0] == count - 5
    with pytest.raises(JournalError, match=r"hand-003-1\.txt"):
        raise call("check", path).exception


def test_a_chain_made_anew_is_found_by_the_promises_alone(evening):
    path, slips = evening
    made_anew(path, change=lambda body: body.replace(b'"table":7', b'"table":8'))
    check(path)
    with pytest.raises(JournalError, match="promised a deal when the journal was another"):
        check_witnesses(path, {})
    with JournalReader(path) as reader:
        assert len(list(reader.new())) > 10
    assert len(heads_on_slips(slips)) == 3


def test_a_folder_without_slips_and_files_that_are_none_say_nothing(evening, tmp_path):
    path, _ = evening
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "hand-001-1.txt").write_text("Registro: none\n: \n")
    assert heads_on_slips(tmp_path / "empty") == {} == heads_on_slips(tmp_path / "nowhere")
    assert check_witnesses(path, {}) == 3
