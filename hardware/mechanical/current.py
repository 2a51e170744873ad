"""Whether the committed drawings and tables belong to the sources; standard library only.

`made.json` holds a hash of what the parts are made from (their files, and the dimensions by value), the
table of parts with volume and size as the last export measured them, and a hash of each drawing.
"""

import csv
import hashlib
import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from hardware.mechanical import catalogue

from hardware import dimensions

HERE = Path(__file__).resolve().parent
MADE = HERE / "made.json"
DRAWINGS = HERE / "drawings"
PARTS = HERE / "parts.csv"
HOLES = HERE / "holes.csv"
STEPS = HERE / "steps.toml"
# What the last whole run of checks.py found; not committed.
CHECKED = HERE / "build" / "checked.json"
# What shapes and drawings come from, besides the dimensions.
_SOURCES = (
    "solids.py",
    "places.py",
    "sheets.py",
    "assembly.py",
    "bodies.py",
    "drawing.py",
    "export.py",
    "steps.toml",
    "catalogue.py",
)
_SCREW = re.compile(r"^(screw|nut|washer) ")


def dimensions_by_value() -> dict[str, Any]:
    """Return every dimension, so that a changed reason or comment makes nothing stale."""
    names = (
        name for name in vars(dimensions) if name.isupper() and name not in ("HARDWARE", "BOARDS")
    )
    found = {name: getattr(dimensions, name) for name in sorted(names)}
    # Of the boards what fits into the parts; where their other connectors are does not matter here.
    for board, outline in dimensions.BOARDS.items():
        found[board] = {name: value for name, value in outline.items() if name != "connectors"}
        found[board]["usb"] = outline["connectors"]["usb"]
    return found


def source_hash() -> str:
    """Return the hash of everything that shapes and drawings are made from."""
    digest = hashlib.sha256(json.dumps(dimensions_by_value(), sort_keys=True).encode())
    for path in sorted([*(HERE / "parts").glob("*.py"), *(HERE / name for name in _SOURCES)]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def checks_hash() -> str:
    """Return the hash of the models and of the checks on them."""
    digest = hashlib.sha256(source_hash().encode())
    for name in ("checks.py", "files.py", "fits.py", "motions.py"):
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()


def file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def steps() -> list[dict[str, Any]]:
    """Return the steps of the assembly, in order."""
    return list(tomllib.loads(STEPS.read_text(encoding="utf-8"))["step"])


def counted(use: str) -> tuple[str, int]:
    """Return name and number of "name x N"; a name alone is one."""
    name, _times, number = use.rpartition(" x ")
    return (name, int(number)) if name and number.isdigit() else (use, 1)


def screws() -> dict[str, int]:
    """Return how many of each screw, nut and washer all steps use together."""
    found: dict[str, int] = {}
    for step in steps():
        for use in step["uses"]:
            name, number = counted(use)
            if _SCREW.match(name):
                found[name] = found.get(name, 0) + number
    return dict(sorted(found.items()))


def parts_table() -> str:
    """Return the text of parts.csv."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["part", "quantity", "got", "material", "group", "use"])
    for part in catalogue.PARTS:
        table.writerow([part.name, part.quantity, part.got, part.material, part.group, part.use])
    for name, number in screws().items():
        table.writerow(
            [name, number, "screw", "steel, zinc plated", "both", "see the steps of the assembly"]
        )
    return text.getvalue()


def stale() -> list[str]:
    """Return a sentence for each committed file that does not belong to the sources."""
    made = json.loads(MADE.read_text(encoding="utf-8"))
    found = []
    if made["sources"] != source_hash():
        found.append("made.json: parts or dimensions have changed since the last export")
    if PARTS.read_text(encoding="utf-8") != parts_table():
        found.append("parts.csv is stale")
    if file_hash(HOLES) != made["holes"]:
        found.append("holes.csv: changed by hand")
    names = {path.name for path in DRAWINGS.glob("*.svg")}
    found += [f"{name}: no such drawing" for name in made["drawings"] if name not in names]
    found += [
        f"{name}: a drawing that no export made" for name in sorted(names - set(made["drawings"]))
    ]
    found += [
        f"{name}: changed by hand"
        for name, kept in made["drawings"].items()
        if name in names and file_hash(DRAWINGS / name) != kept
    ]
    expected = {part.name for part in (*catalogue.PRINTED, *catalogue.CUT)}
    if set(made["parts"]) != expected:
        found.append("made.json lists other parts than the catalogue")
    return found
