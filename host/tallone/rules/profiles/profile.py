"""Rules as data: a profile is a code, its edition and a value for every switch, each with its source.

House rule: every point on which codes differ is a switch here; nothing else in the package asks for a
profile's name.
"""

import dataclasses
import difflib
import functools
import reprlib
import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any, Final, NamedTuple

PROFILE_NAMES: Final = ("febur", "online", "classic-en", "fibur", "fibur-2026")
GRADES: Final = ("clean", "semi_clean", "dirty", "royal", "royal_dirty", "super", "super_dirty")


# What a club may call its own rules; no switch.
LABELS: Final = ("name", "title", "edition")
_MAX_LABEL: Final = 200
# So much of an unknown word is compared with the known ones: none of those is as long.
_MAX_WORD: Final = 40


class ProfileError(ValueError):
    """A profile, switch or value that does not exist; the text names the nearest that does."""


@dataclasses.dataclass(frozen=True, slots=True)
class Switch:
    """A point on which codes differ: its values and what it decides."""

    # The allowed ones; a single `int` stands for any number from 0 to 10,000.
    values: tuple[Any, ...]
    decides: str


SWITCHES: Final[dict[str, Switch]] = {
    "clean": Switch((int,), "bonus of a clean burraco"),
    "semi_clean": Switch((int,), "bonus of a semi-clean burraco; 0: the grade does not exist"),
    "dirty": Switch((int,), "bonus of a dirty burraco"),
    "royal": Switch((int,), "bonus of thirteen naturals in a run; 0: the grade does not exist"),
    "royal_dirty": Switch((int,), "bonus of a run of fourteen; 0: the grade does not exist"),
    "super": Switch((int,), "bonus of eight equal naturals; 0: the grade does not exist"),
    "super_dirty": Switch(
        (int,), "bonus of eight equal naturals and a wild; 0: the grade does not exist"
    ),
    "semi_run": Switch(
        ("off", "adjacent_seven", "end_only"), "when a run with a wild is semi-clean"
    ),
    "semi_group": Switch(
        ("off", "eight_or_more", "exactly_eight"), "when a group with a wild is semi-clean"
    ),
    "royal_run": Switch(("either_ace", "low_ace"), "whether 2 to K and a high Ace is royal too"),
    "royal_dirty_run": Switch(("fourteen", "thirteen"), "how long a royal dirty run must be"),
    "free_wild_moves": Switch(
        (False, True), "whether a wild at an end may slide without being replaced"
    ),
    "natural_two_becomes_wild": Switch(
        (True, False), "whether a natural two may turn into a wild"
    ),
    "single_pile_card": Switch(
        ("never", "not_to_go_out", "equal_held"),
        "whether the card of a one-card pile may be discarded at once",
    ),
    "identical_groups": Switch(
        ("banned", "allowed"), "whether a side may open a second group of a rank"
    ),
    "identical_runs": Switch(
        ("allowed", "banned"), "whether a side may open a run equal to one it has"
    ),
    "pozzetto_malus": Switch((int,), "points against a side that took no pozzetto"),
    "pozzetto_malus_when": Switch(
        ("always", "unless_neither"), "whether it falls when neither side took one"
    ),
    "close_burraco": Switch(("any", "clean"), "which burraco a side needs to close"),
    "closing_bonus": Switch((int,), "points for closing"),
    "first_turn_guard": Switch(
        (False, True), "whether a close waits until each opponent has had a turn"
    ),
    "stock_floor": Switch((int,), "cards of the stock that are never drawn"),
    "time_out": Switch(("right_of_player", "next_lap"), "who plays last after a time-out"),
    "stall": Switch(("arbiter", "void"), "what becomes of a stalled hand"),
    "match": Switch(("hands", "points"), "what ends a match"),
    "match_hands": Switch((int,), "hands of a match by hands"),
    "match_points": Switch((int,), "points to pass in a match by points"),
    "players": Switch(("4", "2_or_4"), "how many may play"),
    "first_dealer": Switch(("lowest_opponent", "lowest"), "who deals first after the seat draw"),
}


class WildRules(NamedTuple):
    """What a profile lets the wild of a run do when cards are added."""

    free_wild_moves: bool
    natural_two_becomes_wild: bool


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The rules of one table; every switch is an attribute. `base` names the shipped profile it starts from."""

    base: str
    name: str
    title: str
    edition: str
    clean: int
    semi_clean: int
    dirty: int
    royal: int
    royal_dirty: int
    super: int
    super_dirty: int
    semi_run: str
    semi_group: str
    royal_run: str
    royal_dirty_run: str
    free_wild_moves: bool
    natural_two_becomes_wild: bool
    single_pile_card: str
    identical_groups: str
    identical_runs: str
    pozzetto_malus: int
    pozzetto_malus_when: str
    close_burraco: str
    closing_bonus: int
    first_turn_guard: bool
    stock_floor: int
    time_out: str
    stall: str
    match: str
    match_hands: int
    match_points: int
    players: str
    first_dealer: str
    wild_rules: WildRules = dataclasses.field(init=False, repr=False, compare=False)
    # What `grades.graded` has found for each shape so far; there are some sixteen thousand shapes.
    graded: dict[object, tuple[str | None, int]] = dataclasses.field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        rules = WildRules(self.free_wild_moves, self.natural_two_becomes_wild)
        object.__setattr__(self, "wild_rules", rules)

    def may_play(self, players: int) -> bool:
        """Whether so many may play by these rules."""
        return players == 4 or (players == 2 and self.players == "2_or_4")

    def document(self) -> dict[str, Any]:
        """Return what `load_profile` makes this profile from, with every switch."""
        labels = {label: getattr(self, label) for label in LABELS}
        return {"base": self.base, **labels, **self.switches()}

    def switches(self) -> dict[str, Any]:
        """Return every switch with its value."""
        return {name: getattr(self, name) for name in SWITCHES}


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """One switch of one profile: the value, where it comes from and the reading that was not taken."""

    value: Any
    source: str
    instead: str = ""


def load_profile(wanted: str | Mapping[str, Any]) -> Profile:
    """Return a profile by name, or from `{"base": name, switch: value, ...}`; raise ProfileError."""
    if isinstance(wanted, str):
        return _named(wanted)
    if not isinstance(wanted, Mapping):
        raise ProfileError("a profile is a name, or an object with a base and switches")
    base = wanted.get("base")
    if not isinstance(base, str):
        raise ProfileError(f"a profile needs a base: one of {', '.join(PROFILE_NAMES)}")
    profile = _named(base)
    changes = {key: value for key, value in wanted.items() if key != "base"}
    for key, value in changes.items():
        if key not in LABELS:
            _check(key, value)
        elif not isinstance(value, str) or len(value) > _MAX_LABEL:
            raise ProfileError(f"{key} must be a text of at most {_MAX_LABEL} characters")
    return dataclasses.replace(profile, **changes)


def in_any_case(name: str) -> str:
    """Return a shipped profile's name as it is spelt, however it is written; another name as it is."""
    lower = name[:_MAX_WORD].lower() if name.isascii() else name
    return lower if lower in PROFILE_NAMES else name


def readings(name: str) -> dict[str, Reading]:
    """Return every switch of a shipped profile with its source; raise ProfileError."""
    document = _document(in_any_case(name))
    return {
        key: Reading(row["value"], row["source"], row.get("instead", ""))
        for key, row in document["switch"].items()
    }


@functools.cache
def _named(name: str) -> Profile:
    name = in_any_case(name)
    document = _document(name)
    values = {key: row["value"] for key, row in document["switch"].items()}
    for key, value in values.items():
        _check(key, value)
    return Profile(
        base=name, name=name, title=document["title"], edition=document["edition"], **values
    )


@functools.cache
def _document(name: str) -> dict[str, Any]:
    if name not in PROFILE_NAMES:
        raise ProfileError(f"no profile {name[:40]!r}{nearest(name, PROFILE_NAMES)}")
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _check(key: str, value: Any) -> None:
    switch = SWITCHES.get(key)
    if switch is None:
        raise ProfileError(f"no switch {key[:40]!r}{nearest(key, SWITCHES)}")
    if switch.values == (int,):
        if type(value) is not int or not 0 <= value <= 10_000:
            raise ProfileError(f"{key} = {_shown(value)}: a number from 0 to 10,000 is wanted")
    elif not any(type(value) is type(allowed) and value == allowed for allowed in switch.values):
        word = value if isinstance(value, str) else _shown(value)
        raise ProfileError(f"{key} = {_shown(value)}{nearest(word, map(str, switch.values))}")


def _shown(value: object) -> str:
    """Write a value from outside, however long or deep it is."""
    return reprlib.repr(value)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the end of a complaint: which known word comes nearest, and all there are."""
    names = list(known)
    # A shared case comes first: FEBUUR is nearest to febur.
    lower = {name.lower(): name for name in reversed(names)}
    found = difflib.get_close_matches(word[:_MAX_WORD].lower(), lower, n=1, cutoff=0.0)
    near = [lower[name] for name in found]
    return f"; did you mean {near[0]!r}? There are {', '.join(names)}" if near else ""
