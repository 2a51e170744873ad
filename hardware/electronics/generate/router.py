"""A two-layer router by negotiation. Pure: pads and obstacles in, tracks and vias out; no KiCad.

Every net first takes its cheapest way, as if it were nearly alone. Then, round by round, the nets that lie in each
other's way are taken up and laid again: to cross another costs more each round, and the cells about which two nets
have quarrelled stay dear for everybody, so that who has the easier way round takes it. It ends when no two nets
come too near.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hardware.electronics.generate.maze import Cells, Hole, Maze, Pad, Point

# What it costs to cross a net in the first round, how much more in each later one (in tenths), and at most.
CROSSING, HARDER, CROSSING_MOST = 5, 13, 400
# What a quarrel adds to the price of its cell, for good.
CONTESTED = 15
MAX_ROUNDS = 120


class NoWayError(Exception):
    """No way for a net, however dear."""


@dataclass(frozen=True, slots=True)
class Route:
    """What was found for one net: ways from cell to cell, the vias on them, and what they keep from others."""

    ways: tuple[list[int], ...]
    vias: frozenset[int]
    covered: Cells


class Board:
    """The pads, the maze between them, and the routes."""

    def __init__(
        self,
        width: float,
        height: float,
        pads: list[Pad],
        holes: list[Hole],
        widths: dict[str, float],
    ) -> None:
        self._maze = Maze(width, height, pads, holes, widths)
        self._pads = {net: [pad for pad in pads if pad.net == net] for net in self._maze.nets}
        self._widths = widths
        self._routes: dict[str, Route] = {}

    def route(self, say: Callable[[int, int, int], None]) -> None:
        """Route every net; say each round's number, nets and places at odds; raise NoWayError if in vain."""
        nets = self._order()
        at_odds, price = nets, CROSSING
        for number in range(1, MAX_ROUNDS + 1):
            for net in at_odds:
                self._lay_again(net, price)
            quarrels = {net: self._quarrels(net) for net in nets}
            at_odds = [net for net in nets if quarrels[net]]
            for cell in itertools.chain.from_iterable(quarrels.values()):
                self._maze.dearer[cell] += CONTESTED
            say(number, len(at_odds), sum(map(len, quarrels.values())))
            if not at_odds:
                return
            price = min(price * HARDER // 10 + 1, CROSSING_MOST)
        raise NoWayError(f"at odds after {MAX_ROUNDS} rounds: {', '.join(at_odds)}")

    def _order(self) -> list[str]:
        """Return the nets of two pads and more: wide ones first, then short ones."""

        def rank(net: str) -> tuple[float, float, str]:
            xs, ys = [pad.x for pad in self._pads[net]], [pad.y for pad in self._pads[net]]
            return -self._widths[net], max(xs) - min(xs) + max(ys) - min(ys), net

        return sorted((net for net, pads in self._pads.items() if len(pads) > 1), key=rank)

    def _lay_again(self, net: str, price: int) -> None:
        """Take up a net and connect its pads anew, each to what of the net is nearest."""
        if net in self._routes:
            self._maze.count(self._routes.pop(net).covered, -1)
        first, *left = self._pads[net]
        cells = self._maze.cells(first)
        ways = []
        apart = {id(pad): self._apart(pad, cells) for pad in left}
        while left:
            pad = min(left, key=lambda pad: (apart[id(pad)], pad.x, pad.y))
            left.remove(pad)
            goals = self._maze.cells(pad)
            way = self._maze.search(net, cells, goals, price)
            if way is None:
                raise NoWayError(f"{net}: no way to the pad at {pad.x:.2f}, {pad.y:.2f}")
            ways.append(way)
            new = goals.union(way)
            cells |= new
            for other in left:
                apart[id(other)] = min(apart[id(other)], self._apart(other, new))
        self._routes[net] = self._found(net, ways)
        self._maze.count(self._routes[net].covered, 1)

    def _apart(self, pad: Pad, cells: set[int]) -> float:
        spots = (self._maze.point(cell) for cell in cells)
        return min(abs(pad.x - x) + abs(pad.y - y) for x, y in spots)

    def _found(self, net: str, ways: list[list[int]]) -> Route:
        size = self._maze.size
        steps = (step for way in ways for step in itertools.pairwise(way))
        vias = frozenset(at % size for at, to in steps if abs(at - to) == size)
        track = {cell for way in ways for cell in way}
        return Route(tuple(ways), vias, self._maze.cover(net, track, vias))

    def _quarrels(self, net: str) -> list[int]:
        """Return the cells of a net to which another comes too near; its own copper counts once."""
        route, size = self._routes[net], self._maze.size
        taken, through = self._maze.taken[self._maze.kind(net)], self._maze.taken["via"]
        near = [cell for cell in {c for way in route.ways for c in way} if taken[cell] > 1]
        vias = (cell + layer * size for cell in route.vias for layer in (0, 1))
        return near + [cell for cell in vias if through[cell] > 1]

    # Results.

    def tracks(self) -> Iterator[tuple[str, int, Point, Point]]:
        """Yield straight tracks: net, layer, from, to. Where a way begins on another, that one has an end too."""
        size, point = self._maze.size, self._maze.point
        for net in sorted(self._routes):
            ways = self._routes[net].ways
            joints = {cell for way in ways for cell in (way[0], way[-1])}
            for way in ways:
                for start, end in _straight(way, joints):
                    if abs(end - start) != size:
                        yield net, start // size, point(start), point(end)

    def vias(self) -> Iterator[tuple[str, Point]]:
        """Yield vias: net and place."""
        for net in sorted(self._routes):
            for cell in sorted(self._routes[net].vias):
                yield net, self._maze.point(cell)


def _straight(way: list[int], joints: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the ends of a way's straight pieces; a via is a piece of its own."""
    start = 0
    for index in range(1, len(way)):
        last = index == len(way) - 1 or way[index] in joints
        if last or way[index + 1] - way[index] != way[index] - way[index - 1]:
            yield way[start], way[index]
            start = index
