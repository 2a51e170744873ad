"""Check every part and the assembly; `--planted` proves each check on a planted fault.

Prints one line for each check; with `--quiet` only what is wrong. Ends with status 1 if there is a finding, or a
planted fault that was not found. A whole run with `--planted` is remembered in build/checked.json.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import trimesh
from build123d import Compound, Pos, Shape
from hardware.mechanical import assembly, catalogue, current, files, fits, motions
from hardware.mechanical.solids import box

from hardware import dimensions as d

Parts = dict[str, Shape]
# Edges that are meant to be thinner: the steps of the ejector are as thick as a card.
THIN = {"ejector_blade": 0.03}
THIN_SHARE = 0.01


def parts() -> Parts:
    return {name: assembly.made(name) for name in assembly.NAMES}


def printed() -> Parts:
    return {part.name: assembly.made(part.name) for part in catalogue.PRINTED}


def valid_and_one_body(made: Parts) -> list[str]:
    found = [f"{name} is not a valid solid" for name, part in made.items() if not part.is_valid]
    return found + [
        f"{name} has {len(part.solids())} bodies"
        for name, part in made.items()
        if len(part.solids()) != 1
    ]


def meshes(kind: files.Kind = files.STL) -> dict[str, trimesh.Trimesh]:
    """Return each printed part as its print file has it, made once."""
    if kind[0] not in _MESHES:
        _MESHES[kind[0]] = {name: files.mesh_of(part, kind) for name, part in printed().items()}
    return _MESHES[kind[0]]


_MESHES: dict[str, dict[str, trimesh.Trimesh]] = {}


def watertight(all_meshes: dict[str, trimesh.Trimesh]) -> list[str]:
    found = []
    for name, mesh in all_meshes.items():
        if not mesh.is_watertight:
            found.append(f"{name}: its print file is not watertight")
        if mesh.body_count != 1:
            found.append(f"{name}: its print file has {mesh.body_count} bodies")
    return found


def same_volume(all_meshes: dict[str, trimesh.Trimesh], made: Parts) -> list[str]:
    found = []
    for name, mesh in all_meshes.items():
        exact = made[name].volume
        if abs(mesh.volume - exact) > exact / 1000:
            found.append(
                f"{name}: {mesh.volume:.0f} mm3 in its print file, {exact:.0f} in the model"
            )
    return found


def same_in_step(made: Parts, models: Parts) -> list[str]:
    """Each part in its STEP file is the model: a valid solid of the same volume in the same place."""
    found = []
    for name, part in made.items():
        read, model = files.step_of(part), models[name]
        if not read.is_valid or len(read.solids()) != 1:
            found.append(f"{name}: its STEP file is not one valid solid")
        if abs(read.volume - model.volume) > model.volume * 1e-6:
            found.append(
                f"{name}: {read.volume:.1f} mm3 in its STEP file, {model.volume:.1f} in the model"
            )
        corners = (*read.bounding_box().min, *read.bounding_box().max)
        meant = (*model.bounding_box().min, *model.bounding_box().max)
        if any(abs(one - two) > 0.01 for one, two in zip(corners, meant, strict=True)):
            found.append(f"{name}: its STEP file has it elsewhere")
    return found


def in_the_printer(made: Parts) -> list[str]:
    found = []
    for name, part in made.items():
        size = part.bounding_box().size
        if any(side > room for side, room in zip(sorted(size), sorted(d.PRINTER), strict=True)):
            found.append(
                f"{name}: {size.X:.0f} x {size.Y:.0f} x {size.Z:.0f} mm is too large for the printer"
            )
    return found


def walls(all_meshes: dict[str, trimesh.Trimesh]) -> list[str]:
    found = []
    for name, mesh in all_meshes.items():
        share = thin_share(mesh)
        if share > THIN.get(name, THIN_SHARE):
            found.append(f"{name}: {share:.1%} of its surface is less than {d.WALL_MIN} mm thick")
    return found


def thin_share(mesh: trimesh.Trimesh, samples: int = 300) -> float:
    """Return how much of the surface has less than WALL_MIN of material behind it."""
    points, faces = trimesh.sample.sample_surface(mesh, samples, seed=7)
    rays = -mesh.face_normals[faces]
    thin = sum(
        thickness(mesh.triangles, point + 1e-4 * ray, ray) < d.WALL_MIN - 0.01
        for point, ray in zip(points, rays, strict=True)
    )
    return float(thin) / samples


def thickness(triangles: np.ndarray, start: np.ndarray, ray: np.ndarray) -> float:
    """Return the way to the nearest triangle along a ray (Moeller and Trumbore)."""
    first = triangles[:, 0]
    one, two = triangles[:, 1] - first, triangles[:, 2] - first
    across = np.cross(ray, two)
    area = np.einsum("ij,ij->i", one, across)
    hits = np.abs(area) > 1e-9
    scale = np.where(hits, 1 / np.where(hits, area, 1), 0)
    offset = start - first
    u = np.einsum("ij,ij->i", offset, across) * scale
    turned = np.cross(offset, one)
    v = turned @ ray * scale
    way = np.einsum("ij,ij->i", two, turned) * scale
    inside = hits & (u >= 0) & (v >= 0) & (u + v <= 1) & (way > 1e-3)
    return float(way[inside].min()) if inside.any() else 1e9


def _open_mesh() -> dict[str, trimesh.Trimesh]:
    mesh = files.mesh_of(_cube())
    return {"planted": trimesh.Trimesh(mesh.vertices, mesh.faces[1:])}


def _two_bodies() -> Parts:
    return {
        "planted": Compound(children=[box((0, 1), (0, 1), (0, 1)), box((5, 6), (0, 1), (0, 1))])
    }


def _cube(high: float = 10.0) -> Shape:
    return box((0, 10), (0, 10), (0, high))


def _one(part: Shape, kind: files.Kind = files.STL) -> dict[str, trimesh.Trimesh]:
    return {"planted": files.mesh_of(part, kind)}


Check = Callable[[], list[str]]
# What is claimed: the check on what ships, and the same check with a planted fault.
CHECKS: dict[str, tuple[Check, Check]] = {
    "every part is valid and one body": (
        lambda: valid_and_one_body(parts()),
        lambda: valid_and_one_body(_two_bodies()),
    ),
    "every print file is watertight": (
        lambda: watertight(meshes()),
        lambda: watertight(_open_mesh()),
    ),
    "print files have the model's volume": (
        lambda: same_volume(meshes(), printed()),
        lambda: same_volume(_one(_cube()), {"planted": _cube(10.1)}),
    ),
    "every 3MF file read back is watertight": (
        lambda: watertight(meshes(files.THREE_MF)),
        lambda: watertight(_open_mesh()),
    ),
    "3MF files read back have the model's volume": (
        lambda: same_volume(meshes(files.THREE_MF), printed()),
        lambda: same_volume(_one(_cube(), files.THREE_MF), {"planted": _cube(10.1)}),
    ),
    "every STEP file read back is the model": (
        lambda: same_in_step(parts(), parts()),
        lambda: same_in_step({"planted": _cube()}, {"planted": _cube(10.1)}),
    ),
    "every printed part fits the printer": (
        lambda: in_the_printer(printed()),
        lambda: in_the_printer({"planted": box((0, 241), (0, 10), (0, 10))}),
    ),
    "no wall is thinner than two lines": (
        lambda: walls(meshes()),
        lambda: walls(_one(box((0, 20), (0, 20), (0, 0.5)))),
    ),
    "no two parts of the croupier intersect": (
        fits.croupier_intersections,
        lambda: fits.croupier_intersections(moved={"return_slide": Pos(0, 0, -4)}),
    ),
    "no two parts of the mat intersect": (
        fits.mat_intersections,
        lambda: fits.mat_intersections(moved={"pile_plate": Pos(2, 0, 0)}),
    ),
    "boards fit their holes": (fits.boards, lambda: fits.boards(shift=0.5)),
    "motors, servos, boards and cells have room": (
        fits.bodies_have_room,
        lambda: fits.bodies_have_room(shift=3.0),
    ),
    "every screw of a plate finds its hole": (fits.screws, lambda: fits.screws(shift=1.5)),
    "holes of a plate leave wood between them": (
        fits.holes_apart,
        lambda: fits.holes_apart(crowded=True),
    ),
    "holes of a plate keep their rims": (
        fits.holes_from_edge,
        lambda: fits.holes_from_edge(near=True),
    ),
    "a card passes hopper, throat and mouth": (
        motions.card_path,
        lambda: motions.card_path(roof=-1.2),
    ),
    "a packet passes from slot to outlet": (
        motions.packet_path,
        lambda: motions.packet_path(turn=-4.0),
    ),
    "fourteen cards fit a slot and every tray, the stock its own": (
        motions.packets,
        lambda: motions.packets(cards=30),
    ),
    "cards lie on every place of the mat": (
        motions.mat_cards,
        lambda: motions.mat_cards(wider=6.0),
    ),
    "the rack reaches every slot": (motions.rack_motion, lambda: motions.rack_motion(steps=380)),
    "the rack turns freely": (motions.rack_free, lambda: motions.rack_free(longer=2.0)),
    "the ejector reaches through and meets nothing": (
        motions.ejector_motion,
        lambda: motions.ejector_motion(turn=15.0),
    ),
    "the gate reaches every tray": (motions.gate_motion, lambda: motions.gate_motion(off=4.0)),
    "a packet slides back into the hopper": (
        motions.return_path,
        lambda: motions.return_path(cards=45),
    ),
}


def remember(result: dict[str, object], looked_at: str) -> None:
    """Keep what a whole run found, with the hash of what it looked at."""
    current.CHECKED.parent.mkdir(exist_ok=True)
    kept = {"hash": looked_at, "result": result}
    current.CHECKED.write_text(json.dumps(kept, indent=1), encoding="utf-8")


def main() -> int:
    """Run the checks named on the command line, or all; return the status."""
    planted = "--planted" in sys.argv
    looked_at = current.checks_hash()
    names = [name for name in sys.argv[1:] if not name.startswith("--")] or list(CHECKS)
    result: dict[str, dict[str, list[str] | None]] = {}
    for name in names:
        begun = time.monotonic()
        check, fault = CHECKS[name]
        wrong = check()
        found = fault() if planted else None
        result[name] = {"findings": wrong, "planted": found}
        missed = ["the planted fault was not found"] if found == [] else []
        if wrong or missed or "--quiet" not in sys.argv:
            state = "FAILS" if wrong or missed else "holds"
            print(f"{state}  {name}  ({time.monotonic() - begun:.1f} s)", flush=True)
        for line in [*wrong, *missed]:
            print(f"       {line}")
    if planted and names == list(CHECKS):
        remember(dict(result), looked_at)
    return int(any(one["findings"] or one["planted"] == [] for one in result.values()))


if __name__ == "__main__":
    sys.exit(main())
