"""The host's end of a link: chunks of bytes and `now` in, link events and bytes out.

Its rules. It opens no port and reads no clock. Every report of a boot comes out once and in order,
however often and in whatever order the board's frames arrive; the board keeps it until `ack`,
which the program calls when its journal has the report. A command is repeated until the board
answers and is answered once; a board does it at most once. What does not fit is refused with a
sentence.
"""

import struct
from collections.abc import Mapping
from typing import cast

from tallone.errors import LinkError
from tallone.link.arrivals import Arrival, Arrivals
from tallone.link.guard import Guard, no_proof
from tallone.link.intake import Frame, Intake
from tallone.link.messages import (
    BoardLog,
    BoardRestarted,
    CommandDone,
    CommandLost,
    Heartbeat,
    LinkCounters,
    LinkEvent,
    LinkLost,
    LinkUp,
    NoAnswer,
    Refused,
    Report,
    ReportsLost,
    Status,
    StrayText,
    Unreadable,
    Welcome,
    clean_text,
)
from tallone.link.outbox import Outbox
from tallone.link.pending import CommandQueue
from tallone.link.reports import decode
from tallone.link.session_states import TRANSITIONS, LinkInput, LinkState
from tallone.link.welcome import (
    Answer,
    misfit,
    no_answer,
    protocol_misfit,
    read_head,
    read_welcome,
)
from tallone_wire.frame import FrameReader
from tallone_wire.messages import MessageError, name_of, pack_body, unpack

# HELLO is repeated this often: opening a port drops what was sent too early.
HELLO_S = 0.5
# A board needs about two seconds from power to its main loop.
NO_ANSWER_S = 5.0
HEARTBEAT_S = 1.0
# As on the boards: three heartbeats.
SILENCE_S = 3.0
# A board hashes its flash in half of this; who does not answer by then cannot.
PROOF_S = 2.0


class HostSession:
    """One board as the host sees it; see the top of the file.

    `session` is a random number of 32 bits. `journaled` gives, for each boot the journal knows,
    the number of the last report in it: those are acknowledged and not delivered again. With a `guard` only
    the board that has its key opens the link.
    """

    def __init__(
        self,
        role: str,
        session: int,
        journaled: Mapping[int, int] | None = None,
        minimum_firmware: str = "0.0.0",
        guard: Guard | None = None,
    ) -> None:
        self.role = role
        self.state = LinkState.CLOSED
        self.counters = LinkCounters()
        self.welcome: Welcome | None = None
        self._outbox = Outbox(session)
        self._arrivals = Arrivals(journaled or {})
        self._minimum = minimum_firmware
        self._guard = guard
        # A WELCOME that fits, of a board that has not proved itself yet.
        self._answer: Answer | None = None
        self._asked_who_at = 0.0
        self._intake = Intake()
        self._commands = CommandQueue()
        self._lost_events = 0
        self._greeted_at = 0.0
        self._hello_at = 0.0
        self._heard_at = 0.0
        self._beat_at = 0.0
        self._no_answer_said = False

    # What the program says.

    @property
    def is_open(self) -> bool:
        """Whether commands are taken now."""
        return self.state is LinkState.OPEN

    @property
    def reader(self) -> FrameReader:
        """The reader of frames, for its counts: good, bad, missed; another one with each opened port."""
        return self._intake.reader

    @property
    def repeated_commands(self) -> int:
        return self._commands.repeats

    @property
    def dropped_frames(self) -> int:
        return self._outbox.dropped

    def opened(self, now: float) -> None:
        """Take note that the port is open, and greet the board."""
        self._step(LinkInput.PORT_OPENED)
        self._intake = Intake()
        self._greet(now)

    def closed(self) -> list[LinkEvent]:
        """Take note that the port is closed; commands wait for the same boot to come back."""
        was_open = self.is_open
        self._step(LinkInput.PORT_CLOSED)
        self._outbox.take()
        return [LinkLost(reason=f"the port of the {self.role} is closed")] if was_open else []

    def command(self, name: str, *fields: object, now: float) -> int:
        """Send a command and return its number; raise LinkError if that cannot be done now."""
        if not self.is_open:
            raise LinkError(f"the {self.role} is not connected: {name} cannot be sent")
        try:
            body = pack_body(name, *fields)
        except struct.error as error:
            raise LinkError(f"{name} with fields out of range: {error}") from error
        command = self._commands.add(name, body)
        self._send_commands(now)
        return command

    def ack(self, event: int, boot_id: int | None = None) -> None:
        """Let the board forget the reports up to this one; the journal has them.

        With the report's `boot_id`, a word about an earlier boot is ignored. A number that was not
        delivered raises LinkError.
        """
        if boot_id is not None and boot_id != self._arrivals.boot_id:
            return
        if event > self._arrivals.delivered:
            raise LinkError(f"event {event} of the {self.role} was acknowledged, not delivered")
        self._arrivals.ack(event)

    def take_outgoing(self) -> bytes:
        """Return what is to be written to the port now."""
        if self.is_open and (acked := self._arrivals.due_ack()) is not None:
            self._outbox.send("EVENT_ACK", acked)
        return self._outbox.take()

    # What comes in.

    def receive(self, chunk: bytes, now: float) -> list[LinkEvent]:
        """Take bytes from the port; return what they tell, in order."""
        events: list[LinkEvent] = []
        if self.state is LinkState.CLOSED:
            return events
        for item in self._intake.take(chunk):
            if isinstance(item, StrayText):
                events.append(item)
            else:
                events += self._take_frame(item, now)
        return events

    def _take_frame(self, frame: Frame, now: float) -> list[LinkEvent]:
        name = name_of(frame.number) or ""
        try:
            if name == "WELCOME":
                return self._take_welcome(frame.payload, now)
            if name == "PROOF" and self.state is LinkState.PROVING:
                return self._take_proof(frame, now)
            if not self.is_open or frame.session != self._outbox.session_byte:
                self.counters.strays += 1
                return []
            return self._take_message(name, frame.payload, now)
        except MessageError:
            self.counters.bad_messages += 1
            return []

    def _take_message(self, name: str, payload: bytes, now: float) -> list[LinkEvent]:
        if name not in ("EVENT", "RESULT", "HEARTBEAT", "LOG"):
            raise MessageError("a message that is not for the host")
        fields = unpack(name, payload)
        self._heard_at = now
        # The table says what unpack gives for each name.
        if name == "EVENT":
            return self._take_event(*cast("tuple[int, int, bytes]", fields), now)
        if name == "RESULT":
            return self._take_result(*cast("tuple[int, int, bytes]", fields), now)
        if name == "HEARTBEAT":
            return self._take_heartbeat(*cast("tuple[int, int, int, int]", fields))
        level, text = cast("tuple[int, str]", fields)
        return [BoardLog(level=level, text=clean_text(text))]

    def _take_welcome(self, payload: bytes, now: float) -> list[LinkEvent]:
        protocol, boot_id, session = read_head(payload)
        if session != self._outbox.session:
            self.counters.strays += 1
            return []
        if self.is_open and boot_id != self._arrivals.boot_id:
            return self._break(f"the {self.role} has restarted", now)
        if self.state is not LinkState.GREETING:
            self.counters.strays += 1
            return []
        sentence = protocol_misfit(self.role, protocol)
        if sentence is not None:
            return self._refuse(sentence)
        self._answer = read_welcome(payload)
        has_key = self._guard is not None
        sentence = misfit(self._answer, self.role, self._minimum, has_key=has_key)
        if sentence is not None:
            return self._refuse(sentence)
        if self._guard is None:
            self._step(LinkInput.WELCOMED)
            return self._come_up(now)
        self._step(LinkInput.CHALLENGED)
        self._asked_who_at = now
        self._guard.ask()
        self._ask_who(now)
        return []

    def _ask_who(self, now: float) -> None:
        assert self._guard is not None, "asked with a key only"
        self._hello_at = now
        self._outbox.send("PROVE", self._guard.asked)

    def _take_proof(self, frame: Frame, now: float) -> list[LinkEvent]:
        assert self._guard is not None, "asked with a key only"
        assert self._answer is not None, "asked after a WELCOME"
        if frame.session != self._outbox.session_byte:
            self.counters.strays += 1
            return []
        answered, flash, proof = cast("tuple[bytes, bytes, bytes]", unpack("PROOF", frame.payload))
        boot_id = self._answer.welcome.boot_id
        sentence = self._guard.failed(answered, flash, proof, self._outbox.session, boot_id)
        if sentence is not None:
            return self._refuse(sentence)
        self._step(LinkInput.PROVED)
        self._outbox.send("PROVED", self._guard.host_tag)
        return self._come_up(now)

    def _come_up(self, now: float) -> list[LinkEvent]:
        assert self._answer is not None, "a link opens after a WELCOME"
        self.welcome = self._answer.welcome
        self._heard_at = now
        self._beat_at = now
        events = self._know_boot(self._answer)
        self._send_commands(now)
        return [*events, LinkUp(welcome=self._answer.welcome)]

    def _know_boot(self, answer: Answer) -> list[LinkEvent]:
        before, welcome = self._arrivals.boot_id, answer.welcome
        if welcome.boot_id == before:
            self._commands.resume(answer.last_command)
            self._arrivals.resume(answer.first)
            return []
        self._lost_events = 0
        self._arrivals.restart(welcome.boot_id, answer.first, answer.after)
        lost = self._commands.restart(answer.last_command)
        if before is None:
            return []
        restarted = BoardRestarted(
            before=before, boot_id=welcome.boot_id, boot_reason=welcome.boot_reason
        )
        return [restarted, *(CommandLost(command=one.command, name=one.name) for one in lost)]

    def _take_event(self, event: int, at_ms: int, body: bytes, now: float) -> list[LinkEvent]:
        arrival = self._arrivals.take(event)
        if arrival is Arrival.AGAIN:
            self.counters.duplicates += 1
            return []
        if arrival is Arrival.EARLY:
            self.counters.gaps += 1
            missing = self._arrivals.to_ask_for(now)
            if missing is not None:
                self._outbox.send("EVENT_RESEND", missing)
            return []
        boot_id = self._arrivals.boot_id or 0
        try:
            said = decode(body)
        except MessageError:
            return [Unreadable(boot_id=boot_id, event=event, body=body)]
        return [Report(boot_id=boot_id, event=event, said=said, at_ms=at_ms, received_at=now)]

    def _take_result(self, command: int, status: int, body: bytes, now: float) -> list[LinkEvent]:
        if status not in tuple(Status):
            self.counters.bad_messages += 1
            return []
        done = self._commands.answered(command, now)
        if done is None:
            self.counters.duplicates += 1
            return []
        self._send_commands(now)
        return [CommandDone(command=command, name=done.name, status=Status(status), body=body)]

    def _take_heartbeat(
        self, uptime_ms: int, _next_event: int, lost: int, free_kb: int
    ) -> list[LinkEvent]:
        events: list[LinkEvent] = []
        if lost > self._lost_events:
            events.append(ReportsLost(count=lost - self._lost_events))
            self._lost_events = lost
        events.append(Heartbeat(uptime_ms=uptime_ms, lost_events=lost, free_kb=free_kb))
        return events

    # What time does.

    def poll(self, now: float) -> list[LinkEvent]:
        """Let time pass: greetings, heartbeats, repeats, a board that has gone."""
        if self.state is LinkState.GREETING:
            return self._poll_greeting(now)
        if self.state is LinkState.PROVING:
            return self._poll_proving(now)
        if not self.is_open:
            return []
        if now - self._beat_at > SILENCE_S:
            # The board has closed the session meanwhile; greeting at once spares it the wait.
            return self._break(f"the program was busy for {now - self._beat_at:.0f} s", now)
        if now - self._heard_at > SILENCE_S:
            return self._break(f"nothing from the {self.role} for {SILENCE_S:.0f} s", now)
        overdue = self._commands.overdue(now)
        if overdue is not None:
            return self._break(f"the {self.role} does not answer {overdue.name}", now)
        if now - self._beat_at >= HEARTBEAT_S:
            self._beat_at = now
            self._outbox.send("HOST_HEARTBEAT", self._arrivals.acked)
        self._commands.repeat_late(now)
        self._send_commands(now)
        return []

    def next_deadline(self) -> float:
        """Return when `poll` has something to do, if nothing comes before."""
        if self.state in (LinkState.GREETING, LinkState.PROVING):
            return self._hello_at + HELLO_S
        if self.is_open:
            return min(
                self._beat_at + HEARTBEAT_S,
                self._heard_at + SILENCE_S + 0.001,
                self._commands.deadline(),
            )
        return float("inf")

    def _poll_greeting(self, now: float) -> list[LinkEvent]:
        if now - self._hello_at >= HELLO_S:
            self._say_hello(now)
        if self._no_answer_said or now - self._greeted_at < NO_ANSWER_S:
            return []
        self._no_answer_said = True
        return [NoAnswer(sentence=no_answer(self.role))]

    def _poll_proving(self, now: float) -> list[LinkEvent]:
        if now - self._asked_who_at >= PROOF_S:
            self._step(LinkInput.BROKEN)
            self._greet(now)
            return [NoAnswer(sentence=no_proof(self.role))]
        if now - self._hello_at >= HELLO_S:
            self._ask_who(now)
        return []

    def _break(self, reason: str, now: float) -> list[LinkEvent]:
        self._step(LinkInput.BROKEN)
        self._greet(now)
        return [LinkLost(reason=reason)]

    def _refuse(self, sentence: str) -> list[LinkEvent]:
        self._step(LinkInput.MISFIT)
        return [Refused(sentence=sentence)]

    def _greet(self, now: float) -> None:
        self.counters.greetings += 1
        self._greeted_at = now
        self._no_answer_said = False
        self._outbox.renew()
        self._say_hello(now)

    def _say_hello(self, now: float) -> None:
        self._hello_at = now
        self._outbox.say_hello()

    def _step(self, what: LinkInput) -> None:
        self.state = TRANSITIONS[self.state][what]

    def _send_commands(self, now: float) -> None:
        for one in self._commands.due(now):
            guard = self._guard
            body = one.body if guard is None else guard.sealed(one.command, one.body)
            self._outbox.send("COMMAND", one.command, body)
