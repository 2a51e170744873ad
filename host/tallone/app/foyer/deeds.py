"""What a button of a page does: a step from stage to stage, or something inside the page."""

import dataclasses
import enum

from tallone.app.foyer.foyer import Argument
from tallone.app.foyer.stages import Step


class Inner(enum.Enum):
    """What leads to no other stage by itself."""

    YES = "yes"  # the second touch
    TURN = "turn"  # so many pages on, or back
    TONE = "tone"  # hear one of the tones
    UNLOCK = "unlock"  # try the typed PIN


@dataclasses.dataclass(frozen=True, slots=True)
class Deed:
    """A step or an inner act, with what goes with it; None is what has been typed."""

    do: Step | Inner
    argument: Argument = None
