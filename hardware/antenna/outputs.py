"""What KiCad makes of the antenna boards: checks, files for the board house, a picture for the guide.

`python -m hardware.antenna.outputs generate | check | fabricate`.
"""

import re
import subprocess
import sys
from pathlib import Path

from hardware.antenna import antenna
from hardware.antenna.antenna import Point
from hardware.electronics.generate import kicad

FOLDER = Path(__file__).resolve().parent / "boards"
BUILD = kicad.ROOT / "build" / "hardware"
RENDER = ("--side", "top", "--width", "1200", "--height", "900", "--background", "opaque")
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,Edge.Cuts"


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
        picture = str(out / name / f"{name}_top.png")
        kicad.command("pcb", "render", *RENDER, "-o", picture, board)
    return sorted(path for name in names() for path in (out / name).rglob("*") if path.is_file())


def copper(board: Path) -> list[Point]:
    """Return the coil's corners as the board's file has them, outer end first, in mm."""
    text = board.read_text(encoding="utf-8")
    net = re.search(r'\(net (\d+) "COIL"\)', text)
    if net is None:
        raise ValueError(f"{board.name} has no coil")
    number = r"(-?[\d.]+)"
    pattern = (
        rf"\(segment\s+\(start {number} {number}\)\s+\(end {number} {number}\)\s+"
        rf'\(width [\d.]+\)\s+\(layer "F.Cu"\)\s+\(net {net[1]}\)'
    )
    pieces = [tuple(map(float, found)) for found in re.findall(pattern, text)]
    return _longest([((a, b), (c, d)) for a, b, c, d in pieces])


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
