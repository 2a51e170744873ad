"""`tallone club standing`, `export` and `replay`, from a list of pairs to files and back."""

import json

import pytest

from tallone.club.invented import plain_event
from tallone.club.log import open_database
from tallone.club.log.events import Events
from tallone.club.log.facts import append
from tallone.commands.main import run


@pytest.fixture
def folder(tmp_path):
    pairs = "".join(f"Anna Uno{one};Ugo Due{one};Pinella\n" for one in range(1, 9))
    (tmp_path / "pairs.csv").write_text(pairs, encoding="utf-8")
    assert (
        run(["club", "new", "sera", str(tmp_path / "pairs.csv"), "--folder", str(tmp_path)]) == 0
    )
    database = open_database(tmp_path / "club.sqlite")
    append(database, Events(database).find("sera"), plain_event(1, 8, 2), received=1.0)
    database.close()
    return tmp_path


def test_an_archive_replayed_prints_the_same_standing(folder, capsys):
    capsys.readouterr()
    assert run(["club", "standing", "sera", "--folder", str(folder), "--language", "en"]) == 0
    wanted = capsys.readouterr().out
    archive = folder / "sera.tallone.json"
    assert run(["club", "export", "sera", "archive", str(archive), "--folder", str(folder)]) == 0
    capsys.readouterr()
    assert run(["club", "replay", str(archive), "--language", "en"]) == 0
    assert capsys.readouterr().out == wanted
    assert json.loads(archive.read_text("utf-8"))["schema"] == "tallone-club/1"


@pytest.mark.parametrize(
    "what", ["entries", "seating", "surnames", "results", "standing", "federation", "slips"]
)
def test_every_list_is_written_as_its_name_ends(folder, what):
    for suffix in (".pdf",) if what == "slips" else (".csv", ".xlsx", ".pdf"):
        file = folder / f"{what}{suffix}"
        assert run(["club", "export", "sera", what, str(file), "--folder", str(folder)]) == 0
        assert file.stat().st_size > 100


@pytest.mark.parametrize(
    "arguments",
    [
        ["standing", "nosuch"],
        ["export", "sera", "standing", "x.doc"],
        ["export", "sera", "slips", "x.csv"],
        ["export", "sera", "seating", "x.csv", "--round", "9"],
        ["export", "sera", "standing", "no/folder/x.csv"],
    ],
)
def test_what_cannot_be_written_is_told(folder, arguments, capsys):
    assert run(["club", *arguments, "--folder", str(folder)]) == 2
    assert capsys.readouterr().err.startswith("tallone")


def test_a_dry_run_writes_nothing(folder):
    file = folder / "x.csv"
    assert (
        run(
            ["club", "export", "sera", "standing", str(file), "--folder", str(folder), "--dry-run"]
        )
        == 0
    )
    assert not file.exists()


def test_a_file_that_is_no_archive_is_told(tmp_path, capsys):
    (tmp_path / "x.json").write_text("{}")
    assert run(["club", "replay", str(tmp_path / "x.json")]) == 2
    assert "x.json" in capsys.readouterr().err
