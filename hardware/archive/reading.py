"""Each file of a maker's archive read by a library that did not write it: `reading.py ARCHIVE`.

It runs in an environment of its own (readers.txt), prints what is wrong, a line each, and ends with status 1
if anything is. With `--prove` it plants a fault of each kind and says which ones were not found.

| File | Written by | Read by | What must be so |
|---|---|---|---|
| Gerber, drill | KiCad | gerbonara | copper, masks, outline of the board's size, holes |
| STEP | Open CASCADE, KiCad | steputils | solids in it |
| STL, 3MF | Open CASCADE, lib3mf | trimesh | closed; both say the same volume |
| DXF | ezdxf | trimesh, shapely | one plate; each hole of holes.csv, and the plate's area |
| SVG | build123d, WireViz, KiCad | lxml | drawing |
| PDF | KiCad | pypdf | pages |
| PNG | KiCad | Pillow | whole picture |
| placement page | InteractiveHtmlBom | lxml, lzstring | as many parts as the table of positions has |
| CSV | KiCad, our own | csv | a heading, and rows as long |
| mpy | mpy-cross | its header, by MicroPython's documentation | version 6 |
| wheel | pip | zipfile and hashes, by the wheel's specification | RECORD holds every file |
"""

import base64
import csv
import hashlib
import io
import itertools
import json
import re
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lzstring
import numpy as np
import trimesh
from gerbonara import LayerStack
from lxml import etree, html
from PIL import Image
from pypdf import PdfReader
from shapely.geometry import Point, Polygon
from steputils import p21

Read = Callable[[bytes, "Archive", str], Iterator[str]]
SUMS = "SHA256SUMS"
_SVG = "{http://www.w3.org/2000/svg}svg"
_NEAR_MM = 0.15
_MPY_VERSION = 6


class Archive:
    """The archive and, of its tables, what several files are held against."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)
        self.names = sorted(self._zip.namelist())

    def read(self, name: str) -> bytes:
        return self._zip.read(name)

    def rows(self, name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.read(name).decode())))


def sums(archive: Archive) -> Iterator[str]:
    """Yield what SHA256SUMS and the archive do not agree about."""
    lines = archive.read(SUMS).decode().splitlines()
    told = {name: digest for digest, _spaces, name in (line.partition("  ") for line in lines)}
    for name in sorted(set(archive.names) ^ {*told, SUMS}):
        yield f"{name}: not in both the archive and {SUMS}"
    for name, digest in told.items():
        if name in archive.names and hashlib.sha256(archive.read(name)).hexdigest() != digest:
            yield f"{name}: is not what {SUMS} says"


def boards(archive: Archive) -> Iterator[str]:
    """Yield what is wrong with each folder of Gerber files."""
    folders = sorted(
        {n.rpartition("/")[0] for n in archive.names if n.endswith(".gbr") or "/gerber/" in n}
    )
    for folder in folders:
        with tempfile.TemporaryDirectory() as name:
            for file in archive.names:
                if file.startswith(f"{folder}/"):
                    (Path(name) / file.rpartition("/")[2]).write_bytes(archive.read(file))
            try:
                yield from (f"{folder}: {found}" for found in _board(LayerStack.open(name)))
            except Exception as error:
                yield f"{folder}: {type(error).__name__}: {error}"


def _board(stack: Any) -> Iterator[str]:
    kinds = {(side, use) for side, use in stack.graphic_layers}
    wanted = set(itertools.product(("top", "bottom"), ("copper", "mask"))) | {
        ("mechanical", "outline")
    }
    for side, use in sorted(wanted - kinds):
        yield f"no {use} on {side}"
    if not any(layer.objects for layer in stack.drill_layers):
        yield "no hole"
    (left, low), (right, high) = stack.outline.instance.bounding_box()
    if not (15 < right - left < 400 and 15 < high - low < 400):
        yield f"its outline is {right - left:.1f} x {high - low:.1f} mm"
    for place, layer in stack.graphic_layers.items():
        if place[1] == "copper" and layer.objects:
            (x1, y1), (x2, y2) = layer.instance.bounding_box()
            if min(x1 - left, y1 - low, right - x2, high - y2) < 0:
                yield f"copper of {place[0]} lies outside the outline"


def step(data: bytes, _archive: Archive, _name: str) -> Iterator[str]:
    text = data.decode("ascii")
    # A whole machine is tens of megabytes: its data are read as far as a solid's entity.
    file = p21.loads(text) if len(data) < 4_000_000 else None
    solids = text.count("MANIFOLD_SOLID_BREP(") + text.count("BREP_WITH_VOIDS(")
    if not solids or not text.rstrip().endswith("END-ISO-10303-21;"):
        yield "no solid, or not whole"
    if file is not None and not file.data:
        yield "no data"


def mesh(data: bytes, archive: Archive, name: str) -> Iterator[str]:
    kind = name.rpartition(".")[2]
    found = trimesh.load_mesh(io.BytesIO(data), file_type=kind)
    found = found.to_geometry() if isinstance(found, trimesh.Scene) else found
    if not found.is_watertight or found.volume <= 0:
        yield "is not closed"
    if kind == "3mf":
        other = trimesh.load_mesh(io.BytesIO(archive.read(name[:-3] + "stl")), file_type="stl")
        if abs(other.volume - found.volume) > 0.002 * found.volume:
            yield f"{found.volume:.0f} mm3, as STL {other.volume:.0f}"


def plate(data: bytes, archive: Archive, name: str) -> Iterator[str]:
    path = trimesh.load_path(io.BytesIO(data), file_type="dxf")
    if path.units != "millimeters" or len(path.polygons_full) != 1:
        yield f"{len(path.polygons_full)} plates in {path.units}"
        return
    [shape] = path.polygons_full
    stem = Path(name).stem
    holes = [Polygon(ring) for ring in shape.interiors]
    for row in archive.rows("mechanics/plates/holes.csv"):
        if row["plate"] != stem:
            continue
        at = Point(float(row["x_mm"]), float(row["y_mm"]))
        size = float(row["diameter_mm"]) + float(row["slot_mm"])
        cut = [hole for hole in holes if hole.centroid.distance(at) < _NEAR_MM]
        if not cut or abs(_length(cut[0]) - size) > _NEAR_MM:
            yield f"no hole of {size:g} mm at {at.x:g}, {at.y:g} ({row['use']})"


def _length(hole: Any) -> float:
    """Return the longest way across a hole: its diameter, or a slot's from end to end."""
    points = np.array(hole.exterior.coords)
    return float(np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)).max())


def picture(data: bytes, _archive: Archive, _name: str) -> Iterator[str]:
    image = Image.open(io.BytesIO(data))
    image.load()
    if min(image.size) < 200 or len(set(image.convert("RGB").resize((32, 32)).getdata())) < 4:
        yield "shows nothing"


def drawing(data: bytes, _archive: Archive, _name: str) -> Iterator[str]:
    root = etree.fromstring(data)
    if root.tag != _SVG or not any(True for _ in root.iter("{*}path", "{*}polygon", "{*}line")):
        yield "draws nothing"


def pages(data: bytes, _archive: Archive, _name: str) -> Iterator[str]:
    reader = PdfReader(io.BytesIO(data))
    if not all(len(page.get_contents().get_data()) > 1000 for page in reader.pages):
        yield "has an empty page"


def table(data: bytes, _archive: Archive, _name: str) -> Iterator[str]:
    rows = list(csv.reader(io.StringIO(data.decode())))
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        yield "has no rows, or rows of different length"


def placement(data: bytes, archive: Archive, name: str) -> Iterator[str]:
    scripts = "".join(html.fromstring(data).xpath("//script/text()"))
    packed = re.search(r'decompressFromBase64\("([^"]+)"\)', scripts)
    if packed is None:
        yield "holds no board"
        return
    board = json.loads(lzstring.LZString().decompressFromBase64(packed[1]))
    positions = name.replace("-placement.html", "-positions.csv")
    shown = {footprint["ref"] for footprint in board["footprints"]}
    missing = {row["Ref"] for row in archive.rows(positions)} - shown
    if missing:
        yield f"does not show {', '.join(sorted(missing))}"


def bytecode(data: bytes, _archive: Archive, _name: str) -> Iterator[str]:
    if data[:1] != b"M" or data[1] != _MPY_VERSION:
        yield f"begins with {data[:2].hex()}"


def wheel(data: bytes, _archive: Archive, _name: str) -> Iterator[str]:
    inside = zipfile.ZipFile(io.BytesIO(data))
    [record] = [name for name in inside.namelist() if name.endswith(".dist-info/RECORD")]
    told = {row[0]: row[1] for row in csv.reader(io.StringIO(inside.read(record).decode()))}
    for name in sorted(set(told) ^ set(inside.namelist())):
        yield f"{name} is not in both the wheel and its RECORD"
    for name, digest in told.items():
        body = base64.urlsafe_b64encode(hashlib.sha256(inside.read(name)).digest()).rstrip(b"=")
        if name != record and digest != f"sha256={body.decode()}":
            yield f"{name} is not what RECORD says"
    entry = record.replace("RECORD", "entry_points.txt")
    if entry not in told or b"tallone" not in inside.read(entry):
        yield "has no program `tallone`"


def text(data: bytes, _archive: Archive, _name: str) -> Iterator[str]:
    if not data.decode().strip():
        yield "is empty"


BY_ENDING: dict[str, Read] = {
    "step": step, "stl": mesh, "3mf": mesh, "dxf": plate, "png": picture, "svg": drawing, "pdf": pages,
    "csv": table, "html": placement, "mpy": bytecode, "whl": wheel, "md": text, "json": text, "py": text,
}  # fmt: skip
# Read together, a folder at a time, or by their sums alone.
_TOGETHER = re.compile(r"/gerber/|(^|/)LICENSE|^SHA256SUMS$")


def files(archive: Archive) -> Iterator[str]:
    """Yield what is wrong with the files that are read one by one."""
    for name in archive.names:
        if _TOGETHER.search(name):
            continue
        reader = BY_ENDING.get(name.rpartition(".")[2])
        if reader is None:
            yield f"{name}: nothing here reads it"
            continue
        try:
            yield from (f"{name}: {found}" for found in reader(archive.read(name), archive, name))
        except Exception as error:
            yield f"{name}: {type(error).__name__}: {error}"


def read(archive: Archive) -> Iterator[str]:
    """Yield what is wrong with an archive."""
    yield from sums(archive)
    yield from boards(archive)
    yield from files(archive)


class Damaged(Archive):
    """An archive with one file changed and its sum put right, as by a writer that errs."""

    def __init__(self, path: Path, name: str, change: Callable[[bytes], bytes]) -> None:
        super().__init__(path)
        self._name, self._data = name, change(super().read(name))

    def read(self, name: str) -> bytes:
        return self._data if name == self._name else super().read(name)


def _less(count: bytes) -> bytes:
    return (int.from_bytes(count, "little") - 1).to_bytes(4, "little")


# By a file's ending what is planted in the first such file; `read` has to find each.
PLANTED: dict[str, Callable[[bytes], bytes]] = {
    "-Edge_Cuts.gm1": lambda data: re.sub(rb"(?m)^X.*D0[12]\*\n", b"", data),
    ".drl": lambda data: re.sub(rb"(?m)^X.*\n", b"", data),
    "-F_Cu.gtl": lambda data: data.replace(b"%MOMM*%", b"%MOIN*%"),
    ".step": lambda data: data[: len(data) // 2],
    ".stl": lambda data: data[:80] + _less(data[80:84]) + data[84:-50],
    ".3mf": lambda data: data[: len(data) // 2],
    ".dxf": lambda data: re.sub(rb"(?m)(^ 40\r?\n)1\.7\b.*$", rb"\g<1>2.7", data),
    ".png": lambda data: data[: len(data) // 2],
    "-placement.html": lambda data: data.replace(b'decompressFromBase64("', b'decompressFromBase64("A', 1),
    ".pdf": lambda data: data[: len(data) // 2],
    "parts.csv": lambda data: data + b"one,more\n",
    ".mpy": lambda data: b"M\x05" + data[2:],
    ".whl": lambda data: data[: len(data) // 2],
    "index.md": lambda _data: b"\n",
}  # fmt: skip


def unfound(path: Path) -> Iterator[str]:
    """Yield each planted fault that reading does not find, and what it says of the archive as it is."""
    yield from read(Archive(path))
    names = Archive(path).names
    for ending, change in PLANTED.items():
        name = next(name for name in names if name.endswith(ending))
        archive = Damaged(path, name, change)
        archive.names = [other for other in names if _beside(other, name)]
        if not list(itertools.chain(boards(archive), files(archive))):
            yield f"a fault planted in {name} is not found"


def _beside(other: str, name: str) -> bool:
    """Return whether a file has to do with the one that is changed."""
    return other.rpartition("/")[0] == name.rpartition("/")[0] or other.endswith("holes.csv")


def main() -> int:
    *words, archive = sys.argv[1:]
    found = list(unfound(Path(archive)) if words == ["--prove"] else read(Archive(Path(archive))))
    print("\n".join(found) or "every file was read")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
