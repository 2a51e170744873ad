"""One job's conversation with the croupier, whatever the job is for.

House rules: reports in, outputs out, no clock and no port. A command may be repeated, so after a
reconnection everything unanswered is sent again. A report that tells what is known already is
ignored. Where the machine's account of its slots and this one differ, nobody guesses: the job is
given up.
"""

import abc
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from tallone.dealing.croupier.faults import OUR_ABSENCE, fault_finding, is_told
from tallone.dealing.croupier.job_states import ENDED, JobCause, JobState, Transitions, after
from tallone.dealing.croupier.outputs import (
    GoesOn,
    JobAborted,
    JobCommand,
    JobOutput,
    NeedsPerson,
    Progress,
)
from tallone.dealing.croupier.plan import Delivery
from tallone.dealing.layout import SLOT_CAPACITY, SLOTS
from tallone.findings import Finding, FindingKind, FoundIn
from tallone.link.reports import (
    BoardReport,
    CardRead,
    CardStored,
    CroupierState,
    Delivered,
    JobReport,
    MachineClear,
    MachineFault,
    PassDone,
)
from tallone_wire.messages import (
    CROUPIER_STATES,
    FAULTS,
    JOB_KINDS,
    MAX_TRIES,
    TRAYS,
)


class MachineJob(abc.ABC):
    """The part that every job shares; a job adds what a card means and what comes next."""

    TRANSITIONS: Transitions
    KIND: str
    PHASE: FoundIn  # of its findings

    def __init__(self, number: int, speed: int) -> None:
        """Make the job with that number, which must be new to the machine; cards a second."""
        self.number: Final = number
        self.speed: Final = speed
        self.state = JobState.NEW
        self.pass_number = 0
        self.index = 0  # cards stored in this pass
        self.passed = 0  # cards stored in all passes
        self.loads = [0] * SLOTS
        self.counts: dict[str, int] = {}
        self.needs_person = False
        # A person was asked to look inside: the cards may no longer lie where they were reported.
        self.was_opened = False
        self._parked: tuple[int, tuple[bytes, ...]] | None = None  # slot it is sent to, tags
        self._deliveries: deque[Delivery] = deque()
        self._step = 0
        self._stage_steps = [0, 0]  # deliveries made and to be made in this stage
        self._unanswered: list[JobCommand] = []
        self._told: set[tuple[str, int, int]] = set()
        self._retrying = False
        self._asked = False

    # What the program calls.

    def begin(self) -> list[JobOutput]:
        """Start the job."""
        self._enter(JobCause.BEGUN)
        kind = JOB_KINDS.index(self.KIND)
        return [self._send("JOB_BEGIN", self.number, kind, SLOTS, self.speed), *self._begun()]

    def observe(self, report: BoardReport) -> list[JobOutput]:
        """Take in a report of the croupier's; what is no job's business changes nothing."""
        if self.is_over or not isinstance(report, JobReport):
            return []
        if report.job != self.number:
            about_us = isinstance(report, CroupierState) and self._asked
            return self._other_job() if about_us else []
        return list(self._react(report))

    def refused(self, command: str, fault: int) -> list[JobOutput]:
        """Take the machine's refusal of a command."""
        if self.is_over:
            return []
        named = FAULTS[fault] if 0 <= fault < len(FAULTS) else "none"
        return self._give_up(f"{command} refused: {named}")

    def reconnected(self) -> list[JobOutput]:
        """Take up the job after the link was lost or the program restarted."""
        if self.is_over or self.state is JobState.NEW:
            return []
        self._asked = True
        return [JobCommand("STATUS", (self.number,))]

    def person_cleared(self) -> list[JobOutput]:
        """A person says that the machine can go on."""
        if self.is_over or not self.needs_person:
            return []
        self.needs_person = False
        return [JobCommand("RESUME", (self.number,)), GoesOn()]

    def give_up(self, reason: str) -> list[JobOutput]:
        """End the job where it stands; what is in the machine stays there."""
        return [] if self.is_over else self._give_up(reason)

    @property
    def is_over(self) -> bool:
        return self.state in ENDED

    @property
    def is_feeding(self) -> bool:
        return self.state in (JobState.FIRST_PASS, JobState.SECOND_PASS)

    # What a job adds.

    @abc.abstractmethod
    def _begun(self) -> Iterable[JobOutput]: ...

    @abc.abstractmethod
    def _route(self, tags: Sequence[bytes]) -> int | None:
        """Return the slot for the card in the throat; None leaves it to the machine."""
        ...

    @abc.abstractmethod
    def _accept(self, tags: Sequence[bytes]) -> Iterable[JobOutput]:
        """The card with those tags is in its slot."""
        ...

    @abc.abstractmethod
    def _pass_over(self, count: int) -> Iterable[JobOutput]: ...

    @abc.abstractmethod
    def _stage_delivered(self) -> Iterable[JobOutput]: ...

    @abc.abstractmethod
    def _miscounted(
        self, delivery: Delivery, expected: int, count: int
    ) -> Iterable[JobOutput]: ...

    def _problems(self) -> int:
        return 0

    @abc.abstractmethod
    def _total(self) -> int: ...

    # What jobs use.

    def _enter(self, cause: JobCause) -> None:
        self.state = after(self.TRANSITIONS, self.state, cause)

    def _send(self, name: str, *fields: int) -> JobCommand:
        """Return a command and keep it until a report answers it."""
        command = JobCommand(name, fields)
        self._unanswered.append(command)
        return command

    def _feed(self, pass_number: int) -> JobCommand:
        self.pass_number, self.index, self._parked = pass_number, 0, None
        return self._send("FEED", self.number, pass_number)

    def _deliver(self, deliveries: Iterable[Delivery]) -> list[JobOutput]:
        """Begin a stage of deliveries; slots known to be empty are passed over."""
        self._deliveries = deque(delivery for delivery in deliveries if self.loads[delivery.slot])
        self._stage_steps = [0, len(self._deliveries)]
        return list(self._next_delivery())

    def _return_all(self) -> list[JobOutput]:
        """Empty the rack into the hopper."""
        return self._deliver(Delivery(slot, "return") for slot in range(SLOTS))

    def _give_up(self, reason: str) -> list[JobOutput]:
        self._enter(JobCause.GIVEN_UP)
        in_rack = any(self.loads) or self._parked is not None or bool(self._unanswered)
        self._unanswered.clear()
        aborted = JobAborted(reason=reason, passed=self.passed, in_rack=in_rack)
        return [JobCommand("JOB_ABORT", (self.number,)), aborted]

    def _least_loaded(self, slots: int = SLOTS) -> int:
        """Return one of the first slots for a card that has no place."""
        return min(range(slots), key=lambda slot: self.loads[slot])

    def _contradiction(self, what: str, **detail: str | int) -> list[JobOutput]:
        """Machine and program disagree: say so and give the job up."""
        finding = Finding(
            kind=FindingKind.MACHINE_CONTRADICTION,
            phase=self.PHASE,
            zone="throat",
            count=self.passed,
            detail={"what": what, **detail},
        )
        return [finding, *self._give_up(what)]

    # Reports.

    def _react(self, report: JobReport) -> Iterable[JobOutput]:
        match report:
            case CardRead():
                return self._card_read(report)
            case CardStored():
                return self._card_stored(report)
            case PassDone():
                return self._pass_done(report)
            case Delivered():
                return self._delivered(report)
            case MachineFault():
                return self._machine_fault(report)
            case MachineClear():
                return self._machine_clear()
            case CroupierState():
                return self._croupier_state(report)

    def _card_read(self, report: CardRead) -> Iterable[JobOutput]:
        if not self.is_feeding or report.pass_number != self.pass_number:
            return
        index, tags = report.index, report.tags
        if index < self.index:
            return
        if index > self.index:
            yield from self._contradiction("reports of a card are missing", index=index)
            return
        yield from self._goes_on()
        if len(tags) > 1:
            yield from self._machine_finding(FindingKind.DOUBLE_FEED, index)
            return
        slot = self._route(tags)
        if slot is None:
            return
        if self.loads[slot] >= SLOT_CAPACITY:
            yield from self._contradiction("a slot is full", slot=slot)
            return
        self._parked = (slot, tags)
        self._answered("FEED", "ROUTE")
        yield self._send("ROUTE", self.number, self.pass_number, index, slot)

    def _card_stored(self, report: CardStored) -> Iterable[JobOutput]:
        index = report.index
        if report.pass_number != self.pass_number or index < self.index or not self.is_feeding:
            return
        slot, load = report.slot, report.load
        if self._parked is None or index != self.index or slot != self._parked[0]:
            yield from self._contradiction("a card was stored that was not sent", slot=slot)
        elif load != self.loads[slot] + 1:
            yield from self._contradiction("a slot holds another number of cards", slot=slot)
        else:
            yield from self._goes_on()
            yield from self._stored(*self._parked)

    def _stored(self, slot: int, tags: tuple[bytes, ...]) -> Iterable[JobOutput]:
        self.loads[slot] += 1
        self.index += 1
        self.passed += 1
        self._parked = None
        self._answered("FEED", "ROUTE")
        yield from self._accept(tags)
        yield self._progress(self.index, self._total())

    def _pass_done(self, report: PassDone) -> Iterable[JobOutput]:
        if not self.is_feeding or report.pass_number != self.pass_number:
            return
        count = report.count
        self._answered("FEED", "ROUTE")
        if count != self.index or self._parked is not None:
            yield from self._contradiction("another number of cards has passed", count=count)
            return
        yield from self._pass_over(count)

    def _delivered(self, report: Delivered) -> Iterable[JobOutput]:
        if not self._deliveries or report.step != self._step:
            return
        delivery, count = self._deliveries[0], report.count
        if report.slot != delivery.slot or report.tray != TRAYS.index(delivery.tray):
            yield from self._contradiction("another slot was emptied", slot=delivery.slot)
            return
        expected, self.loads[delivery.slot] = self.loads[delivery.slot], 0
        self._deliveries.popleft()
        self._answered("DELIVER")
        self._step += 1
        self._stage_steps[0] += 1
        self.counts[delivery.tray] = self.counts.get(delivery.tray, 0) + count
        yield from self._goes_on()
        yield self._progress(*self._stage_steps)
        if count != expected:
            self._deliveries.clear()
            yield from self._miscounted(delivery, expected, count)
        else:
            yield from self._next_delivery()

    def _next_delivery(self) -> Iterable[JobOutput]:
        if not self._deliveries:
            yield from self._stage_delivered()
            return
        following = self._deliveries[0]
        tray = TRAYS.index(following.tray)
        yield self._send("DELIVER", self.number, self._step, following.slot, tray)

    def _machine_fault(self, report: MachineFault) -> Iterable[JobOutput]:
        number = report.fault
        fault = FAULTS[number] if number < len(FAULTS) else "unknown"
        gave_up = report.tries >= MAX_TRIES
        if fault in OUR_ABSENCE:
            yield JobCommand("RESUME", (self.number,))
            return
        if is_told(fault, gave_up=gave_up):
            yield from self._machine_finding(fault, report.index)
        self._retrying = True
        if gave_up and not self.needs_person:
            self.needs_person = self.was_opened = True
            yield NeedsPerson(fault=fault)

    def _machine_finding(self, fault: str, index: int) -> Iterable[JobOutput]:
        """Tell a fault once for each card, however often the machine tries."""
        told = (fault, self.pass_number, index)
        if told not in self._told:
            self._told.add(told)
            zone = "throat" if self.is_feeding else "rack"
            yield fault_finding(fault, self.PHASE, zone, self.passed, told)

    def _machine_clear(self) -> Iterable[JobOutput]:
        self._retrying = True
        yield from self._goes_on()

    def _goes_on(self) -> Iterable[JobOutput]:
        if self._retrying or self.needs_person:
            self._retrying = self.needs_person = False
            yield GoesOn()

    def _croupier_state(self, report: CroupierState) -> Iterable[JobOutput]:
        """Compare the machine's account with ours and send again what it has not answered."""
        self._asked = False
        state = CROUPIER_STATES[report.state]
        fault = FAULTS[report.fault]
        theirs = list(report.slot_loads)
        if state == "idle" and self._has_moved():
            yield from self._contradiction("the machine has forgotten the job")
            return
        if theirs != self.loads:
            # The one report that can be missing after a power cut is that of the last card.
            one_more = self._with_parked()
            if theirs != one_more or self._parked is None:
                yield from self._contradiction("the slots hold other numbers of cards")
                return
            yield from self._stored(*self._parked)
        absent = state == "person" and fault in OUR_ABSENCE
        self.needs_person = state == "person" and not absent
        if self.needs_person:
            self.was_opened = True
            yield NeedsPerson(fault=fault)
        if state == "cut" or absent:
            yield JobCommand("RESUME", (self.number,))
        yield from self._unanswered

    def _other_job(self) -> list[JobOutput]:
        """The machine was asked about this job and speaks of another."""
        self._asked = False
        if self._has_moved():
            return self._contradiction("the machine has forgotten the job")
        return list(self._unanswered)

    def _with_parked(self) -> list[int]:
        loads = list(self.loads)
        if self._parked is not None:
            loads[self._parked[0]] += 1
        return loads

    def _has_moved(self) -> bool:
        return self.passed > 0 or self._step > 0

    def _answered(self, *names: str) -> None:
        kept = [command for command in self._unanswered if command.name not in names]
        self._unanswered = [command for command in kept if command.name != "JOB_BEGIN"]

    def _progress(self, done: int, total: int) -> Progress:
        problems = self._problems()
        return Progress(stage=self.state.value, done=done, total=total, problems=problems)
