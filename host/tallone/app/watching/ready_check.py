"""Before the first card: whether stock and pozzetti lie on their places with what was dealt to them."""

import enum
from collections.abc import Mapping

from tallone.app.watching.mat_watch import REST_S, WRONG_COUNT_S, MatWatch
from tallone.dealing.piles.belief import Belief, Witnesses, believe
from tallone.dealing.piles.ready import doubts, is_right, pile_findings
from tallone.findings import Finding


class Piles(enum.Enum):
    """What the witnesses say of the piles together."""

    UNREST = "unrest"  # one is missing, moves, or has not lain long enough
    DOUBT = "doubt"  # probably right: people count
    WRONG = "wrong"  # one rather has another number of cards
    RIGHT = "right"


class ReadyCheck:
    """The check of one deal; `counts` is what the barriers counted, by place."""

    def __init__(self, players: int, counts: Mapping[str, int], watch: MatWatch) -> None:
        self._players = players
        self._counts = dict(counts)
        self._watch = watch
        self._counted: dict[str, float] = {}
        self._believed: tuple[Witnesses, Belief] | None = None

    def piles(self, now: float) -> Piles:
        """Say how the piles stand. What is wrong or in doubt must have lain a little longer."""
        if not self._watch.rested(now, REST_S):
            return Piles.UNREST
        if is_right(self._players, self.belief):
            return Piles.RIGHT
        if not self._watch.rested(now, WRONG_COUNT_S):
            return Piles.UNREST
        if self.findings:
            return Piles.WRONG
        return Piles.DOUBT if self.doubts else Piles.UNREST

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the piles."""
        return pile_findings(self._players, self.belief)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The places whose cards people should count."""
        return doubts(self._players, self.belief)

    def count(self, now: float) -> None:
        """People have counted every place in doubt and found it as dealt; good until piles move."""
        self._counted |= dict.fromkeys(self.doubts, now)

    @property
    def belief(self) -> Belief:
        """All witnesses put together; again only when one of them has changed."""
        since = self._watch.moved_at
        witnesses = Witnesses(
            barrier=self._counts,
            grams=self._watch.dealt_grams,
            loaded=self._watch.dealt_loads,
            counted=frozenset(place for place, at in self._counted.items() if at >= since),
        )
        if self._believed is None or self._believed[0] != witnesses:
            self._believed = witnesses, believe(self._players, witnesses)
        return self._believed[1]
