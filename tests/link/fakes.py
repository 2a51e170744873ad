"""Both real ends of a link on a fake wire with a virtual clock, and what wires do to bytes."""

import random

from tallone.link import BoardRestarted, CommandDone, CommandLost, HostSession, LinkUp, Report
from tallone_wire.device import DeviceSession
from tallone_wire.messages import OK

STEP_S = 0.01


class Perfect:
    def pass_on(self, frame, rng):
        return [frame]


class Loses:
    def __init__(self, rate):
        self.rate = rate

    def pass_on(self, frame, rng):
        return [] if rng.random() < self.rate else [frame]


class Doubles(Loses):
    def pass_on(self, frame, rng):
        return [frame, frame] if rng.random() < self.rate else [frame]


class Flips(Loses):
    def pass_on(self, frame, rng):
        if rng.random() < self.rate:
            at = rng.randrange(len(frame))
            return [frame[:at] + bytes((frame[at] ^ 1 << rng.randrange(8),)) + frame[at + 1 :]]
        return [frame]


class Babbles(Loses):
    def pass_on(self, frame, rng):
        noise = rng.randbytes(rng.randrange(1, 300)) if rng.random() < self.rate else b""
        return [noise + frame]


class Swaps(Loses):
    held = None

    def pass_on(self, frame, rng):
        if self.held is None and rng.random() < self.rate:
            self.held = frame
            return []
        frames = [frame] if self.held is None else [frame, self.held]
        self.held = None
        return frames


class ByteByByte:
    def pass_on(self, frame, rng):
        return [bytes((byte,)) for byte in frame]


class Cut:
    """Nothing passes between two times; `pair` is the clock."""

    def __init__(self, pair, start, end):
        self.pair, self.start, self.end = pair, start, end

    def pass_on(self, frame, rng):
        return [] if self.start <= self.pair.now < self.end else [frame]


class Pair:
    """A host and a board; `done` is what the board did, `journal` what the host wrote down."""

    def __init__(self, seed=1, *, to_host=(), to_board=(), journaled=None, commit=1, **board):
        self.rng = random.Random(seed)
        self.now = 100.0
        self.to_host, self.to_board = list(to_host), list(to_board)
        self.commit_every = commit
        self.journal, self.done, self.events = [], [], []
        self.answers, self.answered, self.lost_commands = {}, 0, []
        self.boot(**board)
        self.start_host(journaled)

    def boot(self, boot_id=0xB007, **options):
        self.board = DeviceSession(
            **{
                "role": "mat",
                "boot_id": boot_id,
                "boot_reason": 1,
                "serial": b"TALLONE1",
                "firmware_version": "0.1.0",
                "firmware_hash": bytes(8),
                "handlers": {"REPORT_ALL": self._do},
                **options,
            }
        )

    def start_host(self, journaled=None, **options):
        self.session = HostSession("mat", self.rng.getrandbits(32), journaled, **options)
        self.unacked = []
        self._forget_numbers()
        self.session.opened(self.now)

    def _forget_numbers(self):
        # Another boot counts its commands from one again, and another program knows none.
        self.answered += len(self.answers)
        self.answers.clear()

    def _do(self, fields):
        self.done.append(fields[0])
        return OK, b"done"

    def journaled(self):
        return {boot: event for boot, event, _ in self.journal}

    def step(self):
        self.now += STEP_S
        ticks = round(self.now * 1000)
        for chunk in self._through(self.to_board, self.session.take_outgoing()):
            self.board.receive(chunk, ticks)
        self.board.poll(ticks)
        events = self.session.poll(self.now)
        while (frame := self.board.next_frame()) is not None:
            for chunk in self._through(self.to_host, bytes(frame)):
                events += self.session.receive(chunk, self.now)
        self._take(events)

    def run(self, seconds):
        for _ in range(round(seconds / STEP_S)):
            self.step()
        return self

    def until(self, true, limit=120):
        end = self.now + limit
        while not true():
            self.step()
            assert self.now < end, "it took too long"
        return self

    def up(self):
        return self.until(lambda: self.session.is_open)

    def seen(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def _take(self, events):
        self.events += events
        for event in events:
            match event:
                case Report():
                    self.unacked.append(event)
                case CommandDone():
                    assert event.command not in self.answers
                    self.answers[event.command] = event.body
                case CommandLost():
                    self.lost_commands.append(event.command)
                case BoardRestarted():
                    self._forget_numbers()
        # The journal commits now and then, and only then the board may forget.
        if len(self.unacked) >= self.commit_every or (self.unacked and self.rng.random() < 0.1):
            for report in self.unacked:
                self.journal.append((report.boot_id, report.event, report.said.request))
            self.session.ack(self.unacked[-1].event, self.unacked[-1].boot_id)
            self.unacked.clear()

    def _through(self, faults, stream):
        frames = [b"\0" + piece + b"\0" for piece in stream.split(b"\0") if piece]
        for fault in faults:
            frames = [out for frame in frames for out in fault.pass_on(frame, self.rng)]
        return frames


def links_up(pair):
    return len(pair.seen(LinkUp))
