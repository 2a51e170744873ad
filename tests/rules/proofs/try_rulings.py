"""What rulings leave of the legal moves, a second time: in plain words, on faces, by trying everything."""

from collections import Counter
from random import Random
from typing import NamedTuple

from tests.rules.proofs import brute_force, try_everything
from tests.rules.proofs.try_everything import Small, Tried

RANKS = ["JK", "2", "A", "K", "Q", "J", *map(str, range(10, 2, -1))]


class Orders(NamedTuple):
    """What one player is held to in this turn."""

    edge: tuple[str, ...] = ()  # penalised cards, the first to go first
    lays_nothing: bool = False
    discards: tuple[str, ...] = ()  # one of these, if he has one
    discards_highest: bool = False
    due: tuple[str, ...] = ()  # cards to be played
    ways: tuple[str, ...] = ()
    now: bool = False
    closes_not: bool = False
    opens_nothing_for: tuple[str, ...] = ()


def legal_moves(small: Small, orders: Orders) -> set[Tried]:
    """Return the moves that the rules and the orders both leave."""
    if orders.edge:
        return {Tried("discard", 0, orders.edge[:1])}
    moves = try_everything.legal_moves(small._replace(may_close=not orders.closes_not))
    return {move for move in moves if _is_left(small, orders, move)}


def any_orders(small: Small, random: Random) -> Orders:
    """Return orders such as rulings give, about cards that the player holds or others."""

    def some():
        count = min(len(small.holding), random.randint(1, 2))
        return tuple(random.sample(small.holding, count))

    match random.randrange(8):
        case 0:
            return Orders(edge=some()[:1])
        case 1:
            return Orders(lays_nothing=True)
        case 2:
            return Orders(lays_nothing=random.random() < 0.5, discards=some())
        case 3:
            return Orders(discards_highest=True)
        case 4 | 5:
            ways = random.choice((("add", "discard"), ("add", "open", "discard"), ("discard",)))
            return Orders(due=some()[:1], ways=ways, now=random.random() < 0.5)
        case 6:
            return Orders(closes_not=True)
        case _:
            return Orders(opens_nothing_for=(random.choice(["6H", "JS", "9D", "AC", "2S"]),))


def _is_left(small: Small, orders: Orders, move: Tried) -> bool:
    lays = move.verb != "discard"
    if orders.lays_nothing and lays:
        return False
    if orders.discards_highest:
        orders = orders._replace(discards=(_highest(small.holding),))
    if orders.discards and not _keeps_a_discard(small, orders, move):
        return False
    if move.verb == "open" and any(_takes(small, move, face) for face in orders.opens_nothing_for):
        return False
    return not orders.due or _respects_due(small, orders, move)


def _keeps_a_discard(small: Small, orders: Orders, move: Tried) -> bool:
    held = Counter(small.holding)
    if not any(held[face] for face in orders.discards):
        return True
    if move.verb == "discard":
        return move.faces[0] in orders.discards
    left = held - Counter(move.faces)
    return any(left[face] for face in orders.discards)


def _respects_due(small: Small, orders: Orders, move: Tried) -> bool:
    (due,) = orders.due
    if due not in small.holding:
        return True
    if due in move.faces and move.verb in orders.ways:
        return True
    if orders.now or orders.ways == ("discard",):
        return False
    if move.verb == "discard":
        return "discard" not in orders.ways
    return due not in move.faces


def _highest(faces):
    return min(faces, key=lambda face: (RANKS.index(_rank(face)), "HDCS".find(face[-1])))


def _rank(face):
    return face if face == "JK" else face[:-1]


def _takes(small: Small, move: Tried, face: str) -> bool:
    meld = brute_force.resolved(brute_force.faces(" ".join(move.faces)))
    return brute_force.extended(small.profile, meld, brute_force.faces(face)) is not None
