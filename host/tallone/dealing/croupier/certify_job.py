"""Certification on demand: the pack goes once through the throat and back into the hopper.

Good cards and bad ones are kept apart: the bad ones come out at the reject tray.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tallone.dealing.croupier.job_states import CERTIFY_TRANSITIONS, CLEAR_TRANSITIONS, JobCause
from tallone.dealing.croupier.machine_job import MachineJob
from tallone.dealing.croupier.outputs import Certified, JobCommand, JobDone, JobOutput
from tallone.dealing.croupier.plan import Delivery
from tallone.dealing.layout import PACK_CARDS, SLOT_CAPACITY, SLOTS, wrong_size
from tallone.dealing.packs.deck_check import DeckCheck, Reading, TagIndex
from tallone.findings import Finding, FoundIn
from tallone.link.reports import CroupierState

# Eleven slots of ten hold 110 good cards; the twelfth is for what has to come out.
_GOOD_SLOTS: Final = range(SLOTS - 1)
_BAD_SLOT: Final = SLOTS - 1
_GOOD_LOAD: Final = 10


class CertifyJob(MachineJob):
    """One certification. It ends with `Certified`, or with findings."""

    TRANSITIONS = CERTIFY_TRANSITIONS
    KIND = "certify"
    PHASE = FoundIn.CERTIFY

    def __init__(self, number: int, speed: int, index: TagIndex) -> None:
        super().__init__(number, speed)
        self._check: Final = DeckCheck(index)

    def _begun(self) -> Iterable[JobOutput]:
        return [self._feed(1)]

    def _route(self, tags: Sequence[bytes]) -> int | None:
        good = self._check.judge(tags).reading is Reading.GOOD
        if not good and self.loads[_BAD_SLOT] < SLOT_CAPACITY:
            return _BAD_SLOT
        roomy = (slot for slot in _GOOD_SLOTS if self.loads[slot] < _GOOD_LOAD)
        return next(roomy, self._least_loaded())

    def _accept(self, tags: Sequence[bytes]) -> Iterable[JobOutput]:
        self._check.accept(self.index - 1, tags)
        return ()

    def _pass_over(self, count: int) -> Iterable[JobOutput]:
        findings = self._check.conclude(count)
        yield from findings
        if not findings:
            yield Certified(count=count)
        self._enter(JobCause.PASS_WRONG if findings else JobCause.PASS_RIGHT)
        back = (Delivery(slot, "return") for slot in _GOOD_SLOTS)
        yield from self._deliver((Delivery(_BAD_SLOT, "reject"), *back))

    def _stage_delivered(self) -> Iterable[JobOutput]:
        self._enter(JobCause.DELIVERED)
        yield self._send("JOB_END", self.number)
        yield JobDone(counts=dict(self.counts))

    def _miscounted(self, delivery: Delivery, expected: int, count: int) -> Iterable[JobOutput]:
        yield _miscount(delivery, expected, count, self.PHASE)
        self._enter(JobCause.MISCOUNTED)
        yield from self._return_all()

    def _problems(self) -> int:
        return self._check.problems

    def _total(self) -> int:
        return PACK_CARDS


class ClearJob(MachineJob):
    """Whatever lies in the rack goes back into the hopper, also where nobody knows how much."""

    TRANSITIONS = CLEAR_TRANSITIONS
    KIND = "return"
    PHASE = FoundIn.LOAD

    def _begun(self) -> Iterable[JobOutput]:
        return [JobCommand("STATUS", (self.number,))]

    # Nothing is fed, so none of these three is asked.

    def _route(self, tags: Sequence[bytes]) -> int | None:  # noqa: ARG002
        return None

    def _accept(self, tags: Sequence[bytes]) -> Iterable[JobOutput]:  # noqa: ARG002
        return ()

    def _pass_over(self, count: int) -> Iterable[JobOutput]:  # noqa: ARG002
        return ()

    def _croupier_state(self, report: CroupierState) -> Iterable[JobOutput]:
        if self._deliveries:
            yield from self._unanswered
            return
        self.loads = list(report.slot_loads)
        self._unanswered.clear()
        yield from self._return_all()

    def _stage_delivered(self) -> Iterable[JobOutput]:
        self._enter(JobCause.DELIVERED)
        yield self._send("JOB_END", self.number)
        yield JobDone(counts=dict(self.counts))

    def _miscounted(
        self,
        delivery: Delivery,  # noqa: ARG002 - the machine's interface
        expected: int,  # noqa: ARG002
        count: int,  # noqa: ARG002
    ) -> Iterable[JobOutput]:
        # Clearing is for racks whose loads are in doubt; the certification that follows counts.
        self._enter(JobCause.MISCOUNTED)
        yield from self._return_all()

    def _total(self) -> int:
        return PACK_CARDS


def _miscount(delivery: Delivery, expected: int, count: int, phase: FoundIn) -> Finding:
    return Finding(
        kind=wrong_size(delivery.tray, count, expected),
        phase=phase,
        zone=delivery.tray,
        count=count,
        detail={"expected": expected},
    )
