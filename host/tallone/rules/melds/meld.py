"""Melds on the table: physical cards in the roles that a shape gives them."""

import functools
from collections.abc import Sequence
from typing import Final

import msgspec

from tallone.rules.cards.cards import FACES, Card, CardCopy
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.melds import ace_ends, refusals
from tallone.rules.melds.grades import bonus, grade
from tallone.rules.melds.shapes import MeldKind, Shape, shapes
from tallone.rules.profiles.profile import Profile, WildRules

_face: Final = list(FACES).__getitem__
# Single cards on the melds of some hundred hands.
_REMEMBERED: Final = 65_536

# A role that a player wrote for a wild: card of the meld -> the face it stands for, or a rank in a group.
Pins = tuple[tuple[Card, str], ...]
NO_PINS: Final[Pins] = ()


class Meld(msgspec.Struct, frozen=True, gc=False):
    """A side's meld: `copies` stand in the order of the shape's faces; nothing is added to a frozen one."""

    shape: Shape
    copies: tuple[CardCopy, ...]
    frozen: bool = False

    @property
    def kind(self) -> MeldKind:
        return self.shape.kind

    @property
    def size(self) -> int:
        return len(self.copies)

    @property
    def points(self) -> int:
        return self.shape.points

    @property
    def rank(self) -> int:
        """A group's rank, 0 for a run."""
        return self.shape.low if self.shape.kind is MeldKind.GROUP else 0

    def grade(self, profile: Profile) -> str | None:
        """Return the grade's name, None for less than a burraco."""
        return grade(profile, self.shape)

    def bonus(self, profile: Profile) -> int:
        return bonus(profile, self.shape)

    def text(self) -> str:
        """The meld in the notation, wilds with their roles."""
        return self.shape.text()


def resolve(profile: Profile, cards: Sequence[CardCopy], pins: Pins = NO_PINS) -> Meld | Illegal:
    """Return the meld that these cards make, by the notation's order of preference, or why they make none."""
    shape = resolve_faces(profile, list(map(_face, cards)), pins)
    if isinstance(shape, Illegal):
        return shape
    return Meld(shape, _arrange(shape, cards))


def resolve_faces(
    profile: Profile, faces: Sequence[Card], pins: Pins = NO_PINS
) -> Shape | Illegal:
    """Return the preferred shape of these faces that keeps every pinned role, or why there is none.

    The order of the faces counts where a grade hangs on the end at which the Ace was laid.
    """
    found: Sequence[Shape] = shapes(faces)
    if not found:
        return refusals.why_no_meld(faces)
    if pins:
        found = [shape for shape in found if keeps_pins(shape, pins)]
        if not found:
            return _no_role(pins)
    return ace_ends.laid(profile, found[0], found, faces)


def extend(
    profile: Profile, meld: Meld, cards: Sequence[CardCopy], pins: Pins = NO_PINS
) -> Meld | Illegal:
    """Return the meld with the cards added, or why they cannot be added (rules of wilds: docs/rules.md)."""
    if meld.frozen:
        return Illegal("meld.frozen", "nothing may be added to this meld")
    shape = extend_faces(profile, meld.shape, list(map(_face, cards)), pins)
    if isinstance(shape, Illegal):
        return shape
    return Meld(shape, _arrange(shape, (*meld.copies, *cards), meld))


def extend_faces(
    profile: Profile, shape: Shape, added: Sequence[Card], pins: Pins = NO_PINS
) -> Shape | Illegal:
    """Return the shape afterwards: a wild keeps its role if the cards then fit, else moves if it may."""
    rules = profile.wild_rules
    faces = (*shape.faces, *added)
    found = shapes(faces)
    if not found:
        return refusals.why_no_extension(shape, faces)
    # An Ace that lies at one end of a run never goes to the other.
    possible = [after for after in found if shape.ace in (0, after.ace)]
    if not possible:
        return Illegal("meld.gap", f"the Ace of {shape.text()} cannot go to the other end")
    fitting = [after for after in possible if keeps_pins(after, pins)] if pins else possible
    if not fitting:
        return _no_role(pins)
    allowed = [after for after in fitting if _may_become(rules, shape, after)]
    if not allowed:
        return _locked(rules, shape, fitting)
    after = next((after for after in allowed if _keeps_roles(shape, after)), allowed[0])
    return ace_ends.added(profile, shape, after, allowed, added)


@functools.lru_cache(maxsize=_REMEMBERED)
def takes(rules: WildRules, shape: Shape, face: Card) -> bool:
    """Whether that card alone may be added to a meld of this shape."""
    if not (face.can_be_wild and shape.takes_wild) and not shape.near >> face & 1:
        return False
    return any(may_become(rules, shape, after) for after in shapes((*shape.faces, face)))


def _locked(rules: WildRules, shape: Shape, ways: Sequence[Shape]) -> Illegal:
    if shape.own_two and not rules.natural_two_becomes_wild and not any(w.own_two for w in ways):
        return Illegal(
            "meld.wild_locked", f"the two of {shape.text()} must stay in its place, as itself"
        )
    return Illegal(
        "meld.wild_locked", f"that would move the wild of {shape.text()}, which must stay"
    )


def _no_role(pins: Pins) -> Illegal:
    roles = ", ".join(role for _, role in pins)
    return Illegal("meld.role", f"no card can stand for {roles} here")


def keeps_pins(shape: Shape, pins: Pins) -> bool:
    """Return whether every written role is the one the card has in this shape."""
    return all(_has_role(shape, card, role) for card, role in pins)


def _has_role(shape: Shape, card: Card, role: str) -> bool:
    if role == shape.role and card == shape.faces[shape.wild]:
        return True
    naturals = (face for index, face in enumerate(shape.faces) if index != shape.wild)
    # A two written as itself says that it lies in its own place.
    return role == str(card) and card in naturals


def _keeps_roles(before: Shape, after: Shape) -> bool:
    return before.wild < 0 or (
        before.wild_position == after.wild_position
        and before.faces[before.wild] == after.faces[after.wild]
    )


def may_become(rules: WildRules, before: Shape, after: Shape) -> bool:
    """Return whether cards added to a meld may turn its shape into that one of theirs together."""
    return before.ace in (0, after.ace) and _may_become(rules, before, after)


def _may_become(rules: WildRules, before: Shape, after: Shape) -> bool:
    if before.own_two and not after.own_two and not rules.natural_two_becomes_wild:
        return False
    if _keeps_roles(before, after):
        return True
    # The card that the wild stood for has come to its place.
    index = before.wild_position - after.low
    if 0 <= index < after.size and index != after.wild:
        return True
    return rules.free_wild_moves and before.wild in (0, before.size - 1)


def _arrange(
    shape: Shape, copies: Sequence[CardCopy], before: Meld | None = None
) -> tuple[CardCopy, ...]:
    """Return the copies in the shape's order; a wild that lay there before stays the wild."""
    if len(by_face := dict(zip(map(_face, copies), copies, strict=True))) == len(copies):
        return tuple(map(by_face.__getitem__, shape.faces))
    stock: dict[Card, list[CardCopy]] = {}
    for copy in copies:
        stock.setdefault(copy.card, []).append(copy)
    wild_before = (
        before.copies[before.shape.wild] if before is not None and before.shape.wild >= 0 else None
    )
    arranged: list[CardCopy | None] = [None] * shape.size
    if shape.wild >= 0:
        choices = stock[shape.faces[shape.wild]]
        wild = wild_before if wild_before in choices else choices[-1]
        choices.remove(wild)
        arranged[shape.wild] = wild
    for index, face in enumerate(shape.faces):
        if index != shape.wild:
            arranged[index] = stock[face].pop(0)
    return tuple(copy for copy in arranged if copy is not None)
