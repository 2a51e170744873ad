"""What comes from outside: files of any kind, texts of any kind."""

import ast
import codecs
import json
import os
import threading
import unicodedata
from pathlib import Path
from random import Random

import pytest

from tallone import outside
from tallone.commands import main
from tallone.errors import UsageError
from tallone.outside import opened, read_bytes, read_text, say, shown, toml

COMMANDS = Path(main.__file__).parent
HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202ereversed\u2066\r\b\x00\ud800\U000e0001\u200b"


def call(capsys, *arguments):
    status = main.run(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return status, out, err


def harmless(text):
    return all(
        sign.isprintable() or sign == "\n" or unicodedata.category(sign) == "Zs" for sign in text
    )


def test_foreign_text_becomes_one_printable_line():
    assert harmless(shown(HOSTILE))
    assert "\n" not in shown("a\nb")
    assert shown("Caffè ♥ 12\u00a0500 – così") == "Caffè ♥ 12\u00a0500 – così"
    assert len(shown("x" * 5000)) == 1000
    assert shown("x" * 1000) == "x" * 1000


def test_every_character_is_shown_as_something_printable_that_utf_8_can_write():
    for number in [*range(0x3000), 0xD800, 0xDFFF, 0xFEFF, 0xE0001, 0x10FFFF, 0x1F0A1]:
        told = shown(chr(number))
        assert harmless(told), hex(number)
        told.encode()


def test_lines_are_kept_where_a_text_has_them(capsys):
    say("one\ntwo\x1b[2J")
    assert capsys.readouterr().out == "one\ntwo\\x1b[2J\n"


def test_no_command_prints_past_the_one_place():
    for file in COMMANDS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            assert name not in ("print", "typer.echo", "sys.stdout.write", "click.echo"), file


def test_a_file_is_read_with_a_bound_and_without_its_mark(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(codecs.BOM_UTF8 + b"text")
    assert read_text(file, 100, "a text") == "text"
    with pytest.raises(UsageError, match="longer than 6 bytes; give a text"):
        read_bytes(file, 6, "a text")
    file.write_bytes("café".encode("latin-1"))
    with pytest.raises(UsageError, match="no text in UTF-8"):
        read_text(file, 100, "a text")


@pytest.mark.parametrize("name", ["none", ".", "a\0b", "x" * 300])
def test_what_is_no_file_is_told(tmp_path, name):
    with pytest.raises(UsageError, match="give a text"):
        read_bytes(tmp_path / name, 100, "a text")


def test_a_device_without_end_and_a_pipe_without_a_writer_do_not_hang(tmp_path):
    with pytest.raises(UsageError, match="longer than 1000"):
        read_bytes(Path("/dev/zero"), 1000, "a text")
    os.mkfifo(tmp_path / "pipe")
    assert read_bytes(tmp_path / "pipe", 1000, "a text") == b""


def test_a_pipe_with_a_writer_is_read_to_its_end(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"slow text",))
    with opened(pipe, "a text") as reader:
        writer.start()
        writer.join()
        assert reader.read(100) == b"slow text"


@pytest.mark.parametrize(
    "text",
    ["a=" + "[" * 5000, "a=" + "{b=" * 3000, "a." * 20_000 + "b=1", "a = " + "9" * 5000, "a = "],
)
def test_no_toml_stops_the_program(text):
    with pytest.raises(ValueError, match=r"\w"):
        toml(text)


HOSTILE_TOML = {
    "deep.toml": "a=" + "[" * 5000,
    "braces.toml": "a=" + "{b=" * 3000,
    "dots.toml": "a." * 20_000 + "b=1",
    "bigint.toml": "table = " + "9" * 5000,
    "name.toml": f'profile = "{json.dumps(HOSTILE)[1:-1]}.toml"'.replace("\\ud800", ""),
    "key.toml": '"\\u001b[2J" = 1',
    "long.toml": "x" * 100_000,
    "latin.toml": "\udce9",
}


@pytest.mark.parametrize("name", HOSTILE_TOML)
@pytest.mark.parametrize(
    "line",
    [
        "run --mat a --croupier b --config FILE",
        "rules show FILE",
        "rules diff FILE fibur",
        "judge --club FILE --profiles",
        "simulate --level events --profile FILE",
    ],
)
def test_a_hostile_file_ends_in_one_printable_line(tmp_path, capsys, name, line):
    (tmp_path / name).write_text(HOSTILE_TOML[name], errors="surrogateescape")
    status, out, err = call(capsys, *(line.replace("FILE", str(tmp_path / name)).split()))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert harmless(err)


FILES = [
    "/dev/zero",
    "/dev/null",
    "folder",
    "pipe",
    "random",
    "bom",
    "utf16",
    "deep",
    HOSTILE[:30],
]
READERS = [
    "hand FILE",
    "judge FILE",
    "verify-deal FILE",
    "replay FILE",
    "journal check FILE",
    "rules show FILE.toml",
    "link decode FILE",
    "enrol import FILE --registry new",
    "enrol list --registry FILE",
    "firmware install mat --port none --bundle FILE",
    "run --mat a --croupier b --config FILE",
    "run --mat a --croupier b --registry FILE",
]


@pytest.mark.parametrize("line", READERS)
@pytest.mark.parametrize("name", FILES, ids=range(len(FILES)))
def test_every_reader_of_files_ends_well_whatever_it_is_given(
    tmp_path, monkeypatch, capsys, line, name
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Path("folder").mkdir()
    os.mkfifo("pipe")
    Path("random").write_bytes(Random(7).randbytes(70_000))
    Path("bom").write_bytes(codecs.BOM_UTF8)
    Path("utf16").write_text("BGN 1\nprofile: febur\n", encoding="utf-16")
    Path("deep").write_text("[" * 50_000)
    words = [word.replace("FILE", name.replace("\0", "")) for word in line.split()]
    status, _out, err = call(capsys, *words)
    assert status in (0, 1, 2)
    assert "Traceback" not in err
    assert harmless(_out + err)


def test_a_terminal_in_ascii_gets_what_it_can_write(monkeypatch, capsys):
    codecs.register_error(outside.PLAIN, outside.plain)
    assert (
        "perché ♥ … – 1 000 €\ud800".encode("ascii", outside.PLAIN) == b"perche H ... - 1 000 ??"
    )
    for line in (
        "rules diff fibur fibur-2026",
        "rules show fibur --lang it",
        "audit shuffle --bias list",
        "doctor",
        "enrol list --registry none",
        "--help",
    ):
        with monkeypatch.context() as patch:
            stream = Path(os.devnull).open("w", encoding="ascii")  # noqa: SIM115 - given to a stream
            patch.setattr("sys.stdout", stream)
            patch.setattr("sys.stderr", stream)
            assert main.run(line.split()) in (0, 1, 2)
            assert stream.encoding == "ascii"
            stream.close()
    capsys.readouterr()


def test_a_name_that_is_no_text_is_told(tmp_path, capsys):
    status, out, err = call(capsys, "hand", os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe"))
    assert (status, out) == (2, "")
    assert "\\udcff" in err
