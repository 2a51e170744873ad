"""What leaves the house for help from afar holds no card, no tag, no name."""

import re
import typing
import zipfile

from tests.dealing.packs import registry
from tests.journal.night import played, session

from tallone.commands import main
from tallone.journal import JournalWriter, records
from tallone.journal.records import Found, LinkChanged, Overridden, Pressed, Record, ScreenShown
from tallone.upkeep import service_file

CARD = re.compile(rb"\b(?:[2-9AJQK]|10)[HDCS][rb]?\b|[\xe2][\x99][\xa0-\xa6]|\bJK")


def journal(home):
    path = home / "journal.sqlite"
    with JournalWriter(path) as writer:
        writer.append(
            [session(config={"table": 7, "profile": "fibur", "mat_serial": "E661A4D41723262A"})]
        )
        writer.append(played(3)[0])
        writer.append(
            [
                Found(
                    at=5.0,
                    hand=1,
                    what="card-moved",
                    phase="play",
                    zone="discard",
                    cards=("7Hb",),
                    detail={"who": "Ada"},
                ),
                ScreenShown(at=6.0, phase="play", texts=("Ada ha 7♥",)),
                Overridden(at=7.0, hand=1, who="Ada", why="7Hb", what="a card"),
                LinkChanged(
                    at=8.0, board="mat", what="lost", detail="7Hb", counters={"resent": 3}
                ),
                Pressed(at=9.0, button="cut", value=54),
            ]
        )
    return path


def test_no_card_and_no_name_of_a_journal_leaves_the_house(tmp_path):
    raw = service_file.journal_lines(journal(tmp_path))
    assert CARD.search(raw) is None
    assert b"Ada" not in raw
    assert b"E661" not in raw
    for kind in (b'"card-moved"', b'"session-opened"', b'"hand-over"', b'"resent":3'):
        assert kind in raw


def test_every_field_that_leaves_is_of_a_kind_that_holds_no_card():
    """A new record says nothing until it is named; a named field that could hold a card is seen here."""
    known = set(typing.get_args(Record))
    assert set(service_file.FIELDS) <= known
    for kind, names in service_file.FIELDS.items():
        hints = typing.get_type_hints(kind)
        for name in names:
            assert name in hints
            assert not {"cards", "detail", "texts", "reveal", "result", "action", "fields"} & {
                name
            }
    assert records.MatSettled not in service_file.FIELDS


def test_a_log_loses_cards_tags_addresses_and_homes():
    tag = next(iter(registry("A").copies)).hex()
    home = "/" + "home/ada/x"  # in two pieces: no file names a path of some machine
    log = f"E ada@club.example {home}: {tag} QDr 10H JK 7♥ JK(=7H) at 14:02"
    assert service_file.without_secrets(log) == (
        "E <address> <home>/x: <number> <card> <card> <card> <card> <card>(=<card>) at 14:02"
    )


def test_the_command_writes_one_file_and_only_what_is_named(tmp_path, capsys):
    home = tmp_path / "data"
    home.mkdir()
    journal(home)
    (home / "journal.sqlite.hand1.key").write_bytes(b"k" * 32)
    assert main.run(["service", str(tmp_path / "stick"), "--data", str(home)]) == 0
    path = capsys.readouterr().out.split(": ")[0]
    with zipfile.ZipFile(path) as archive:
        assert sorted(archive.namelist()) == ["facts.json", "journal-1.jsonl", "log.txt"]
        assert all(CARD.search(archive.read(name)) is None for name in archive.namelist())


def test_a_damaged_journal_is_told_up_to_its_damage(tmp_path):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"dear diary")
    assert b'"damaged"' in service_file.journal_lines(path)
