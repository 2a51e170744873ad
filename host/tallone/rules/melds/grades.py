"""The grade of a burraco: it follows from the shape and the profile, and is never part of a meld."""

from typing import Final

from tallone.rules.cards.cards import ACE
from tallone.rules.melds.shapes import MeldKind, Shape
from tallone.rules.profiles.profile import Profile

BURRACO: Final = 7
_SUIT_LENGTH: Final = 13
_RANK_COPIES: Final = 8


def graded(profile: Profile, shape: Shape) -> tuple[str | None, int]:
    """Return the grade by its name in results and its bonus; None and 0 for fewer than seven cards."""
    found = profile.graded.get(shape)
    if found is None:
        found = profile.graded[shape] = _graded(profile, shape)
    return found


def _graded(profile: Profile, shape: Shape) -> tuple[str | None, int]:
    # Cards that lie together and make no meld have no place: see `rulings.deeds.heap`.
    if shape.size < BURRACO or shape.low < 0:
        return None, 0
    run = shape.kind is MeldKind.RUN
    name = _run_grade(profile, shape) if run else _group_grade(profile, shape)
    points: int = getattr(profile, name)
    return name, points


def grade(profile: Profile, shape: Shape) -> str | None:
    """Return the grade by its name in results, or None for fewer than seven cards."""
    return graded(profile, shape)[0]


def bonus(profile: Profile, shape: Shape) -> int:
    """Return the bonus of the shape's grade, 0 without one."""
    return graded(profile, shape)[1]


def _run_grade(profile: Profile, shape: Shape) -> str:
    if shape.wild < 0:
        royal = shape.size == _SUIT_LENGTH and (
            profile.royal_run == "either_ace" or shape.low == ACE
        )
        return "royal" if profile.royal and royal else "clean"
    needed = _SUIT_LENGTH + (profile.royal_dirty_run == "fourteen")
    if profile.royal_dirty and shape.size >= needed:
        return "royal_dirty"
    return "semi_clean" if profile.semi_clean and _is_semi_run(profile, shape) else "dirty"


def _is_semi_run(profile: Profile, shape: Shape) -> bool:
    before, after = shape.wild, shape.size - 1 - shape.wild
    if profile.semi_run == "adjacent_seven":
        return max(before, after) >= BURRACO
    if profile.semi_run == "end_only":
        return min(before, after) == 0 and shape.size > BURRACO
    return False


def _group_grade(profile: Profile, shape: Shape) -> str:
    if shape.wild < 0:
        return "super" if profile.super and shape.size == _RANK_COPIES else "clean"
    if profile.super_dirty and shape.naturals == _RANK_COPIES:
        return "super_dirty"
    eight = BURRACO + 1
    semi = {
        "off": False,
        "eight_or_more": shape.size >= eight,
        "exactly_eight": shape.size == eight,
    }
    return "semi_clean" if profile.semi_clean and semi[profile.semi_group] else "dirty"
