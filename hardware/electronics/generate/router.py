"""A two-layer maze router with rip-up. Pure: pads and obstacles in, tracks and vias out; no KiCad.

Cells lie `GRID` apart. For every track width (and for vias) a map per layer says who owns a cell: copper of that
net is near, so that only that net may pass. Routed tracks are counted per cell and net, so that a net can be taken
up again. A net without a free way searches once more with a price on foreign tracks, takes up those it crosses,
makes their cells dearer for everybody, and they queue again. A net that is poured as well takes up nobody: a pad
that it does not reach is left to the pour, and the design rules say whether that was enough. A net that is held is
never taken up: supplies lie first, and signals go round them.
"""

import heapq
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

# A quarter of the usual 1.27 mm, so that rows of pins lie on the grid.
GRID = 0.3175
# More than the rule of 0.2: a diagonal between two cells passes nearer than both ends, most of all at a corner.
CLEARANCE = 0.23
CORNER = 0.04
EDGE = 0.55
VIA_RADIUS = 0.4
STRAIGHT, DIAGONAL, WRONG_WAY, VIA = 10, 16, 9, 55
CROSSING = 90
# ... and for each earlier quarrel about the cell: who has the easier way round shall take it.
CONTESTED = 60
MAX_ROUNDS = 4000
FREE, BLOCKED = 0, -1
LAYERS = (0, 1)

Point = tuple[float, float]


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


@dataclass(slots=True)
class Route:
    """What was found for one net: runs of cells on a layer, and vias."""

    cells: set[int] = field(default_factory=set)
    runs: list[tuple[int, list[int]]] = field(default_factory=list)
    vias: list[int] = field(default_factory=list)
    # Every cell of copper with its radius class, as painted.
    painted: list[tuple[int, str]] = field(default_factory=list)


class NoWayError(Exception):
    """No way for a net, however dear."""


class _Prices:
    """What a cell costs one net beside its length: -1 where it may not pass."""

    __slots__ = (
        "_held",
        "_history",
        "_number",
        "_price",
        "_size",
        "_static",
        "_taken",
        "_vias",
        "_vias_taken",
    )

    def __init__(self, board: "Board", number: int, half: str, price: int) -> None:
        self._number, self._price, self._size = number, price, board.size
        self._static, self._vias = board.static[half], board.static["via"]
        self._taken, self._vias_taken = board.taken[half], board.taken["via"]
        self._history = board.history
        self._held = board.held

    def track(self, to: int) -> int:
        owner = self._static[to]
        if owner not in (FREE, self._number):
            return -1
        others = self._taken.get(to)
        if not others or (len(others) == 1 and self._number in others):
            return 0
        if not self._price or not self._held.isdisjoint(others):
            return -1
        return self._price * len(others) + self._history.get(to, 0)

    def via(self, flat: int) -> int:
        for at in (flat, flat + self._size):
            if self._vias[at] not in (FREE, self._number):
                return -1
        foreign = set(self._vias_taken.get(flat, ()))
        foreign.update(self._vias_taken.get(flat + self._size, ()))
        foreign.discard(self._number)
        if not foreign:
            return 0
        if not self._price or not self._held.isdisjoint(foreign):
            return -1
        return self._price * len(foreign) + self._history.get(flat, 0)


class Board:
    """The grid, who owns what, and the routes."""

    def __init__(
        self,
        width: float,
        height: float,
        pads: list[Pad],
        holes: list[Hole],
        widths: dict[str, float],
        *,
        poured: frozenset[str] = frozenset(),
        held: frozenset[str] = frozenset(),
    ) -> None:
        self.columns = int(width / GRID) + 1
        self.rows = int(height / GRID) + 1
        self.size = self.columns * self.rows
        self._board = (width, height)
        self._pads = pads
        self._holes = holes
        self._widths = widths
        self._poured = poured
        self.nets = sorted({pad.net for pad in pads if pad.net})
        self._number = {net: index + 1 for index, net in enumerate(self.nets)}
        self.held = frozenset(self._number[net] for net in held if net in self._number)
        self.routes: dict[str, Route] = {}
        classes = sorted(set(widths.values()))
        self._classes = {f"{w:.2f}": w / 2 for w in classes} | {"via": VIA_RADIUS}
        self.static = {name: self._owners(half) for name, half in self._classes.items()}
        self.taken: dict[str, dict[int, dict[int, int]]] = {name: {} for name in self._classes}
        self.history: dict[int, int] = {}

    # Static maps.

    def _owners(self, half: float) -> list[int]:
        owners = [FREE] * (2 * self.size)
        for pad in self._pads:
            number = self._number.get(pad.net, BLOCKED)
            reach = half + CLEARANCE
            for cell in self._near(pad.x, pad.y, pad.half_w, pad.half_h, reach, round_=pad.round):
                for layer in pad.layers:
                    at = layer * self.size + cell
                    owners[at] = number if owners[at] in (FREE, number) else BLOCKED
        for hole in self._holes:
            reach = half + hole.keep
            for cell in self._near(
                hole.x, hole.y, hole.half_w, hole.half_h, reach, round_=hole.round
            ):
                for layer in LAYERS:
                    owners[layer * self.size + cell] = BLOCKED
        self._block_edge(owners, half + EDGE)
        return owners

    def _block_edge(self, owners: list[int], reach: float) -> None:
        width, height = self._board
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = column * GRID, row * GRID
                if min(x, y, width - x, height - y) < reach:
                    for layer in LAYERS:
                        owners[layer * self.size + row * self.columns + column] = BLOCKED

    def _near(
        self, x: float, y: float, half_w: float, half_h: float, reach: float, *, round_: bool
    ) -> Iterator[int]:
        """Yield the cells nearer than `reach` to a box, or to the round that fills it."""
        core = min(half_w, half_h) if round_ else 0.0
        box_w, box_h = half_w - core, half_h - core
        far = reach + core
        left = max(0, math.floor((x - box_w - far) / GRID))
        right = min(self.columns - 1, math.ceil((x + box_w + far) / GRID))
        top = max(0, math.floor((y - box_h - far) / GRID))
        bottom = min(self.rows - 1, math.ceil((y + box_h + far) / GRID))
        for row in range(top, bottom + 1):
            dy = max(0.0, abs(row * GRID - y) - box_h)
            for column in range(left, right + 1):
                dx = max(0.0, abs(column * GRID - x) - box_w)
                limit = far + CORNER if dx and dy and not round_ else far
                if dx * dx + dy * dy < limit * limit:
                    yield row * self.columns + column

    def cell(self, x: float, y: float) -> int:
        return round(y / GRID) * self.columns + round(x / GRID)

    def point(self, cell: int) -> Point:
        row, column = divmod(cell % self.size, self.columns)
        return (column * GRID, row * GRID)

    # Routing.

    def route(self, order: list[str], say: Callable[[str, int, list[str]], None]) -> None:
        """Route every net; raise NoWayError when one stays without a way."""
        queue = list(order)
        for _round in range(MAX_ROUNDS):
            if not queue:
                return
            net = queue.pop(0)
            crossed = self._route_net(net)
            for other in sorted(crossed):
                self._take_up(other)
                queue.append(other)
            say(net, len(queue), sorted(crossed))
        raise NoWayError(f"still without a way after {MAX_ROUNDS} rounds: {queue}")

    def _route_net(self, net: str) -> set[str]:
        """Connect every pad of a net; return the nets whose tracks had to be crossed."""
        pads = [pad for pad in self._pads if pad.net == net]
        route = Route()
        left = pads[1:]
        self._add_pad(route, pads[0])
        crossed: set[str] = set()
        half = f"{self._widths[net]:.2f}"
        while left:
            pad = self._nearest(route, left)
            left.remove(pad)
            goals = {layer * self.size + self.cell(pad.x, pad.y) for layer in pad.layers}
            way = self._search(route.cells, goals, net, half, price=0)
            if way is None and net in self._poured:
                continue  # the copper poured around everything reaches it
            if way is None:
                way = self._search(route.cells, goals, net, half, price=CROSSING)
            if way is None:
                raise NoWayError(f"{net}: no way to the pad at {pad.x:.2f}, {pad.y:.2f}")
            crossed |= self._lay(route, way, net, half)
            self._add_pad(route, pad)
        self.routes[net] = route
        for at, kind in route.painted:
            self._paint(at, kind, net, 1)
        return crossed

    def _add_pad(self, route: Route, pad: Pad) -> None:
        for layer in pad.layers:
            route.cells.add(layer * self.size + self.cell(pad.x, pad.y))

    def _nearest(self, route: Route, pads: list[Pad]) -> Pad:
        points = [self.point(cell) for cell in route.cells]

        def distance(pad: Pad) -> float:
            return min(abs(pad.x - x) + abs(pad.y - y) for x, y in points)

        return min(pads, key=lambda pad: (distance(pad), pad.x, pad.y))

    def _search(
        self, starts: set[int], goals: set[int], net: str, half: str, *, price: int
    ) -> list[int] | None:
        """Return a cheap way from the net's copper to a pad: A* with a fifth more than the octile distance."""
        prices = _Prices(self, self._number[net], half, price)
        track_price, via_price = prices.track, prices.via
        columns, size = self.columns, self.size
        goal_row, goal_column = divmod(min(goals) % size, columns)

        def ahead(at: int) -> int:
            row, column = divmod(at % size, columns)
            dx, dy = abs(row - goal_row), abs(column - goal_column)
            return 12 * (dx + dy) - 7 * min(dx, dy)

        cost = dict.fromkeys(starts, 0)
        came: dict[int, int] = {}
        heap = [(ahead(at), 0, at) for at in sorted(starts)]
        heapq.heapify(heap)
        done: set[int] = set()

        def reach(at: int, to: int, total: int) -> None:
            if total < cost.get(to, 1 << 60):
                cost[to] = total
                came[to] = at
                heapq.heappush(heap, (total + ahead(to), total, to))

        steps = self._steps()
        while heap:
            _rank, so_far, at = heapq.heappop(heap)
            if at in goals:
                return self._trace(came, at)
            if at in done:
                continue
            done.add(at)
            bottom = at >= size
            for offset, top_cost, bottom_cost in steps:
                to = at + offset
                if to not in done:
                    extra = track_price(to)
                    if extra >= 0:
                        reach(at, to, so_far + extra + (bottom_cost if bottom else top_cost))
            to = at - size if bottom else at + size
            if to not in done:
                extra = via_price(at % size)
                if extra >= 0:
                    reach(at, to, so_far + extra + VIA)
        return None

    def _steps(self) -> tuple[tuple[int, int, int], ...]:
        """Return the eight ways on: offset, cost on the top, cost below (across above, down below)."""
        down, wrong = self.columns, STRAIGHT + WRONG_WAY
        return (
            (1, STRAIGHT, wrong),
            (-1, STRAIGHT, wrong),
            (down, wrong, STRAIGHT),
            (-down, wrong, STRAIGHT),
            (down + 1, DIAGONAL, DIAGONAL),
            (down - 1, DIAGONAL, DIAGONAL),
            (-down + 1, DIAGONAL, DIAGONAL),
            (-down - 1, DIAGONAL, DIAGONAL),
        )

    @staticmethod
    def _trace(came: dict[int, int], at: int) -> list[int]:
        way = [at]
        while at in came:
            at = came[at]
            way.append(at)
        way.reverse()
        return way

    def _lay(self, route: Route, way: list[int], net: str, half: str) -> set[str]:
        """Add a way to a net's route; return the nets whose tracks it crosses."""
        number = self._number[net]
        crossed: set[int] = set()
        run = [way[0]]
        for before, at in itertools.pairwise(way):
            if abs(at - before) == self.size:
                route.runs.append((before // self.size, run))
                flat = at % self.size
                route.vias.append(flat)
                for layer in LAYERS:
                    route.painted.append((layer * self.size + flat, "via"))
                    crossed |= set(self.taken["via"].get(layer * self.size + flat, {}))
                run = [at]
            else:
                run.append(at)
        route.runs.append((way[-1] // self.size, run))
        for at in way:
            route.painted.append((at, half))
            crossed |= set(self.taken[half].get(at, {}))
        route.cells.update(way)
        crossed.discard(number)
        for at in way:
            if crossed & set(self.taken[half].get(at, {})):
                self.history[at] = self.history.get(at, 0) + CONTESTED
        return {self.nets[other - 1] for other in crossed}

    def _take_up(self, net: str) -> None:
        route = self.routes.pop(net, None)
        if route is not None:
            for at, kind in route.painted:
                self._paint(at, kind, net, -1)

    def _paint(self, at: int, kind: str, net: str, change: int) -> None:
        """Count one cell of copper into (or out of) the maps of every width."""
        number = self._number[net]
        layer, flat = divmod(at, self.size)
        base = layer * self.size
        for name, half in self._classes.items():
            offsets = self._disc(self._classes[kind] + half + CLEARANCE)
            taken = self.taken[name]
            row, column = divmod(flat, self.columns)
            for dy, dx in offsets:
                y, x = row + dy, column + dx
                if not (0 <= y < self.rows and 0 <= x < self.columns):
                    continue
                cell = base + y * self.columns + x
                counts = taken.setdefault(cell, {})
                counts[number] = counts.get(number, 0) + change
                if not counts[number]:
                    del counts[number]
                    if not counts:
                        del taken[cell]

    _discs: dict[float, list[tuple[int, int]]] = {}  # noqa: RUF012  the same for every board

    def _disc(self, reach: float) -> list[tuple[int, int]]:
        key = round(reach, 4)
        if key not in self._discs:
            far = int(reach / GRID)
            self._discs[key] = [
                (dy, dx)
                for dy in range(-far, far + 1)
                for dx in range(-far, far + 1)
                if (dy * dy + dx * dx) * GRID * GRID < reach * reach
            ]
        return self._discs[key]

    # Results.

    def tracks(self) -> Iterator[tuple[str, int, Point, Point]]:
        """Yield straight tracks: net, layer, from, to."""
        for net in sorted(self.routes):
            for layer, run in self.routes[net].runs:
                for start, end in self._straight(run):
                    yield net, layer, self.point(start), self.point(end)

    def vias(self) -> Iterator[tuple[str, Point]]:
        """Yield vias: net and place."""
        for net in sorted(self.routes):
            for cell in sorted(set(self.routes[net].vias)):
                yield net, self.point(cell)

    @staticmethod
    def _straight(run: list[int]) -> Iterator[tuple[int, int]]:
        start = 0
        for index in range(1, len(run)):
            last = index == len(run) - 1
            if last or run[index + 1] - run[index] != run[index] - run[index - 1]:
                yield run[start], run[index]
                start = index
