"""A journal in trouble: a second program, a foreign lock, a file that is gone, bytes that were turned."""

import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys

import pytest
from tests.journal.night import played, session

from tallone.commands import main
from tallone.errors import JournalError, JournalStalledError
from tallone.journal import JournalWriter, read
from tallone.journal.records import Pressed
from tallone.journal.storage.reader import check

FLIPS = 150


def press(number):
    return Pressed(at=float(number), button="ok")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "night.journal"


@pytest.fixture
def whole(path):
    records, *_ = played(3, moves=30)
    with JournalWriter(path) as writer:
        writer.append([session(), *records])
    return path


def test_a_second_writer_is_refused_and_the_first_goes_on(path):
    with JournalWriter(path) as first:
        first.append([press(1)])
        with pytest.raises(JournalError, match="another program has this evening"):
            JournalWriter(path)
        first.append([press(2)])
    with JournalWriter(path) as after:
        assert after.count == 2


def test_a_lock_ends_with_the_program_that_was_killed(path):
    program = (
        "import sys, time; from pathlib import Path; from tallone.journal import JournalWriter\n"
        "writer = JournalWriter(Path(sys.argv[1])); print('open', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, path], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "open\n"
        with pytest.raises(JournalError, match="another program"):
            JournalWriter(path)
        other.send_signal(signal.SIGKILL)
        other.wait()
        with JournalWriter(path) as writer:
            writer.append([press(1)])


def test_nothing_is_left_beside_a_journal_that_is_closed(whole):
    assert list(whole.parent.iterdir()) == [whole]


def test_a_foreign_lock_is_waited_for_by_trying_again(path):
    with JournalWriter(path) as writer:
        writer.append([press(1)])
        foreign = sqlite3.connect(path, isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalStalledError):
            writer.append([press(2)])
        foreign.execute("ROLLBACK")
        foreign.close()
        assert writer.append([press(2)]) == 2


@pytest.mark.parametrize("how", ["unlinked", "replaced", "moved"])
def test_a_journal_that_is_gone_is_noticed_at_once(path, how):
    with JournalWriter(path) as writer:
        writer.append([press(1)])
        if how == "replaced":
            shutil.copy(path, path.with_name("copy"))
            path.with_name("copy").replace(path)
        elif how == "moved":
            path.rename(path.with_name("away"))
        else:
            path.unlink()
        with pytest.raises(JournalStalledError, match="is gone"):
            writer.check_there()
        with pytest.raises(JournalStalledError, match="is gone"):
            writer.append([press(2)])


def test_no_record_takes_the_place_of_another(whole):
    database = sqlite3.connect(whole)
    count = database.execute("SELECT count(*) FROM record").fetchone()[0]
    for change in (
        "REPLACE INTO record SELECT 2, schema, body, hash FROM record WHERE number = 3",
        "INSERT OR REPLACE INTO record SELECT 1, schema, body, hash FROM record WHERE number = 2",
        f"INSERT INTO record SELECT {count + 2}, schema, body, hash FROM record WHERE number = 1",
        "UPDATE record SET schema = 2",
        "DELETE FROM record",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            database.execute(change)
    database.close()
    check(whole)


@pytest.mark.parametrize(
    "change",
    [
        "schema = 70000",
        "schema = -1",
        "schema = 9223372036854775807",
        "schema = 0",
        "body = x''",
        "body = zeroblob(3000000)",
        "hash = zeroblob(32)",
    ],
)
def test_a_changed_row_ends_in_one_line(whole, capsys, change):
    database = sqlite3.connect(whole)
    database.execute("DROP TRIGGER record_stays")
    database.execute(f"UPDATE record SET {change} WHERE number = 4")
    database.commit()
    database.close()
    for command in (["journal", "check"], ["replay"]):
        assert main.run([*command, str(whole)]) == 1
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert "record 4" in err


def test_no_flipped_bit_ends_in_a_traceback_or_passes_as_whole(whole, tmp_path):
    """A bit in a byte that nothing uses changes no record."""
    seed = random.SystemRandom().randrange(1 << 32)
    rng = random.Random(seed)
    good, records = whole.read_bytes(), read(whole)
    for _ in range(FLIPS):
        turned = bytearray(good)
        place = rng.randrange(len(turned) * 8)
        turned[place // 8] ^= 1 << place % 8
        file = tmp_path / "turned.journal"
        file.write_bytes(turned)
        try:
            check(file)
            assert read(file) == records, f"seed {seed}, bit {place}"
        except JournalError:
            pass
        with contextlib.suppress(JournalError):
            JournalWriter(file).close()
        file.unlink()


def test_readers_leave_no_file_and_change_none(whole, capsys):
    before = {file.name: file.read_bytes() for file in whole.parent.iterdir()}
    for line in ("journal check", "replay", "replay --bgn", "enrol list --registry"):
        main.run([*line.split(), str(whole)])
    capsys.readouterr()
    assert {file.name: file.read_bytes() for file in whole.parent.iterdir()} == before


def test_a_journal_is_no_registry(whole, capsys):
    assert main.run(["enrol", "list", "--registry", str(whole)]) in (1, 2)
    assert "not a registry" in capsys.readouterr().err
