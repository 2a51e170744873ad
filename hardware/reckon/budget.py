"""The power budget: loads of power.toml summed upwards, with what the firmware's interlocks allow at once.

`python -m hardware.reckon.budget` prints the table of docs/build/power.md.
"""

import itertools
import math
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

POWER = Path(__file__).resolve().parent.parent / "power.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rail:
    """A supply with the limit of its weakest part, and the one that feeds it."""

    name: str
    volt: float
    limit: float
    what: str
    source: str | None = None
    efficiency: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What hangs on a rail; with a group it is only on when its interlock says so."""

    name: str
    rail: str
    count: int
    typical: float
    peak: float
    source: str
    group: str | None = None
    when: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Interlock:
    """Ways of a group that may be on together, and the tests that prove that no others are."""

    group: str
    why: str
    proof: tuple[str, ...]
    together: tuple[frozenset[str], ...]
    covers: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepper:
    """The rack's motor and its driver."""

    driver: str
    sense_ohm: float
    ampere: float
    motor_ampere: float
    motor_ohm: float
    torque_nm: float
    turns_per_second: float

    @property
    def most(self) -> float:
        """The driver's current at full VREF (TMC2209 data sheet, section 9)."""
        return 0.325 / (self.sense_ohm + 0.02) / math.sqrt(2)

    @property
    def vref(self) -> float:
        """What the trimmer on the carrier is set to, in volt."""
        return 2.5 * self.ampere / self.most

    @property
    def watt(self) -> float:
        """Copper of both phases and the work at the top of the ramp."""
        return 2 * self.ampere**2 * self.motor_ohm + (
            self.torque_nm * 2 * math.pi * self.turns_per_second
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """All of power.toml."""

    share: float
    rails: dict[str, Rail]
    loads: tuple[Load, ...]
    interlocks: tuple[Interlock, ...]
    stepper: Stepper


def load(path: Path = POWER) -> Budget:
    """Return what power.toml says; raise ValueError if its names do not fit together."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    rails = {}
    for name, entry in read["rail"].items():
        fields = dict(entry)
        fields["source"] = fields.pop("from", None)
        rails[name] = Rail(name=name, **fields)
    budget = Budget(
        share=read["limit_share"],
        rails=rails,
        loads=tuple(Load(**entry) for entry in read["load"]),
        interlocks=tuple(
            Interlock(
                group=entry["group"],
                why=entry["why"],
                proof=tuple(entry["proof"]),
                together=tuple(frozenset(names) for names in entry["together"]),
                covers={way: tuple(states) for way, states in entry.get("covers", {}).items()},
            )
            for entry in read["interlock"]
        ),
        stepper=Stepper(**read["stepper"]),
    )
    if wrong := list(_misnamed(budget)):
        raise ValueError("; ".join(wrong))
    return budget


def _misnamed(budget: Budget) -> Iterator[str]:
    ways = {lock.group: frozenset().union(*lock.together) for lock in budget.interlocks}
    for load in budget.loads:
        if load.rail not in budget.rails:
            yield f"{load.name}: no rail {load.rail}"
        if load.group is not None and load.when not in ways.get(load.group, frozenset()):
            yield f"{load.name}: the interlock {load.group} has no {load.when}"
    for rail in budget.rails.values():
        if rail.source is not None and rail.source not in budget.rails:
            yield f"{rail.name}: no rail {rail.source}"


def currents(budget: Budget, *, peak: bool = True) -> dict[str, float]:
    """Return the highest current of each rail over all that the interlocks let be on together."""
    worst = dict.fromkeys(budget.rails, 0.0)
    for choice in itertools.product(*(lock.together for lock in budget.interlocks)):
        on = {
            (lock.group, way)
            for lock, ways in zip(budget.interlocks, choice, strict=True)
            for way in ways
        }
        for name, ampere in _at_once(budget, on, peak=peak).items():
            worst[name] = max(worst[name], ampere)
    return worst


def _at_once(budget: Budget, on: set[tuple[str, str]], *, peak: bool) -> dict[str, float]:
    own = dict.fromkeys(budget.rails, 0.0)
    for load in budget.loads:
        if load.group is None or (load.group, load.when) in on:
            own[load.rail] += load.count * (load.peak if peak else load.typical)

    def drawn(rail: Rail) -> float:
        fed = (child for child in budget.rails.values() if child.source == rail.name)
        through = (drawn(child) * child.volt / child.efficiency / rail.volt for child in fed)
        return own[rail.name] + sum(through)

    return {name: drawn(rail) for name, rail in budget.rails.items()}


def overloads(budget: Budget) -> list[str]:
    """Return a sentence for each rail that could be asked for more than the share of its limit."""
    return [
        f"{name}: {ampere:.2f} A of {budget.rails[name].limit:g} A, allowed are {budget.share:.0%}"
        for name, ampere in currents(budget).items()
        if ampere > budget.share * budget.rails[name].limit
    ]


def trace_width(ampere: float, rise: float = 10, thickness_um: float = 35) -> float:
    """Return the mm an outer track needs so that it warms by `rise` kelvin (IPC-2221, 6.2)."""
    square_mil: float = (ampere / (0.048 * rise**0.44)) ** (1 / 0.725)
    return square_mil / (thickness_um / 25.4) * 0.0254


def table(budget: Budget | None = None) -> str:
    """Return the budget in Markdown."""
    found = budget or load()
    typical, peak = currents(found, peak=False), currents(found)
    rows = [
        "| Rail | Fed from | Limit | Typical | Peak | Share | Outer track, 10 K | What |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    for name, rail in found.rails.items():
        rows.append(
            f"| `{name}` | {rail.source or '-'} | {rail.limit:g} A | {typical[name]:.2f} A | {peak[name]:.2f} A "
            f"| {peak[name] / rail.limit:.0%} | {trace_width(peak[name]):.2f} mm | {rail.what} |"
        )
    return "\n".join(rows)


def main() -> int:
    print(table())
    wrong = overloads(load())
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
