"""A second way to pair and to check schedules: every pairing tried, nothing shared with the program."""

from collections import Counter
from itertools import combinations, product


def all_pairings(order):
    """Yield every way to pair an even list, each as pairs from the top, better placed first."""
    if not order:
        yield []
        return
    first, rest = order[0], order[1:]
    for place, other in enumerate(rest):
        for pairs in all_pairings(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *pairs]


def best_by_trying(order, meetings, before):
    """Return the least pairing: meetings looked back at, then the round before, then the top."""
    place = {one: number for number, one in enumerate(order)}

    def cost(pairs):
        counted = [frozenset(two) for two in pairs]
        return (
            sum(meetings.get(two, 0) for two in counted),
            sum(two in before for two in counted),
            [place[other] for _, other in pairs],
        )

    return min(all_pairings(list(order)), key=cost)


def schedule_faults(rounds, players, *, whist=False):
    """Return what is wrong with an individual schedule, as sentences."""
    faults = [fault for one in rounds for fault in _round_faults(one, players)]
    rests = [sum(player in one["byes"] for one in rounds) for player in players]
    if max(rests) - min(rests) > 1:
        faults.append(f"rests differ: {rests}")
    tables = [table for one in rounds for table in one["tables"]]
    partners = Counter(frozenset(table[side]) for table in tables for side in "ab")
    opponents = Counter(
        frozenset(two) for table in tables for two in product(table["a"], table["b"])
    )
    faults += [f"partners again: {sorted(two)}" for two, count in partners.items() if count > 1]
    faults += [f"opponents: {sorted(two)}" for two, count in opponents.items() if count > 2]
    if whist:
        every = map(frozenset, combinations(players, 2))
        faults += [
            f"not once and twice: {sorted(two)}"
            for two in every
            if partners[two] != 1 or opponents[two] != 2
        ]
    return faults


def _round_faults(one, players):
    seated = [player for table in one["tables"] for player in table["a"] + table["b"]]
    if len(one["tables"]) != len(players) // 4 or sorted(seated + one["byes"]) != sorted(players):
        yield f"round {one['round']} does not seat everybody once"
