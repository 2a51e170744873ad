"""Holes and outlines of the cut plates: what is mounted on each, as holes in the standing machine's x and z."""

from dataclasses import dataclass

from build123d import Location, Part, Pos
from hardware.mechanical import places
from hardware.mechanical.parts import (
    ejector_guide,
    hopper,
    lid,
    out_tray,
    outlet,
    return_slide,
    shroud,
    stock_tray,
    throat_floor,
    throat_roof,
)
from hardware.mechanical.parts.foot import HOLES, RISE
from hardware.mechanical.solids import around, box, rod, turned, upright_plate

from hardware import dimensions as d

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Hole:
    """A round hole and what for; `slot` lengthens it along the path's z, for tightening a belt."""

    at: Span
    diameter: float
    use: str
    slot: float = 0.0


def path_hole(place: Span, diameter: float, use: str, slot: float = 0.0) -> Hole:
    """Return a hole given in the frame of the path."""
    return Hole(d.upright(*place), diameter, use, slot)


def core_holes() -> list[Hole]:
    """Return the holes that both side plates have."""
    screws = {
        "hopper": hopper.SCREWS,
        "throat floor": throat_floor.SCREWS,
        "throat roof": throat_roof.SCREWS,
    }
    holes = [
        path_hole(place, d.M3_FREE, use) for use, places_ in screws.items() for place in places_
    ]
    holes += [path_hole(place, d.BEARING, "bearing 686") for place in places.SHAFTS]
    holes.append(path_hole((d.RACK_X, d.RACK_Z), d.RACK_BEARING, "bearing 608"))
    for start in shroud.STARTS:
        for boss in shroud.BOSSES:
            place = around(shroud.BOSS_RADIUS, start + boss, d.RACK_X, d.RACK_Z)
            holes.append(path_hole(place, d.M3_FREE, "shroud"))
    holes.append(path_hole(lid.HINGE, d.M3_FREE, "lid's hinge"))
    return holes


def motor_holes() -> list[Hole]:
    """Return what the motor side's plate has besides."""
    x, z = places.RACK_MOTOR
    holes = [path_hole((x, z), 23.0, "rack motor", 6)]
    holes += [
        path_hole((x + dx, z + dz), d.M3_FREE, "rack motor", 6)
        for dx in (-15.5, 15.5)
        for dz in (-15.5, 15.5)
    ]
    for name, (x, z) in (("feed motor", places.FEED_MOTOR), ("exit motor", places.EXIT_MOTOR)):
        holes.append(path_hole((x, z), 8.0, name, 5))
        holes += [path_hole((x + dx, z), d.M3_FREE, name, 5) for dx in (-8.5, 8.5)]
    holes += [path_hole(place, d.M3_FREE, "ejector guide") for place in ejector_guide.SCREWS]
    holes.append(path_hole(places.HALL, 5.0, "Hall switch"))
    holes.append(path_hole(places.PLUNGER, 6.0, "spring plunger"))
    holes += [path_hole((x, 24.0), 2.2, "interlock switch") for x in (-29.75, -20.25)]
    return holes + [
        Hole((x + hole, d.BASE_Z + RISE), d.M3_FREE, "foot")
        for x in places.FEET_MOTOR
        for hole in HOLES
    ]


def tray_holes(*, inner: bool) -> list[Hole]:
    """Return the trays' screws in the inner or the outer plate."""
    holes = []
    for number, name in enumerate(d.TRAYS):
        if name == "return":
            continue
        screws = stock_tray.SCREWS if name == "stock" else out_tray.SCREWS
        if not inner and name != "reject":
            screws = screws[:1]
        for x, z in screws:
            holes.append(Hole(places.tray_point(number, x, z), d.M3_FREE, f"tray {name}"))
    return holes


def lane_holes(*, inner: bool) -> list[Hole]:
    """Return what carries outlet, gate and trays, in the inner or the outer plate."""
    holes = [path_hole(place, d.M3_FREE, "outlet") for place in outlet.SCREWS]
    holes.append(
        path_hole((outlet.BEAM_X, outlet.BEAM_Z[0 if inner else 1]), d.BEAM, "out barrier")
    )
    holes.append(Hole(d.PIVOT, 3.0, "gate's axle"))
    return holes + tray_holes(inner=inner)


def outlet_holes() -> list[Hole]:
    """Return what the outlet side's plate has besides."""
    feet = (*places.FEET_OUTLET, *places.FEET_EXTRA)
    return lane_holes(inner=True) + [
        Hole((x + hole, d.BASE_Z + RISE), d.M3_FREE, "foot") for x in feet for hole in HOLES
    ]


def cheek_holes() -> list[Hole]:
    """Return the holes of the trays' outer plate."""
    x, z = places.gate_servo()
    servo = turned(d.GATE_MIDDLE, x, z)
    holes = []
    for along in (-14.75, 34.75):
        for across in (-5.0, 5.0):
            point = (servo * Pos(along, 0, across)).position
            holes.append(Hole((point.X, point.Z), 2.0, "gate servo"))
    holes.append(Hole(return_slide.SCREW, d.M3_FREE, "return slide"))
    feet = [
        Hole((x + hole, d.BASE_Z + RISE), d.M3_FREE, "foot")
        for x in places.FEET_CHEEK
        for hole in HOLES
    ]
    return lane_holes(inner=False) + holes + feet


def servo_window() -> tuple[Location, Part]:
    """Return the gate servo's window in the outer plate, in its place."""
    y = places.CHEEK_Y
    return turned(d.GATE_MIDDLE, *places.gate_servo()), box(
        (-10.5, 30.5), (y - 1, y + 5), (-10.3, 10.3)
    )


def drilled(plate: Part, holes: list[Hole], y: Span) -> Part:
    """Return the plate with its holes."""
    tools = []
    for hole in holes:
        if not hole.slot:
            tools.append(rod("y", hole.at, hole.diameter, (y[0] - 1, y[1] + 1)))
            continue
        x, z = d.along(*hole.at)
        ends = [d.upright(x, z + end) for end in (-hole.slot / 2, hole.slot / 2)]
        tools += [rod("y", end, hole.diameter, (y[0] - 1, y[1] + 1)) for end in ends]
        half = hole.diameter / 2
        middle = box(
            (x - half, x + half), (y[0] - 1, y[1] + 1), (z - hole.slot / 2, z + hole.slot / 2)
        )
        tools.append(places.PATH * middle)
    return plate - tools


def side_plate(y: Span) -> Part:
    """Return the outline of both side plates, with the window for packets."""
    top = lid.LOW - 0.4
    edge = throat_roof.SPAN[0] - 0.5
    low = [(-130.0, d.BASE_Z), (370.0, d.BASE_Z), (370.0, 90.0)]
    path = [(260.0, 20.0), (158.0, 9.3), (edge, 9.3), (edge, top), (hopper.REAR - 10, top)]
    outline = [*low, *(d.upright(*place) for place in path), (-130.0, -76.0)]
    plate = upright_plate(outline, y)
    plate += rod("y", d.upright(d.RACK_X, d.RACK_Z), 2 * (shroud.BOSS_RADIUS + 7), y)
    window = box((d.OUTLET_X, 257.0), (y[0] - 1, y[1] + 1), (-d.ENTRY_ABOVE_VANE - 0.4, 1.6))
    return plate - places.PATH * window
