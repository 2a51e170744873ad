"""Every file of the electronics that is made without KiCad, and the key that says what a board was routed from."""

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from hardware.electronics.generate import footprints, project, schematic, symbols
from hardware.electronics.generate.circuit import (
    ELECTRONICS,
    Circuit,
    build,
    read_kinds,
    read_pinmap,
)

BOARDS = ("mat", "croupier")
# What a board's copper comes from, beside its circuit and its placement.
ROUTED_BY = ("board.py", "maze.py", "router.py", "silk.py")
_KEY = re.compile(r'\(comment 9 "made from ([0-9a-f]{16})"\)')
THICKNESS_MM, HOLE_MM = 1.6, 3.2


def circuits() -> list[Circuit]:
    """Return both boards' circuits."""
    pinmap, kinds = read_pinmap(), read_kinds()
    return [build(name, pinmap, kinds) for name in BOARDS]


def text_files(found: list[Circuit] | None = None) -> dict[Path, str]:
    """Return libraries, schematics, project files and outlines with their texts."""
    found = found if found is not None else circuits()
    kinds = read_kinds()
    library = ELECTRONICS / "library"
    files = {library / "tallone.kicad_sym": symbols.library(kinds, schematic.supply_names(found))}
    for name, text in footprints.footprint_files().items():
        files[library / "tallone.pretty" / name] = text
    for circuit in found:
        folder = ELECTRONICS / circuit.board
        files[folder / f"{circuit.board}.kicad_sch"] = schematic.draw(circuit, kinds)
        files[folder / f"{circuit.board}.kicad_pro"] = project.project_file(circuit.board)
        files[folder / "sym-lib-table"] = project.symbol_table()
        files[folder / "fp-lib-table"] = project.footprint_table()
    files[ELECTRONICS / "outlines.toml"] = outlines(found)
    return files


def stale(found: list[Circuit] | None = None) -> list[str]:
    """Return one sentence for each file that is not what its sources give."""
    problems = [
        f"{path.relative_to(ELECTRONICS.parent.parent)} is stale: run make hardware"
        for path, text in text_files(found).items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    return problems + [
        f"{circuit.board}.kicad_pcb is stale: run make hardware"
        for circuit in (found if found is not None else circuits())
        if routed_from(circuit.board) != board_key(circuit)
    ]


def placement(board: str) -> dict[str, Any]:
    """Return a board's placement file, tables as they stand."""
    path = ELECTRONICS / board / "placement.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def board_key(circuit: Circuit) -> str:
    """Return the hash of all that a board's copper is made from: parts, nets, places, footprints, router."""
    parts = [
        (d.ref, d.name, d.value, d.kind.value, d.kind.footprint, d.kind.order)
        for d in circuit.devices
    ]
    nets = {net: sorted(pins) for net, pins in circuit.numbered().items()}
    digest = hashlib.sha256(
        json.dumps([parts, nets, placement(circuit.board)], sort_keys=True).encode()
    )
    here = Path(__file__).parent
    for name in ROUTED_BY:
        digest.update((here / name).read_bytes())
    for name, text in sorted(footprints.footprint_files().items()):
        if f"tallone:{name.removesuffix('.kicad_mod')}" in {
            d.kind.footprint for d in circuit.devices
        }:
            digest.update(text.encode())
    return digest.hexdigest()[:16]


def routed_from(board: str) -> str:
    """Return the key that a committed board carries, or nothing."""
    path = ELECTRONICS / board / f"{board}.kicad_pcb"
    if not path.exists():
        return ""
    key = _KEY.search(path.read_text(encoding="utf-8"))
    return key[1] if key else ""


def outlines(found: list[Circuit]) -> str:
    """Return the text of outlines.toml, by which mechanics know the boards."""
    lines = [
        "# What mechanics need to know of the boards: millimetres from the upper left corner, y downwards, seen",
        "# from above. Made from the placement files by tools/hardware.py; do not edit.",
    ]
    for circuit in found:
        lines += ["", f"[{circuit.board}]", *_outline(placement(circuit.board))]
        lines += ["", f"[{circuit.board}.connectors]", *_connectors(circuit)]
    return "\n".join(lines) + "\n"


def _outline(places: dict[str, Any]) -> list[str]:
    holes = ", ".join(f"[{x}, {y}]" for x, y in places["holes"])
    return [
        f"width_mm = {places['width_mm']}",
        f"height_mm = {places['height_mm']}",
        f"thickness_mm = {THICKNESS_MM}",
        f"hole_mm = {HOLE_MM}",
        f"holes = [{holes}]",
        "# Highest part above the board; pins and solder below it.",
        f"above_mm = {places['above_mm']}",
        f"below_mm = {places['below_mm']}",
    ]


def _connectors(circuit: Circuit) -> list[str]:
    """Return the middle of each connector; the Pico's USB socket lies at its end of the board."""
    places = placement(circuit.board)
    lines = [f'usb = {{ x_mm = 0.0, y_mm = {places["parts"]["pico"][1]}, edge = "left" }}']
    for device in circuit.devices:
        if device.kind.prefix == "J":
            x, y, _turn = places["parts"][device.name]
            gaps = {
                "left": x,
                "top": y,
                "right": places["width_mm"] - x,
                "bottom": places["height_mm"] - y,
            }
            edge = min(gaps, key=lambda side: gaps[side])
            where = f'edge = "{edge}"' if gaps[edge] < 15 else 'edge = "none"'
            lines.append(f"{device.name} = {{ x_mm = {float(x)}, y_mm = {float(y)}, {where} }}")
    return lines
