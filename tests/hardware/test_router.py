"""The maze router: every pad reached, every distance kept, and a way refused where there is none."""

import itertools
import math
import random

import pytest
from hardware.electronics.generate import maze as mazes
from hardware.electronics.generate import router

RULE_MM = 0.2
WIDTH, HEIGHT = 25.4, 19.05


def pad(net, x, y):
    return mazes.Pad(net, x, y, 0.8, 0.8, (0, 1), round=True)


def board(pads, widths, holes=()):
    return router.Board(WIDTH, HEIGHT, pads, list(holes), widths)


def route(maze):
    """Route a board; return how many nets were at odds after each round."""
    said = []
    maze.route(lambda _number, nets, _cells: said.append(nets))
    return said


def joined(maze, pads, net):
    """Whether one piece of copper holds every pad of a net; copper is told by the cells it crosses."""
    groups = [
        {(layer, *cells) for cells in crossed(start, end)}
        for n, layer, start, end in maze.tracks()
        if n == net
    ]
    groups += [
        {(layer, *cell_of(spot)) for layer in (0, 1)} for n, spot in maze.vias() if n == net
    ]
    groups += [{(layer, *cell_of((p.x, p.y))) for layer in p.layers} for p in pads if p.net == net]
    first = groups.pop()
    while touching := [group for group in groups if group & first]:
        groups = [group for group in groups if not group & first]
        first = first.union(*touching)
    return not groups


def cell_of(spot):
    return tuple(round(value / mazes.GRID) for value in spot)


def crossed(start, end):
    (x0, y0), (x1, y1) = cell_of(start), cell_of(end)
    steps = max(abs(x1 - x0), abs(y1 - y0))
    return [(x0 + (x1 - x0) * i // steps, y0 + (y1 - y0) * i // steps) for i in range(steps + 1)]


def nearest(maze, pads, widths):
    """Return the smallest gap between copper of two nets on one layer."""
    copper = [
        (net, layer, *start, *end, widths[net] / 2) for net, layer, start, end in maze.tracks()
    ]
    copper += [
        (net, layer, *spot, *spot, mazes.VIA_RADIUS)
        for net, spot in maze.vias()
        for layer in (0, 1)
    ]
    copper += [(p.net, layer, p.x, p.y, p.x, p.y, p.half_w) for p in pads for layer in p.layers]
    return min(
        apart(a, b) - a[6] - b[6]
        for a, b in itertools.combinations(copper, 2)
        if a[0] != b[0] and a[1] == b[1]
    )


def apart(a, b):
    """Return the distance of two straight pieces, by points along them."""
    return min(math.dist(p, q) for p in along(a) for q in along(b))


def along(piece):
    x0, y0, x1, y1 = piece[2:6]
    steps = max(1, int(math.hypot(x1 - x0, y1 - y0) / 0.1))
    return [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps + 1)]


@pytest.mark.parametrize("seed", range(6))
def test_crossing_nets_are_joined_and_keep_their_distance(seed):
    rng = random.Random(seed)
    spots = [(2.54 * x, 2.54 * y) for x in range(1, 9) for y in range(1, 7)]
    rng.shuffle(spots)
    nets = [f"N{i % 6}" for i in range(18)]
    pads = [pad(net, *spot) for net, spot in zip(nets, spots, strict=False)]
    widths = {net: rng.choice((0.3, 0.8)) for net in sorted(set(nets))}
    maze = board(pads, widths)
    assert route(maze)[-1] == 0
    assert all(joined(maze, pads, net) for net in set(nets))
    assert nearest(maze, pads, widths) > RULE_MM


def test_same_board_gives_the_same_tracks():
    pads = [
        pad("A", 5.08, 5.08),
        pad("A", 15.24, 10.16),
        pad("B", 15.24, 5.08),
        pad("B", 5.08, 10.16),
    ]
    made = []
    for _turn in range(2):
        maze = board(pads, {"A": 0.3, "B": 0.3})
        route(maze)
        made.append((list(maze.tracks()), list(maze.vias())))
    assert made[0] == made[1]


def wall(x):
    """Pads of no net from edge to edge."""
    return [pad("", x, 1.27 * y) for y in range(16)]


# Holes that leave one place where a track of 0.8 mm passes on each layer; without two of them there is another.
HOLES = [
    mazes.Hole(12.7, y, 0.5, 0.5) for y in (1, 2.5, 4, 5.5, 7, 10.2, 11.7, 13.2, 14.7, 16.2, 18)
]
THREE_NETS = [
    pad(net, x, y) for net, y in (("A", 5.08), ("B", 7.62), ("C", 10.16)) for x in (5.08, 20.32)
]
WIDTHS = dict.fromkeys("ABC", 0.8)


def test_three_nets_share_two_gaps():
    maze = board(THREE_NETS, WIDTHS, [hole for hole in HOLES if hole.y not in (14.7, 16.2)])
    at_odds = route(maze)
    assert at_odds[0] >= 2
    assert at_odds[-1] == 0
    assert all(joined(maze, THREE_NETS, net) for net in WIDTHS)
    assert nearest(maze, THREE_NETS, WIDTHS) > RULE_MM


def test_nets_that_stay_in_each_others_way_are_named(monkeypatch):
    monkeypatch.setattr(router, "MAX_ROUNDS", 12)
    with pytest.raises(router.NoWayError, match=r"at odds after 12 rounds: [ABC], [ABC]"):
        route(board(THREE_NETS, WIDTHS, HOLES))


def test_pad_behind_a_wall_has_no_way():
    pads = [pad("A", 5.08, 7.62), pad("A", 20.32, 7.62), *wall(12.7)]
    with pytest.raises(router.NoWayError, match="A: no way"):
        route(board(pads, {"A": 0.3}))


def test_hole_and_edge_are_kept_clear():
    pads = [pad("A", 2.54, 9.525), pad("A", 22.86, 9.525)]
    hole = mazes.Hole(12.7, 9.525, 1.6, 1.6)
    maze = board(pads, {"A": 0.3}, [hole])
    route(maze)
    points = [
        point
        for _net, _layer, start, end in maze.tracks()
        for point in along((0, 0, *start, *end))
    ]
    assert min(math.dist(point, (hole.x, hole.y)) for point in points) > 1.6 + 0.15 + 0.25
    assert all(0.6 < x < WIDTH - 0.6 and 0.6 < y < HEIGHT - 0.6 for x, y in points)
