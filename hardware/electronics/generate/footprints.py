"""Footprints that KiCad's library lacks: the motor driver's carrier, and the coils of coils.toml."""

import itertools
from collections.abc import Iterator
from typing import Any

from hardware.antenna.antenna import Coil, load, path
from hardware.electronics.generate.sexpr import Quoted, identity, text
from hardware.electronics.generate.symbols import Point

PITCH = 2.54


def footprint_files() -> dict[str, str]:
    """Return the project's footprints by file name."""
    files = {"TB6612_carrier.kicad_mod": carrier("TB6612_carrier", 8, 15.24, 17.78)}
    for coil in load().coils.values():
        files[f"coil_{coil.name}.kicad_mod"] = coil_footprint(coil)
    return files


def coil_footprint(coil: Coil) -> str:
    """Return a coil: turns on the front, the way back under them as one pad with the inner end.

    Pads 1 and 2 are the terminals, beside each other outside the coil.
    """
    name = f"coil_{coil.name}"
    corners = path(coil)
    outer, inner = corners[0], corners[-1]
    pad = max(1.6, coil.track_mm + 0.4)
    first = (outer[0] - 4.0, outer[1])
    second = (outer[0] - 4.0, inner[1] + 2 * (coil.track_mm + coil.gap_mm) + pad)
    track = [first, *corners]
    lines = [
        [
            "fp_line", ["start", *start], ["end", *end],
            ["stroke", ["width", float(coil.track_mm)], ["type", "solid"]],
            ["layer", Quoted("F.Cu")], identity(name, "turn", str(index)),
        ]
        for index, (start, end) in enumerate(itertools.pairwise(track))
    ]  # fmt: skip
    margin = coil.track_mm / 2 + 1.0
    box = (
        (first[0] - pad / 2 - 0.5, outer[1] - margin),
        (coil.width_mm / 2 + margin, coil.height_mm / 2 + margin),
    )
    return _footprint(
        name,
        f"Reader coil {coil.width_mm} x {coil.height_mm} mm, {coil.turns} turns",
        [
            ["net_tie_pad_groups", Quoted("1, 2")],
            *lines,
            _pad("1", first, pad, name),
            *_way_back(coil, inner, second, pad, name),
            *_frame(box, name),
            _keep_out(box, name),
        ],
        reference_at=(0.0, 0.0),
    )


def _way_back(coil: Coil, inner: Point, second: Point, size: float, name: str) -> list[list[Any]]:
    """Return pad 2: a hole at the inner end, copper on the back as one pad that leads outside, the terminal.

    Lines would not count as a connection; a pad of several shapes does.
    """
    dx, dy = second[0] - inner[0], second[1] - inner[1]
    width = ["width", float(coil.track_mm)]
    legs: list[tuple[Point, Point]] = [((0.0, 0.0), (0.0, dy)), ((0.0, dy), (dx, dy))]
    # The hole's ring keeps 0.2 mm from the turn beside it.
    ring = round(min(size, 2 * (coil.pitch_mm - coil.track_mm / 2 - 0.2)), 3)
    back = [
        "pad", Quoted("2"), "smd", "custom", ["at", *inner], ["size", ring, ring],
        ["layers", Quoted("B.Cu")],
        ["options", ["clearance", "outline"], ["anchor", "circle"]],
        ["primitives", *(["gr_line", ["start", *a], ["end", *b], width] for a, b in legs)],
        identity(name, "pad", "way back"),
    ]  # fmt: skip
    return [_pad("2", inner, ring, name, ring / 2), back, _pad("2", second, size, f"{name}/out")]


def carrier(name: str, pins: int, near: float, far: float) -> str:
    """Return two rows of holes; the second row twice, as carriers of two widths are sold."""
    bottom = PITCH * (pins - 1)
    pads = []
    for index in range(pins):
        pads.append(_pad(str(index + 1), (0.0, PITCH * index), 1.6, name))
        for side, x in enumerate((near, far)):
            number = str(2 * pins - index)
            pads.append(_pad(number, (x, PITCH * index), 1.6, f"{name}{side}"))
    box = ((-1.8, -1.8), (far + 1.8, bottom + 1.8))
    return _footprint(
        name, f"Carrier with 2 x {pins} pins", [*pads, *_frame(box, name)], (far / 2, -3.0)
    )


def _footprint(name: str, description: str, body: list[list[Any]], reference_at: Point) -> str:
    look = ["effects", ["font", ["size", 1.0, 1.0], ["thickness", 0.15]]]
    fields = [
        ("Reference", "REF**", "F.SilkS", reference_at),
        ("Value", name, "F.Fab", (reference_at[0], reference_at[1] + 2.0)),
    ]
    return text(
        [
            "footprint", Quoted(name),
            ["version", "20241229"], ["generator", Quoted("tallone")],
            ["generator_version", Quoted("9.0")],
            ["layer", Quoted("F.Cu")], ["descr", Quoted(description)],
            *(
                ["property", Quoted(key), Quoted(value), ["at", *at, 0], ["layer", Quoted(layer)],
                 identity(name, key), look]
                for key, value, layer, at in fields
            ),
            ["attr", "through_hole"],
            *body,
            ["embedded_fonts", "no"],
        ]
    ) + "\n"  # fmt: skip


def _pad(number: str, at: Point, size: float, name: str, drill: float = 0.9) -> list[Any]:
    shape = "rect" if number == "1" else "circle"
    return [
        "pad", Quoted(number), "thru_hole", shape, ["at", *at], ["size", size, size], ["drill", drill],
        ["layers", Quoted("*.Cu"), Quoted("*.Mask")], identity(name, "pad", number),
    ]  # fmt: skip


def _frame(box: tuple[Point, Point], name: str) -> Iterator[list[Any]]:
    """Yield the box on the silk screen, and a slightly larger one that keeps other parts away."""
    (left, top), (right, bottom) = box
    for layer, grow, width in (("F.SilkS", 0.0, 0.12), ("F.CrtYd", 0.25, 0.05)):
        yield [
            "fp_rect", ["start", left - grow, top - grow], ["end", right + grow, bottom + grow],
            ["stroke", ["width", width], ["type", "solid"]], ["fill", "no"],
            ["layer", Quoted(layer)], identity(name, layer),
        ]  # fmt: skip


def _keep_out(box: tuple[Point, Point], name: str) -> list[Any]:
    """Return the rule area that keeps poured copper, and with it eddy currents, out of the coil."""
    (left, top), (right, bottom) = box
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [
        "zone", ["net", 0], ["net_name", Quoted("")],
        ["layers", Quoted("F.Cu"), Quoted("B.Cu")], identity(name, "keep out"),
        ["hatch", "edge", 0.5],
        ["connect_pads", ["clearance", 0.0]], ["min_thickness", 0.25],
        ["keepout", ["tracks", "allowed"], ["vias", "allowed"], ["pads", "allowed"],
         ["copperpour", "not_allowed"], ["footprints", "allowed"]],
        ["fill", ["thermal_gap", 0.5], ["thermal_bridge_width", 0.5]],
        ["polygon", ["pts", *(["xy", *corner] for corner in corners)]],
    ]  # fmt: skip
