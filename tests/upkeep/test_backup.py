"""Journals and packs go onto a stick, also while the table plays, and come back whole or not at all."""

import random
import zipfile

import msgspec
import pytest
from tests.dealing.packs import registry
from tests.journal.night import played, session

from tallone.commands import main
from tallone.dealing.packs.registry_db import RegistryDb
from tallone.journal import JournalWriter
from tallone.journal.storage.reader import check
from tallone.upkeep import backup
from tallone.upkeep.backup import BackupError

MADE = "2026-01-31T21:00:00+01:00"


@pytest.fixture
def data(tmp_path):
    """A table's data folder after one hand, with two packs."""
    home = tmp_path / "data"
    home.mkdir()
    with JournalWriter(home / "journal.sqlite") as writer:
        writer.append([session(), *played(3)[0]])
    with RegistryDb(home / "registry.sqlite") as packs:
        packs.load(registry("A"), "club", MADE)
    (home / "table.toml").write_text("table = 7\n")
    (home / "journal.sqlite.hand1.key").write_bytes(b"k" * 32)
    return home


def make(data, folder, passphrase="", made=MADE):
    return backup.make(data, folder, program="0.1.0", made=made, table=7, passphrase=passphrase)


def test_a_backup_brings_an_evening_back_onto_a_new_card(data, tmp_path):
    before = check(data / "journal.sqlite")
    path = make(data, tmp_path / "stick")
    new = tmp_path / "new"
    done = backup.restore(path, new, passphrase="", stamp="now")
    assert check(new / "journal.sqlite") == before
    assert (new / "table.toml").read_text() == "table = 7\n"
    assert done == ["journal.sqlite is back", "registry.sqlite is back", "table.toml is back"]
    assert (new / "journal.sqlite").stat().st_mode & 0o777 == 0o600


def test_a_backup_is_made_while_the_table_plays(data, tmp_path):
    with JournalWriter(data / "journal.sqlite") as writer:
        writer.append([session(at=9.0)])
        path = make(data, tmp_path / "stick")
        count, head = writer.count, writer.head
    backup.restore(path, tmp_path / "new", passphrase="", stamp="now")
    assert check(tmp_path / "new/journal.sqlite") == (count, head)


def test_the_key_of_a_hand_never_leaves_the_table(data, tmp_path):
    path = make(data, tmp_path / "stick")
    with zipfile.ZipFile(path) as archive:
        assert all("key" not in name for name in archive.namelist())
        assert all(b"k" * 32 not in archive.read(name) for name in archive.namelist())


def test_packs_leave_the_house_under_the_passphrase(data, tmp_path):
    path = make(data, tmp_path / "stick", "burraco pulito")
    tag = next(iter(registry("A").copies))
    with zipfile.ZipFile(path) as archive:
        assert all(tag not in archive.read(name) for name in archive.namelist())
    with pytest.raises(BackupError, match="give --passphrase-file"):
        backup.restore(path, tmp_path / "new", passphrase="", stamp="now")
    with pytest.raises(BackupError, match="passphrase is another"):
        backup.restore(path, tmp_path / "new", passphrase="burraco sporco", stamp="now")
    assert not (tmp_path / "new/journal.sqlite").exists()
    backup.restore(path, tmp_path / "new", passphrase="burraco pulito", stamp="now")
    with RegistryDb(tmp_path / "new/registry.sqlite") as packs:
        assert packs.registry("A") == registry("A")


def test_what_was_there_is_kept_beside_it(data, tmp_path):
    path = make(data, tmp_path / "stick")
    old = (data / "registry.sqlite").read_bytes()
    done = backup.restore(path, data, passphrase="", stamp="now")
    assert done[1] == "registry.sqlite is back; what was there is now registry.before-now.sqlite"
    assert (data / "registry.before-now.sqlite").read_bytes() == old


def test_of_one_table_the_oldest_copies_go(data, tmp_path):
    for day in range(1, 25):
        make(data, tmp_path / "stick", made=f"2026-01-{day:02}T21:00:00+01:00")
    names = sorted(path.name for path in (tmp_path / "stick").iterdir())
    assert len(names) == 20
    assert names[0].startswith("table-007-20260105T")


def test_damage_anywhere_is_told_in_one_line_and_changes_nothing(data, tmp_path):
    raw = make(data, tmp_path / "stick").read_bytes()
    source = random.Random(11)
    target = tmp_path / "damaged"
    sentences, left = [], []
    for number in range(150):
        damaged = bytearray(raw)
        damaged[source.randrange(len(raw))] ^= 1 << source.randrange(8)
        if number % 4 == 0:
            del damaged[source.randrange(len(raw)) :]
        target.write_bytes(damaged)
        new = tmp_path / f"new-{number}"
        try:
            backup.restore(target, new, passphrase="", stamp="now")
        except BackupError as error:
            sentences.append(str(error))
            left += list(new.iterdir()) if new.exists() else []
        else:
            assert check(new / "journal.sqlite")
    assert len(sentences) > 100
    assert all("\n" not in sentence for sentence in sentences)
    assert left == []


@pytest.mark.parametrize(
    "names",
    [
        ["../evil"],
        ["journal.sqlite.hand1.key"],
        ["journal.sqlite", "journal.sqlite"],
        ["/etc/passwd"],
    ],
)
def test_a_backup_that_names_another_file_is_refused(tmp_path, names):
    files = tuple(backup.Part(name=name, bytes=1, sha256="") for name in names)
    contents = backup.Contents(format=backup.FORMAT, program="0", made="", table=1, files=files)
    path = tmp_path / "x"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", msgspec.json.encode(contents))
    with pytest.raises(BackupError, match="of another kind"):
        backup.read(path)


def test_the_commands_make_look_and_restore(data, tmp_path, capsys):
    assert main.run(["backup", "make", str(tmp_path / "stick"), "--data", str(data)]) == 0
    said = capsys.readouterr().out
    path = said.split(": ")[0]
    assert "table-007-" in path
    assert "for anybody to read" in said
    assert main.run(["backup", "look", path]) == 0
    assert "journal.sqlite" in capsys.readouterr().out
    (tmp_path / "new").mkdir()
    assert main.run(["backup", "restore", path, "--data", str(tmp_path / "new")]) == 0
    assert check(tmp_path / "new/journal.sqlite") == check(data / "journal.sqlite")
