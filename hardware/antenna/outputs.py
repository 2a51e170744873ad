"""What KiCad makes of the antenna boards: checks, files for the board house, a picture for the guide.

`python -m hardware.antenna.outputs generate | check | fabricate`.
"""

import math
import re
import subprocess
import sys
from pathlib import Path

from hardware.antenna import antenna
from hardware.antenna.antenna import Point
from hardware.electronics.generate import kicad

FOLDER = Path(__file__).resolve().parent / "boards"
BUILD = kicad.ROOT / "build" / "hardware"
RENDER = ("--side", "bottom", "--width", "1200", "--height", "900", "--background", "opaque")
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts"


def names() -> list[str]:
    return [f"coil_{name}" for name in antenna.load().coils]


def generate(folder: Path = FOLDER) -> None:
    """Write the boards, and the picture of the smallest."""
    module = [kicad.PYTHON, "-m", "hardware.antenna.board", str(folder)]
    subprocess.run(module, cwd=kicad.ROOT, check=True, capture_output=True)
    board = str(folder / "coil_throat.kicad_pcb")
    kicad.command("pcb", "render", *RENDER, "-o", str(folder / "coil_throat.png"), board)


def check(folder: Path = FOLDER) -> list[str]:
    """Return what KiCad's rules find on the boards."""
    return [
        f"{name}: {found}" for name in names() for found in kicad.drc(folder / f"{name}.kicad_pcb")
    ]


def fabricate(out: Path = BUILD) -> list[Path]:
    """Write Gerber and drill files of each board into a folder of its own."""
    for name in names():
        board, gerber = str(FOLDER / f"{name}.kicad_pcb"), out / name / "gerber"
        gerber.mkdir(parents=True, exist_ok=True)
        kicad.command("pcb", "export", "gerbers", "--layers", LAYERS, "-o", f"{gerber}/", board)
        kicad.command("pcb", "export", "drill", "-o", f"{gerber}/", board)
        picture = str(out / name / f"{name}_parts.png")
        kicad.command("pcb", "render", *RENDER, "-o", picture, board)
    return sorted(path for name in names() for path in (out / name).rglob("*") if path.is_file())


def copper(board: Path) -> list[Point]:
    """Return the coil's corners as the board's file has them, outer end first, in mm."""
    return _longest(_pieces(board, "F.Cu"))


def leads(board: Path) -> list[list[tuple[Point, Point]]]:
    """Return the tracks that lead from the coil's ends to the network, in pieces that hang together."""
    groups: list[list[tuple[Point, Point]]] = []
    for piece in _pieces(board, "B.Cu"):
        mine = [group for group in groups if any(set(piece) & set(other) for other in group)]
        groups = [group for group in groups if group not in mine]
        groups.append([piece, *(other for group in mine for other in group)])
    return groups


def apart(a: tuple[Point, Point], b: tuple[Point, Point]) -> float:
    """Return the distance of two tracks' centre lines; nought if they cross."""
    if _sides(a, b) < 0 and _sides(b, a) < 0:
        return 0.0
    return min(
        *(_to_line(point, b) for point in a),
        *(_to_line(point, a) for point in b),
    )


def _sides(line: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """Return a negative number if the ends of `other` lie on both sides of the line."""
    (x, y), (u, v) = line
    turns = [(u - x) * (q - y) - (v - y) * (p - x) for p, q in other]
    return turns[0] * turns[1]


def _to_line(point: Point, line: tuple[Point, Point]) -> float:
    (x, y), (u, v) = line
    long = (u - x) ** 2 + (v - y) ** 2
    share = ((point[0] - x) * (u - x) + (point[1] - y) * (v - y)) / long if long else 0.0
    share = min(1.0, max(0.0, share))
    return math.dist(point, (x + share * (u - x), y + share * (v - y)))


def _pieces(board: Path, layer: str) -> list[tuple[Point, Point]]:
    text = board.read_text(encoding="utf-8")
    net = re.search(r'\(net (\d+) "COIL"\)', text)
    if net is None:
        raise ValueError(f"{board.name} has no coil")
    number = r"(-?[\d.]+)"
    pattern = (
        rf"\(segment\s+\(start {number} {number}\)\s+\(end {number} {number}\)\s+"
        rf'\(width [\d.]+\)\s+\(layer "{layer}"\)\s+\(net {net[1]}\)'
    )
    found = re.findall(pattern, text)
    return [((float(a), float(b)), (float(c), float(d))) for a, b, c, d in found]


def _longest(pieces: list[tuple[Point, Point]]) -> list[Point]:
    """Return the chain that winds inwards: from the piece that lies highest without being a lead."""
    starts = {piece[0] for piece in pieces}
    best: list[Point] = []
    for first in pieces:
        chain = list(first)
        while follow := next((b for a, b in pieces if a == chain[-1] and b not in chain), None):
            chain.append(follow)
        if len(chain) > len(best) and first[0] in starts:
            best = chain
    return best


def main() -> int:
    found: list[str] = []
    match sys.argv[1:]:
        case ["generate"]:
            generate()
        case ["check"]:
            found = check()
        case ["fabricate"]:
            fabricate()
        case _:
            found = ["outputs.py generate | check | fabricate"]
    for sentence in found:
        print(sentence)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
