"""The codes' switches: what a code says where the codes differ.

A code is a name or an object that starts from one, `{"base": "febur", "rematch": "all"}`. Each
switch has its source in the table of `docs/club.md`.
"""

import dataclasses
import difflib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from tallone.club.rules.refusal import as_object, refuse, shown, syntax

CRITERIA: Final = ("vp", "mp", "wins", "points", "h2h", "last", "opponents", "lot")
TIEBREAKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "standard": ("vp", "mp", "h2h", "wins", "lot"),
        "italiana": ("vp", "h2h", "points", "lot"),
        "genova": ("vp", "h2h", "mp", "lot"),
        "vp_mp": ("vp", "mp"),
    }
)
# Looks back over every round.
EVER: Final = "all"
MAX_BACK: Final = 1_000


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ClubCode:
    """The switches of one code; the defaults are FE.BUR.IT's."""

    name: str = "febur"
    rematch: int | Literal["all"] = 0
    last_round_free: bool = False
    bye_percent: int | None = None
    bye_scope: Literal["session", "event"] = "session"
    leaver_vp: int | None = None
    late_minutes: tuple[int, int] = (5, 10)
    late_mp: int = 100
    penalty_mp: Literal["none", "equivalent"] = "none"
    correction: Literal["until_standing", "until_final"] = "until_standing"
    tiebreak: tuple[str, ...] = TIEBREAKS["standard"]
    team_scoring: Literal["sum_vp", "table"] = "sum_vp"
    individual_danish: Literal["balanced", "top_together"] = "balanced"
    carry: int | Literal["all", "none"] = "all"
    withdrawn_prizes: bool = False


CODES: Final[Mapping[str, ClubCode]] = MappingProxyType(
    {
        "febur": ClubCode(),
        "fibur": ClubCode(
            name="fibur",
            rematch=1,
            last_round_free=True,
            penalty_mp="equivalent",
            team_scoring="table",
        ),
    }
)


def load_code(asked: object = "febur") -> ClubCode:
    """Return the code of a name or of an object with a `base`; raise Refused `code.*`."""
    if isinstance(asked, str):
        return _base(asked)
    switches = dict(as_object(asked, "'code'"))
    base = switches.pop("base", "febur")
    if not isinstance(base, str):
        syntax("the 'base' of a code must be a name")
    changes = {name: _switch(name, value) for name, value in switches.items() if name != "name"}
    return dataclasses.replace(_base(base), **changes)


def _base(name: str) -> ClubCode:
    if name not in CODES:
        near = _nearest(name, list(CODES))
        refuse("code.unknown", f"there is no code {shown(name)}; the nearest is {near!r}")
    return CODES[name]


def _switch(name: str, value: object) -> Any:
    read = _SWITCHES.get(name)
    if read is None:
        near = _nearest(name, list(_SWITCHES))
        refuse("code.unknown_switch", f"there is no switch {shown(name)}; the nearest is {near!r}")
    return read(name, value)


def _nearest(name: str, names: list[str]) -> str:
    return difflib.get_close_matches(name[:60], names, n=1, cutoff=0.0)[0]


def _bad(name: str, value: object, wanted: str) -> Any:
    refuse("code.bad_value", f"the switch {name!r} is {wanted}, not {shown(value)}")


def _number(low: int, high: int, *words: str, null: bool = False) -> Callable[[str, object], Any]:
    wanted = ", ".join([*(["null"] if null else []), f"{low} to {high}", *map(repr, words)])

    def read(name: str, value: object) -> Any:
        if value is None and null:
            return None
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, str) and words:
            return _bad(name, value, f"{wanted} (the nearest is {_nearest(value, list(words))!r})")
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            return _bad(name, value, wanted)
        return value

    return read


def _choice(*words: str) -> Callable[[str, object], Any]:
    def read(name: str, value: object) -> Any:
        if isinstance(value, str) and value in words:
            return value
        near = _nearest(value, list(words)) if isinstance(value, str) else words[0]
        return _bad(name, value, f"one of {', '.join(words)} (the nearest is {near!r})")

    return read


def _truth(name: str, value: object) -> Any:
    return value if isinstance(value, bool) else _bad(name, value, "true or false")


def _minutes(name: str, value: object) -> Any:
    whole = isinstance(value, list) and all(type(one) is int for one in value)
    if not isinstance(value, list) or not whole or len(value) != 2:
        return _bad(name, value, "two numbers of minutes")
    if not 0 <= value[0] <= value[1] <= 1_000:
        return _bad(name, value, "two numbers of minutes, the smaller first")
    return tuple(value)


def _late_mp(name: str, value: object) -> Any:
    points = _number(0, 1_000_000)(name, value)
    return points if points % 5 == 0 else _bad(name, value, "a multiple of 5")


def _tiebreak(name: str, value: object) -> Any:
    if isinstance(value, str) and value in TIEBREAKS:
        return TIEBREAKS[value]
    if isinstance(value, str):
        near = _nearest(value, list(TIEBREAKS))
        return _bad(name, value, f"a list of criteria or a name; the nearest is {near!r}")
    if not isinstance(value, list) or not value:
        return _bad(name, value, "a list of criteria, or the name of one")
    for one in value:
        if not isinstance(one, str) or one not in CRITERIA:
            near = _nearest(one, list(CRITERIA)) if isinstance(one, str) else "vp"
            return _bad(name, one, f"made of {', '.join(CRITERIA)} (the nearest is {near!r})")
    if len(set(value)) < len(value):
        return _bad(name, value, "a list in which no criterion comes twice")
    return tuple(value)


_SWITCHES: Final[Mapping[str, Callable[[str, object], Any]]] = MappingProxyType(
    {
        "rematch": _number(0, MAX_BACK, EVER),
        "last_round_free": _truth,
        "bye_percent": _number(0, 100, null=True),
        "bye_scope": _choice("session", "event"),
        "leaver_vp": _number(0, 20, null=True),
        "late_minutes": _minutes,
        "late_mp": _late_mp,
        "penalty_mp": _choice("none", "equivalent"),
        "correction": _choice("until_standing", "until_final"),
        "tiebreak": _tiebreak,
        "team_scoring": _choice("sum_vp", "table"),
        "individual_danish": _choice("balanced", "top_together"),
        "carry": _number(0, 100, "all", "none"),
        "withdrawn_prizes": _truth,
    }
)
