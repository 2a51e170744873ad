"""Why a set of faces is no meld: the first reason that applies, in the notation's order."""

from collections.abc import Sequence

from tallone.rules.cards.cards import ACE, CARDS, KING, TWO, Card
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.melds.shapes import HIGH_ACE, MIN_MELD, MeldKind, Shape


def why_no_meld(faces: Sequence[Card]) -> Illegal:
    """Return why these faces make no meld; they must not make one."""
    if len(faces) < MIN_MELD:
        return Illegal("meld.too_short", f"{_text(faces)}: a meld has at least three cards")
    fixed = [face for face in faces if not face.can_be_wild]
    if not fixed:
        return Illegal("meld.only_wilds", f"{_text(faces)}: no natural card gives it a rank")
    if len({face.rank for face in fixed}) == 1 and (
        len(fixed) > 1 or not _near_own_two(fixed, faces)
    ):
        return _why_no_group(faces, fixed)
    return _why_no_run(faces, fixed)


def why_no_extension(before: Shape, faces: Sequence[Card]) -> Illegal:
    """Return why a meld with these faces in all cannot be; its kind is settled."""
    fixed = [face for face in faces if not face.can_be_wild]
    if before.kind is MeldKind.RUN:
        return _why_no_run(faces, fixed)
    if any(face.rank != before.low for face in fixed):
        return _mixed(faces)
    return _why_no_group(faces, fixed)


def _why_no_group(faces: Sequence[Card], fixed: list[Card]) -> Illegal:
    wilds = len(faces) - len(fixed)
    if wilds > 1:
        return _too_many(faces, wilds)
    return Illegal(
        "meld.too_long", f"{_text(faces)}: a group has at most nine cards, two of a face"
    )


def _why_no_run(faces: Sequence[Card], fixed: list[Card]) -> Illegal:
    suit = fixed[0] // 13
    ranks = [face.rank for face in fixed]
    others = [rank for rank in ranks if rank != ACE]
    aces = len(ranks) - len(others)
    if any(face // 13 != suit for face in fixed) or len(set(others)) < len(others) or aces > 2:
        return _mixed(faces)
    wilds = [face for face in faces if face.can_be_wild]
    own_two = CARDS[suit * 13 + TWO - 1]
    layouts = _layouts(others, aces)
    if not any(_holes(layout, wilds, own_two) <= 0 for layout in layouts):
        return Illegal("meld.gap", f"{_text(faces)}: the run has a hole that no wild fills")
    if aces == 2:
        return Illegal("meld.ace_twice", f"{_text(faces)}: a run has its Ace at one end only")
    # One suit, no hole, one Ace: a single wild would have found its place.
    in_place = own_two in wilds and any(
        TWO not in layout and _inner_holes([*layout, TWO]) <= len(wilds) - 1 for layout in layouts
    )
    return _too_many(faces, len(wilds) - in_place)


def _layouts(others: list[int], aces: int) -> list[list[int]]:
    if aces == 2:
        return [[ACE, *others, HIGH_ACE]]
    if aces == 1:
        return [[ACE, *others], [*others, HIGH_ACE]]
    return [others]


def _holes(layout: list[int], wilds: list[Card], own_two: Card) -> int:
    """Return how many holes are left when every wild fills one, the own-suit two in its place or not."""
    natural = [*layout, TWO] if own_two in wilds and TWO not in layout else layout
    left = len(wilds) - (natural is not layout)
    return min(_inner_holes(natural) - left, _inner_holes(layout) - len(wilds))


def _inner_holes(layout: list[int]) -> int:
    return max(layout) - min(layout) + 1 - len(layout)


def _near_own_two(fixed: list[Card], faces: Sequence[Card]) -> bool:
    """Whether a lone natural's own-suit two could lie naturally beside it, so that a run was meant."""
    own_two = CARDS[fixed[0] // 13 * 13 + TWO - 1]
    return own_two in faces and fixed[0].rank < KING


def _mixed(faces: Sequence[Card]) -> Illegal:
    return Illegal("meld.mixed", f"{_text(faces)}: neither one suit in order nor one rank")


def _too_many(faces: Sequence[Card], wilds: int) -> Illegal:
    return Illegal("meld.too_many_wilds", f"{_text(faces)}: {wilds} wilds, a meld holds one")


def _text(faces: Sequence[Card]) -> str:
    return " ".join(map(str, faces[:16]))
