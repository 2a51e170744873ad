"""Where an Ace lies that fits at both ends of a run, when the grade hangs on it.

Only thirteen cards leave the choice: from the two to the King with an Ace, one of them a wild perhaps.
Mostly the grade is the same, and then the Ace lies low. Where it is not (a wild at the end or inside,
a royal from the Ace or from the two), the Ace lies where it was laid: as far as the order of the cards
tells, and else in the longer row of naturals. A later card never moves it.
"""

from collections.abc import Sequence
from typing import Final

from tallone.rules.cards.cards import ACE, KING, TWO, Card
from tallone.rules.melds.grades import graded
from tallone.rules.melds.shapes import HIGH_ACE, Shape
from tallone.rules.profiles.profile import Profile

_WITH_A_CHOICE: Final = KING


def laid(profile: Profile, found: Shape, ways: Sequence[Shape], faces: Sequence[Card]) -> Shape:
    """Return the way in which a set of cards lies that was laid in that order, low to high or not."""
    high = _with_high_ace(profile, found, ways)
    if high is None:
        return found
    naturals = [face for face in faces if not face.can_be_wild]
    if naturals[0].rank == ACE:
        return found
    if naturals[-1].rank == ACE:
        return high
    below, above = _rows(found)
    return high if above > below else found


def added(
    profile: Profile, before: Shape, found: Shape, ways: Sequence[Shape], faces: Sequence[Card]
) -> Shape:
    """Return the way in which a run lies after these cards were added, in that order."""
    high = None if before.ace else _with_high_ace(profile, found, ways)
    if high is None:
        return found
    if faces[0].rank == ACE and before.low > TWO:
        # The Ace was laid first of the cards below the run.
        return found
    below, above = _rows(found)
    return high if above >= below else found


def _with_high_ace(profile: Profile, low: Shape, ways: Sequence[Shape]) -> Shape | None:
    """Return the same cards in the same roles with the Ace above the King, if that changes the grade."""
    if low.ace != ACE or low.size != _WITH_A_CHOICE:
        return None
    for way in ways:
        if way.ace == HIGH_ACE and way.role == low.role:
            return way if graded(profile, way) != graded(profile, low) else None
    return None


def _rows(low: Shape) -> tuple[int, int]:
    """Return how many naturals lie in a row from the two up, and from the King down: without a wild, all."""
    if low.wild < 0:
        return KING - ACE, KING - ACE
    return low.wild_position - TWO, KING - low.wild_position
