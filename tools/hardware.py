"""Everything in hardware/: `generate` makes what is stale, `check` proves it, `fabricate` writes for a maker.

Without a word it does all three. Each step says its title and its time; what is wrong ends the program with status
1 after the step that found it. Routing a board takes minutes, and happens only when its key says that something it
is made from has changed.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hardware.electronics.generate import kicad, outputs, sources  # noqa: E402  found from the root
from hardware.electronics.generate.circuit import ELECTRONICS, Circuit  # noqa: E402

Step = tuple[str, Callable[[], list[str]]]


def program(*words: str) -> Callable[[], list[str]]:
    """Return a step that runs a program from the root and gives what it complains of."""

    def run() -> list[str]:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        return [] if done.returncode == 0 else [f"{' '.join(words)}:\n{done.stdout}{done.stderr}"]

    return run


def module(*words: str) -> Callable[[], list[str]]:
    """Return a step that runs one of our modules with this interpreter."""
    return program(sys.executable, "-m", *words)


def write_sources() -> list[str]:
    """Write every file of the electronics that is made without KiCad and has changed."""
    for path, text in sources.text_files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return []


def make_boards() -> list[str]:
    """Place and route each board whose parts, nets, places or router have changed."""
    for circuit in sources.circuits():
        key = sources.board_key(circuit)
        if sources.routed_from(circuit.board) != key:
            print(f"   {circuit.board}: routing, some minutes", flush=True)
            kicad.make_board(circuit, key)
    return []


def draw_pictures() -> list[str]:
    """Draw the pictures that are older than what they show."""
    for board in sources.BOARDS:
        shown = [ELECTRONICS / board / f"{board}{end}" for end in (".kicad_sch", ".kicad_pcb")]
        drawn = [outputs.PICTURES / f"{board}{end}" for end in ("_schematic.svg", "_top.png")]
        newest = max(path.stat().st_mtime for path in shown)
        if not all(path.exists() and path.stat().st_mtime >= newest for path in drawn):
            outputs.draw_pictures(board)
    return []


def check_sources() -> list[str]:
    return sources.stale()


def each_board(check: Callable[[Circuit], list[str]]) -> Callable[[], list[str]]:
    """Return a step that checks both boards."""

    def run() -> list[str]:
        return [f"{c.board}: {found}" for c in sources.circuits() for found in check(c)]

    return run


def check_rules(circuit: Circuit) -> list[str]:
    return kicad.erc(ELECTRONICS / circuit.board / f"{circuit.board}.kicad_sch")


def check_netlist(circuit: Circuit) -> list[str]:
    """Compare what KiCad reads from the drawing with the pin map."""
    with TemporaryDirectory(prefix="tallone-netlist-") as folder:
        schematic = ELECTRONICS / circuit.board / f"{circuit.board}.kicad_sch"
        nets = kicad.netlist(schematic, Path(folder) / "netlist.net")
    return kicad.differences(circuit, nets)


def check_board(circuit: Circuit) -> list[str]:
    return kicad.drc(ELECTRONICS / circuit.board / f"{circuit.board}.kicad_pcb")


def fabricate_boards() -> list[str]:
    """Write the files for the board house, the pictures and the placement page into build/hardware."""
    for board in sources.BOARDS:
        outputs.fabricate(board)
    return []


PINS = str(ROOT / "tools" / "pins.py")
# A part of hardware/ joins here: a title, and a step that gives what is wrong, nothing when all is well.
GENERATE: list[Step] = [
    ("ngspice, Graphviz, WireViz", module("hardware.reckon.programs")),
    ("pins", program(sys.executable, PINS)),
    ("libraries, schematics, outlines", write_sources),
    ("boards", make_boards),
    ("pictures of the boards", draw_pictures),
    ("antenna boards", module("hardware.antenna.outputs", "generate")),
    ("curves of cards in a fan", module("hardware.antenna.fans")),
    ("mechanics", module("hardware.mechanical.environment", "generate")),
    ("harness", module("hardware.reckon.harness", "--draw")),
    ("tables of the build guide", module("hardware.reckon.pages")),
]
CHECK: list[Step] = [
    ("pins", program(sys.executable, PINS, "--check")),
    ("generated files are current", check_sources),
    ("electrical rules", each_board(check_rules)),
    ("drawing against pin map", each_board(check_netlist)),
    ("design rules and parity", each_board(check_board)),
    ("antenna boards", module("hardware.antenna.outputs", "check")),
    ("mechanics", module("hardware.mechanical.environment", "check")),
    ("harness", module("hardware.reckon.harness", "--check")),
    ("supplies", module("hardware.reckon.budget")),
    ("what the rules find in the drawings", module("hardware.reckon.review")),
    ("the croupier's revision B", module("hardware.reckon.croupier_b")),
    ("bill of materials", module("hardware.reckon.bom")),
    ("steps of the build guide", module("hardware.reckon.guide")),
    ("tables of the build guide", module("hardware.reckon.pages", "--check")),
]
FABRICATE: list[Step] = [
    ("files for the board house, pictures, placement pages", fabricate_boards),
    ("antenna boards", module("hardware.antenna.outputs", "fabricate")),
    ("order files for two distributors", module("hardware.reckon.orders")),
    (
        "print files and plates of the mechanics",
        module("hardware.mechanical.environment", "fabricate", "plates"),
    ),
]
STEPS = {"generate": GENERATE, "check": CHECK, "fabricate": FABRICATE}


def perform(verbs: list[str]) -> Iterator[str]:
    """Take each step of the verbs; yield what was found, and stop after the first step that found something."""
    for verb in verbs:
        for title, step in STEPS[verb]:
            begun = time.monotonic()
            print(f"== {verb}: {title}", flush=True)
            found = step()
            print(f"   {time.monotonic() - begun:.0f} s", flush=True)
            if found:
                yield from found
                return


def main() -> int:
    verbs = sys.argv[1:] or list(STEPS)
    if set(verbs) - set(STEPS):
        print(f"hardware.py [{'|'.join(STEPS)}]")
        return 2
    if kicad.missing():
        print(kicad.missing())
        return 1
    found = list(perform(verbs))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
