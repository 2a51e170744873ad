"""What the referee tells: outcomes in their order, findings with their numbers, certainty and article."""

from tallone.findings import Finding, FindingKind, FoundIn, Ground, article_of, certainty
from tallone.mat.events import Seconds
from tallone.mat.zones import Zone
from tallone.referee.book.turns import Suspicion
from tallone.referee.outcomes import Outcome
from tallone.rules import HandState, Move, Profile
from tallone.rules.cards.cards import CardCopy


class Telling:
    """Outcomes that are still to be returned, and every finding of the hand."""

    def __init__(self, profile: Profile) -> None:
        self.findings: list[Finding] = []
        self._profile = profile
        self._out: list[Outcome] = []

    def say(self, *outcomes: Outcome) -> None:
        """Tell outcomes, after those told before."""
        self._out += outcomes

    def take(self) -> list[Outcome]:
        """Return what has been told since the last call."""
        out, self._out = self._out, []
        return out

    def find(
        self,
        hand: HandState,
        kind: FindingKind,
        at: Seconds,
        phase: FoundIn = FoundIn.PLAY,
        *,
        ground: Ground = Ground.SEEN,
        sure: float | None = None,
        zone: Zone | None = None,
        count: int | None = None,
        cards: tuple[CardCopy, ...] = (),
    ) -> None:
        """Find what no turn is to blame for: players may hear of it at once."""
        suspicion = Suspicion(
            kind=kind,
            at=at,
            certainty=certainty(kind, ground) if sure is None else sure,
            turn=hand.turns,
            on_turn=hand.seat,
            turn_ended=True,
            zone=zone,
            count=count,
            cards=cards,
        )
        self.found(suspicion, phase)

    def found(self, suspicion: Suspicion, phase: FoundIn = FoundIn.PLAY) -> None:
        """Make a finding of a suspicion."""
        made = Finding(
            id=len(self.findings) + 1,
            kind=suspicion.kind,
            phase=phase,
            at=suspicion.at,
            certainty=suspicion.certainty,
            turn=suspicion.turn,
            on_turn=suspicion.on_turn,
            turn_ended=suspicion.turn_ended,
            seat=suspicion.seat,
            zone=suspicion.zone,
            count=suspicion.count,
            cards=suspicion.cards,
            article=article_of(suspicion.kind, self._profile),
        )
        self.findings.append(made)
        self._out.append(made)


def agreeing(told: tuple[Move, ...], moves: tuple[Move, ...]) -> int:
    """Return how many of the moves told are the same, up to the first that is not."""
    if moves[: len(told)] == told:
        return len(told)
    both = enumerate(zip(told, moves, strict=False))
    return next((index for index, (one, other) in both if one != other), len(moves))
