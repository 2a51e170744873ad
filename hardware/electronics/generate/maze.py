"""The grid of a two-layer board: who owns each cell, what lies in it, and the cheapest way through it.

Cells lie `GRID` apart. For every track width (and for vias) a map says who owns a cell: copper of that net is
near, so that only that net may pass. Another map counts the nets whose tracks come too near to the cell. Pure: no
KiCad.
"""

import heapq
import math
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

# A quarter of the usual 1.27 mm, so that rows of pins lie on the grid.
GRID = 0.3175
# More than the rule of 0.2: a diagonal between two cells passes nearer than both ends, most of all at a corner.
CLEARANCE = 0.23
CORNER = 0.04
EDGE = 0.55
VIA_RADIUS = 0.4
# What a step costs: across on the top, down on the bottom, aslant on both; the other way; to the other layer.
STRAIGHT, DIAGONAL, WRONG_WAY, VIA = 10, 16, 19, 60
# The distance still to go weighs a tenth more than it must cost: a way hardly dearer is found much sooner.
EAGER = 11
FREE, BLOCKED = 0, -1
LAYERS = (0, 1)
FAR = 1 << 60

Point = tuple[float, float]
# For each kind of copper (tracks of a width, vias) the cells which it may not enter.
Cells = dict[str, "array[int]"]


@dataclass(frozen=True, slots=True)
class Pad:
    """Copper of a net: a box with rounded ends (`radius`), turned by nothing; on which layers."""

    net: str
    x: float
    y: float
    half_w: float
    half_h: float
    layers: tuple[int, ...]
    round: bool = False


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole without copper, or an area where no track may pass: box with its distance kept."""

    x: float
    y: float
    half_w: float
    half_h: float
    round: bool = True
    keep: float = 0.3


class Maze:
    """Cells of both layers by number: those of the bottom follow those of the top."""

    def __init__(
        self,
        width: float,
        height: float,
        pads: list[Pad],
        holes: list[Hole],
        widths: dict[str, float],
    ) -> None:
        self.columns = int(width / GRID) + 1
        self.rows = int(height / GRID) + 1
        self.size = self.columns * self.rows
        self._board = (width, height)
        self.nets = sorted({pad.net for pad in pads if pad.net})
        self._number = {net: index + 1 for index, net in enumerate(self.nets)}
        self._kinds = {net: f"{width:.2f}" for net, width in widths.items()}
        self._halves = {self._kinds[net]: width / 2 for net, width in widths.items()}
        self._halves["via"] = VIA_RADIUS
        self._owners = {
            kind: self._owned(half, pads, holes) for kind, half in self._halves.items()
        }
        # A row more than the board has: what comes too near to the lower edge counts beyond it.
        self.taken = {kind: [0] * (2 * self.size + self.columns) for kind in self._halves}
        # What earlier quarrels about a cell have made it cost.
        self.dearer = [0] * (2 * self.size)
        self._cheapest = [FAR] * (2 * self.size)
        down = self.columns
        aslant = tuple((step, DIAGONAL) for step in (down + 1, down - 1, 1 - down, -down - 1))
        self._steps = (
            ((1, STRAIGHT), (-1, STRAIGHT), (down, WRONG_WAY), (-down, WRONG_WAY), *aslant),
            ((1, WRONG_WAY), (-1, WRONG_WAY), (down, STRAIGHT), (-down, STRAIGHT), *aslant),
        )

    def cell(self, x: float, y: float) -> int:
        return round(y / GRID) * self.columns + round(x / GRID)

    def cells(self, pad: Pad) -> set[int]:
        """Return the pad's cell on each of its layers."""
        return {layer * self.size + self.cell(pad.x, pad.y) for layer in pad.layers}

    def point(self, cell: int) -> Point:
        row, column = divmod(cell % self.size, self.columns)
        return (column * GRID, row * GRID)

    # Who owns a cell.

    def _owned(self, half: float, pads: list[Pad], holes: list[Hole]) -> list[int]:
        owners = [FREE] * (2 * self.size)
        for pad in pads:
            number = self._number.get(pad.net, BLOCKED)
            for cell in self._near(pad, half + CLEARANCE):
                for layer in pad.layers:
                    at = layer * self.size + cell
                    owners[at] = number if owners[at] in (FREE, number) else BLOCKED
        for hole in holes:
            for cell in self._near(hole, half + hole.keep):
                owners[cell] = owners[cell + self.size] = BLOCKED
        width, height = self._board
        for cell in range(self.size):
            x, y = self.point(cell)
            if min(x, y, width - x, height - y) < half + EDGE:
                owners[cell] = owners[cell + self.size] = BLOCKED
        return owners

    def _near(self, box: Pad | Hole, reach: float) -> Iterator[int]:
        """Yield the cells nearer than `reach` to a box, or to the round that fills it."""
        core = min(box.half_w, box.half_h) if box.round else 0.0
        half_w, half_h, far = box.half_w - core, box.half_h - core, reach + core
        left = max(0, math.floor((box.x - half_w - far) / GRID))
        right = min(self.columns - 1, math.ceil((box.x + half_w + far) / GRID))
        top = max(0, math.floor((box.y - half_h - far) / GRID))
        bottom = min(self.rows - 1, math.ceil((box.y + half_h + far) / GRID))
        for row in range(top, bottom + 1):
            dy = max(0.0, abs(row * GRID - box.y) - half_h)
            for column in range(left, right + 1):
                dx = max(0.0, abs(column * GRID - box.x) - half_w)
                limit = far + CORNER if dx and dy and not box.round else far
                if dx * dx + dy * dy < limit * limit:
                    yield row * self.columns + column

    # What lies in it.

    def kind(self, net: str) -> str:
        """Return the name of the maps that hold for a net's tracks."""
        return self._kinds[net]

    def cover(self, net: str, track: Iterable[int], vias: Iterable[int]) -> Cells:
        """Return for each kind of copper the cells that come too near to a net's track and vias."""
        half = self._halves[self._kinds[net]]
        own, vias = list(track), list(vias)
        covered: Cells = {}
        for kind, other in self._halves.items():
            cells = {cell + step for step in self._disc(half + other) for cell in own}
            for step in self._disc(VIA_RADIUS + other):
                cells.update(cell + step for cell in vias)
                cells.update(cell + step + self.size for cell in vias)
            covered[kind] = array("i", cells)
        return covered

    def _disc(self, reach: float) -> list[int]:
        limit = reach + CLEARANCE
        far = int(limit / GRID)
        return [
            dy * self.columns + dx
            for dy in range(-far, far + 1)
            for dx in range(-far, far + 1)
            if math.hypot(dy, dx) * GRID < limit
        ]

    def count(self, covered: Cells, change: int) -> None:
        """Count a net into the maps of what is taken, or out of them."""
        for kind, cells in covered.items():
            taken = self.taken[kind]
            for cell in cells:
                taken[cell] += change

    # The cheapest way.

    def search(self, net: str, starts: set[int], goals: set[int], price: int) -> list[int] | None:
        """Return a cheap way from a net's copper to a pad, on which every foreign net in a cell costs `price`."""
        kind, number = self._kinds[net], self._number[net]
        owners, taken = self._owners[kind], self.taken[kind]
        dearer, cheapest, size = self.dearer, self._cheapest, self.size
        ahead = self._distance_to(min(goals))
        came: dict[int, int] = {}
        heap = [(ahead(at), 0, at) for at in sorted(starts)]
        heapq.heapify(heap)
        touched = list(starts)
        for at in touched:
            cheapest[at] = 0
        found = None
        while heap:
            _rank, so_far, at = heapq.heappop(heap)
            if so_far > cheapest[at]:
                continue
            if at in goals:
                found = at
                break
            steps = self._steps[at >= size]
            through = self._through(at % size, number, price)
            if through:
                steps = (*steps, (-size if at >= size else size, through))
            for step, cost in steps:
                to = at + step
                owner = owners[to]
                others = taken[to]
                if owner and owner != number:
                    continue
                total = so_far + cost + dearer[to] + others * price
                if total < cheapest[to]:
                    if cheapest[to] == FAR:
                        touched.append(to)
                    cheapest[to] = total
                    came[to] = at
                    heapq.heappush(heap, (total + ahead(to), total, to))
        for at in touched:
            cheapest[at] = FAR
        return None if found is None else _trace(came, found)

    def _through(self, cell: int, number: int, price: int) -> int:
        """Return what a via costs, 0 where none may stand."""
        owners, taken, below = self._owners["via"], self.taken["via"], cell + self.size
        if owners[cell] not in (FREE, number) or owners[below] not in (FREE, number):
            return 0
        others = taken[cell] + taken[below]
        return VIA + others * price

    def _distance_to(self, goal: int) -> Callable[[int], int]:
        """Return what a way from a cell to the goal costs, roughly."""
        columns, size = self.columns, self.size
        goal_row, goal_column = divmod(goal % size, columns)

        def ahead(at: int) -> int:
            row, column = divmod(at % size, columns)
            dx, dy = abs(column - goal_column), abs(row - goal_row)
            return EAGER * (STRAIGHT * (dx + dy) - (2 * STRAIGHT - DIAGONAL) * min(dx, dy)) // 10

        return ahead


def _trace(came: dict[int, int], at: int) -> list[int]:
    way = [at]
    while at in came:
        at = came[at]
        way.append(at)
    way.reverse()
    return way
