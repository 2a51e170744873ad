"""A deal at the croupier: 108 cards through the throat, piles and stock into their trays.

The first pass certifies the pack. If any card is not what it must be, the pass is finished, so
that everything wrong is known, and the cards go back into the hopper: the commitment is spent and
the deal is made anew with another. The second pass must feed the stock's cards in an order that is
known beforehand; a card that disagrees was moved by somebody, and the deal is spent as well.

Whoever clears a jam has hands among the cards. In the first pass the rack is then emptied into the
hopper and all cards pass once more, for nothing has been dealt. Later the deal is spent.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tallone.dealing.croupier.job_states import DEAL_TRANSITIONS, JobCause, JobState
from tallone.dealing.croupier.machine_job import MachineJob
from tallone.dealing.croupier.outputs import Certified, JobAborted, JobDone, JobOutput
from tallone.dealing.croupier.plan import DealPlan, Delivery
from tallone.dealing.croupier.reports import decode_report
from tallone.dealing.layout import PACK_CARDS, wrong_size
from tallone.dealing.packs.deck_check import DeckCheck, Reading, TagIndex
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.findings import Finding, FindingKind, FoundIn
from tallone.rules.cards.cards import PACK, CardCopy

# So often all cards pass once more after somebody was inside; after that the deal is spent.
MOST_AGAIN: Final = 3
# The reason of a deal that was not played because somebody was inside.
OPENED: Final = "opened"


class DealJob(MachineJob):
    """One deal. With `rehearse` a pack that is not right is dealt all the same."""

    TRANSITIONS = DEAL_TRANSITIONS
    KIND = "deal"
    PHASE = FoundIn.DEAL

    def __init__(
        self, number: int, speed: int, plan: DealPlan, index: TagIndex, *, rehearse: bool = False
    ) -> None:
        super().__init__(number, speed)
        self._plan: Final = plan
        self._index: Final = index
        self._check = DeckCheck(index)
        self._again = 0  # how often all cards have passed once more
        self._rehearse: Final = rehearse
        self._expected = Sealed(b"", label="second pass")
        self._moved: list[tuple[int, CardCopy | None]] = []
        self._reason = ""  # why the deal is not played: kinds of findings, for everybody

    @classmethod
    def rebuilt(
        cls,
        number: int,
        speed: int,
        plan: DealPlan,
        index: TagIndex,
        reports: Iterable[bytes],
        *,
        rehearse: bool = False,
    ) -> "DealJob":
        """Return the job as it stood after those reports; go on with `reconnected`."""
        job = cls(number, speed, plan, index, rehearse=rehearse)
        job.begin()
        for body in reports:
            job.observe(decode_report(body))
        return job

    def wipe(self) -> None:
        """Forget every card."""
        self._plan.wipe()
        self._check.wipe()
        self._expected.wipe()
        self._parked = None
        self._moved.clear()

    def _begun(self) -> Iterable[JobOutput]:
        return [self._feed(1)]

    def _route(self, tags: Sequence[bytes]) -> int | None:
        judged = self._check.judge(tags) if self.state is JobState.FIRST_PASS else None
        if judged is not None:
            if judged.reading is Reading.GOOD and judged.copy is not None:
                return self._plan.first_slot(judged.copy)
            return self._least_loaded()
        copy = self._copy_of(tags)
        slot = None if copy is None else self._plan.second_slot(copy)
        return self._least_loaded(self._plan.layout.high_digits) if slot is None else slot

    def _accept(self, tags: Sequence[bytes]) -> Iterable[JobOutput]:
        place = self.index - 1
        if self.state is JobState.FIRST_PASS:
            self._check.accept(place, tags)
        elif not self._is_expected(place, self._copy_of(tags)):
            self._moved.append((place, self._copy_of(tags)))
        return ()

    def _pass_over(self, count: int) -> Iterable[JobOutput]:
        first = self.state is JobState.FIRST_PASS
        if self.was_opened:
            yield from self._once_more() if first and self._again < MOST_AGAIN else self._void()
            return
        findings = self._check.conclude(count) if first else self._second_findings(count)
        yield from findings
        if findings and not self._rehearse:
            self._spoil(findings)
            self._enter(JobCause.PASS_WRONG)
            yield from self._return_all()
            return
        self._enter(JobCause.PASS_RIGHT)
        if first:
            yield Certified(count=count)
            self._expected = self._plan.second_feed(self._check.arrivals)
            yield from self._deliver(self._plan.first_deliveries)
        else:
            yield from self._deliver(self._plan.second_deliveries)

    def _stage_delivered(self) -> Iterable[JobOutput]:
        was = self.state
        if self.was_opened and was in (JobState.FIRST_DELIVERY, JobState.SECOND_DELIVERY):
            yield from self._void()
            return
        self._enter(JobCause.DELIVERED)
        match was:
            case JobState.AGAIN:
                self.was_opened = False
                self._check.wipe()
                self._check = DeckCheck(self._index)
                self.counts.clear()
                yield self._feed(self.pass_number + 1)
            case JobState.FIRST_DELIVERY:
                yield self._feed(self.pass_number + 1)
            case JobState.SECOND_DELIVERY:
                self.counts.pop("return", None)
                yield self._send("JOB_END", self.number)
                yield JobDone(counts=dict(self.counts))
            case _:
                yield self._send("JOB_END", self.number)
                yield JobAborted(reason=self._reason, passed=self.passed, in_rack=False)

    def _miscounted(self, delivery: Delivery, expected: int, count: int) -> Iterable[JobOutput]:
        finding = _miscount(delivery.tray, expected, count)
        yield finding
        self._spoil((finding,))
        self._enter(JobCause.MISCOUNTED)
        yield from self._return_all()

    def _once_more(self) -> Iterable[JobOutput]:
        """Hands were inside before anything was dealt: all cards pass again, whatever was read."""
        self._again += 1
        self._enter(JobCause.OPENED)
        yield from self._return_all()

    def _void(self) -> Iterable[JobOutput]:
        """Hands were inside after the cards had been certified: the deal is not played."""
        self._reason = self._reason or OPENED
        first = self.state is JobState.FIRST_PASS
        self._enter(JobCause.PASS_WRONG if first else JobCause.OPENED)
        yield from self._return_all()

    def _spoil(self, findings: Sequence[Finding]) -> None:
        kinds = dict.fromkeys(finding.kind for finding in findings)
        self._reason = self._reason or ", ".join(kinds)

    def _problems(self) -> int:
        return self._check.problems + len(self._moved)

    def _total(self) -> int:
        first = self.state is JobState.FIRST_PASS
        return PACK_CARDS if first else self._plan.layout.stock_cards

    def _copy_of(self, tags: Sequence[bytes]) -> CardCopy | None:
        return self._check.judge(tags).copy if tags else None

    def _is_expected(self, place: int, copy: CardCopy | None) -> bool:
        return self._expected.open_for(
            Purpose.CHECK, lambda fed: place < len(fed) and fed[place] == copy
        )

    def _second_findings(self, count: int) -> tuple[Finding, ...]:
        """Return what the second pass shows: a dead tag by its place, or cards that were moved."""
        wanted = self._plan.layout.stock_cards
        if not self._moved and count == wanted:
            return ()
        dead = [place for place, copy in self._moved if copy is None]
        if len(dead) == len(self._moved) and count == wanted:
            cards = self._expected.open_for(
                Purpose.CHECK, lambda fed: tuple(PACK[fed[place]] for place in dead)
            )
            return (_second(FindingKind.DEAD_TAG, count, cards),)
        cards = tuple(copy for _, copy in self._moved if copy is not None)
        return (_second(FindingKind.CARD_MOVED, count, cards),)


def _second(kind: FindingKind, count: int, cards: tuple[CardCopy, ...]) -> Finding:
    return Finding(
        kind=kind,
        phase=FoundIn.DEAL,
        zone="throat",
        count=count,
        cards=cards,
    )


def _miscount(tray: str, expected: int, count: int) -> Finding:
    """Return the finding for a pile that came out of the rack with another number of cards."""
    return Finding(
        kind=wrong_size(tray, count, expected),
        phase=FoundIn.DEAL,
        zone=tray,
        count=count,
        detail={"expected": expected},
    )
