"""Documents lead somewhere and name what is there."""

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from tests.firmware.micropython import ROOT

from tallone.simulator.faults.faults import NAMES
from tallone.simulator.room.noise import TABLE

OVERVIEW = (ROOT / "docs" / "overview.md").read_text(encoding="utf-8")
SIMULATION = (ROOT / "docs" / "simulation.md").read_text(encoding="utf-8")
# From where the overview's paths are written.
BASES = (ROOT / "host" / "tallone", ROOT)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_PATH = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|toml|md|txt))`")
_NAME = re.compile(r"`([A-Za-z_][\w.]*)(?:\(\))?`")


def _documents() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    if listed:
        return sorted(ROOT / name for name in listed if (ROOT / name).exists())
    # A source archive: everything but what was installed into it.
    found = (path for path in ROOT.rglob("*.md") if ".venv" not in path.parts)
    return sorted(path for path in found if "node_modules" not in path.parts)


def _text(path: Path) -> str:
    """Return a document without its blocks of code."""
    return _FENCE.sub("", path.read_text(encoding="utf-8"))


@cache
def _anchors(path: Path) -> frozenset[str]:
    """Return the anchors that a document's headings make, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", _text(path), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return frozenset(heading.replace(" ", "-") for heading in plain)


def _broken(document: Path, target: str) -> bool:
    if re.match(r"[a-z]+:", target):
        return False
    name, _, anchor = target.partition("#")
    path = (document.parent / name).resolve() if name else document
    if not path.exists():
        return True
    return bool(anchor) and path.suffix == ".md" and anchor not in _anchors(path)


@pytest.mark.parametrize("document", _documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(document):
    links = _LINK.findall(_text(document))
    assert [target for target in links if _broken(document, target)] == []


def _find(path: str) -> Path | None:
    return next((base / path for base in BASES if (base / path).exists()), None)


def test_every_path_in_the_overview_exists():
    paths = set(_PATH.findall(_FENCE.sub("", OVERVIEW)))
    assert len(paths) > 100
    assert sorted(path for path in paths if _find(path) is None) == []


def _rows() -> list[tuple[str, str]]:
    """Return path and names of every row of the overview that begins with a path."""
    cells = (line.split("|") for line in OVERVIEW.splitlines() if line.startswith("| `"))
    rows = ((row[1].strip().strip("`"), row[2]) for row in cells)
    return [row for row in rows if row[0].endswith(".py")]


@cache
def _defined(path: Path) -> frozenset[str]:
    """Return what stands in a file: functions, classes, constants, and `Class.method`."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        names |= _names_of(node)
        if isinstance(node, ast.ClassDef):
            members = [name for inner in node.body for name in _names_of(inner)]
            names |= {f"{node.name}.{member}" for member in members}
    return frozenset(names)


def _names_of(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Assign(targets=targets):
            return {name.id for name in targets if isinstance(name, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case _:
            return set()


@pytest.mark.parametrize(("path", "names"), _rows())
def test_every_name_in_a_row_of_the_overview_stands_in_its_file(path, names):
    file = _find(path)
    assert file is not None
    said = _NAME.findall(names)
    assert [name for name in said if name not in _defined(file)] == []


def test_a_wrong_name_or_link_would_be_found(tmp_path):
    file = tmp_path / "a.py"
    file.write_text("LIMIT = 3\nclass Box:\n    def open(self): ...\n")
    assert _defined(file) == {"LIMIT", "Box", "Box.open"}
    page = tmp_path / "a.md"
    page.write_text("# The first: heading\n```\n# no heading\n```\n")
    assert not _broken(page, "#the-first-heading")
    assert not _broken(page, "a.py")
    assert _broken(page, "#no-heading")
    assert _broken(page, "b.py")


def _plain(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def test_every_rate_of_the_noise_table_is_in_the_page_on_simulation():
    rows = [f"| `{name}` | {_plain(rate.value)} {rate.unit} |" for name, rate in TABLE.items()]
    assert [row for row in rows if row not in SIMULATION] == []


def test_every_fault_is_in_the_page_on_simulation():
    assert [name for name in NAMES if f"`{name}`" not in SIMULATION] == []


def test_every_folder_of_tests_is_in_the_page_on_testing():
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    folders = [path.parent for path in (ROOT / "tests").glob("*/test_*.py")]
    names = {f"`tests/{folder.name}`" for folder in folders}
    assert sorted(name for name in names if name not in page) == []


def test_every_document_is_found_from_the_index():
    index = ROOT / "docs" / "index.md"
    linked = {
        (index.parent / target.partition("#")[0]).resolve()
        for target in _LINK.findall(_text(index))
    }
    pages = {path for path in _documents() if path.parent == index.parent and path != index}
    assert sorted(str(path.relative_to(ROOT)) for path in pages - linked) == []
