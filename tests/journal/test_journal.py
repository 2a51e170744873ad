import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.journal.fakes import press, raw_rows

from tallone.errors import JournalError
from tallone.journal import JournalReader, JournalWriter, check, read
from tallone.journal.records import MAX_RECORD_BYTES, SCHEMA, SessionClosed
from tallone.journal.storage.coding import decode, encode


@pytest.fixture
def path(tmp_path):
    return tmp_path / "night.journal"


def test_what_was_appended_is_read_back_in_order(path):
    records = [press(number) for number in range(20)]
    with JournalWriter(path) as writer:
        assert writer.append(records[:7]) == 7
        assert writer.append(records[7:]) == 20
    assert read(path) == records


def test_an_empty_batch_writes_nothing(path):
    with JournalWriter(path) as writer:
        assert writer.append([]) == 0
    with pytest.raises(JournalError, match="holds no record"):
        check(path)


def test_a_second_session_goes_on_with_the_chain(path):
    with JournalWriter(path) as writer:
        writer.append([press(1)])
        head = writer.head
    with JournalWriter(path) as writer:
        assert writer.head == head
        assert writer.append([press(2)]) == 2
    assert check(path)[0] == 2


def test_a_reader_follows_a_writer(path):
    with JournalWriter(path) as writer, JournalReader(path) as reader:
        assert list(reader.new()) == []
        for number in range(5):
            writer.append([press(number), press(number)])
            assert [entry.record for entry in reader.new()] == [press(number)] * 2
        assert reader.head == writer.head


def test_a_batch_is_seen_whole_or_not_at_all(path):
    with JournalWriter(path) as writer, JournalReader(path) as reader:
        with pytest.raises(JournalError, match="the most is"):
            writer.append([press(1), SessionClosed(at=0.0, reason="x" * MAX_RECORD_BYTES)])
        assert list(reader.new()) == []
        assert writer.append([press(1)]) == 1


def test_who_writes_past_the_lock_is_found_at_the_next_record(path):
    with JournalWriter(path) as first:
        first.append([press(1)])
        past = sqlite3.connect(path)
        past.execute("INSERT INTO record SELECT 2, schema, body, hash FROM record")
        past.commit()
        past.close()
        with pytest.raises(JournalError, match="another program writes"):
            first.append([press(2)])
    with pytest.raises(JournalError, match="record 2"):
        read(path)


@pytest.mark.parametrize("statement", ["UPDATE record SET body = 'x'", "DELETE FROM record"])
def test_the_file_itself_refuses_to_be_changed(path, statement):
    with JournalWriter(path) as writer:
        writer.append([press(1)])
    with sqlite3.connect(path) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)


@given(victim=st.integers(1, 9), column=st.sampled_from(["schema", "body", "hash", "gone"]))
def test_any_changed_record_breaks_the_chain(tmp_path_factory, victim, column):
    path = tmp_path_factory.mktemp("journal") / "night.journal"
    with JournalWriter(path) as writer:
        writer.append([press(number) for number in range(10)])
    forged = {"schema": SCHEMA + 1, "body": encode(press(99)), "hash": bytes(32)}
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER record_stays")
        connection.execute("DROP TRIGGER record_remains")
        if column == "gone":
            connection.execute("DELETE FROM record WHERE number = ?", (victim,))
        else:
            connection.execute(
                f"UPDATE record SET {column} = ? WHERE number = ?", (forged[column], victim)
            )
    connection.close()
    with pytest.raises(JournalError, match=f"record ({victim}|{victim + 1}) "):
        check(path)


def test_a_cut_off_end_is_found_with_the_hash_from_a_slip(path):
    with JournalWriter(path) as writer:
        writer.append([press(1), press(2)])
        writer.append([press(3)])
        slip = writer.head
    assert check(path, slip[:16]) == (3, slip)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER record_remains")
        connection.execute("DELETE FROM record WHERE number = 3")
    connection.close()
    assert check(path)[0] == 2
    with pytest.raises(JournalError, match="cut off"):
        check(path, slip[:16])


def test_a_damaged_end_stops_the_writer(path):
    with JournalWriter(path) as writer:
        writer.append([press(1), press(2)])
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER record_stays")
        connection.execute("UPDATE record SET body = ? WHERE number = 2", (encode(press(7)),))
    connection.close()
    with pytest.raises(JournalError, match="record 2 is not what was written"):
        JournalWriter(path)


@pytest.mark.parametrize("cut", [1, 100, 1000, 4096, 5000, 9000])
def test_a_torn_write_ahead_log_loses_only_its_torn_end(path, tmp_path, cut):
    writer = JournalWriter(path)
    for number in range(10):
        writer.append([press(number)])
    copy = tmp_path / "torn.journal"
    copy.write_bytes(path.read_bytes())
    log = path.with_name(path.name + "-wal").read_bytes()
    copy.with_name(copy.name + "-wal").write_bytes(log[:-cut])
    writer.close()
    records = read(copy)
    assert records == [press(number) for number in range(len(records))]
    assert len(records) >= 10 - cut // 4096 - 2


def test_a_journal_on_a_medium_that_cannot_be_written_is_read(path):
    with JournalWriter(path) as writer:
        writer.append([press(1)])
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        assert read(path) == [press(1)]
    finally:
        path.parent.chmod(0o755)


def test_other_files_are_refused(path, tmp_path):
    with pytest.raises(JournalError, match="no such journal"):
        read(path)
    path.write_bytes(b"not a database, only some text that is long enough to look at")
    with pytest.raises(JournalError, match="not a journal"):
        read(path)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE something (x)")
    connection.close()
    for use in (read, JournalWriter):
        with pytest.raises(JournalError, match="not a journal of this program"):
            use(other)


def test_every_commit_is_durable(path):
    with JournalWriter(path) as writer:
        settings = writer._connection
        assert settings.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert settings.execute("PRAGMA synchronous").fetchone() == (2,)


def test_the_chain_is_what_the_documents_say(path):
    import hashlib

    with JournalWriter(path) as writer:
        writer.append([press(1), press(2)])
    head = bytes(32)
    for number, schema, body, stored in raw_rows(path):
        fixed = (
            number.to_bytes(8, "big") + schema.to_bytes(2, "big") + len(body).to_bytes(4, "big")
        )
        head = hashlib.sha256(b"tallone/journal/1" + head + fixed + body).digest()
        assert head == stored


def test_a_record_of_a_kind_nobody_knows_is_refused():
    with pytest.raises(JournalError, match="cannot be read"):
        decode(b'{"kind": "weather", "at": 1.0}', SCHEMA)
    with pytest.raises(JournalError, match="newer than this program"):
        decode(b'{"kind": "weather", "at": 1.0}', SCHEMA + 1)
