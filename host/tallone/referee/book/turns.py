"""What the referee keeps of a turn: the one in play, the one before, and what is suspected of it."""

import dataclasses
import enum

from tallone.findings import FindingKind
from tallone.mat.events import Seconds
from tallone.mat.zones import Zone
from tallone.referee.melding.evidence import Laid
from tallone.referee.melding.hypotheses import Hypothesis
from tallone.rules import Move
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, Side


class Stage(enum.Enum):
    """What the referee waits for."""

    # The first card of the stock, turned face up.
    TURNING = "turning"
    # The player on turn draws or takes.
    TO_DRAW = "to-draw"
    # He lays cards and discards.
    TO_PLAY = "to-play"
    # Nothing: the hand is over.
    OVER = "over"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What belongs to one player's turn and ends with it."""

    # How the player on turn got his card, and when.
    drawn: Move | None = None
    drawn_at: float = 0.0
    # The hypotheses before the draw, in case it is put back.
    before_draw: tuple[Hypothesis, ...] = ()
    # Cards drawn over the one that was due.
    excess: tuple[CardCopy, ...] = ()
    # Whether its discard was taken back: that is waited for once.
    is_retracted: bool = False
    # What was found in it, and is not told again.
    told: frozenset[FindingKind] = frozenset()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LastPlay:
    """The play of the turn before, kept open for a card that is read late."""

    before: tuple[Hypothesis, ...]
    laid: tuple[Laid, ...]
    discard: CardCopy
    seat: Seat
    side: Side
    at: Seconds
    # Whether the rules did not explain it: what is then taken back is believed.
    is_irregular: bool = False
    # The turn as it was, in case his discard is taken back.
    turn: Turn = Turn()

    @property
    def late(self) -> tuple[Laid, ...]:
        """The cards that were read only after the discard."""
        return tuple(entry for entry in self.laid if entry.at > self.at)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """A finding about to be told.

    `turn` is how many turns had ended before the one it concerns, `on_turn` whose turn that was, and
    `turn_ended` whether its discard lies already, or it is over.
    """

    kind: FindingKind
    at: Seconds
    certainty: float
    turn: int
    on_turn: Seat
    turn_ended: bool
    seat: Seat | None = None
    zone: Zone | None = None
    count: int | None = None
    cards: tuple[CardCopy, ...] = ()
