"""Files for a printer or a workshop: how they are written, and what stands in them when they are read back.

STEP for who changes a part, STL and 3MF for who prints it. 3MF is read here by its own definition (a zip with one
model in XML), not by the library that wrote it.
"""

import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import trimesh
from build123d import Mesher, Shape, export_step, export_stl, import_step

_CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
# How far a facet may lie from the model, mm, and how far two facets may turn, radians.
_TOLERANCE, _TURN = 0.05, 0.1

Kind = tuple[str, Callable[[Shape, Path], None], Callable[[Path], trimesh.Trimesh]]


def write_step(shape: Shape, path: Path) -> None:
    export_step(shape, path)


def write_stl(shape: Shape, path: Path) -> None:
    export_stl(shape, path, tolerance=_TOLERANCE, angular_tolerance=_TURN)


def write_3mf(shape: Shape, path: Path) -> None:
    mesher = Mesher()
    mesher.add_shape(shape, linear_deflection=_TOLERANCE, angular_deflection=_TURN)
    mesher.write(path)


def read_stl(path: Path) -> trimesh.Trimesh:
    return trimesh.load_mesh(path)


def read_3mf(path: Path) -> trimesh.Trimesh:
    """Return the one mesh of a 3MF file; ValueError when it is not one, or not in millimetres."""
    with zipfile.ZipFile(path) as packed:
        model = ET.fromstring(packed.read("3D/3dmodel.model"))  # noqa: S314  just written by us
    found = model.findall(f".//{_CORE}mesh")
    if len(found) != 1 or model.get("unit", "millimeter") != "millimeter":
        raise ValueError(f"{path.name}: {len(found)} meshes in {model.get('unit')}")
    points = [
        [float(vertex.attrib[axis]) for axis in "xyz"]
        for vertex in found[0].iter(f"{_CORE}vertex")
    ]
    faces = [
        [int(face.attrib[corner]) for corner in ("v1", "v2", "v3")]
        for face in found[0].iter(f"{_CORE}triangle")
    ]
    return trimesh.Trimesh(np.array(points), np.array(faces))


# A kind of print file: its ending, and how it is written and read.
STL = (".stl", write_stl, read_stl)
THREE_MF = (".3mf", write_3mf, read_3mf)


def mesh_of(shape: Shape, kind: Kind = STL) -> trimesh.Trimesh:
    """Return a part as a print file of it has it."""
    ending, write, read = kind
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"part{ending}"
        write(shape, path)
        return read(path)


def step_of(shape: Shape) -> Shape:
    """Return a part as its STEP file has it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.step"
        write_step(shape, path)
        return import_step(path)
