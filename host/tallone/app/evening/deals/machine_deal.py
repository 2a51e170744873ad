"""From the commitment to 108 cards in their trays: one attempt to deal one hand.

Everything a deal is rebuilt from goes to the journal sealed under the hand's key: the secret, and each
report of the croupier's. The attempt can be taken up again from those records at any point.
"""

from collections.abc import Sequence

import msgspec

from tallone.app.evening.deals.deal_attempt import NOTHING, DealAttempt, Told, seat_letter
from tallone.app.evening.outgoing.effects import Effects
from tallone.app.evening.setup import Setup
from tallone.dealing.croupier.deal_job import DealJob
from tallone.dealing.croupier.outputs import (
    Certified,
    GoesOn,
    JobAborted,
    JobCommand,
    JobDone,
    JobOutput,
    NeedsPerson,
    Progress,
)
from tallone.dealing.croupier.plan import DealPlan, copies_by_place
from tallone.dealing.croupier.reports import decode_report
from tallone.dealing.promise.commitment import (
    FORMAT,
    HOW_MANY_NUMBERS,
    SIMULATION,
    TABLE,
    Commitment,
    Terms,
    commit,
    draw_secret,
    expand,
    is_too_plain,
)
from tallone.dealing.promise.reveal import reveal
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.errors import JournalError
from tallone.findings import Finding
from tallone.journal.records import (
    Committed,
    CutMade,
    DealAborted,
    DealReported,
    DealRevealed,
)
from tallone.journal.storage.sealing import HandKey, evened, from_evened
from tallone.link.messages import Role
from tallone.link.reports import (
    BoardReport,
    JobReport,
    encode,
)
from tallone.mat.events import MatEvent
from tallone.rules.cards.seats import Seat


class MachineDeal(DealAttempt):
    """By the croupier: secret, commitment, cut, job."""

    def __init__(
        self,
        setup: Setup,
        effects: Effects,
        key: HandKey,
        *,
        hand: int,
        dealer: Seat,
        attempt: int,
        told: Told = NOTHING,
    ) -> None:
        super().__init__(setup, effects, key, hand=hand, dealer=dealer, attempt=attempt, told=told)
        self.numbers: tuple[int, ...] = ()
        self._secret: Sealed | None = None
        self._commitment: Commitment | None = None
        self._order: Sealed | None = None
        self._job: DealJob | None = None
        self._cut_at = 0.0

    # Begin, or begin again from the journal.

    def commit(self, firmware: str, now: float) -> None:
        """Draw the secret and bind it, before anybody cuts."""
        setup, config = self._setup, self._setup.config
        terms = Terms(
            table=str(config.table),
            round=config.round,
            hand=self.hand,
            players=config.players,
            firmware=firmware,
            pack=setup.pack(self.hand),
            date=setup.date(),
            match=self._told.match,
            attempt=self.attempt,
            broken=self._told.broken,
            journal=self._told.journal,
            source=SIMULATION if setup.is_seeded else TABLE,
        )
        self._secret = draw_secret(self._setup.random_bytes)
        self._commitment = commit(self._secret, terms)
        self._effects.record(
            Committed(
                at=now,
                hand=self.hand,
                table=terms.table,
                round=terms.round,
                players=terms.players,
                dealer=seat_letter(self.dealer),
                pack=terms.pack,
                firmware=firmware,
                commitment=self._commitment.hex,
                words=self._commitment.words,
                sealed_secret=self.key.seal(self._secret, "secret"),
                attempt=self.attempt,
                format=FORMAT,
                date=terms.date,
                match=terms.match,
                broken=terms.broken,
                journal=terms.journal,
                source=terms.source,
            )
        )

    def restore(self, record: Committed) -> None:
        """Take the secret back out of the journal; raise JournalError if it was promised otherwise."""
        if record.format != FORMAT:
            raise JournalError(f"this deal was promised as {record.format}, by an earlier program")
        terms = Terms(
            table=record.table,
            round=record.round,
            hand=record.hand,
            players=record.players,
            firmware=record.firmware,
            pack=record.pack,
            date=record.date,
            match=record.match,
            attempt=record.attempt,
            broken=record.broken,
            journal=record.journal,
            source=record.source,
        )
        self._secret = self.key.open(record.sealed_secret, "secret")
        self._commitment = commit(self._secret, terms)

    def restore_report(self, record: DealReported, now: float) -> MatEvent | None:
        """Take a report of the croupier's back out of the journal; it is no event of the mat."""

        def read(plain: bytes) -> tuple[BoardReport, float]:
            body, at = (plain, now) if record.form == 1 else from_evened(plain)
            return decode_report(body), at

        sealed = self.key.open(record.sealed_report, "report")
        self.observe(*sealed.open_for(Purpose.RECOVERY, read))
        return None

    # What happens.

    @property
    def commitment(self) -> Commitment:
        assert self._commitment is not None, "committed or restored first"
        return self._commitment

    @property
    def job_number(self) -> int:
        """A number that no other job has: it comes from the commitment."""
        return int.from_bytes(self.commitment.inner[:4], "big") | 1

    @property
    def numbers_wanted(self) -> int:
        """How many numbers players still have to put in before the cut."""
        return (HOW_MANY_NUMBERS - len(self.numbers)) * self._setup.config.numbers

    def put_in(self, number: int) -> None:
        """Take a player's number, if it is none that many would choose."""
        self.was_too_plain = is_too_plain(number)
        if not self.was_too_plain:
            self.numbers = (*self.numbers, number)

    def take_cut(self, value: int, seat: Seat, now: float, numbers: Sequence[int] = ()) -> None:
        """Mix in the cut, and numbers that were put in, and start the croupier."""
        assert self._secret is not None, "committed or restored first"
        config = self._setup.config
        self.numbers = tuple(numbers) or self.numbers
        self._effects.record(
            CutMade(
                at=now,
                hand=self.hand,
                value=value,
                seat=seat_letter(seat),
                numbers=self.numbers,
            )
        )
        self.cut, self._cut_at = value, now
        self._order = expand(self._secret, self.commitment, value, self.numbers)
        plan = DealPlan(self._order, config.players)
        self._job = DealJob(
            self.job_number,
            config.feed_speed,
            plan,
            self._setup.tags(self.hand),
            rehearse=self._setup.rehearse,
        )
        self._act(self._job.begin(), now)

    def observe(self, report: BoardReport, now: float) -> None:
        """Hear a report of the croupier's."""
        if self._job is None or not isinstance(report, JobReport):
            return
        if report.job != self.job_number:
            return
        # The job is rebuilt from these. When each came is sealed too, and none is longer than another.
        self._effects.record(
            DealReported(
                at=self._cut_at,
                hand=self.hand,
                job=self.job_number,
                passed=0,
                sealed_report=self.key.seal_bytes(evened(encode(report), now), "report"),
                form=2,
            )
        )
        self._act(self._job.observe(report), now)

    def refused(self, command: str, fault: int, now: float) -> None:
        """Take the croupier's refusal of a command."""
        if self._job is not None:
            self._act(self._job.refused(command, fault), now)

    def reconnected(self, now: float) -> None:
        """Go on after the link was lost or the program restarted."""
        if self._job is not None:
            self._act(self._job.reconnected(), now)

    def person_cleared(self, now: float) -> None:
        if self._job is not None:
            self._act(self._job.person_cleared(), now)

    def give_up(self, reason: str, now: float) -> None:
        """End the attempt from outside; its commitment is revealed all the same."""
        if self._job is not None and not self._job.is_over:
            self._act(self._job.give_up(reason), now)
        elif self.aborted is None:
            self._abort(JobAborted(reason=reason, passed=0, in_rack=False), now)

    def reveal_record(self, now: float, aborted: str = "") -> DealRevealed:
        """Return the record that publishes the secret."""
        assert self._secret is not None, "committed or restored first"
        revealed = reveal(self._secret, self.commitment, self.cut, aborted, self.numbers)
        return DealRevealed(at=now, hand=self.hand, reveal=msgspec.to_builtins(revealed))

    def wipe(self) -> None:
        """Forget every hidden card."""
        for sealed in (self._secret, self._order):
            if sealed is not None:
                sealed.wipe()
        if self._job is not None:
            self._job.wipe()
        self.deal = None

    def _act(self, outputs: list[JobOutput], now: float) -> None:
        for output in outputs:
            match output:
                case JobCommand(name, fields):
                    self._effects.send(Role.CROUPIER, name, *fields)
                case Progress():
                    self.progress = output
                case Certified():
                    self.is_certified = True
                case Finding():
                    self._find(output, now)
                case NeedsPerson(fault=fault):
                    self.needs_person = fault
                case GoesOn():
                    self.needs_person = ""
                case JobDone(counts=counts):
                    self._finish(dict(counts), now)
                case JobAborted():
                    self._abort(output, now)

    def _finish(self, counts: dict[str, int], now: float) -> None:
        assert self._order is not None, "a job has an order"
        self.counts = counts
        self._settle(copies_by_place(self._order, self._setup.players), now)

    def _abort(self, aborted: JobAborted, now: float) -> None:
        self.aborted = aborted
        self._effects.record(
            DealAborted(
                at=now,
                hand=self.hand,
                job=self.job_number,
                commitment=self.commitment.hex,
                reason=aborted.reason,
                passed=aborted.passed,
            ),
            self.reveal_record(now, aborted.reason),
        )
