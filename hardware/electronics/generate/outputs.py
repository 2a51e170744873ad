"""What KiCad makes of a finished board: the files for a board house, pictures, and the placement page."""

import os
import re
import subprocess
import sys
from pathlib import Path

from hardware.electronics.generate import kicad
from hardware.electronics.generate.circuit import ELECTRONICS

PICTURES = ELECTRONICS / "pictures"
BUILD = kicad.ROOT / "build" / "hardware"
# Draws the page on which one clicks a part and sees where it goes; MIT, and not on Debian.
BOM_PAGE = ("InteractiveHtmlBom==2.12.0", "jsonschema==4.26.0", "wxPython")
RENDER = ("--side", "top", "--zoom", "1.45", "--width", "1600", "--height", "1000")


def draw_pictures(board: str, folder: Path = PICTURES) -> list[Path]:
    """Write the two pictures that documents show: the schematic as SVG, the board's top as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    files = ELECTRONICS / board
    drawn = folder / f"{board}_schematic.svg"
    kicad.command("sch", "export", "svg", "-o", str(folder), str(files / f"{board}.kicad_sch"))
    (folder / f"{board}.svg").rename(drawn)
    drawn.write_text(slim(drawn.read_text(encoding="utf-8")), encoding="utf-8")
    top = folder / f"{board}_top.png"
    kicad.command("pcb", "render", *RENDER, "-o", str(top), str(files / f"{board}.kicad_pcb"))
    return [drawn, top]


def slim(svg: str) -> str:
    """Return KiCad's SVG without its date, its invisible copies of every text, and digits nobody sees."""
    svg = re.sub(r"<text [^>]*opacity=\"0\"[^>]*>[^<]*</text>", "", svg)
    svg = re.sub(r"<desc>[^<]*</desc>|<title>[^<]*</title>", "", svg)
    svg = re.sub(r"(\d+\.\d{2})\d+", r"\1", svg)
    svg = re.sub(r"\nL", "L", svg)
    svg = re.sub(r'\s*" />\s*<path d="M', "M", svg)
    return re.sub(r'd="(M[^"ACZ]*)"', lambda found: f'd="{_short(found[1])}"', svg)


def _short(path: str) -> str:
    """Return a path of straight lines with steps instead of places, in hundredths of a millimetre."""
    words: list[str] = []
    here = (0, 0)
    for letter, x, y in re.findall(r"([ML])(-?[\d.]+) (-?[\d.]+)", path):
        there = (round(float(x) * 100), round(float(y) * 100))
        step = (there[0] - here[0], there[1] - here[1])
        if step == (0, 0) and letter == "M" and words:
            continue  # goes on where the last line ended
        words.append("ml"[letter == "L"] + " ".join(f"{value / 100:g}" for value in step))
        here = there
    return "M" + words[0][1:] + "".join(words[1:]) if words else path


def fabricate(board: str) -> list[Path]:
    """Write everything for making and filling one board into build/hardware/<board>; return the files."""
    out = BUILD / board
    (out / "gerber").mkdir(parents=True, exist_ok=True)
    pcb = str(ELECTRONICS / board / f"{board}.kicad_pcb")
    sch = str(ELECTRONICS / board / f"{board}.kicad_sch")
    layers = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts"
    gerber = f"{out / 'gerber'}/"
    fields = ("--fields", "Reference,Value,Footprint,Order,${QUANTITY}")
    labels = (
        "--labels",
        "references,value,footprint,order,quantity",
        "--group-by",
        "Value,Footprint,Order",
    )
    for words in (
        ("pcb", "export", "gerbers", "--layers", layers, "-o", gerber, pcb),
        ("pcb", "export", "drill", "--generate-map", "-o", gerber, pcb),
        ("pcb", "export", "pos", "--format", "csv", "--units", "mm",
         "-o", str(out / f"{board}-positions.csv"), pcb),
        ("pcb", "export", "step", "--board-only", "--force", "-o", str(out / f"{board}.step"), pcb),
        ("pcb", "export", "pdf", "--layers", "F.Cu,F.Silkscreen,Edge.Cuts", "--mode-single",
         "-o", str(out / f"{board}-top.pdf"), pcb),
        ("sch", "export", "pdf", "-o", str(out / f"{board}-schematic.pdf"), sch),
        ("sch", "export", "bom", *fields, *labels, "-o", str(out / f"{board}-bom.csv"), sch),
    ):  # fmt: skip
        kicad.command(*words)
    pictures = draw_pictures(board, out)
    for side in ("top", "bottom"):
        view = [word if word != "top" else side for word in RENDER]
        kicad.command("pcb", "render", *view, "-o", str(out / f"{board}_{side}.png"), pcb)
    placement_page(board, out)
    return [path for path in sorted(out.rglob("*")) if path.is_file() or path in pictures]


def placement_page(board: str, out: Path) -> None:
    """Write the page that shows where each part goes; the program for it comes from the package index."""
    tool = BUILD / "bom_page"
    if not (tool / "InteractiveHtmlBom").exists():
        pip = (
            sys.executable,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "install",
            "--quiet",
            "--no-deps",
        )
        needed = [
            name for name in BOM_PAGE if not name.startswith("wx")
        ]  # Debian's comes with KiCad
        subprocess.run([*pip, "--no-compile", "--target", str(tool), *needed], check=True)
    with kicad.settings() as environment:
        done = subprocess.run(
            [
                kicad.PYTHON, "-m", "InteractiveHtmlBom.generate_interactive_bom", "--no-browser",
                "--dest-dir", str(out), "--name-format", f"{board}-placement", "--include-tracks",
                str(ELECTRONICS / board / f"{board}.kicad_pcb"),
            ],
            env=environment
            | {"PYTHONPATH": str(tool), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1", "PATH": os.environ["PATH"]},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise kicad.KiCadError(f"placement page of {board}: {done.stderr[-1000:]}")
