"""What stands in a drawn board, read from KiCad's own file: parts, pads with their nets, tracks.

Standard library only. A gate that compares a drawing with the tables it was made from sees nothing that both get
wrong; these are read back from the copper that would be ordered.
"""

import heapq
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TOKEN = re.compile(r'[()]|"(?:[^"\\]|\\.)*"|[^\s()"]+')
Sexpr = list["Sexpr | str"]
Point = tuple[float, float]
# Copper of 35 micrometre: ohm a square.
SHEET_OHM = 0.00049


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """A pad: whose, which, on what net, where."""

    part: str
    number: str
    net: str
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A straight track."""

    net: str
    start: Point
    end: Point
    width: float
    layer: str


@dataclass(frozen=True, slots=True)
class Board:
    """A board as drawn."""

    name: str
    values: dict[str, str]
    footprints: dict[str, str]
    pads: list[Pad]
    tracks: list[Track]
    # What a cover leaves above it, mm; 0: as the mechanics of today have it.
    room_mm: float = 0.0

    def on(self, net: str) -> list[Pad]:
        """Return the pads of a net."""
        return [pad for pad in self.pads if pad.net == net]

    def nets(self, part: str) -> dict[str, str]:
        """Return the net on each pad of a part."""
        return {pad.number: pad.net for pad in self.pads if pad.part == part}

    def between(self, one: str, other: str, letter: str) -> Iterator[str]:
        """Yield the two-pin parts of that letter with one pad on either net."""
        for part in self.values:
            if part.startswith(letter) and set(self.nets(part).values()) == {one, other}:
                yield part


def parse(text: str) -> Sexpr:
    """Return KiCad's text as nested lists; raise ValueError if its brackets do not close."""
    stack: list[Sexpr] = [[]]
    for word in _TOKEN.findall(text):
        if word == "(":
            stack.append([])
        elif word == ")":
            if len(stack) == 1:
                raise ValueError("a bracket too many")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word[1:-1] if word.startswith('"') else word)
    if len(stack) != 1 or not stack[0] or not isinstance(stack[0][0], list):
        raise ValueError("this is not a board of KiCad: a bracket is open")
    return stack[0][0]


def read(path: Path) -> Board:
    """Return the board of a .kicad_pcb file."""
    tree = parse(path.read_text(encoding="utf-8"))
    names = {str(net[1]): str(net[2]) for net in _all(tree, "net")}
    board = Board(path.stem, {}, {}, [], [])
    for footprint in _all(tree, "footprint"):
        properties = {str(p[1]): str(p[2]) for p in _all(footprint, "property")}
        part = properties["Reference"]
        board.values[part] = properties.get("Value", "")
        board.footprints[part] = str(footprint[1])
        place = [float(str(value)) for value in next(_all(footprint, "at"))[1:]]
        turn = math.radians(place[2]) if len(place) > 2 else 0.0
        for pad in _all(footprint, "pad"):
            x, y = (float(str(value)) for value in next(_all(pad, "at"))[1:3])
            net = next(_all(pad, "net"), None)
            board.pads.append(
                Pad(
                    part=part,
                    number=str(pad[1]),
                    net=str(net[-1]) if net else "",
                    at=(
                        place[0] + x * math.cos(turn) + y * math.sin(turn),
                        place[1] + y * math.cos(turn) - x * math.sin(turn),
                    ),
                )
            )
    for segment in _all(tree, "segment"):
        start, end = (
            (float(str(p[1])), float(str(p[2])))
            for p in (next(_all(segment, "start")), next(_all(segment, "end")))
        )
        number = str(next(_all(segment, "net"))[1])
        board.tracks.append(
            Track(
                net=names.get(number, number),
                start=start,
                end=end,
                width=float(str(next(_all(segment, "width"))[1])),
                layer=str(next(_all(segment, "layer"))[1]),
            )
        )
    return board


def _all(node: Sexpr, name: str) -> Iterator[Sexpr]:
    for child in node:
        if isinstance(child, list) and child and child[0] == name:
            yield child


# Copper in common ------------------------------------------------------------------------------


def shared_ohm(board: Board, source: Pad, sense: Pad, load: Pad) -> float:
    """Return the track's resistance that a sense pad sees with the load's current in it: nought if it is Kelvin.

    All three on one net, with the current from `source` to `load`. Where the sense track leaves the current's way
    before the load's pad, the rest of that way lies inside the measurement. Infinite where no track joins them.
    """
    tracks = [track for track in board.tracks if track.net == load.net]
    points = {point for track in tracks for point in (track.start, track.end)}
    points |= {pad.at for pad in (source, sense, load)}
    graph: dict[Point, dict[Point, float]] = {point: {} for point in points}
    for track in tracks:
        on = sorted(
            (point for point in points if _lies_on(point, track)),
            key=lambda point: math.dist(track.start, point),
        )
        for one, other in itertools.pairwise(on):
            ohm = SHEET_OHM * math.dist(one, other) / track.width
            graph[one][other] = graph[other][one] = ohm
    _join_near(graph)
    from_source, from_load = _ways(graph, source.at), _ways(graph, load.at)
    from_sense = _ways(graph, sense.at)
    whole = from_source.get(load.at, math.inf)
    if math.isinf(whole) or sense.at not in from_load:
        return math.inf
    way = [p for p in points if from_source[p] + from_load.get(p, math.inf) < whole + 1e-9]
    leaves = min(way, key=lambda point: from_sense.get(point, math.inf))
    return from_load[leaves]


def _lies_on(point: Point, track: Track) -> bool:
    along = math.dist(track.start, track.end)
    return math.dist(track.start, point) + math.dist(point, track.end) < along + 2e-3


def _join_near(graph: dict[Point, dict[Point, float]]) -> None:
    """Join points that a via or a pad's copper joins: they lie on one another, on whatever layer."""
    points = sorted(graph)
    for index, one in enumerate(points):
        for other in points[index + 1 :]:
            if other[0] - one[0] > 0.8:
                break
            if math.dist(one, other) < 0.8:
                graph[one].setdefault(other, 0.0)
                graph[other].setdefault(one, 0.0)


def _ways(graph: dict[Point, dict[Point, float]], start: Point) -> dict[Point, float]:
    """Return the least resistance from a point to every point it reaches."""
    found: dict[Point, float] = {}
    queue = [(0.0, start)]
    while queue:
        ohm, point = heapq.heappop(queue)
        if point in found:
            continue
        found[point] = ohm
        for other, more in graph[point].items():
            if other not in found:
                heapq.heappush(queue, (ohm + more, other))
    return found
