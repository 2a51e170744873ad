"""What the referee has open in front of him during a hand: the only changing thing of this station.

What lasts for a turn is one value, `Turn`; a new turn is a new one, so that nothing can be forgotten.
"""

import dataclasses
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from tallone.findings import FindingKind, Ground, certainty
from tallone.mat.events import CardLifted, CardPlaced, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee.book import force
from tallone.referee.book.turns import LastPlay, Stage, Suspicion, Turn
from tallone.referee.melding.cloth import Cloth
from tallone.referee.melding.evidence import Laid, PlayEvidence, play_evidence
from tallone.referee.melding.hypotheses import Hypothesis, distinct, going_on_first
from tallone.rules import DrawFromStock, HandState, Move, Phase, TakeDiscardPile
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, Side, seat_before

# How long after a discard its turn stays open for cards that settle later in another zone.
SETTLE_S: Final = 0.8
# How far apart two witnesses of one gesture can be when nothing disturbs them.
REORDER_S: Final = 1.0
# How long a witness can be late when something does: an elbow, a card lying askew.
PATIENCE_S: Final = 4.5
# Unexplained events kept; more is noise, and the oldest go.
MAX_WAITING: Final = 400
# Turns into which a card that was covered is still fitted.
MAX_PLAYS: Final = 8


Waiting = CardPlaced | CardLifted | PileChanged


@dataclasses.dataclass(slots=True, kw_only=True)
class Book:
    """Hypotheses, what is not yet explained, and how far the turn has come."""

    hypotheses: list[Hypothesis]
    stage: Stage
    turn: Turn = dataclasses.field(default_factory=Turn)
    waiting: list[Waiting] = dataclasses.field(default_factory=list)
    # Where the cards of the melds lie, as last read.
    cloth: Cloth = dataclasses.field(default_factory=Cloth)
    suspicions: list[Suspicion] = dataclasses.field(default_factory=list)
    certainty: float = 1.0

    # The turns before: the last, and the one before it if a card was read on its tiles only after its
    # discard.
    last: LastPlay | None = None
    earlier: LastPlay | None = None
    # After which play a closing was asked about.
    doubted: LastPlay | None = None
    # The play that was last found to be illegal, so as not to try it again and again.
    tried: tuple[tuple[Laid, ...], tuple[Laid, ...], CardCopy] | None = None

    # The hand. Whom each card was dealt to, and who has played a card dealt to him.
    dealt: dict[Seat, frozenset[CardCopy]] = dataclasses.field(default_factory=dict)
    has_played: set[Seat] = dataclasses.field(default_factory=set)
    # Between which seats a card has crossed.
    crossed: set[frozenset[Seat]] = dataclasses.field(default_factory=set)
    # Who have been found to hold each other's hands.
    swapped: set[frozenset[Seat]] = dataclasses.field(default_factory=set)
    # Cards laid that make no meld.
    astray: tuple[Laid, ...] = ()
    # Where each pozzetto was dealt to.
    pozzetti: dict[Zone, frozenset[CardCopy]] = dataclasses.field(default_factory=dict)
    # Whether the pile was taken without its scale having said so.
    is_take_unweighed: bool = False
    # The plays of the last turns, for cards that come to light only now.
    past: list[LastPlay] = dataclasses.field(default_factory=list)
    # Cards that nobody knows the place of, each with who should still hold it.
    lost: dict[CardCopy, Seat] = dataclasses.field(default_factory=dict)
    # When cards of the pile last fell silent.
    silent: dict[CardCopy, Seconds] = dataclasses.field(default_factory=dict)
    # Steps of a scale that belong to what is already explained, and have not come.
    owed: dict[Zone, int] = dataclasses.field(default_factory=dict)
    # Cards and counts that a ruling has yet to bring where they belong: a card's side, the pile, or off
    # the mat; a scale's cards to come, or to go.
    ruled: dict[CardCopy, Side | Zone | None] = dataclasses.field(default_factory=dict)
    ruled_steps: dict[Zone, int] = dataclasses.field(default_factory=dict)
    # When each pozzetto that is no longer there was lifted, and the lift that something explains.
    lifted: tuple[Seconds, ...] = ()
    explained: Seconds | None = None

    # This look at the book: its time, and when the next one can find more, for waiting will have been
    # long enough for something that it was not yet long enough for.
    now: float = 0.0
    due: float = 0.0

    # What was last read from what waits, and its parts; None once that has changed.
    _read: PlayEvidence | None = None
    _steps: dict[Zone, list[PileChanged]] | None = None
    _tags: list[CardPlaced] | None = None
    # What follows from the hypotheses alone; None once they have changed.
    _potential: frozenset[CardCopy] | None = None
    _melded: frozenset[CardCopy] | None = None

    @property
    def hand(self) -> HandState:
        """The likeliest hand."""
        return self.hypotheses[0].state

    @property
    def side(self) -> Side:
        """The side on turn."""
        return self.hand.side

    @property
    def unclaimed(self) -> Seconds | None:
        """When the last pozzetto was lifted, if the likeliest hand has not taken it and nothing explains that."""
        if len(self.lifted) <= self.claims(self.hand) or self.lifted[-1] == self.explained:
            return None
        return self.lifted[-1]

    @staticmethod
    def claims(hand: HandState) -> int:
        """How many pozzetti the sides of a hand have taken."""
        return sum(own.pozzetto_taken for own in hand.side_list)

    def look(self, now: Seconds) -> None:
        """Begin to look at the book at that time."""
        self.now = now
        self.due = math.inf

    def has_waited(self, since: float, seconds: float) -> bool:
        """Whether so long has passed since then; if not, the book is due again when it has."""
        if self.now - since >= seconds:
            return True
        self.due = min(self.due, since + seconds)
        return False

    def adopt(self, hypotheses: list[Hypothesis]) -> None:
        """Go on from these hypotheses, wherever their hands stand."""
        before = self.hand.seat, self.hand.phase
        # As long as the hand may go on, what is seen next tells.
        self.replace(going_on_first(distinct(hypotheses)))
        hand = self.hand
        if (hand.seat, hand.phase) == before and hand.phase is not Phase.OVER:
            return
        stages = {Phase.TO_DRAW: Stage.TO_DRAW, Phase.TO_PLAY: Stage.TO_PLAY}
        self.stage = stages.get(hand.phase, Stage.OVER)
        if hand.phase is not Phase.TO_PLAY:
            self.turn = Turn()

    def receive(self, event: Waiting) -> None:
        """Take an event that is not yet explained."""
        self.waiting.append(event)
        del self.waiting[:-MAX_WAITING]
        self._read = self._steps = self._tags = None

    def note_draw(self, move: Move, at: Seconds, after: list[Hypothesis]) -> None:
        """Take a draw that was made."""
        before = tuple(one for one in self.hypotheses if not one.state.is_over)
        self.adopt(after)
        self.change(drawn=move, drawn_at=at, before_draw=before)

    def retract_draw(self) -> None:
        """Go back to before the draw: what was drawn has been put back."""
        self._go_on_from(list(self.turn.before_draw))
        self.stage = Stage.TO_DRAW
        self.change(drawn=None, before_draw=())

    def usurp(self, seat: Seat) -> None:
        """Give the draw that was made, and with it the turn, to another player."""
        assert self.turn.drawn is not None, "only a turn that was drawn for can be usurped"
        takes = isinstance(self.turn.drawn, TakeDiscardPile)
        self._go_on_from(
            [
                dataclasses.replace(one, state=_usurped(one.state, seat, takes=takes))
                for one in self.turn.before_draw
            ]
        )
        self.change(drawn=TakeDiscardPile(seat) if takes else DrawFromStock(seat), before_draw=())

    def replace(self, hypotheses: list[Hypothesis]) -> None:
        """Put other positions of the same moment in place of these."""
        self._go_on_from(hypotheses)
        self.tried = None

    def _go_on_from(self, hypotheses: list[Hypothesis]) -> None:
        self.hypotheses = hypotheses
        self._read = self._potential = self._melded = None

    def change(self, **changes: Any) -> None:
        """Put another turn in place of this one, which differs in these fields of `Turn`."""
        self.turn = dataclasses.replace(self.turn, **changes)

    def tell(
        self,
        kind: FindingKind,
        at: float,
        *,
        ground: Ground = Ground.SEEN,
        sure: float | None = None,
        seat: Seat | None = None,
        zone: Zone | None = None,
        count: int | None = None,
        cards: tuple[CardCopy, ...] = (),
        is_late: bool = False,
    ) -> None:
        """Note a finding, once a turn for each kind.

        `sure` is a witness's own certainty; without it the catalogue's for that ground. `is_late` says
        that it concerns the turn before.
        """
        if kind in self.turn.told:
            return
        self.change(told=self.turn.told | {kind})
        hand = self.hand
        on_turn = seat_before(hand.seat, hand.players) if is_late else hand.seat
        self.suspicions.append(
            Suspicion(
                kind=kind,
                at=Seconds(at),
                certainty=certainty(kind, ground) if sure is None else sure,
                turn=hand.turns - is_late,
                on_turn=on_turn,
                turn_ended=is_late or hand.is_over or self.evidence().discard_at is not None,
                seat=seat,
                zone=zone,
                count=count,
                cards=cards,
            )
        )
        # What is told changes what is thought of the rest.
        self.due = self.now

    def drop(self, *events: Waiting) -> None:
        """Take events from what waits: they are explained."""
        if not events:
            return
        gone = set(map(id, events))
        self.waiting = [event for event in self.waiting if id(event) not in gone]
        self._read = self._steps = self._tags = None

    def steps(self, zone: Zone) -> Sequence[PileChanged]:
        """The steps of a scale that wait, in their order."""
        if self._steps is None:
            self._steps = {}
            for event in self.waiting:
                if isinstance(event, PileChanged):
                    self._steps.setdefault(event.zone, []).append(event)
        return self._steps.get(zone, ())

    def first_step(self, zone: Zone, *, negative: bool) -> PileChanged | None:
        """The first step of a scale that waits and goes down, or up."""
        return next((step for step in self.steps(zone) if (step.delta < 0) is negative), None)

    def first_tag(self, fits: Callable[[CardCopy], bool]) -> CardPlaced | None:
        """The first card read at the discard pile that waits and fits."""
        return next((tag for tag in self.tags() if fits(tag.card)), None)

    def plays(self, seat: Seat, since: Seconds) -> bool:
        """Whether cards that this player holds have been laid or discarded since then."""
        held = set(self.hand.holdings[seat])
        return any(
            isinstance(event, CardPlaced) and event.card in held and event.at > since
            for event in self.waiting
        )

    def tags(self) -> Sequence[CardPlaced]:
        """The cards read at the discard pile that wait, in their order."""
        if self._tags is None:
            self._tags = [
                event
                for event in self.waiting
                if isinstance(event, CardPlaced) and event.zone is Zone.DISCARD
            ]
        return self._tags

    def potential(self) -> frozenset[CardCopy]:
        """Every card the player on turn can lay or discard, a pozzetto in flight included."""
        if self._potential is None:
            cards: set[CardCopy] = set()
            for hypothesis in self.hypotheses:
                state = hypothesis.state
                cards.update(state.holding)
                if state.imposed is not None:
                    cards.update(state.imposed.edge_of(state.seat))
                if not state.own.pozzetto_taken:
                    # Which of the two he lifts is his choice.
                    cards.update(*state.pozzetti)
            self._potential = frozenset(cards)
        return self._potential

    def retract_discard(self) -> None:
        """Go back to before the last discard: it has been taken back, and his turn goes on."""
        last = self.last
        assert last is not None
        self._go_on_from(list(last.before))
        self.stage, self.tried, self.last = Stage.TO_PLAY, None, None
        self.turn = last.turn
        again = [
            CardPlaced(
                card=entry.card, zone=self.cloth.zones.get(entry.card, entry.zone), at=entry.at
            )
            for entry in last.laid
        ]
        self.waiting = [*again, *self.waiting]
        self._read = self._steps = self._tags = None

    def positions(self, change: Callable[[HandState], HandState]) -> None:
        """Change every position that is kept, those of turns that may be played again too."""

        def changed(kept: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
            return tuple(dataclasses.replace(one, state=change(one.state)) for one in kept)

        self.replace(list(changed(self.hypotheses)))
        self.change(before_draw=changed(self.turn.before_draw))

        def again(play: LastPlay) -> LastPlay:
            turn = dataclasses.replace(play.turn, before_draw=changed(play.turn.before_draw))
            return dataclasses.replace(play, before=changed(play.before), turn=turn)

        self.last = again(self.last) if self.last is not None else None
        self.earlier = again(self.earlier) if self.earlier is not None else None
        self.past = [again(play) for play in self.past]

    def melded(self) -> frozenset[CardCopy]:
        """Every card that lies in a meld."""
        if self._melded is None:
            melds = [meld.copies for own in self.hand.side_list for meld in own.melds]
            self._melded = frozenset(itertools.chain.from_iterable(melds))
        return self._melded

    def evidence(self) -> PlayEvidence:
        """Return what waits, read as the play of the player on turn."""
        if self._read is None:
            potential, melded = self.potential(), self.melded()
            self._read = play_evidence(
                self.waiting,
                self.side,
                self.cloth,
                potential.__contains__,
                lambda card: card not in melded,
            )
        return self._read

    def owner(self, card: CardCopy) -> Seat | None:
        """Return who holds a card by the ledger of the likeliest hand."""
        holdings = self.hand.holdings
        return next((seat for seat, held in holdings.items() if card in held), None)


def _usurped(state: HandState, seat: Seat, *, takes: bool) -> HandState:
    drawn = state.discard_pile if takes else state.stock[:1]
    return force.on_turn(force.given(state, drawn, seat), seat, Phase.TO_PLAY)
