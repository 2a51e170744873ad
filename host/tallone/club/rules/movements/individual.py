"""Individual events: the partner changes every round.

Four players and eight have published rounds; for other numbers a first round is kept that a
search has found (`tools/individual.py`), and every later one adds the same step to each player.
Differences of partners come once in it and those of opponents at most twice, so nobody has a
partner twice nor an opponent more than twice; who rests are neighbours, so that rests go round.
"""

import random
from collections.abc import Sequence
from itertools import islice
from typing import Final

from tallone.club.rules.meetings import Drawn, TableSeats
from tallone.club.rules.movements.first_rounds import CIRCLES, FIRST_ROUNDS, FIXED, SeatsOfFour
from tallone.club.rules.refusal import refuse

_FOUR: Final = (((1, 2, 3, 4),), ((1, 3, 2, 4),), ((1, 4, 2, 3),))
# eburraco.com, "Se siamo in otto".
_EIGHT: Final = (
    ((1, 2, 3, 4), (5, 6, 7, 8)),
    ((2, 4, 6, 7), (1, 3, 5, 8)),
    ((1, 4, 6, 8), (2, 3, 5, 7)),
    ((2, 5, 4, 8), (1, 6, 3, 7)),
    ((1, 5, 2, 6), (3, 8, 4, 7)),
    ((1, 8, 2, 7), (3, 5, 4, 6)),
    ((1, 7, 4, 5), (2, 8, 3, 6)),
)
# Where no first round is kept there are n / 4 rounds unasked, and no more than these.
_UNASKED: Final = 20
# How often a round of many players is tried anew before there is said to be none.
_TRIES: Final = 100
# A search goes no further than an event would: so many rounds, so many seats in all.
_MOST_ROUNDS: Final = 40
_MOST_SEATS: Final = 60_000

Round = tuple[SeatsOfFour, ...]


def individual(entrants: Sequence[int], number: int, rounds: int | None = None) -> Drawn:
    """Return a round; raise Refused `movement.too_few` or `movement.exhausted`."""
    count = len(entrants)
    seated = schedule(count, rounds)
    if number > len(seated):
        refuse(
            "movement.exhausted",
            f"{count} players have {len(seated)} rounds; go on with another movement",
        )
    tables = seated[number - 1]
    playing = {place for table in tables for place in table}
    return Drawn(
        round=number,
        tables=tuple(
            TableSeats(
                table=table,
                a=(entrants[a - 1], entrants[b - 1]),
                b=(entrants[c - 1], entrants[d - 1]),
            )
            for table, (a, b, c, d) in enumerate(tables, 1)
        ),
        byes=tuple(one for place, one in enumerate(entrants, 1) if place not in playing),
    )


def usual_rounds(count: int) -> int:
    """Return the rounds of so many players if nobody says: all partners, or half of them."""
    if count % 4 == 0:
        return count - 1
    return count if count % 4 == 1 else count // 2


def schedule(count: int, rounds: int | None = None) -> tuple[Round, ...]:
    """Return the tables of each round, players numbered from 1.

    Without a number of rounds there are as many as are usual, or as could be found for very many.
    Raise Refused `movement.too_few`, or `movement.exhausted` for more rounds than there are.
    """
    if count < 4:
        refuse("movement.too_few", f"{count} players fill no table; let more enter")
    kept = count in {4, 8} or count in FIRST_ROUNDS
    wanted = rounds or (usual_rounds(count) if kept else min(count // 4, _UNASKED))
    if count == 4:
        found: tuple[Round, ...] = _FOUR
    elif count == 8:
        found = _EIGHT
    elif count in FIRST_ROUNDS:
        most = usual_rounds(count)
        found = tuple(_developed(count, number) for number in range(min(wanted, most)))
    else:
        found = _searched(count, min(wanted, _MOST_ROUNDS, max(_MOST_SEATS // count, 1)))
    if rounds is not None and rounds > len(found):
        refuse(
            "movement.exhausted",
            f"{count} players have {len(found)} rounds without meeting too often, not {rounds}; "
            "ask for fewer",
        )
    return found[:wanted]


def _developed(count: int, number: int) -> Round:
    """Return the first round moved on; who rest are as many neighbours, so they move by so many."""
    moved = count - (count % 4 == 0)
    step = max(count % 4, 1) if count % 4 != 1 else 1
    shift = number * step
    # Where the steps come round before all rests are equal, they go on from the next player.
    shift += shift // moved if moved % step == 0 else 0
    circle = CIRCLES.get(count, (moved,))
    return tuple(
        (
            _shifted(a, shift, circle),
            _shifted(b, shift, circle),
            _shifted(c, shift, circle),
            _shifted(d, shift, circle),
        )
        for a, b, c, d in FIRST_ROUNDS[count]
    )


def _shifted(player: int, shift: int, circle: Sequence[int]) -> int:
    """Return the player's number (from 1) after a shift, digit by digit; one stays put."""
    moved = 1
    for size in circle:
        moved *= size
    if player == FIXED:
        return moved + 1
    shift %= moved
    place, weight = 0, 1
    for size in reversed(circle):
        place += (player + shift) % size * weight
        player, shift, weight = player // size, shift // size, weight * size
    return place + 1


def _searched(count: int, rounds: int) -> tuple[Round, ...]:
    """Seat many players for some rounds by a search with a fixed seed; rests go round."""
    chance = random.Random(count)  # noqa: S311 - the same schedule for the same players
    partners: set[tuple[int, int]] = set()
    opponents: dict[tuple[int, int], int] = {}
    found: list[Round] = []
    resting = count % 4
    for number in range(rounds):
        rest = {(number * resting + place) % count + 1 for place in range(resting)}
        players = [one for one in range(1, count + 1) if one not in rest]
        for _ in range(_TRIES):
            chance.shuffle(players)
            tables = _fill(list(players), partners, opponents)
            if tables is not None:
                break
        else:
            break
        for a, b, c, d in tables:
            partners |= {_two(a, b), _two(c, d)}
            for one, other in ((a, c), (a, d), (b, c), (b, d)):
                opponents[_two(one, other)] = opponents.get(_two(one, other), 0) + 1
        found.append(tables)
    return tuple(found)


def _fill(
    left: list[int], partners: set[tuple[int, int]], opponents: dict[tuple[int, int], int]
) -> Round | None:
    tables: list[SeatsOfFour] = []

    def new(one: int, other: int) -> bool:
        return opponents.get(_two(one, other), 0) < 2

    while left:
        a = left.pop()
        b = next((one for one in left if _two(a, one) not in partners), None)
        if b is None:
            return None
        left.remove(b)
        two = next(
            (
                (c, d)
                for place, c in enumerate(left)
                if new(a, c) and new(b, c)
                for d in islice(left, place + 1, None)
                if _two(c, d) not in partners and new(a, d) and new(b, d)
            ),
            None,
        )
        if two is None:
            return None
        for one in two:
            left.remove(one)
        tables.append((a, b, *two))
    return tuple(tables)


def _two(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
