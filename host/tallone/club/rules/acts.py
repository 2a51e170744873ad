"""What the director does to one match: lateness, warnings, penalties, leaving, a score he sets.

FIBUR and FE.BUR.IT alike: lateness (dossier R73), warnings (Art. 23, Int. art. 20), leaving
(Abbandono, R70, R71), a score by the arbiter (Punti non conteggiati).
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tallone.club.rules.refusal import (
    as_list,
    as_whole,
    given,
    refuse,
    shown,
    syntax,
    truth,
    whole,
    word,
)
from tallone.club.rules.scoring import AVERAGE, NOTHING, Scale, Share, check_points
from tallone.rules.match.victory_points import MAX_TOTAL

SIDES: Final = {"a": 0, "b": 1}
MAX_TIMES: Final = 1_000
# VP of both need not make 20; this only bounds what comes from outside.
MAX_VP: Final = 1_000


@dataclasses.dataclass(slots=True)
class _Match:
    """One match while the acts are taken in their order."""

    points: list[int] | None
    ruled: tuple[Share, Share] | None = None
    # What each side has for being gone; None while it is there.
    gone: list[Share | None] = dataclasses.field(default_factory=lambda: [None, None])
    # Whether the other side left during play, so that a better score stays with who was there.
    left: list[bool] = dataclasses.field(default_factory=lambda: [False, False])
    warnings: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    off_vp: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    off_mp: list[int] = dataclasses.field(default_factory=lambda: [0, 0])


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """A match after the acts; every pair is of `a` and `b`."""

    points: tuple[int, int] | None
    shares: tuple[Share, Share]
    delta_vp: tuple[int, int]
    delta_mp: tuple[int, int]
    warnings: tuple[int, int]


def adjusted(
    scale: Scale, points: tuple[int, int] | None, acts: Sequence[Mapping[str, Any]]
) -> Adjusted:
    """Take the acts in their order; raise Refused `result.missing` if nothing makes a score."""
    if points is not None:
        check_points(points)
    match = _Match(points=None if points is None else list(points))
    for act in acts:
        kind = word(act, "kind")
        if kind not in _ACTS:
            syntax(f"there is no act {shown(kind)}; there are {', '.join(_ACTS)}")
        _ACTS[kind](scale, match, act)
    shares = _shares(scale, match)
    lost = [times // 2 for times in match.warnings]
    return Adjusted(
        points=None if match.points is None else (match.points[0], match.points[1]),
        shares=shares,
        delta_vp=_two(0 - match.off_vp[side] - lost[side] for side in (0, 1)),
        delta_mp=_two(0 - match.off_mp[side] - lost[side] * scale.penalty_mp for side in (0, 1)),
        warnings=_two(match.warnings),
    )


def stayed(scale: Scale, score: Share | None) -> Share:
    """Return what a side has whose opponents left: the better of a rest and the score in force."""
    if score is None:
        return scale.rest
    return max(scale.rest, score, key=lambda share: (share.vp, share.mp))


def _shares(scale: Scale, match: _Match) -> tuple[Share, Share]:
    scored = match.ruled
    if scored is None and match.points is not None:
        scored = scale.shares((match.points[0], match.points[1]))
    first, second = match.gone
    if first is not None and second is not None:
        return NOTHING, NOTHING
    if first is not None:
        return first, _there(scale, match, 0, scored)
    if second is not None:
        return _there(scale, match, 1, scored), second
    if scored is None:
        refuse("result.missing", "there are no points yet, and nothing that stands for them")
    return scored


def _there(scale: Scale, match: _Match, gone: int, scored: tuple[Share, Share] | None) -> Share:
    if not match.left[gone]:
        return scale.rest
    return stayed(scale, None if scored is None else scored[1 - gone])


def _late(scale: Scale, match: _Match, act: Mapping[str, Any]) -> None:
    side, minutes = _side(act), whole(act, "minutes", low=0, high=MAX_TIMES)
    warned, fined = scale.code.late_minutes
    if minutes <= warned:
        match.warnings[side] += 1
    elif minutes <= fined:
        _take_off(match, side, scale.code.late_mp)
    else:
        match.gone[side] = scale.leaver


def _warning(scale: Scale, match: _Match, act: Mapping[str, Any]) -> None:
    del scale
    match.warnings[_side(act)] += whole(act, "times", 1, low=0, high=MAX_TIMES)


def _penalty(scale: Scale, match: _Match, act: Mapping[str, Any]) -> None:
    side, scope = _side(act), word(act, "scope", "standing")
    vp = whole(act, "vp", 0, low=0, high=MAX_VP)
    if scope == "match":
        points = whole(act, "mp", low=0, high=MAX_TOTAL)
        check_points([points])
        _take_off(match, side, points)
    elif scope == "standing":
        match.off_vp[side] += vp
        match.off_mp[side] += whole(act, "mp", vp * scale.penalty_mp, low=0, high=MAX_TOTAL)
    else:
        syntax(f"the scope of a penalty is 'standing' or 'match', not {shown(scope)}")


def _leave(scale: Scale, match: _Match, act: Mapping[str, Any]) -> None:
    side = _side(act)
    match.gone[side] = scale.leaver if truth(act, "justified", default=True) else NOTHING
    match.left[side] = True


def _arbitral(scale: Scale, match: _Match, act: Mapping[str, Any]) -> None:
    if given(act, "points"):
        _set_points(match, as_list(act["points"], "'points'"))
        return
    vp = _both(act, "vp", MAX_VP)
    mp = (
        _both(act, "mp", MAX_TOTAL)
        if given(act, "mp")
        else (scale.equivalent(vp[0]), scale.equivalent(vp[1]))
    )
    match.ruled = (Share(vp[0], mp[0]), Share(vp[1], mp[1]))


def _average(scale: Scale, match: _Match, act: Mapping[str, Any]) -> None:
    del scale, act
    match.ruled = (AVERAGE, AVERAGE)


_ACTS: Final = {
    "late": _late,
    "warning": _warning,
    "penalty": _penalty,
    "leave": _leave,
    "arbitral": _arbitral,
    "average": _average,
}


def _set_points(match: _Match, wanted: list[Any]) -> None:
    """Set the points of both sides, or of one where the other is null and has some already."""
    if len(wanted) != 2:
        syntax("'points' must be two numbers, of a and of b")
    before: Sequence[int | None] = match.points or (None, None)
    merged = [before[side] if wanted[side] is None else wanted[side] for side in (0, 1)]
    points = [as_whole(total, "'points'") for total in merged]
    check_points(points)
    match.points, match.ruled = points, None


def _take_off(match: _Match, side: int, points: int) -> None:
    if match.points is not None:
        match.points[side] -= points


def _side(act: Mapping[str, Any]) -> int:
    name = word(act, "side")
    if name not in SIDES:
        syntax(f"'side' must be 'a' or 'b', not {shown(name)}")
    return SIDES[name]


def _both(act: Mapping[str, Any], key: str, bound: int) -> tuple[int, int]:
    two = as_list(act.get(key), repr(key))
    if len(two) != 2:
        syntax(f"{key!r} must be two numbers, of a and of b")
    first, second = (as_whole(one, repr(key), low=-bound, high=bound) for one in two)
    return first, second


def _two(values: Any) -> tuple[int, int]:
    first, second = values
    return first, second
