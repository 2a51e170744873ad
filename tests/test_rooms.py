"""A module fits in the head, a folder holds a dozen things at most; what does not says why."""

from pathlib import Path

import pytest

import tallone

ROOT = Path(tallone.__file__).resolve().parents[2]
HOST = Path(tallone.__file__).resolve().parent
MOST_LINES = 400
MOST_ENTRIES = 12
# Longer modules, each with the reason.
LONG = {
    "firmware/lib/pn5180.py": "a module more costs a board heap; the chip's commands belong together",
    "firmware/mat/scanner.py": "a module more costs a board heap",
    "host/tallone/display/texts/it/table.py": "one table of sentences, by section",
    "host/tallone/display/texts/en/table.py": "one table of sentences, by section",
}
# A fuller folder.
FULL = {"": "the stations in their order"}


def modules():
    for top in ("host", "firmware"):
        for path in (ROOT / top).rglob("*.py"):
            yield (
                path.relative_to(ROOT).as_posix(),
                len(path.read_text(encoding="utf-8").splitlines()),
            )


def folders():
    for path in (HOST, *HOST.rglob("*")):
        if path.is_dir() and path.name != "__pycache__":
            inside = [
                one
                for one in path.iterdir()
                if one.suffix == ".py" or (one / "__init__.py").exists()
            ]
            yield (
                path.relative_to(HOST).as_posix().removeprefix("."),
                sum(one.name != "__init__.py" for one in inside),
            )


def test_no_module_is_longer_than_fits_in_the_head():
    assert {
        name: lines for name, lines in modules() if lines > MOST_LINES and name not in LONG
    } == {}


def test_no_folder_holds_more_than_a_dozen_modules_and_rooms():
    assert {
        name: count for name, count in folders() if count > MOST_ENTRIES and name not in FULL
    } == {}


@pytest.mark.parametrize("name", LONG)
def test_an_exception_that_is_none_any_more_goes(name):
    assert dict(modules())[name] > MOST_LINES


@pytest.mark.parametrize("name", FULL)
def test_a_full_folder_that_is_none_any_more_goes(name):
    assert dict(folders())[name] > MOST_ENTRIES
