"""The cut plates as DXF for a laser or a mill: lines on layer CUT, in mm, from a plate's lower left corner.

`plates.py [FOLDER]` writes them, by default into build/ beside this file. A plate is cut where its section half
way through its thickness says; what is sunk from one side only stands in its drawing and in the table of holes.
"""

import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from build123d import ExportDXF, Plane, Shape, Sketch, Unit, Vector, section
from hardware.mechanical import assembly, catalogue, current

LAYER: Final = "CUT"


def plane_of(name: str, shape: Shape) -> Plane:
    """Return the plane half way through a plate; its origin is where the table of holes measures from."""
    box = shape.bounding_box()
    low, middle = box.min, box.center()
    if name.endswith("_base"):
        return Plane(Vector(low.X, low.Y, middle.Z), x_dir=(1, 0, 0), z_dir=(0, 0, 1))
    return Plane(Vector(low.X, middle.Y, low.Z), x_dir=(1, 0, 0), z_dir=(0, -1, 0))


def outline(name: str) -> Sketch:
    """Return a plate's section in its own plane: one face with its holes."""
    shape = assembly.made(name)
    plane = plane_of(name, shape)
    return plane.to_local_coords(section(shape, section_by=plane))


def write(name: str, path: Path) -> None:
    """Write one plate."""
    file = ExportDXF(unit=Unit.MM)
    file.add_layer(LAYER)
    file.add_shape(outline(name), layer=LAYER)
    file.write(str(path))


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else current.HERE / "build"
    folder.mkdir(parents=True, exist_ok=True)
    for part in catalogue.CUT:
        write(part.name, folder / f"{part.name}.dxf")
    return 0


if __name__ == "__main__":
    sys.exit(main())
