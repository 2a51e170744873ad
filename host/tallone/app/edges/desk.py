"""One job at a board without an evening: certifying, enrolling, emptying the machine.

House rules: the loop is the evening's in small (bytes in, the job's reports, commands out, wait);
a person is asked through `Person`, whoever that is; nothing is written to a journal, so a report is
acknowledged as soon as the job has it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from tallone.app.edges.boards import Traffic
from tallone.app.edges.connection import Connection
from tallone.dealing.croupier.certify_job import ClearJob
from tallone.dealing.croupier.enrol_job import EnrolJob
from tallone.dealing.croupier.machine_job import MachineJob
from tallone.dealing.croupier.outputs import AskSignature, JobCommand, JobOutput, NeedsPerson
from tallone.errors import LinkError, TalloneError
from tallone.link.messages import (
    CommandDone,
    LinkEvent,
    LinkUp,
    NoAnswer,
    Refused,
    Report,
    Role,
    Status,
    Welcome,
)
from tallone.link.reports import CroupierState
from tallone.mat.events import Seconds, TagUid
from tallone.mat.registry import registry_of
from tallone.mat.tracker import MatTracker
from tallone.mat.zones import Zone
from tallone.press import Button
from tallone_wire.messages import CROUPIER_STATES

# A board that is there answers within two greetings; a simulated one needs to start.
_PATIENCE_S: Final = 10.0
_STEP_S: Final = 0.25
_AGAIN_S: Final = 1.0
OK: Final = Button.OK
UNDO: Final = Button.UNDO
QUIT: Final = Button.QUIT


class Person(Protocol):
    """Who stands at the table: somebody at the terminal, or the simulated people."""

    def ask(self, what: str, sentence: str, **details: str) -> None:
        """Say what is to be done; `what` and the details are for those who cannot read."""
        ...

    def answers(self) -> list[str]:
        """Return what has been said since: `ok`, `undo`, `quit`."""
        ...

    @property
    def wake_fds(self) -> Sequence[int]:
        """What can be read when there is an answer."""
        ...


class QuitError(TalloneError):
    """The person wants to stop."""

    def __init__(self) -> None:
        super().__init__("stopped; what has been done stays done")


class Desk:
    """The boards and a person, for one thing after the other."""

    def __init__(self, connection: Connection, person: Person) -> None:
        self._connection = connection
        self._person = person
        self._traffic = Traffic(connection.links)
        self._welcomes: dict[str, Welcome] = {}

    @property
    def now(self) -> float:
        return float(self._connection.clock.now())

    def meet(self, role: str) -> Welcome:
        """Wait for a board and return its welcome; raise LinkError with what to do."""
        end = self.now + _PATIENCE_S
        while self.now < end:
            for _role, event in self._step():
                if isinstance(event, Refused):
                    raise LinkError(event.sentence)
                if isinstance(event, NoAnswer) and self._connection.simulated is None:
                    raise LinkError(event.sentence)
            if role in self._welcomes:
                return self._welcomes[role]
            trouble = self._connection.links[role].trouble
            if trouble and self._connection.simulated is None:
                raise LinkError(trouble)
        raise LinkError(f"the {role} does not answer: is it plugged in and running?")

    def idle(self) -> None:
        """Let a moment pass."""
        self._step()

    def ask(self, what: str, sentence: str, **details: str) -> None:
        """Ask the person for something that the boards will show."""
        self._person.ask(what, sentence, **details)

    def wait_for_ok(self, what: str, sentence: str, **details: str) -> None:
        """Ask the person for something and wait until it is done; raise QuitError."""
        self._person.ask(what, sentence, **details)
        while True:
            self._step()
            answers = self._person.answers()
            if QUIT in answers:
                raise QuitError
            if OK in answers:
                return

    def run(
        self,
        job: MachineJob,
        hear: Callable[[JobOutput], None],
        help_machine: Callable[[str], tuple[str, str]],
    ) -> None:
        """Carry out a job at the croupier; `hear` gets its news.

        `help_machine(fault)` returns what to ask a person for, when the machine has stopped.
        """
        outputs = job.begin()
        helping = busy_at = None
        while True:
            self._send(outputs, hear)
            if job.is_over:
                self._flush()
                return
            for output in outputs:
                if isinstance(output, NeedsPerson):
                    helping = help_machine(output.fault)
                    self._person.ask(*helping)
            outputs = []
            for role, event in self._step():
                if role == Role.CROUPIER:
                    outputs += _taken(job, event)
                    if isinstance(event, CommandDone) and event.status is Status.BUSY:
                        busy_at = self.now
            if busy_at is not None and self.now - busy_at >= _AGAIN_S:
                busy_at = None
                outputs += job.reconnected()
            answers = self._person.answers()
            if QUIT in answers:
                outputs += job.give_up("stopped by a person")
            elif OK in answers and job.needs_person:
                outputs += job.person_cleared()

    def leftover(self) -> tuple[int, int]:
        """Return the job that an interruption has left open (0: none), and the cards in the rack."""
        session = self._connection.links[Role.CROUPIER].session
        session.command("STATUS", 0, now=self.now)
        end = self.now + _PATIENCE_S
        while self.now < end:
            for _role, event in self._step():
                if isinstance(event, Report) and isinstance(event.said, CroupierState):
                    stands = event.said
                    idle = stands.state == CROUPIER_STATES.index("idle")
                    return 0 if idle else stands.job, sum(stands.slot_loads)
        raise LinkError("the croupier does not say how it stands; switch it off and on again")

    def clear(self, open_job: int, number: int, hear: Callable[[JobOutput], None]) -> None:
        """Give up a job that was left open and put what lies in the rack back into the hopper."""
        if open_job:
            session = self._connection.links[Role.CROUPIER].session
            session.command("JOB_ABORT", open_job, now=self.now)
            self._wait_for("JOB_ABORT")
        self.run(ClearJob(number, 2), hear, lambda fault: ("help", fault))

    def tags(self, zone: Zone) -> Iterator[tuple[TagUid, ...] | str]:
        """Yield what lies in a zone of the mat whenever it has changed and settled, and answers.

        It goes on until the caller leaves off; raises QuitError.
        """
        tracker = MatTracker(registry_of("", ()))
        session = self._connection.links[Role.MAT].session
        session.command("REPORT_ALL", 1, now=self.now)
        seen: tuple[TagUid, ...] = ()
        while True:
            for role, event in self._step():
                if role == Role.MAT and isinstance(event, Report):
                    tracker.hear(event.said, Seconds(self.now))
            tracker.tick(Seconds(self.now))
            for answer in self._person.answers():
                if answer == QUIT:
                    raise QuitError
                yield answer
            lying = tracker.tags_at(zone)
            if lying != seen:
                seen = lying
                yield lying

    def signature(self, zone: Zone, uid: TagUid) -> bytes | None:
        """Return a tag's signature, read on the mat; None if it gives none."""
        session = self._connection.links[Role.MAT].session
        session.command("READ_SIGNATURE", tuple(Zone).index(zone), uid, now=self.now)
        done = self._wait_for("READ_SIGNATURE")
        return done.body if done.status is Status.OK else None

    def _wait_for(self, command: str) -> CommandDone:
        end = self.now + _PATIENCE_S
        while self.now < end:
            for _role, event in self._step():
                if isinstance(event, CommandDone) and event.name == command:
                    return event
        raise LinkError(f"the board does not answer {command}; switch it off and on again")

    def _send(self, outputs: Sequence[JobOutput], hear: Callable[[JobOutput], None]) -> None:
        session = self._connection.links[Role.CROUPIER].session
        for output in outputs:
            match output:
                case JobCommand(name, fields):
                    self._command(name, *fields)
                case AskSignature(uid=uid):
                    session.command("TAG_SIGNATURE", uid, now=self.now)
                case _:
                    hear(output)

    def _command(self, name: str, *fields: int) -> None:
        try:
            self._connection.links[Role.CROUPIER].session.command(name, *fields, now=self.now)
        except LinkError:
            # The link is down: everything unanswered is sent again when it is back.
            return

    def _step(self) -> list[tuple[str, LinkEvent]]:
        """Wait a moment, then return what the boards say."""
        connection = self._connection
        due = min(link.next_deadline() for link in connection.links.values())
        for link in connection.links.values():
            link.flush(self.now)
        until = max(min(self.now + _STEP_S, due), self.now + 0.001)
        fds = [connection.wake.fd, *self._person.wake_fds]
        connection.clock.wait(Seconds(until), fds, self._traffic)
        connection.wake.clear()
        events = []
        for role, link in connection.links.items():
            for event in link.run(self.now):
                if isinstance(event, LinkUp):
                    self._welcomes[role] = event.welcome
                elif isinstance(event, Report):
                    link.session.ack(event.event, event.boot_id)
                events.append((role, event))
        return events

    def _flush(self) -> None:
        """Let the last commands leave and be answered."""
        end = self.now + _AGAIN_S
        while self.now < end:
            self._step()


def _taken(job: MachineJob, event: LinkEvent) -> list[JobOutput]:
    """Give the job what the croupier has said."""
    match event:
        case Report(said=said):
            return job.observe(said)
        case LinkUp():
            return job.reconnected()
        case CommandDone(name="TAG_SIGNATURE", status=status, body=body):
            if isinstance(job, EnrolJob) and status is not Status.BUSY:
                return job.signature(body if status is Status.OK else None)
        case CommandDone(name=name, status=Status.REFUSED, body=body):
            return job.refused(name, body[0] if body else 0)
    return []
