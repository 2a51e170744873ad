"""The habits of people at a card table, how often each kind of player has them, and whose they are.

A habit is legal, or nobody's business. None of it is known to the program under test.
"""

import dataclasses
import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tallone.errors import UsageError

# A file of habits has a line for each; more is none.
_MAX_BYTES: Final = 16_384


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """How often: the chance each time there is an occasion, by kind of people."""

    occasion: str
    club: float
    sloppy: float
    # The rate at which the habit is measured by itself.
    alone: float = 0.3


# Judgements, on the busy side: no table of ours has counted them.
TABLE: Final[Mapping[str, Habit]] = MappingProxyType(
    {
        "any-lane": Habit(occasion="new meld, into any free lane", club=0.5, sloppy=0.9, alone=1),
        "shared-lane": Habit(
            occasion="new meld, beside another though lanes are free", club=0.02, sloppy=0.1
        ),
        "meld-moved": Habit(
            occasion="turn, a meld of the side pushed to a free lane", club=0.02, sloppy=0.1
        ),
        "nearer-pozzetto": Habit(
            occasion="first pozzetto, the one nearer to the player", club=0.8, sloppy=1, alone=1
        ),
        "both-lay": Habit(
            occasion="meld, laid by the partner while the player goes on", club=0.1, sloppy=0.4
        ),
        "fanned-together": Habit(
            occasion="cards of one meld, put down in one fan", club=0.3, sloppy=0.5, alone=1
        ),
        "piecemeal": Habit(
            occasion="addition, card by card with pauses", club=0.2, sloppy=0.4, alone=1
        ),
        "second-thoughts": Habit(
            occasion="meld, begun elsewhere and taken back", club=0.03, sloppy=0.12
        ),
        "discard-taken-back": Habit(
            occasion="discard, another card first and taken back", club=0.01, sloppy=0.05
        ),
        "squared-burraco": Habit(
            occasion="meld of seven or more, closed up", club=0.6, sloppy=0.4, alone=0.8
        ),
        "turned-across": Habit(
            occasion="burraco, its last card turned across", club=0.3, sloppy=0.2, alone=0.8
        ),
        "spread-again": Habit(
            occasion="closed meld, spread to be looked at", club=0.1, sloppy=0.2, alone=0.5
        ),
        "pile-lifted": Habit(
            occasion="turn, the discard pile lifted and put back", club=0.01, sloppy=0.06
        ),
        "pile-squared": Habit(
            occasion="turn, the discard pile squared, later spread", club=0.05, sloppy=0.1
        ),
        "quick-draw": Habit(
            occasion="draw, with the discard hardly out of hand", club=0.15, sloppy=0.4, alone=1
        ),
        "thing-on-lane": Habit(
            occasion="turn, a phone, keys or a pass on a lane for a while", club=0.01, sloppy=0.04
        ),
        "thing-on-scale": Habit(
            occasion="turn, a glass or a phone on a scale for a while", club=0.005, sloppy=0.02,
            alone=0.1,
        ),
    }
)  # fmt: skip
KINDS: Final = ("plain", "club", "sloppy")
Habits = Mapping[str, float]
PLAIN: Final[Habits] = MappingProxyType({})


def habits_of(people: str) -> Habits:
    """Return the rates of a kind of people, of one habit `only:NAME`, or of a TOML file of rates.

    Raises UsageError for what is none of these.
    """
    if people == "plain":
        return PLAIN
    if people in KINDS:
        return MappingProxyType({name: getattr(habit, people) for name, habit in TABLE.items()})
    if people.startswith("only:"):
        name = _known(people.removeprefix("only:"))
        return MappingProxyType({name: TABLE[name].alone})
    return _read(Path(people))


def _read(path: Path) -> Habits:
    try:
        with path.open("rb") as file:
            text = file.read(_MAX_BYTES + 1)
        if len(text) > _MAX_BYTES:
            raise UsageError(f"{path.name!r} is too long for a table of habits")
        rates = tomllib.loads(text.decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        kinds = ", ".join(KINDS)
        raise UsageError(
            f"people {str(path)[:80]!r} are none of {kinds}, and no file of rates: {error}"
        ) from error
    for name, rate in rates.items():
        _known(name)
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise UsageError(f"{path.name!r}: {name} is no rate from 0 to 1")
    return MappingProxyType(rates)


def _known(name: str) -> str:
    if name not in TABLE:
        near = difflib.get_close_matches(name, TABLE, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"there is no habit {name[:40]!r}{hint}")
    return name
