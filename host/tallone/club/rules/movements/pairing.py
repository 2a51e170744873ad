"""The best of all pairings of a standing (Danish, pure and modified; FE.BUR.IT, Sistemazione).

Of all ways to pair the entrants, the least in this order: how often the two of a table met in the
rounds looked back at; tables whose two met in the round before; the list of opponents from the
top. Where nearly everybody is free for everybody the top can simply choose, because a graph in
which each vertex has at least half of the others for neighbours has a perfect matching (Dirac);
what is left at the foot is one minimum-weight matching with exact whole numbers for weights.
"""

from collections.abc import Mapping, Sequence

import networkx as nx

from tallone.club.rules.meetings import Pairing, ordered

Costs = Mapping[Pairing, tuple[int, int]]


def best_pairing(order: Sequence[int], costs: Costs) -> list[Pairing]:
    """Return the pairs from the top, the better placed first; the number of entrants is even.

    `costs` has, for two who met (lower number first), how often and whether in the round before;
    who is not in it costs nothing.
    """
    left = list(order)
    met = {two for two, cost in costs.items() if cost != (0, 0)}
    most = _most_met(left, met)
    pairs: list[Pairing] = []
    while len(left) >= 2 * most + 4:
        first = left.pop(0)
        place = next(place for place, other in enumerate(left) if ordered(first, other) not in met)
        pairs.append((first, left.pop(place)))
    return pairs + _least(left, costs)


def _most_met(order: Sequence[int], met: set[Pairing]) -> int:
    """Return the largest number of others that one of these has met."""
    inside = frozenset(order)
    degree = dict.fromkeys(order, 0)
    for one, other in met:
        if one in inside and other in inside:
            degree[one] += 1
            degree[other] += 1
    return max(degree.values(), default=0)


def _least(order: Sequence[int], costs: Costs) -> list[Pairing]:
    """Pair a short list by one matching; the weights compare as the three rules do."""
    count = len(order)
    if count == 2:
        return [(order[0], order[1])]
    # One digit for the opponent of each, the first entrant's the most significant.
    digit = count + 1
    behind = digit ** (count + 1)
    graph = nx.Graph()
    for place, one in enumerate(order):
        for other_place in range(place + 1, count):
            meetings, before = costs.get(ordered(one, order[other_place]), (0, 0))
            weight = (meetings * digit + before) * behind + other_place * digit ** (count - place)
            graph.add_edge(place, other_place, weight=weight)
    found = sorted((min(two), max(two)) for two in nx.min_weight_matching(graph))
    return [(order[one], order[other]) for one, other in found]
