"""The tree as a stranger gets it: no trace of a machine, commands and made files that are right."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.commands.test_command_line import understood
from tests.firmware.micropython import ROOT

from tallone import config

# A path of some machine; what every machine has (/dev, /proc, /usr/bin/env) is none, and what every table has
# (its data, its program, the stick in it) is none either.
_MACHINE_PATH = re.compile(
    r"(?<![\w.~$}*-])/(?!var/lib/tallone|opt/tallone|mnt/stick)"
    r"(?:work|root|home|Users|tmp|var|opt|srv|mnt|private|build)/[\w.]"
)
# Notes to oneself, references to a tracker, the hosts of registries (pip knows its own). The brackets
# keep this file from finding itself.
# In quotes it is a published key of `tallone club judge`: what a director has to look at.
_UNWANTED = re.compile(
    r"(?<!\")\b[i]ssues?\b(?!\")|\b[T]ODO\b|\b[F]IXME\b|\b[w]ork(?:place|space)s?\b"
    r"|\bin (?:this|the last|an earlier) [s]ession\b"
    r"|[p]ypi\.org|[p]ythonhosted|[n]pmjs\.|[a]rtifactory|[i]ndex-url"
)
_TEXT = {".py", ".md", ".toml", ".txt", ".json", ".jsonl", ".cfg", ".yml", ".yaml", ""}
_CODE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"(?:^ {4}|`)(?:\.venv/bin/)?(tallone [^`#\n]+)", re.MULTILINE)
_MADE = ("pins", "configuration", "draw_states", "list_messages", "irregularities")
# What may stand behind a command on its line.
_FOLLOWS = re.compile(r"[;…].*| {2,}.*")


def _committed() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\0")
    if any(listed):
        return sorted(ROOT / name for name in listed if name and (ROOT / name).is_file())
    # A source archive: what lies in the folders of the tree.
    folders = ("host", "firmware", "hardware", "docs", "tests", "tools")
    files = [path for name in folders for path in (ROOT / name).rglob("*") if path.is_file()]
    return sorted(path for path in [*files, *ROOT.glob("*.*")] if "__pycache__" not in path.parts)


FILES = [path for path in _committed() if path.suffix in _TEXT]
PAGES = [path for path in FILES if path.suffix == ".md"]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _lines(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in FILES:
        for number, line in enumerate(_text(path).splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{_name(path)}:{number}: {line.strip()[:100]}")
    return found


def test_no_file_names_a_path_of_a_machine():
    assert _lines(_MACHINE_PATH) == []


def test_no_file_has_notes_to_oneself_or_the_host_of_a_registry():
    assert _lines(_UNWANTED) == []


@pytest.mark.parametrize("folder", ["home", "root", "tmp", "Users"])
@pytest.mark.parametrize("line", ["see /{}/anna", 'open("/{}/x")', "--journal=/{}/x"])
def test_path_of_a_machine_would_be_found(line, folder):
    assert _MACHINE_PATH.search(line.format(folder))


@pytest.mark.parametrize("word", ["{}ssue", "{}ssues", "{}ndex-url"])
def test_unwanted_word_would_be_found(word):
    assert _UNWANTED.search(f"see {word.format('i')} for more")


@pytest.mark.parametrize("line", ["/dev/ttyACM0", "/proc/self/status", "#!/usr/bin/env python3"])
def test_path_that_every_machine_has_is_none_of_one(line):
    assert not _MACHINE_PATH.search(line)


def test_every_text_file_is_utf_8_with_plain_ends_of_lines():
    for path in FILES:
        content = path.read_bytes()
        assert b"\r" not in content, _name(path)
        assert not content or content.endswith(b"\n"), _name(path)
        content.decode("utf-8")


def test_no_file_is_left_over_from_running_programs():
    left_over = {".pyc", ".pyo", ".log", ".sqlite", ".swp", ".orig", ".rej", ".whl"}
    assert [_name(path) for path in _committed() if path.suffix in left_over] == []


@pytest.mark.parametrize("tool", _MADE)
def test_generated_documents_are_fresh(tool):
    done = subprocess.run(
        [sys.executable, f"tools/{tool}.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_stale_page_of_the_settings_is_found_and_made_fresh(tmp_path, monkeypatch, capsys):
    from tools import configuration

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "configuration.md").write_text("old")
    monkeypatch.setattr(configuration, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["configuration.py", "--check"])
    assert configuration.main() == 1
    assert "docs/configuration.md is stale" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["configuration.py"])
    assert configuration.main() == 0


def test_example_of_the_settings_is_a_file_of_settings_with_the_defaults():
    page = _text(ROOT / "docs" / "configuration.md")
    [example] = [code for kind, code in _CODE.findall(page) if kind == "toml"]
    assert config.from_mapping(tomllib.loads(example)) == config.Config()


def _commands(page: Path) -> list[str]:
    return [_FOLLOWS.sub("", command).strip() for command in _COMMAND.findall(_text(page))]


def test_readme_shows_commands():
    assert len(_commands(ROOT / "README.md")) > 5


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_command_in_a_page_can_be_typed(page):
    for command in _commands(page):
        understood(command)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_python_example_in_a_page_is_python_and_imports_what_there_is(page):
    for kind, code in _CODE.findall(_text(page)):
        if kind in ("python", "py"):
            for node in ast.walk(ast.parse(code)):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tallone"):
                    names = ", ".join(alias.name for alias in node.names)
                    exec(f"from {node.module} import {names}", {})


def test_make_targets_in_the_pages_exist():
    targets = set(re.findall(r"^([a-z]+):", _text(ROOT / "Makefile"), re.MULTILINE))
    named = {
        name
        for page in PAGES
        for name in re.findall(r"(?:^ {4}|`)make ([a-z]+)", _text(page), re.MULTILINE)
    }
    assert {"play", "test"} <= named <= targets


def test_every_file_of_the_program_says_what_it_is_for():
    silent = [
        _name(path)
        for path in (ROOT / "host" / "tallone").rglob("*.py")
        if _text(path).strip() and ast.get_docstring(ast.parse(_text(path))) is None
    ]
    assert silent == []
