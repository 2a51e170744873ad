"""One attempt to deal one hand without a croupier: cards pass one by one over the mat.

Without secret, cut and machine. What the mat sees meanwhile is hidden, so it goes to the journal
sealed, and the attempt is taken up from there.
"""

from typing import Final

import msgspec

from tallone.app.evening.deals.deal_attempt import DealAttempt, seat_letter
from tallone.dealing.croupier.outputs import JobAborted
from tallone.dealing.manual_deal import FORMAT, HandDealt
from tallone.dealing.promise.sealed import Purpose
from tallone.journal.mat_events import event_of, record_of
from tallone.journal.records import (
    Committed,
    DealAborted,
    DealReported,
    DealRevealed,
    MatSettled,
)
from tallone.journal.storage.sealing import evened, from_evened
from tallone.mat.events import MatEvent

_SEALED: Final = "mat"


class ManualDeal(DealAttempt):
    """By people: every card passes over the mat, face down, to its place."""

    SEES_HIDDEN = True
    _dealt: HandDealt

    def commit(self, firmware: str, now: float) -> None:  # noqa: ARG002 - no machine has any part in it
        """Begin; there is nothing to bind."""
        self._begin()
        config = self._setup.config
        self._effects.record(
            Committed(
                at=now,
                hand=self.hand,
                table=str(config.table),
                round=0,
                players=config.players,
                dealer=seat_letter(self.dealer),
                pack=self._setup.pack(self.hand),
                firmware="",
                commitment="",
                words=(),
                sealed_secret=b"",
                attempt=self.attempt,
            )
        )

    def restore(self, record: Committed) -> None:  # noqa: ARG002 - nothing was bound
        """Begin again from the journal."""
        self._begin()

    def restore_report(self, record: DealReported, now: float) -> MatEvent:
        """Take an event of the mat back out of the journal; return it."""
        event = self.key.open(record.sealed_report, _SEALED).open_for(
            Purpose.RECOVERY,
            lambda plain: event_of(
                msgspec.json.decode(
                    plain if record.form == 1 else from_evened(plain)[0], type=MatSettled
                )
            ),
        )
        self._take(event, now)
        return event

    @property
    def next_place(self) -> str | None:
        """Where the next card goes."""
        return self._dealt.next_place

    @property
    def passed(self) -> int:
        return self._dealt.passed

    def mat_event(self, event: MatEvent, now: float) -> None:
        """Take what the mat has settled, and keep it sealed."""
        plain = msgspec.json.encode(record_of(event))
        self._effects.record(
            DealReported(
                at=now,
                hand=self.hand,
                job=0,
                passed=0,
                sealed_report=self.key.seal_bytes(evened(plain, now), _SEALED),
                form=2,
            )
        )
        self._take(event, now)

    def give_up(self, reason: str, now: float) -> None:
        """End the attempt from outside; what has been dealt is revealed all the same."""
        if self.aborted is None:
            self._abort(JobAborted(reason=reason, passed=0, in_rack=False), now)

    def no_more(self, now: float) -> None:
        """Somebody says that there are no more cards."""
        found = self._dealt.no_more()
        if found is not None:
            self._find(found, now)
            self.give_up(found.kind, now)

    def reveal_record(self, now: float, aborted: str = "") -> DealRevealed:
        """Return the record of who was dealt what. It proves nothing: nobody was bound."""
        config = self._setup.config
        piles = {} if aborted else self._dealt.by_place()
        reveal = {
            "format": FORMAT,
            "table": str(config.table),
            "round": 0,
            "hand": self.hand,
            "players": config.players,
            "pack": self._setup.pack(self.hand),
            "commitment": "",
            "deal": {place: " ".join(map(str, cards)) for place, cards in piles.items()},
            "aborted": aborted,
        }
        return DealRevealed(at=now, hand=self.hand, reveal=reveal)

    def wipe(self) -> None:
        """Forget every hidden card."""
        self._dealt.wipe()
        self.deal = None

    def _begin(self) -> None:
        tags = self._setup.tags(self.hand)
        self._dealt = HandDealt(self._setup.players, self.dealer, tags)

    def _take(self, event: MatEvent, now: float) -> None:
        if self.deal is not None or self.aborted is not None:
            return
        found = self._dealt.take(event)
        if found is not None:
            self._find(found, now)
            self.give_up(found.kind, now)
        elif self._dealt.is_complete:
            self.counts = self._dealt.counts
            self._settle(self._dealt.by_place(), now)

    def _abort(self, aborted: JobAborted, now: float) -> None:
        self.aborted = aborted
        self._effects.record(
            DealAborted(
                at=now,
                hand=self.hand,
                job=0,
                commitment="",
                reason=aborted.reason,
                passed=self._dealt.passed,
            ),
            self.reveal_record(now, aborted.reason),
        )
