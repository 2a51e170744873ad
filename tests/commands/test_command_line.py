"""The command line as a whole: help, examples, wrong input."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from tallone import __version__
from tallone.commands import main
from tallone.commands.files import readable, writable, writable_folder
from tallone.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
TOP = typer.main.get_command(main.app)
# Words of documents that stand for something else.
_PLACE_HOLDERS = {"A": "febur", "B": "fibur"}


def _commands(command, path=()):
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from _commands(below, (*path, name))


COMMANDS = dict(_commands(TOP))


def _call(capsys, *arguments):
    status = main.run(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with files that are not what commands want."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "diary").write_text("dear diary\n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "players.toml").write_text("players = 3\n")
    (tmp_path / "typo.toml").write_text("ful_screen = true\n")
    return tmp_path


WRONG = [
    "nonsense",
    "--nonsense",
    "rules nonsense",
    "journal",
    "link nonsense",
    *("play --seed x", "play --seed -1", "play --players 3", "play --profile fibuur"),
    *("play --size big", "play --size 1x1", "play --size 99999x99999", "play --hands 0"),
    *("play --pace 0", "play --pace nan", "play --language de", "play --suits four"),
    *("play --pictures diary", "play --pictures diary/below", "play extra", "play --nonsense"),
    *("simulate --hands x", "simulate --hands 0", "simulate --players 3", "simulate --seed 1.5"),
    *("simulate --profile nope", "simulate --noise -1", "simulate --noise nan"),
    *("simulate --level deep", "simulate --assist loud", "simulate --fault nope"),
    *("simulate --fault", "simulate --report none/r.json", "simulate --report diary/r.json"),
    *("simulate --report folder", "simulate --bgn folder", "simulate --bgn none/h.bgn"),
    *("simulate --screens diary", "simulate --keep diary/below"),
    *("run", "run --config none.toml", "run --config bytes", "run --config folder"),
    *("run --config diary", "run --config players.toml", "run --config typo.toml"),
    *("run --mat a --croupier b --registry none", "run --mat a --croupier b --registry bytes"),
    *("run --mat a --croupier b --journal folder", "run --sim none"),
    *("judge none", "judge folder", "judge --nonsense", "judge diary extra"),
    *("hand", "hand none", "hand folder", "hand bytes", "hand --nonsense diary"),
    *("rules show", "rules show nope", "rules show fibur --lang de", "rules diff fibur"),
    *("rules show fibur --pdf none/r.pdf", "rules show fibur --pdf folder", "rules diff fibur x"),
    *("replay", "replay none", "replay folder", "replay diary --hand x", "replay diary --turn -1"),
    *("journal check", "journal check none", "journal check folder"),
    *("verify-deal", "verify-deal none", "verify-deal folder", "verify-deal diary"),
    *("verify-deal bytes", "doctor extra", "bench nonsense", "bench all extra"),
    *("link capture", "link capture a", "link capture a diary", "link capture a b --role shoe"),
    *("link capture a none/b", "link capture a b --seconds x", "link capture a b --seconds -1"),
    *("firmware", "firmware build shoe", "firmware build mat --march x86"),
    *("firmware install", "firmware install mat", "firmware install shoe --port a"),
    "firmware install mat --port a --bundle none",
    *("audit", "audit shuffle --n 3", "audit shuffle --n x", "audit shuffle --bias shelf"),
    *("audit shuffle --players 3", "audit shuffle --heat-map none/m.png"),
    *("audit shuffle --pdf folder", "audit shuffle --alpha 2", "audit shuffle --language de"),
    *("enrol", "enrol pack", "enrol pack a", "enrol pack a --registry folder --simulated x"),
    *("enrol card a", "enrol card a 1Hb", "enrol card a 7Hb --registry none --mat b"),
    *("enrol card a 7Hb --registry bytes --mat b", "enrol list --registry none"),
    *("enrol undo a --registry none", "enrol undo a --cards 0", "enrol ban a 7Hx"),
    *("enrol export diary", "enrol export none/x --registry none", "enrol import none"),
    *("enrol import bytes --registry new", "enrol import diary --registry new"),
    *("enrol list --language de", "certify --language de", "certify --fault jam"),
    *("certify --registry none --croupier a", "certify --registry bytes --croupier a"),
    *("certify --receipts diary", "certify --config none.toml", "certify --seed x"),
    "certify --simulated --fault nope",
    *("link decode", "link decode none", "link decode folder", "link bench --seed x"),
]


@pytest.mark.parametrize("line", WRONG)
def test_wrong_input_is_one_line_on_the_error_output_and_status_2(folder, capsys, line):
    status, out, err = _call(capsys, *line.split())
    assert (status, out) == (2, "")
    assert re.fullmatch(r"tallone[^\n]{10,}\n", err), err
    assert "Error" not in err


@pytest.mark.parametrize("line", ["replay diary", "journal check bytes", "link decode diary"])
def test_file_of_another_kind_is_one_line_and_no_success(folder, capsys, line):
    status, out, err = _call(capsys, *line.split())
    assert (status, out) == (1, "")
    assert re.fullmatch(r"tallone: \w+[^\n]+ is not a [^\n]+\n", err)


@pytest.mark.parametrize("line", ["simulate --players 3", "nonsense", "hand none"])
def test_process_ends_with_that_status_and_no_traceback(tmp_path, line):
    done = subprocess.run(
        [sys.executable, "-m", "tallone", *line.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_reader_that_goes_away_gets_no_traceback():
    with subprocess.Popen(
        [sys.executable, "-m", "tallone", "judge", "--profiles"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def test_disk_that_is_full_is_told(capsys):
    if not Path("/dev/full").exists():
        pytest.skip("only Linux has a disk that is always full")
    status, _out, err = _call(capsys, "rules", "show", "fibur", "--pdf", "/dev/full")
    assert status == 2
    assert "space" in err


def test_place_that_cannot_be_written_is_told_before_any_work(folder, monkeypatch):
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(UsageError, match="cannot be written"):
        writable(Path("new"))
    with pytest.raises(UsageError, match="nothing can be written"):
        writable_folder(Path("folder/new"))
    with pytest.raises(UsageError, match="cannot be read"):
        readable(Path("diary"))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example_of_it(capsys, path):
    status, out, err = _call(capsys, *path, "--help")
    assert (status, err) == (0, "")
    usage, _, rest = " ".join(out.split()).partition("[OPTIONS]")
    assert "Usage: tallone" in usage
    assert f"tallone {' '.join(path)}".strip() in rest


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_example_in_a_help_can_be_typed(path):
    for example in re.findall(r"`(tallone [^`]+)`", COMMANDS[path].help or ""):
        understood(example)


def understood(example):
    """Parse a command line without running it; raise what the command line would.

    A command without anything behind it is its name, and only has to exist.
    """
    words = [_PLACE_HOLDERS.get(word, word) for word in example.split()[1:]]
    command, context = TOP, TOP.make_context("tallone", [], resilient_parsing=True)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
        is_name = hasattr(command, "commands") or not words
        context = command.make_context(
            command.name, list(words), parent=context, resilient_parsing=is_name
        )
    if hasattr(command, "commands") and words and not words[0].startswith("-"):
        raise UsageError(f"{words[0]} is no command")


@pytest.mark.parametrize(
    "wrong",
    ["tallone sumulate", "tallone play --sede 1", "tallone rules shwo", "tallone hand --j"],
)
def test_examples_that_cannot_be_typed_would_be_found(wrong):
    with pytest.raises((UsageError, main.ClickProblem)):
        understood(wrong)


def test_program_alone_shows_its_help_and_its_version(capsys):
    status, out, err = _call(capsys)
    assert (status, err) == (0, "")
    assert all(name in out for name in TOP.commands)
    assert _call(capsys, "--version") == (0, f"tallone {__version__}\n", "")


def test_faults_are_listed_one_a_line(capsys):
    status, out, _err = _call(capsys, "simulate", "--fault", "list")
    assert status == 0
    assert len(out.splitlines()) > 10
    assert all(re.fullmatch(r"[\w-]+", line) for line in out.splitlines())
