"""The reader coils: their copper, inductance, resistance and field. Standard library only.

Lengths are metres inside; `coils.toml` has millimetres. A coil is a chain of straight tracks; its
inductance is the sum of partial inductances (Greenhouse), its resistance at 13.56 MHz comes from
tracks split into filaments, so that the current may crowd to the edges.
"""

import itertools
import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

COILS = Path(__file__).with_name("coils.toml")
MU0 = 4e-7 * math.pi
# Strips per track, narrow at the edges where the current crowds: shares of the width.
STRIPS = (0.03, 0.07, 0.15, 0.25, 0.25, 0.15, 0.07, 0.03)

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coil:
    """One coil as drawn, and what its reader shall see."""

    name: str
    zones: tuple[str, ...]
    width_mm: float
    height_mm: float
    turns: int
    track_mm: float
    gap_mm: float
    q: float
    target_ohm: float
    card_mm: float

    @property
    def pitch_mm(self) -> float:
        return self.track_mm + self.gap_mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Copper:
    """The foil of the boards."""

    thickness_um: float
    conductivity: float

    def skin_depth(self, frequency: float) -> float:
        return math.sqrt(2 / (2 * math.pi * frequency * MU0 * self.conductivity))


@dataclass(frozen=True, slots=True, kw_only=True)
class Antennas:
    """All of coils.toml."""

    coils: dict[str, Coil]
    copper: Copper
    matching: dict[str, float]
    tolerance: dict[str, float]
    field: dict[str, float]
    # Revision B: drawn when a rig has read fourteen cards.
    planned: dict[str, Coil]
    lanes: dict[str, float]


def load(path: Path = COILS) -> Antennas:
    """Return what coils.toml says; raise ValueError if a coil cannot be drawn."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    coils, planned = (
        {
            name: Coil(name=name, **{**entry, "zones": tuple(entry["zones"])})
            for name, entry in read[kind].items()
        }
        for kind in ("coil", "planned")
    )
    for coil in (*coils.values(), *planned.values()):
        inner = min(coil.width_mm, coil.height_mm) - 2 * coil.turns * coil.pitch_mm
        if coil.turns < 1 or min(coil.track_mm, coil.gap_mm) < 0.15 or inner <= 0:
            raise ValueError(
                f"coil {coil.name} cannot be drawn: too many turns or too fine a track"
            )
    return Antennas(
        coils=coils,
        copper=Copper(**read["copper"]),
        matching=read["matching"],
        tolerance=read["tolerance"],
        field=read["field"],
        planned=planned,
        lanes=read["lanes"],
    )


def path(coil: Coil) -> list[Point]:
    """Return the corners of the copper's centre line in mm, outer terminal first; y points down."""
    right, bottom, pitch = coil.width_mm / 2, coil.height_mm / 2, coil.pitch_mm
    corners = [(-right, -bottom)]
    for turn in range(coil.turns):
        inset = turn * pitch
        corners += [
            (right - inset, inset - bottom),
            (right - inset, bottom - inset),
            (inset - right, bottom - inset),
            (inset - right, inset - bottom + pitch),
        ]
    return corners


def length(points: Sequence[Point]) -> float:
    """Return the length of the track, in the unit of its points."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


# Partial inductances -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bar:
    """A straight track along one axis: where it lies across, from where to where it runs, which way."""

    upright: bool
    across: float
    low: float
    high: float
    way: int


def bars(points: Sequence[Point]) -> list[Bar]:
    """Return the tracks of a path of right angles given in mm, in metres; others raise ValueError."""
    found = []
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        upright = (
            abs(x1 - x0) < 1e-6
        )  # never `==`: coordinates come out of sums, and back from files
        if not upright and abs(y1 - y0) >= 1e-6:
            raise ValueError(f"a track from {x0, y0} to {x1, y1} is neither upright nor level")
        start, end, across = (y0, y1, x0) if upright else (x0, x1, y0)
        way = 1 if end > start else -1
        found.append(Bar(upright, across / 1e3, min(start, end) / 1e3, max(start, end) / 1e3, way))
    return found


def self_inductance(long: float, wide: float, thick: float) -> float:
    """Return the partial inductance of a bar of rectangular section (Grover; Ruehli 1972)."""
    section = wide + thick
    return 2e-7 * long * (math.log(2 * long / section) + 0.5 + 0.2235 * section / long)


def mutual(a: Bar, b: Bar, apart: float) -> float:
    """Return the mutual inductance of two parallel filaments that far apart, with its sign."""

    def primitive(along: float) -> float:
        return along * math.asinh(along / apart) - math.hypot(along, apart)

    total = (
        primitive(b.high - a.low)
        - primitive(b.low - a.low)
        - primitive(b.high - a.high)
        + primitive(b.low - a.high)
    )
    return 1e-7 * total * a.way * b.way


def inductance(points: Sequence[Point], track_mm: float, thickness_mm: float) -> float:
    """Return the inductance in henry of a path of right angles, current spread evenly over the track."""
    chain = bars(points)
    wide, thick = track_mm / 1e3, thickness_mm / 1e3
    total = sum(self_inductance(bar.high - bar.low, wide, thick) for bar in chain)
    for index, a in enumerate(chain):
        for b in chain[:index]:
            if a.upright == b.upright:
                total += 2 * mutual(a, b, max(abs(a.across - b.across), 0.2235 * (wide + thick)))
    return total


def coupling(a: Coil, b: Coil, right_mm: float, down_mm: float, thickness_mm: float) -> float:
    """Return the coupling factor k of two coils whose middles lie that far apart."""
    moved = [(x + right_mm, y + down_mm) for x, y in path(b)]
    shared = sum(
        mutual(one, other, max(abs(one.across - other.across), 1e-5))
        for one in bars(path(a))
        for other in bars(moved)
        if one.upright == other.upright
    )
    own = [inductance(path(c), c.track_mm, thickness_mm) for c in (a, b)]
    return shared / math.sqrt(own[0] * own[1])


# Filaments -----------------------------------------------------------------------------------


def impedance(coil: Coil, copper: Copper, frequency: float) -> complex:
    """Return the coil's impedance with the current free to crowd within each track."""
    strips = [strip for bar in bars(path(coil)) for strip in _split(bar, coil.track_mm / 1e3)]
    omega, thick = 2 * math.pi * frequency, copper.thickness_um / 1e6
    foil = foil_factor(thick / copper.skin_depth(frequency))
    matrix = []
    for row, (_, bar, wide) in enumerate(strips):
        line = [1j * omega * _between(strips, row, column, thick) for column in range(row + 1)]
        line[row] += foil * (bar.high - bar.low) / (copper.conductivity * wide * thick)
        matrix.append(line)
    for row, line in enumerate(matrix):
        line += [matrix[below][row] for below in range(row + 1, len(matrix))]
    return _series(matrix, len(STRIPS))


def foil_factor(depths: float) -> float:
    """Return by how much a foil of that many skin depths resists more than at zero frequency (Dowell)."""
    return (
        (depths / 2)
        * (math.sinh(depths) + math.sin(depths))
        / (math.cosh(depths) - math.cos(depths))
    )


def _split(bar: Bar, wide: float) -> list[tuple[float, Bar, float]]:
    strips, edge = [], bar.across - wide / 2
    for share in STRIPS:
        part = Bar(bar.upright, edge + share * wide / 2, bar.low, bar.high, bar.way)
        strips.append((edge, part, share * wide))
        edge += share * wide
    return strips


def _between(
    strips: Sequence[tuple[float, Bar, float]], row: int, column: int, thick: float
) -> float:
    edge_a, a, wide_a = strips[row]
    edge_b, b, wide_b = strips[column]
    if a.upright != b.upright:
        return 0.0
    if row == column:
        return self_inductance(a.high - a.low, wide_a, thick)
    if abs(edge_a - edge_b) < 1e-6:
        return mutual(
            a, b, 0.2235 * (wide_a + thick)
        )  # tracks in one line, beyond each other's end
    return mutual(a, b, _mean_distance(edge_a, wide_a, edge_b, wide_b))


def _mean_distance(edge_a: float, wide_a: float, edge_b: float, wide_b: float) -> float:
    """Return the geometric mean distance of two thin strips side by side."""

    def primitive(apart: float) -> float:
        square = apart * apart
        return square * math.log(abs(apart)) / 2 - 0.75 * square if abs(apart) > 1e-12 else 0.0

    end_a, end_b = edge_a + wide_a, edge_b + wide_b
    total = (
        primitive(end_a - edge_b)
        + primitive(edge_a - end_b)
        - primitive(edge_a - edge_b)
        - primitive(end_a - end_b)
    )
    return math.exp(total / (wide_a * wide_b))


def _series(matrix: list[list[complex]], strips: int) -> complex:
    """Return the impedance of tracks in series, each of that many strips in parallel.

    In each track the first strip carries what the others leave of the whole current of 1 A, and all
    strips have the same voltage: subtract the first row and column of each track, and solve.
    """
    size = len(matrix)
    firsts = range(0, size, strips)
    for line in matrix:
        for first in firsts:
            for column in range(first + 1, first + strips):
                line[column] -= line[first]
    voltage_rows = [matrix[first] for first in firsts]
    inner = [index for index in range(size) if index % strips]
    system = []
    for index in inner:
        base = matrix[index - index % strips]
        line = [a - b for a, b in zip(matrix[index], base, strict=True)]
        system.append([line[column] for column in inner] + [-sum(line[first] for first in firsts)])
    currents = _solve(system)
    return sum(
        (
            sum(row[first] for first in firsts)
            + sum(row[column] * current for column, current in zip(inner, currents, strict=True))
        )
        for row in voltage_rows
    )


def _solve(system: list[list[complex]]) -> list[complex]:
    """Solve the linear system of rows with their right side last; it is diagonally strong."""
    size = len(system)
    for pivot in range(size):
        top = system[pivot]
        for row in range(pivot + 1, size):
            line = system[row]
            factor = line[pivot] / top[pivot]
            if factor:
                line[pivot:] = [
                    a - factor * b for a, b in zip(line[pivot:], top[pivot:], strict=True)
                ]
    found = [0j] * size
    for row in reversed(range(size)):
        line = system[row]
        rest = sum(line[column] * found[column] for column in range(row + 1, size))
        found[row] = (line[size] - rest) / line[row]
    return found


# Field ---------------------------------------------------------------------------------------


def field(points: Sequence[Point], ampere: float, x_mm: float, y_mm: float, z_mm: float) -> float:
    """Return the field in A/m across the coil's plane at a point above it (Biot and Savart)."""
    total = 0.0
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        along = math.dist((x0, y0), (x1, y1))
        unit = ((x1 - x0) / along, (y1 - y0) / along)
        relative = (x_mm - x0, y_mm - y0)
        start = relative[0] * unit[0] + relative[1] * unit[1]
        side = unit[0] * relative[1] - unit[1] * relative[0]  # positive: inside, as the path winds
        square = side * side + z_mm * z_mm
        if square < 1e-9:
            continue
        reach = start / math.sqrt(start * start + square)
        reach += (along - start) / math.sqrt((along - start) ** 2 + square)
        total += ampere * reach * side / (4 * math.pi * square)
    return total * 1e3
