"""KiCad's own checks and exports, without a screen and without touching anybody's settings."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hardware.electronics.generate.circuit import ELECTRONICS, Circuit
from hardware.electronics.generate.sexpr import children, parse

# pcbnew belongs to Debian's interpreter.
PYTHON = "/usr/bin/python3"
TEMPLATES = Path("/usr/share/kicad/template")
ROOT = ELECTRONICS.parent.parent


class KiCadError(Exception):
    """A command of KiCad's that failed, with what it said."""


def missing() -> str:
    """Return what is missing for checks and boards, or nothing."""
    if shutil.which("kicad-cli") is None:
        return "KiCad 9 is not installed (tools/install_kicad.sh)"
    return ""


@contextmanager
def settings() -> Iterator[dict[str, str]]:
    """Yield an environment in which KiCad has a fresh settings folder with the stock libraries."""
    with tempfile.TemporaryDirectory(prefix="tallone-kicad-") as folder:
        own = Path(folder) / "9.0"
        own.mkdir()
        for name in ("sym-lib-table", "fp-lib-table"):
            shutil.copy(TEMPLATES / name, own / name)
        yield os.environ | {"KICAD_CONFIG_HOME": folder}


def command(*words: str) -> None:
    """Run kicad-cli; raise KiCadError with its words when it fails."""
    with settings() as environment:
        done = subprocess.run(
            ["kicad-cli", *words], env=environment, capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise KiCadError(f"kicad-cli {' '.join(words)}: {done.stdout}{done.stderr}")


def erc(schematic: Path) -> list[str]:
    """Return what the electrical rules check finds, at every severity: one line each."""
    report = _report(("sch", "erc", "--severity-all"), schematic)
    return [line for sheet in report["sheets"] for line in _lines(sheet["violations"])]


def drc(board: Path) -> list[str]:
    """Return what the design rules check finds, parity with the schematic and open connections included."""
    report = _report(("pcb", "drc", "--severity-all", "--schematic-parity"), board)
    kinds = ("violations", "unconnected_items", "schematic_parity")
    return [line for kind in kinds for line in _lines(report[kind])]


def board_rules(board: Path) -> list[str]:
    """Return what the design rules check finds on a board that has no schematic."""
    return list(_lines(_report(("pcb", "drc", "--severity-all"), board)["violations"]))


def _report(words: tuple[str, ...], file: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="tallone-check-") as folder:
        out = Path(folder) / "report.json"
        command(*words, "--format", "json", "-o", str(out), str(file))
        found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


def _lines(violations: list[dict[str, Any]]) -> Iterator[str]:
    for found in violations:
        items = "; ".join(item["description"] for item in found["items"])
        yield f"{found['type']}: {found['description']} ({items})"


def netlist(schematic: Path, out: Path) -> dict[str, frozenset[tuple[str, str]]]:
    """Export a schematic's netlist; return each net as the set of (reference, pin number)."""
    command("sch", "export", "netlist", "-o", str(out), str(schematic))
    tree = parse(out.read_text(encoding="utf-8"))
    return {
        children(net, "name")[0][1]: frozenset(
            (children(node, "ref")[0][1], children(node, "pin")[0][1])
            for node in children(net, "node")
        )
        for net in children(children(tree, "nets")[0], "net")
    }


def differences(circuit: Circuit, nets: dict[str, frozenset[tuple[str, str]]]) -> list[str]:
    """Return where a netlist and the pin map part: sets of pins, whatever the nets are called."""
    drawn = {pins for name, pins in nets.items() if not name.startswith("unconnected-")}
    meant = circuit.numbered()
    problems = [
        f"net {name} is not drawn as the pin map has it: {_pins(pins)}"
        for name, pins in meant.items()
        if pins not in drawn
    ]
    known = set(meant.values())
    problems += [f"drawn and in no net of the pin map: {_pins(pins)}" for pins in drawn - known]
    return sorted(problems)


def _pins(pins: frozenset[tuple[str, str]]) -> str:
    return ", ".join(f"{ref}.{number}" for ref, number in sorted(pins))


def make_board(circuit: Circuit, key: str) -> None:
    """Build a board from the netlist that KiCad reads from its schematic. Routing takes minutes."""
    folder = ELECTRONICS / circuit.board
    with tempfile.TemporaryDirectory(prefix="tallone-board-") as name:
        out = Path(name) / "netlist.net"
        netlist(folder / f"{circuit.board}.kicad_sch", out)
        words = [
            PYTHON, "-m", "hardware.electronics.generate.board", str(out),
            str(folder / "placement.toml"), str(folder / f"{circuit.board}.kicad_pcb"),
            f"made from {key}",
        ]  # fmt: skip
        with settings() as environment:
            done = subprocess.run(
                words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
            )
    if done.returncode:
        raise KiCadError(f"{circuit.board}: {done.stdout[-2000:]}{done.stderr[-2000:]}")


def without_dates(text: str) -> str:
    """Return a netlist, Gerber or drill file without the lines that name a date or a path."""
    return re.sub(r".*(\(date |\(source |CreationDate|; DRILL file|\(tool ).*\n", "", text)
