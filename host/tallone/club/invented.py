"""Invented events, for tests and for figures: whole logs from one seed, the crooked ones included."""

import random
from collections.abc import Sequence
from typing import Any, Final

Written = dict[str, Any]
# What a careless hall does to a slip, beside being in order.
_MISHAPS: Final = ("dispute", "revise", "paper", "reuse", "foreign", "stale", "silent")


class InventedEvent:
    """One event: entrants, rounds, and facts as they would be written down in order."""

    def __init__(
        self, seed: int, *, entrants: int = 8, rounds: int = 3, mishaps: float = 0.3
    ) -> None:
        self.random = random.Random(seed)  # noqa: S311 - repeatable by its seed
        self.entrants = entrants
        self.rounds = rounds
        self.mishaps = mishaps
        self.facts: list[Written] = []
        self.now = 0
        self._number = 0

    def log(self) -> list[Written]:
        """Return the facts of the whole event."""
        for number in range(1, self.rounds + 1):
            tables, byes = self._seat(number)
            for table, a, b in tables:
                self._table(number, table, a, b)
            self._director(number)
            if byes:
                self._maybe(0.2, "leave", entrant=byes[0], round=number, justified=False)
        if self.random.random() < 0.3:
            self._add("final")
        return self.facts

    def _seat(self, number: int) -> tuple[list[tuple[int, int, int]], list[int]]:
        order = list(range(1, self.entrants + 1))
        self.random.shuffle(order)
        byes = [order.pop()] if len(order) % 2 else []
        tables = [
            (place + 1, order[2 * place], order[2 * place + 1]) for place in range(len(order) // 2)
        ]
        movement = self.random.choice(["mitchell", "danish", "lot"])
        written = [{"table": table, "a": a, "b": b} for table, a, b in tables]
        self._add("seating", round=number, movement=movement, tables=written, byes=byes)
        self._maybe(0.2, "seating", round=number, rev=2, tables=written, byes=byes)
        self._maybe(0.8, "open", round=number)
        self._maybe(0.2, "enter", entrant=self.entrants + 1)
        return tables, byes

    def _table(self, number: int, table: int, a: int, b: int) -> None:
        place = {"round": number, "table": table}
        points = {str(a): self._points(), str(b): self._points()}
        if self.random.random() >= self.mishaps:
            self._add("result", **place, points=points, signed=[a])
            self._add("confirm", **place, by=b)
            return
        mishap = self.random.choice(_MISHAPS)
        if mishap == "silent":
            return
        signed = [a, b] if mishap == "paper" else [a]
        self._add("result", **place, points=points, signed=signed)
        other = {**points, str(a): points[str(a)] + 50}
        if mishap == "dispute":
            self._add("dispute", **place, by=b)
            self._maybe(0.5, "confirm", **place, by=b)
            self._maybe(0.5, "result", **place, rev=2, points=other, signed=[a, b])
        elif mishap == "revise":
            self._add("confirm", **place, by=b)
            self._add("result", **place, rev=2, points=other, signed=[b])
            self._maybe(0.5, "confirm", **place, rev=2, by=a)
        elif mishap == "paper":
            slip = other if self.random.random() < 0.5 else points
            self._add("result", **place, source="paper", points=slip, signed=[a, b])
        elif mishap == "reuse":
            self._add("result", **place, points=other, signed=[b])
        elif mishap == "foreign":
            self._add("confirm", **place, by=self.random.randint(1, self.entrants))
        elif mishap == "stale":
            self._add("result", **place, rev=3, points=points, signed=[b])
            self._add("confirm", **place, rev=1, by=b)
        self._maybe(0.3, "correct", **place, reason="sum", points=other)
        self._maybe(0.3, "correct", **place, reason="swapped", agreed=[a, b])
        self._maybe(
            0.2, "correct", **place, reason="arbitral", vp={str(a): 12, str(b): 4}, why="mixed"
        )

    def _director(self, number: int) -> None:
        someone = self.random.randint(1, self.entrants)
        self._maybe(0.3, "adjust", entrant=someone, vp=-1, mp=-100, round=number, why="warnings")
        self._maybe(0.1, "adjust", entrant=someone, vp=-1)
        returns = self.random.random() < 0.5
        self._maybe(0.2, "leave", entrant=someone, round=number, returns=returns)
        if self.facts:
            struck = self.random.choice(self.facts)["id"]
            self._maybe(0.3, "annul", of=struck, why="a mistake")
        self._maybe(0.5, "standing", round=number)

    def _points(self) -> int:
        return self.random.randrange(-300, 2500, 5)

    def _maybe(self, chance: float, kind: str, **fields: Any) -> None:
        if self.random.random() < chance:
            self._add(kind, **fields)

    def _add(self, kind: str, **fields: Any) -> None:
        self._number += 1
        self.now += self.random.randint(0, 3)
        name = f"{kind}{self._number:05}"
        # Now and then an id is used again, with other content.
        if self.facts and self.random.random() < self.mishaps * 0.05:
            name = self.random.choice(self.facts)["id"]
        self.facts.append({"id": name, "at": self.now, "kind": kind, **fields})


def plain_event(seed: int, entrants: int, rounds: int) -> list[Written]:
    """Return a log in which every table hands in and confirms, as a big hall's mostly is."""
    return InventedEvent(seed, entrants=entrants, rounds=rounds, mishaps=0.0).log()


def mixed(seed: int, log: Sequence[Written], *, again: float = 0.3) -> list[Written]:
    """Return the log in another order, some facts more than once."""
    chance = random.Random(seed)  # noqa: S311 - repeatable by its seed
    copies = [one for one in log for _ in range(1 + (chance.random() < again))]
    chance.shuffle(copies)
    return copies
