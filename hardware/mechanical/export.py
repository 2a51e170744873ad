"""Make everything from the models: drawings and tables that are committed, print files and STEP that are not.

Drawings go to drawings/, made.json and parts.csv beside this file; STL, 3MF and STEP to build/, which git ignores.
`--if-stale` does nothing while the committed files belong to the sources; `--print-files` makes no drawings.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from build123d import Compound, Shape
from hardware.mechanical import (
    assembly,
    bodies,
    catalogue,
    current,
    drawing,
    files,
    places,
    sheets,
)
from hardware.mechanical.parts import croupier_base, mat_base
from hardware.mechanical.places import Placed

from hardware import dimensions as d

BUILD = current.HERE / "build"
VIEWS = {
    "motor": (1.0, -1.5, 1.1),
    "trays": (-1.1, 1.5, 0.9),
    "front": (1.3, -1.0, 1.0),
    "top": (0.0, -0.01, 1.0),
    "side": (0.0, -1.0, 0.0),
    "mat": (0.25, -0.9, 1.1),
    "port": (-1.2, -1.3, 1.0),
}
# How parts are looked at that say little from the usual side.
PART_VIEWS = {
    "mat_base": "top",
    "croupier_base": "top",
    "side_motor": "side",
    "side_outlet": "side",
    "tray_cheek": "side",
    "hopper": "front",
}
# A guess for slicing at 0.2 mm with 20 % infill: grams of plastic, and grams an hour.
_DENSITY = 1.27e-3
_FILL = 0.55
_GRAMS_AN_HOUR = 14.0


def print_files(folder: Path) -> None:
    """Write STL, 3MF and STEP files for every printed part, and a STEP file for every cut one."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in (*catalogue.PRINTED, *catalogue.CUT):
        shape = assembly.made(part.name)
        files.write_step(shape, folder / f"{part.name}.step")
        if part.got == "printed":
            files.write_stl(shape, folder / f"{part.name}.stl")
            files.write_3mf(shape, folder / f"{part.name}.3mf")
    for part in catalogue.CUT:
        up = (0, 1, 0) if part.name.endswith("_base") else (0, 0, 1)
        view = VIEWS["top" if part.name.endswith("_base") else "side"]
        path = folder / f"{part.name}_full_size.svg"
        drawing.draw(
            [],
            [assembly.made(part.name)],
            path,
            f"{part.name}, full size",
            view,
            up=up,
            plain=True,
            scale=1,
        )
    for name, placed in (("croupier", places.croupier_places()), ("mat", places.mat_places())):
        whole = Compound(
            children=[shape.moved(drawing.HERE) for _one, shape in assembly.put(placed)]
        )
        files.write_step(whole, folder / f"{name}_assembly.step")


def measured() -> dict[str, dict[str, Any]]:
    """Return for each part what the guide's table of parts says."""
    table = {}
    for part in (*catalogue.PRINTED, *catalogue.CUT):
        shape = assembly.made(part.name)
        size = shape.bounding_box().size
        row: dict[str, Any] = {
            "quantity": part.quantity,
            "volume_mm3": round(shape.volume),
            "size_mm": [round(size.X, 1), round(size.Y, 1), round(size.Z, 1)],
        }
        if part.got == "printed":
            grams = shape.volume * _DENSITY * _FILL
            row["print_as"] = part.print_as
            row["grams_estimate"] = round(grams, 1)
            row["hours_estimate"] = round(grams / _GRAMS_AN_HOUR + 0.1, 1)
        table[part.name] = row
    return table


def holes_table() -> str:
    """Return the text of holes.csv: where to drill, from a lower left corner of each plate."""
    rows = ["plate,x_mm,y_mm,diameter_mm,slot_mm,use"]
    plates = {
        "side_motor": sheets.core_holes() + sheets.motor_holes(),
        "side_outlet": sheets.core_holes() + sheets.outlet_holes(),
        "tray_cheek": sheets.cheek_holes(),
        "croupier_base": [
            sheets.Hole(at, d.M3_FREE, "feet and bay") for at in croupier_base.holes()
        ],
        "mat_base": [
            *(sheets.Hole(at, d.M3_FREE, "mat") for at in mat_base.holes()),
            *(sheets.Hole(at, mat_base.TRIMMER, "trimmer") for at in mat_base.trimmer_holes()),
        ],
    }
    for plate, holes in plates.items():
        low = assembly.made(plate).bounding_box().min
        corner = (low.X, low.Y) if plate.endswith("_base") else (low.X, low.Z)
        for hole in sorted(holes, key=lambda hole: (hole.use, hole.at)):
            x, y = hole.at[0] - corner[0], hole.at[1] - corner[1]
            rows.append(f"{plate},{x:.1f},{y:.1f},{hole.diameter:g},{hole.slot:g},{hole.use}")
    return "\n".join(rows) + "\n"


def draw_parts(folder: Path) -> None:
    """Draw every part alone, with hidden lines."""
    for part in (*catalogue.PRINTED, *catalogue.CUT):
        shape = assembly.made(part.name)
        size = shape.bounding_box().size
        caption = f"{part.name}: {size.X:.1f} x {size.Y:.1f} x {size.Z:.1f} mm, {part.quantity} to be {part.got}"
        view = PART_VIEWS.get(part.name, "motor")
        up = (0, 1, 0) if view == "top" else (0, 0, 1)
        drawing.draw(
            [], [shape], folder / f"{part.name}.svg", caption, VIEWS[view], up=up, plain=True
        )


def draw_steps(folder: Path) -> None:
    """Draw each step that has a scene: what is there already in grey, what is new in blue."""
    scenes = {
        "croupier": (places.croupier_places(), bodies.croupier_bodies()),
        "mat": (places.mat_places(), bodies.mat_bodies()),
    }
    there: dict[str, list[str]] = {"croupier": [], "mat": ["mat_base"]}
    for step in current.steps():
        if "scene" not in step:
            continue
        kept = there[step["scene"]]
        shown = _Scene(*scenes[step["scene"]])
        used = [name for name, _number in map(current.counted, step["uses"])]
        new = step.get("new") or [name for name in used if shown.has(name)]
        there_before = (
            step.get("with", [])
            if step.get("alone")
            else [name for name in kept if name not in new]
        )
        left_out = step.get("without", [])
        view = step.get("view", "mat" if step["scene"] == "mat" else "motor")
        drawing.draw(
            shown.shapes([name for name in there_before if name not in left_out]),
            shown.shapes([name for name in new if name not in left_out]),
            folder / f"step_{step['id']}.svg",
            f"{step['title']}. Blue: {', '.join(new)}",
            VIEWS[view],
        )
        kept += [*new, *step.get("with", [])]


class _Scene:
    """The parts of one machine and the bodies of what is bought for it, by name."""

    def __init__(self, placed: list[Placed], bought: dict[str, list[Shape]]) -> None:
        self._placed = placed
        self._bought = bought

    def has(self, name: str) -> bool:
        return name in self._bought or any(one.part == name for one in self._placed)

    def shapes(self, names: list[str]) -> list[Shape]:
        parts = [one.place * assembly.made(one.part) for one in self._placed if one.part in names]
        return parts + [
            shape for name in dict.fromkeys(names) for shape in self._bought.get(name, [])
        ]


# What hides the way of a card, looked at from the motors' side.
_BEFORE = {
    "side_motor",
    "ejector_guide",
    "ejector_blade",
    "ejector_arm",
    "bay_box",
    "bay_lid",
    "port_door",
}
_BEFORE |= {"side_outlet", "tray_cheek", "foot", "croupier_base"}


def draw_whole(folder: Path) -> None:
    """Draw both machines whole, the croupier from both sides, and what lies between its plates."""
    croupier = places.croupier_places()
    inside = [one for one in croupier if one.part not in _BEFORE]
    behind = "Hopper, throat and rack; behind them outlet, gate and trays. The plates are left out"
    for name, scene, caption, view in (
        ("croupier_motor_side", croupier, "The croupier from the motors' side", "motor"),
        ("croupier_tray_side", croupier, "The croupier from the trays' side", "trays"),
        ("croupier_inside", inside, behind, "side"),
        (
            "mat_top",
            places.mat_places(),
            "The mat from above; South is below, West on the left",
            "top",
        ),
    ):
        shapes = [shape for _one, shape in assembly.put(scene)]
        up = (0, 1, 0) if view == "top" else (0, 0, 1)
        drawing.draw([], shapes, folder / f"{name}.svg", caption, VIEWS[view], up=up, plain=True)


def main() -> int:
    """Export what was asked for; return the status."""
    if "--print-files" in sys.argv:
        print_files(BUILD)
        return 0
    if "--if-stale" in sys.argv and current.MADE.exists() and not current.stale():
        print("mechanics: drawings and tables are current")
        return 0
    assert not d.problems()
    current.DRAWINGS.mkdir(exist_ok=True)
    begun = time.time()
    draw_parts(current.DRAWINGS)
    draw_steps(current.DRAWINGS)
    draw_whole(current.DRAWINGS)
    for old in current.DRAWINGS.glob("*.svg"):
        if old.stat().st_mtime < begun - 2:
            old.unlink()
    print_files(BUILD)
    current.PARTS.write_text(current.parts_table(), encoding="utf-8")
    current.HOLES.write_text(holes_table(), encoding="utf-8")
    made = {
        "sources": current.source_hash(),
        "parts": measured(),
        "holes": current.file_hash(current.HOLES),
        "drawings": {
            path.name: current.file_hash(path) for path in sorted(current.DRAWINGS.glob("*.svg"))
        },
    }
    current.MADE.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    print(f"mechanics: {len(made['parts'])} parts, {len(made['drawings'])} drawings")
    return 0


if __name__ == "__main__":
    sys.exit(main())
