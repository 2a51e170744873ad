"""Boxes, rods and plates by their borders: the few shapes that the parts are made of."""

import math

from build123d import (
    Align,
    Box,
    Cylinder,
    Face,
    Location,
    Part,
    Plane,
    Polyline,
    Pos,
    Rot,
    Vector,
    extrude,
    make_face,
)

Span = tuple[float, float]
_LOW = (Align.MIN, Align.MIN, Align.MIN)


def box(x: Span, y: Span, z: Span) -> Part:
    """Return the box between those borders."""
    size = x[1] - x[0], y[1] - y[0], z[1] - z[0]
    return Pos(x[0], y[0], z[0]) * Box(*size, align=_LOW)


def rod(axis: str, at: Span, diameter: float, span: Span) -> Part:
    """Return a cylinder along x, y or z; `at` gives the other two places in the order x, y, z."""
    cylinder = Cylinder(
        diameter / 2, span[1] - span[0], align=(Align.CENTER, Align.CENTER, Align.MIN)
    )
    if axis == "x":
        return Pos(span[0], *at) * Rot(0, 90, 0) * cylinder
    if axis == "y":
        return Pos(at[0], span[0], at[1]) * Rot(-90, 0, 0) * cylinder
    return Pos(*at, span[0]) * cylinder


def upright_plate(points: list[Span], y: Span) -> Part:
    """Return the plate with that outline in x and z, between two places across."""
    face = make_face(Polyline(*[Vector(x, y[0], z) for x, z in points], close=True))
    return extrude(face, amount=y[1] - y[0], dir=(0, 1, 0))


def flat_plate(points: list[Span], z: Span) -> Part:
    """Return the plate with that outline in x and y, between two heights."""
    face: Face = make_face(Plane.XY * Polyline(*points, close=True))
    return Pos(0, 0, z[0]) * extrude(face, amount=z[1] - z[0], dir=(0, 0, 1))


def turned(degrees: float, x: float = 0.0, z: float = 0.0) -> Location:
    """Return the place (x, z) with the x axis turned up by that many degrees, as seen from -y."""
    return Pos(x, 0, z) * Rot(0, -degrees, 0)


def around(radius: float, degrees: float, x: float = 0.0, z: float = 0.0) -> Span:
    """Return the place in x and z at that distance and angle from a centre."""
    turn = math.radians(degrees)
    return x + radius * math.cos(turn), z + radius * math.sin(turn)


def both(span: Span) -> tuple[Span, Span]:
    """Return a span across and its mirror image."""
    return span, (-span[1], -span[0])
