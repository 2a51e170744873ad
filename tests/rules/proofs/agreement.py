"""The program's melds and the slow definition's, compared set by set."""

from random import Random

from tests.rules.proofs import brute_force, sampling

from tallone.rules.melds.meld import Meld, extend, resolve
from tallone.rules.melds.shapes import MeldKind
from tallone.rules.profiles.profile import PROFILE_NAMES, Profile, load_profile

# Clubs that the slow definition knows by these names.
CLUBS = {
    "end-only": {"semi_run": "end_only"},
    "low-ace": {"royal_run": "low_ace"},
    "end-and-low": {"semi_run": "end_only", "royal_run": "low_ace"},
    "thirteen": {"semi_run": "end_only", "royal_dirty_run": "thirteen"},
}


def profile(name: str) -> Profile:
    """Return a shipped profile, or one of the clubs."""
    if name in PROFILE_NAMES:
        return load_profile(name)
    return load_profile({"base": "fibur", "name": name, **CLUBS[name]})


def disagreement_on_a_set(profile: Profile, random: Random) -> str | None:
    """Resolve one random set both ways; return what differs, or None."""
    cards = sampling.any_set(random)
    written = " ".join(map(str, cards))
    slow = brute_force.resolved(brute_force.faces(written), profile.name)
    fast = resolve(profile, cards)
    return _difference(profile, written, slow, fast)


def disagreement_on_an_extension(profile: Profile, random: Random) -> str | None:
    """Add random cards to a random meld both ways; return what differs, or None."""
    while True:
        cards = sampling.any_set(random)
        meld = resolve(profile, cards)
        if isinstance(meld, Meld):
            break
    if meld.shape.wild >= 0 and random.random() < 0.5:
        # A wild may lie in any of its possible roles, not the preferred one only.
        meld = _with_another_role(profile, meld, random)
    added = sampling.added_to(list(meld.copies), random)
    written = " ".join(map(str, added))
    slow = brute_force.extended(profile.name, placed(meld), brute_force.faces(written))
    return _difference(profile, f"{meld.text()} + {written}", slow, extend(profile, meld, added))


def placed(meld: Meld) -> tuple[brute_force.Placed, ...]:
    """Return a meld of the program as the slow definition has it."""
    shape = meld.shape
    low, step = (shape.low, 1) if shape.kind is MeldKind.RUN else (0, 0)
    return tuple(
        brute_force.Placed(
            low + step * index, brute_force.faces(str(face))[0], index == shape.wild
        )
        for index, face in enumerate(shape.faces)
    )


def _with_another_role(profile: Profile, meld: Meld, random: Random) -> Meld:
    ways = brute_force.melds(brute_force.faces(" ".join(map(str, meld.copies))))
    text = brute_force.text(random.choice(ways))
    pins = tuple(
        (meld.shape.faces[meld.shape.wild], word.split("(=")[1].rstrip(")"))
        for word in text.split()
        if "(=" in word
    )
    other = resolve(profile, meld.copies, pins)
    return other if isinstance(other, Meld) else meld


def _difference(profile, written, slow, fast):
    if slow is None or not isinstance(fast, Meld):
        if slow is None and not isinstance(fast, Meld):
            return None
        return f"{profile.name}: {written}: slow {slow and brute_force.text(slow)}, fast {fast}"
    name = brute_force.grade(profile.name, slow)
    expected = (brute_force.text(slow), brute_force.points(slow), name, brute_force.BONUSES[name])
    found = (fast.text(), fast.points, fast.grade(profile), fast.bonus(profile))
    return None if expected == found else f"{profile.name}: {written}: {expected} is not {found}"
