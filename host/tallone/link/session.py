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
from tallone.link.guard import Guard, pairing_misfit
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
from tallone.link.welcome import misfit, number_misfit, protocol_misfit, read_head, read_welcome
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
# A missing report is asked for again after this.
RESEND_S = 0.2


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
        self._journaled = dict(journaled or {})
        self._minimum = minimum_firmware
        self._guard = guard
        # A WELCOME that fits, of a board that has not proved itself yet.
        self._welcomed: tuple[Welcome, int, int, int] | None = None
        self._asked_who_at = 0.0
        self._intake = Intake()
        self._commands = CommandQueue()
        self._boot_id: int | None = None
        self._delivered = 0
        self._acked = 0
        self._ack_due = False
        self._lost_events = 0
        self._asked_for = 0
        self._asked_at = 0.0
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
    def bad_frames(self) -> int:
        return self._intake.reader.bad

    @property
    def good_frames(self) -> int:
        return self._intake.reader.good

    @property
    def missed_frames(self) -> int:
        return self._intake.reader.missed

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
        if boot_id is not None and boot_id != self._boot_id:
            return
        if event > self._delivered:
            raise LinkError(f"event {event} of the {self.role} was acknowledged, not delivered")
        if event > self._acked:
            self._acked = event
            self._ack_due = True

    def take_outgoing(self) -> bytes:
        """Return what is to be written to the port now."""
        if self._ack_due and self.is_open:
            self._ack_due = False
            self._outbox.send("EVENT_ACK", self._acked)
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
        if self.is_open and boot_id != self._boot_id:
            return self._break(f"the {self.role} has restarted", now)
        if self.state is not LinkState.GREETING:
            self.counters.strays += 1
            return []
        sentence = protocol_misfit(self.role, protocol)
        if sentence is not None:
            return self._refuse(sentence)
        welcome, first, after, last_command = read_welcome(payload)
        sentence = (
            misfit(welcome, self.role, self._minimum)
            or number_misfit(self.role, first, after, last_command)
            or pairing_misfit(self.role, welcome.is_paired, self._guard is not None)
        )
        if sentence is not None:
            return self._refuse(sentence)
        self._welcomed = welcome, first, after, last_command
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
        assert self._welcomed is not None, "asked after a WELCOME"
        if frame.session != self._outbox.session_byte:
            self.counters.strays += 1
            return []
        answered, flash, proof = cast("tuple[bytes, bytes, bytes]", unpack("PROOF", frame.payload))
        boot_id = self._welcomed[0].boot_id
        sentence = self._guard.failed(answered, flash, proof, self._outbox.session, boot_id)
        if sentence is not None:
            return self._refuse(sentence)
        self._step(LinkInput.PROVED)
        self._outbox.send("PROVED", self._guard.host_tag)
        return self._come_up(now)

    def _come_up(self, now: float) -> list[LinkEvent]:
        assert self._welcomed is not None, "a link opens after a WELCOME"
        welcome, first, after, last_command = self._welcomed
        self._heard_at = now
        self._beat_at = now
        self.welcome = welcome
        events = self._know_boot(welcome, first, after, last_command)
        self._send_commands(now)
        return [*events, LinkUp(welcome=welcome)]

    def _know_boot(
        self, welcome: Welcome, first: int, after: int, last_command: int
    ) -> list[LinkEvent]:
        before = self._boot_id
        if welcome.boot_id == before:
            self._commands.resume(last_command)
            self._ack_due = self._acked >= first
            return []
        self._boot_id = welcome.boot_id
        self._lost_events = 0
        known = self._journaled.get(welcome.boot_id, first - 1)
        # A journal that knows less than it once acknowledged, or more than this boot has said,
        # is another journal or another boot: begin with what the board still keeps.
        self._delivered = known if first - 1 <= known < after else first - 1
        self._acked = self._delivered
        self._ack_due = self._acked >= first
        lost = self._commands.restart(last_command)
        if before is None:
            return []
        restarted = BoardRestarted(
            before=before, boot_id=welcome.boot_id, boot_reason=welcome.boot_reason
        )
        return [restarted, *(CommandLost(command=one.command, name=one.name) for one in lost)]

    def _take_event(self, event: int, at_ms: int, body: bytes, now: float) -> list[LinkEvent]:
        if event <= self._delivered:
            self.counters.duplicates += 1
            self._ack_due = self._ack_due or event <= self._acked
            return []
        if event > self._delivered + 1:
            self.counters.gaps += 1
            self._ask_again(now)
            return []
        self._delivered = event
        boot_id = self._boot_id or 0
        try:
            said = decode(body)
        except MessageError:
            return [Unreadable(boot_id=boot_id, event=event, body=body)]
        report = Report(
            boot_id=boot_id,
            event=event,
            said=said,
            at_ms=at_ms,
            received_at=now,
        )
        return [report]

    def _ask_again(self, now: float) -> None:
        missing = self._delivered + 1
        if missing == self._asked_for and now - self._asked_at < RESEND_S:
            return
        self._asked_for = missing
        self._asked_at = now
        self._outbox.send("EVENT_RESEND", missing)

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
            self._outbox.send("HOST_HEARTBEAT", self._acked)
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
        sentence = (
            f"the {self.role} does not answer: is its program running? "
            "Unplug it, count to three, plug it in again"
        )
        return [NoAnswer(sentence=sentence)]

    def _poll_proving(self, now: float) -> list[LinkEvent]:
        if now - self._asked_who_at >= PROOF_S:
            self._step(LinkInput.BROKEN)
            self._greet(now)
            sentence = (
                f"the {self.role} does not prove that it is this table's: it was changed, or something stands "
                "between; call the arbiter"
            )
            return [NoAnswer(sentence=sentence)]
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
