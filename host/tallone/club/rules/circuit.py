"""A circuit: many nights, of which each entrant's best count."""

import dataclasses
from collections.abc import Mapping, Sequence

from tallone.club.rules.standing import lot


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """The VP of who came, and how often the night counts."""

    vp: Mapping[int, int]
    weight: int = 1


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CircuitRow:
    """One line of a circuit; `counted` are the nights (from 1) that make the total."""

    entrant: int
    rank: int
    total: int
    nights: int
    counted: tuple[int, ...]
    eligible: bool
    qualified: bool


def circuit(
    nights: Sequence[Night],
    *,
    best: int | None = None,
    least: int = 0,
    qualify_percent: int | None = None,
    lot_seed: str | None = None,
) -> tuple[CircuitRow, ...]:
    """Return the lines by total, then by lot; without a seed equal ones share the rank."""
    entrants = sorted({entrant for night in nights for entrant in night.vp})
    lines = [_line(entrant, nights, best) for entrant in entrants]

    def place(line: tuple[int, int, int, tuple[int, ...]]) -> tuple[int, str]:
        return -line[1], lot(lot_seed, line[0]) if lot_seed is not None else ""

    lines.sort(key=lambda line: (*place(line), line[0]))
    ranks: list[int] = []
    for number, line in enumerate(lines):
        tied = number > 0 and place(line) == place(lines[number - 1])
        ranks.append(ranks[-1] if tied else number + 1)
    eligible = [rank for rank, line in zip(ranks, lines, strict=True) if line[2] >= least]
    cut = _cut(eligible, 100 if qualify_percent is None else qualify_percent)
    return tuple(
        CircuitRow(
            entrant=entrant,
            rank=rank,
            total=total,
            nights=came,
            counted=counted,
            eligible=came >= least,
            qualified=came >= least and rank <= cut,
        )
        for rank, (entrant, total, came, counted) in zip(ranks, lines, strict=True)
    )


def _line(
    entrant: int, nights: Sequence[Night], best: int | None
) -> tuple[int, int, int, tuple[int, ...]]:
    """Return entrant, total, how many nights he came, and which count."""
    came = [
        (night.vp[entrant] * night.weight, number)
        for number, night in enumerate(nights, 1)
        if entrant in night.vp
    ]
    chosen = sorted(came, key=lambda one: (-one[0], one[1]))[:best]
    counted = tuple(sorted(number for _, number in chosen))
    return entrant, sum(worth for worth, _ in chosen), len(came), counted


def _cut(eligible: Sequence[int], percent: int) -> int:
    """Return the last rank that qualifies; 0 if none does."""
    count = -(-len(eligible) * percent // 100)
    return eligible[count - 1] if count else 0
