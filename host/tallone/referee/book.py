"""What the referee has open in front of him during a hand: the only changing thing of this station."""

import dataclasses
import enum
from typing import Final

from tallone.mat.events import CardLifted, CardPlaced, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee import force
from tallone.referee.evidence import Laid, PlayEvidence, play_evidence
from tallone.referee.hypotheses import Hypothesis, distinct
from tallone.rules import DrawFromStock, HandState, Move, Phase, TakeDiscardPile
from tallone.rules.cards import CardCopy
from tallone.rules.seats import Seat, Side

# How long after a discard its turn stays open for cards that settle later in another zone.
SETTLE_S: Final = 0.8
# How far apart two witnesses of one gesture can be when nothing disturbs them.
REORDER_S: Final = 1.0
# How long a witness can be late when something does: an elbow, a card lying askew.
PATIENCE_S: Final = 4.5
# Unexplained events kept; more is noise, and the oldest go.
MAX_WAITING: Final = 400

Waiting = CardPlaced | CardLifted | PileChanged


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


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """A finding about to be told."""

    kind: str
    at: Seconds
    certainty: float
    seat: Seat | None = None
    zone: Zone | None = None
    count: int | None = None
    cards: tuple[CardCopy, ...] = ()


@dataclasses.dataclass(slots=True, kw_only=True)
class Book:
    """Hypotheses, what is not yet explained, and how far the turn has come."""

    hypotheses: list[Hypothesis]
    stage: Stage
    waiting: list[Waiting] = dataclasses.field(default_factory=list)
    # How the player on turn got his card, and when; told kinds are not told again this turn.
    drawn: Move | None = None
    drawn_at: float = 0.0
    told_kinds: set[str] = dataclasses.field(default_factory=set)
    last: LastPlay | None = None
    # Steps of a scale that belong to what is already explained, and have not come.
    owed: dict[Zone, int] = dataclasses.field(default_factory=dict)
    certainty: float = 1.0
    # The play that was last found to be illegal, so as not to try it again and again.
    tried: tuple[tuple[Laid, ...], CardCopy] | None = None
    # The hypotheses before the draw, in case it is put back.
    before_draw: list[Hypothesis] = dataclasses.field(default_factory=list)
    # Cards drawn over the one that was due; when cards of the pile last fell silent; cards laid that
    # make no meld; between which seats cards have crossed; who has played cards dealt to him.
    excess: tuple[CardCopy, ...] = ()
    # Whether this turn's discard was taken back; whom each card was dealt to.
    is_retracted: bool = False
    dealt: dict[Seat, frozenset[CardCopy]] = dataclasses.field(default_factory=dict)
    silent: dict[CardCopy, Seconds] = dataclasses.field(default_factory=dict)
    crossed: set[frozenset[Seat]] = dataclasses.field(default_factory=set)
    astray: tuple[Laid, ...] = ()
    has_played: set[Seat] = dataclasses.field(default_factory=set)
    suspicions: list[Suspicion] = dataclasses.field(default_factory=list)
    # What was last read from what waits; None once either has changed.
    _read: PlayEvidence | None = None

    @property
    def hand(self) -> HandState:
        """The likeliest hand."""
        return self.hypotheses[0].state

    @property
    def side(self) -> Side:
        """The side on turn."""
        return self.hand.side

    def adopt(self, hypotheses: list[Hypothesis]) -> None:
        """Go on from these hypotheses, wherever their hands stand."""
        before = self.hand.seat, self.hand.phase
        self.tried = None
        self._read = None
        self.hypotheses = distinct(hypotheses)
        hand = self.hand
        if (hand.seat, hand.phase) == before and hand.phase is not Phase.OVER:
            return
        stages = {Phase.TO_DRAW: Stage.TO_DRAW, Phase.TO_PLAY: Stage.TO_PLAY}
        self.stage = stages.get(hand.phase, Stage.OVER)
        if hand.phase is not Phase.TO_PLAY:
            self.drawn = None
            self.before_draw = []
            self.excess = ()
            self.is_retracted = False
            self.told_kinds = set()

    def receive(self, event: Waiting) -> None:
        """Take an event that is not yet explained."""
        self.waiting.append(event)
        del self.waiting[:-MAX_WAITING]
        self._read = None

    def note_draw(self, move: Move, at: Seconds, after: list[Hypothesis]) -> None:
        """Take a draw that was made."""
        self.before_draw = self.hypotheses
        self.adopt(after)
        self.drawn, self.drawn_at = move, at

    def retract_draw(self) -> None:
        """Go back to before the draw: what was drawn has been put back."""
        self.hypotheses, self.before_draw = self.before_draw, []
        self._read = None
        self.stage, self.drawn = Stage.TO_DRAW, None

    def usurp(self, seat: Seat) -> None:
        """Give the draw that was made, and with it the turn, to another player."""
        assert self.drawn is not None
        takes = isinstance(self.drawn, TakeDiscardPile)
        self.hypotheses = [
            dataclasses.replace(one, state=_usurped(one.state, seat, takes=takes))
            for one in self.before_draw
        ]
        self.before_draw = []
        self._read = None
        self.drawn = TakeDiscardPile(seat) if takes else DrawFromStock(seat)

    def replace(self, hypotheses: list[Hypothesis]) -> None:
        """Put other positions of the same moment in place of these."""
        self.hypotheses = hypotheses
        self.tried = None
        self._read = None

    def suspect(self, suspicion: Suspicion) -> None:
        """Note a finding, once a turn for each kind."""
        if suspicion.kind not in self.told_kinds:
            self.told_kinds.add(suspicion.kind)
            self.suspicions.append(suspicion)

    def drop(self, *events: Waiting) -> None:
        """Take events from what waits: they are explained."""
        if not events:
            return
        gone = set(map(id, events))
        self.waiting = [event for event in self.waiting if id(event) not in gone]
        self._read = None

    def potential(self) -> frozenset[CardCopy]:
        """Every card the player on turn can lay or discard, a pozzetto in flight included."""
        cards: set[CardCopy] = set()
        for hypothesis in self.hypotheses:
            state = hypothesis.state
            cards.update(state.holding)
            if not state.own.pozzetto_taken and state.pozzetti:
                cards.update(state.pozzetti[0])
        return frozenset(cards)

    def melded(self) -> frozenset[CardCopy]:
        """Every card that lies in a meld."""
        return frozenset(
            card for own in self.hand.side_list for meld in own.melds for card in meld.copies
        )

    def evidence(self) -> PlayEvidence:
        """Return what waits, read as the play of the player on turn."""
        if self._read is None:
            potential, melded = self.potential(), self.melded()
            self._read = play_evidence(
                self.waiting, self.side, potential.__contains__, lambda card: card not in melded
            )
        return self._read

    def owner(self, card: CardCopy) -> Seat | None:
        """Return who holds a card by the ledger of the likeliest hand."""
        holdings = self.hand.holdings
        return next((seat for seat, held in holdings.items() if card in held), None)


def _usurped(state: HandState, seat: Seat, *, takes: bool) -> HandState:
    drawn = state.discard_pile if takes else state.stock[:1]
    return force.on_turn(force.given(state, drawn, seat), seat, Phase.TO_PLAY)
