"""The build guide's steps: read, walked on paper, written into the pages of docs/build.

`python -m hardware.reckon.guide` walks them and prints what is used before it is made, or never.
"""

import csv
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.mechanical import catalogue
from hardware.reckon import bom

HARDWARE = Path(__file__).resolve().parent.parent
GUIDE = HARDWARE / "guide.toml"
ASSEMBLY = HARDWARE / "mechanical" / "steps.toml"
DOCS = HARDWARE.parent / "docs" / "build"
# In the order in which they are worked through.
PAGES = (
    "printing",
    "boards",
    "antennas",
    "harness",
    "assembly",
    "power-up",
    "calibration",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to do: what it takes, what it makes, with which tools, by which picture, and the check."""

    id: str
    page: str
    title: str
    uses: tuple[str, ...]
    makes: tuple[str, ...]
    tools: tuple[str, ...]
    picture: str
    text: str
    check: str


def read(guide: Path = GUIDE, assembly: Path = ASSEMBLY) -> list[Step]:
    """Return all steps in the order of the pages, those of the assembly in their place."""
    steps = [_step(entry) for entry in tomllib.loads(guide.read_text(encoding="utf-8"))["step"]]
    if assembly.exists():
        found = tomllib.loads(assembly.read_text(encoding="utf-8")).get("step", [])
        steps += [_step({"page": "assembly", **entry}, "mechanical/") for entry in found]
    return sorted(steps, key=lambda step: PAGES.index(step.page))


def tools(guide: Path = GUIDE) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads(guide.read_text(encoding="utf-8"))["tools"]
    return found


def _step(entry: dict[str, Any], folder: str = "") -> Step:
    return Step(
        id=entry["id"],
        page=entry["page"],
        title=entry["title"],
        uses=tuple(entry["uses"]),
        makes=tuple(entry["makes"]),
        tools=tuple(entry["tools"]),
        picture=folder + entry["picture"],
        text=entry["text"],
        check=entry["check"],
    )


# The walk --------------------------------------------------------------------------------------


def split(item: str) -> tuple[str, int]:
    """Return name and number of "name x N"; without a number it is one."""
    found = re.fullmatch(r"(.+?) x (\d+)", item)
    return (found[1], int(found[2])) if found else (item, 1)


def bought(rows: list[bom.Row]) -> Counter[str]:
    """Return all that a full table's maker has on the bench before the first step; wire is cut, not counted."""
    return Counter({row.assembly or row.part: _whole(row.full) for row in rows if row.unit != "m"})


def _whole(number: float) -> int:
    return max(1, round(number)) if number else 0


def printed(group: str, path: Path = bom.PARTS) -> Counter[str]:
    """Return the printed parts of the mat or of the croupier."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = [line for line in csv.DictReader(file) if line["got"] == "printed"]
    return Counter(
        {line["part"]: int(line["quantity"]) for line in lines if line["group"] == group}
    )


def expand(items: Iterable[str], rows: list[bom.Row]) -> Counter[str]:
    """Return what a list of a step means, counted."""
    found: Counter[str] = Counter()
    names = {row.part: row.assembly or row.part for row in rows}
    for item in items:
        if item.startswith("rows:"):
            _, section, *board = item.split(":")
            variant = board[0] if board else "full"
            for row in rows:
                if row.section == section and row.unit != "m" and row.quantity(variant):
                    found[row.assembly or row.part] += _whole(row.quantity(variant))
        elif item.startswith("printed:"):
            found += printed(item.removeprefix("printed:"))
        else:
            name, many = split(item)
            found[names.get(name, name)] += many
    return found


def walk(steps: list[Step], rows: list[bom.Row]) -> Iterator[str]:
    """Yield what cannot be done in that order, what is left over, and what a step does not name."""
    bench = bought(rows)
    known = tools()
    for step in steps:
        for name, many in expand(step.uses, rows).items():
            if bench[name] < many:
                yield f"{step.id} uses {many} of {name}; {bench[name]} are there"
            bench[name] = max(0, bench[name] - many)
        bench += expand(step.makes, rows)
        yield from _incomplete(step, known)
    ids = Counter(step.id for step in steps)
    yield from (f"{name} is the name of {many} steps" for name, many in ids.items() if many > 1)
    for name, many in bench.items():
        if many and name != "table":
            yield f"{many} of {name} are left over"


def _incomplete(step: Step, known: dict[str, str]) -> Iterator[str]:
    for field in ("title", "uses", "makes", "tools", "picture", "text", "check"):
        if not getattr(step, field):
            yield f"{step.id} has no {field}"
    for tool in step.tools:
        if step.page != "assembly" and tool not in known:
            yield f"{step.id}: the tool {tool} is not in the list"


def missing_pictures(steps: list[Step]) -> list[str]:
    return [
        f"{step.id}: there is no {step.picture}"
        for step in steps
        if not (HARDWARE / step.picture).is_file()
    ]


# The pages -------------------------------------------------------------------------------------


def page(name: str) -> str:
    """Return the steps of one page in Markdown."""
    known = tools()
    steps = [step for step in read() if step.page == name]
    return "\n\n".join(_written(number, step, known) for number, step in enumerate(steps, 1))


def _written(number: int, step: Step, known: dict[str, str]) -> str:
    parts = "; ".join(_told(item) for item in step.uses)
    makes = "; ".join(_told(item) for item in step.makes)
    used = "; ".join(known.get(tool, tool) for tool in step.tools)
    return "\n".join(
        (
            f"### {number}. {step.title}",
            "",
            step.text,
            "",
            f"![{step.title}](../../hardware/{step.picture})",
            "",
            f"* **Takes:** {parts}",
            f"* **Tools:** {used}",
            f"* **Gives:** {makes}",
            f"* **Check:** {step.check}",
        )
    )


def _told(item: str) -> str:
    if item.startswith("rows:"):
        _, section, *board = item.split(":")
        whose = f" for the {board[0]}" if board else ""
        return f"the rows *{section}*{whose} of the [parts list](parts.md)"
    if item.startswith("printed:"):
        return f"the printed parts of the {item.removeprefix('printed:')}"
    name, many = split(item)
    return f"{many} x {name}" if many > 1 else name


def tool_list() -> str:
    return "\n".join(f"* {what}" for what in tools().values())


def print_list() -> str:
    """Return the printed parts in Markdown."""
    rows = ["| Part | Number | For | What it is | How it lies |", "|---|---:|---|---|---|"]
    rows += [
        f"| {p.name} | {p.quantity} | {p.group} | {p.use} | {p.print_as} |"
        for p in catalogue.PRINTED
    ]
    return "\n".join(rows)


def main() -> int:
    steps, rows = read(), bom.read()
    wrong = [*walk(steps, rows), *missing_pictures(steps)]
    for sentence in wrong:
        print(sentence)
    print(f"{len(steps)} steps, {len(wrong)} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
