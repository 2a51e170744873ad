"""What `tallone bench link` says: what a frame costs, and what a bad cable does."""

import dataclasses
import random
import subprocess
import time
from typing import Final

import msgspec

from tallone.errors import LinkError
from tallone.link.messages import CommandDone, Report, Role
from tallone.link.reports import ReportEnd
from tallone.link.session import HostSession
from tallone.paths import firmware_folder, micropython
from tallone_wire.device import DeviceSession
from tallone_wire.frame import FrameReader, FrameWriter
from tallone_wire.messages import OK, TABLE, pack, pack_body

_ROUNDS: Final = 2000
_STEP_MS: Final = 5
_TAG: Final = bytes(range(1, 9))
# Two loops over 34 bytes take 557 and 471 us as bytecode on an emulated RP2040 at 125 MHz, 2.9 and
# 2.3 us on the unix port of the machine that this was measured on: about two hundred times as long.
_RP2040_TIMES: Final = 200


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure; `reach` is what it should be at most, where that is said."""

    name: str
    value: float
    unit: str
    reach: float | None = None


class _Cost(msgspec.Struct, frozen=True):
    us: float
    heap_bytes: float


def figures(seed: int = 1) -> list[Figure]:
    """Return every figure; those of a board are left out where there is no MicroPython."""
    rng = random.Random(seed)  # noqa: S311 - which frames get lost is no secret
    return [*frame_bytes(), *host_cost(), *board_cost(), *lossy_exchange(rng)]


def frame_bytes() -> list[Figure]:
    """Return the lengths of the most common frames, delimiters included."""
    card = _frame("EVENT", 100, 5000, pack_body("ZONE_ROUND", 4, 12, 0, 5, 1, (_TAG,)))
    route = _frame("COMMAND", 100, pack_body("ROUTE", 7, 1, 42, 9))
    return [
        Figure(name="frame around a payload", value=len(_frame("EVENT_ACK", 1)) - 4, unit="bytes"),
        Figure(name="a card comes to rest", value=len(card), unit="bytes"),
        Figure(name="its acknowledgement", value=len(_frame("EVENT_ACK", 100)), unit="bytes"),
        Figure(name="a card is sent to its slot", value=len(route), unit="bytes"),
    ]


def host_cost() -> list[Figure]:
    """Return the host's time for a card's report, in microseconds on this machine."""
    writer = FrameWriter()
    payload = pack("EVENT", 100, 5000, pack_body("ZONE_ROUND", 4, 12, 0, 5, 1, (_TAG,)))
    begun = time.perf_counter()
    stream = b"".join(writer.frame(7, TABLE["EVENT"][0], payload) for _ in range(_ROUNDS))
    written = time.perf_counter()
    feed = FrameReader().feed
    for byte in stream:
        feed(byte)
    read = time.perf_counter()
    return [
        Figure(name="host writes a frame", value=(written - begun) / _ROUNDS * 1e6, unit="us"),
        Figure(name="host reads a frame", value=(read - written) / _ROUNDS * 1e6, unit="us"),
    ]


def board_cost() -> list[Figure]:
    """Return what a board's end costs: microseconds in MicroPython here, expected on a board, heap bytes."""
    interpreter = micropython()
    if interpreter is None:
        return []
    script = firmware_folder() / "sim" / "wire_bench.py"
    done = subprocess.run(  # noqa: S603 - our own file
        [interpreter, "-X", "heapsize=180k", script],
        capture_output=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        raise LinkError(f"{script.name} has failed: {done.stderr.decode(errors='replace')}")
    costs = msgspec.json.decode(done.stdout, type=dict[str, _Cost])
    figures = []
    for name, cost in sorted(costs.items()):
        reach = 0.0 if name == "idle" else None
        figures.append(Figure(name=f"board, {name}", value=cost.us, unit="us (unix port)"))
        expected = cost.us * _RP2040_TIMES / 1000
        figures.append(Figure(name=f"board, {name}, RP2040", value=expected, unit="ms (expected)"))
        figures.append(
            Figure(
                name=f"board, {name}, allocated", value=cost.heap_bytes, unit="bytes", reach=reach
            )
        )
    return figures


def lossy_exchange(
    rng: random.Random, loss: float = 0.01, reports: int = 5000, commands: int = 1000
) -> list[Figure]:
    """Return what a cable that loses this share of frames, each way, costs and breaks.

    Both real ends on a virtual clock: a report every 20 ms and a command every 100 ms, the answer
    5 ms away.
    """
    exchange = _Exchange(rng, loss)
    now_ms = exchange.run(reports, commands)
    expected = list(range(1, reports + 1))
    wrong = sum(got != wanted for got, wanted in zip(exchange.got, expected, strict=False))
    percent = f"{loss:.0%} lost"
    return [
        Figure(name=f"{percent}: frames lost", value=exchange.lost, unit="frames"),
        Figure(
            name=f"{percent}: reports missing",
            value=reports - len(exchange.got) + wrong,
            unit="reports",
            reach=0,
        ),
        Figure(
            name=f"{percent}: commands not done once",
            value=abs(len(exchange.done) - commands) + len(exchange.done) - len({*exchange.done}),
            unit="commands",
            reach=0,
        ),
        Figure(
            name=f"{percent}: frames sent again",
            value=exchange.host.counters.duplicates + exchange.host.repeated_commands,
            unit="frames",
        ),
        Figure(name=f"{percent}: report, median", value=exchange.delay(0.5), unit="ms"),
        Figure(name=f"{percent}: report, 99 of 100", value=exchange.delay(0.99), unit="ms"),
        Figure(name=f"{percent}: report, worst", value=exchange.delay(1.0), unit="ms"),
        Figure(name=f"{percent}: all through after", value=now_ms / 1000, unit="s, virtual"),
    ]


class _Exchange:
    """Both ends, a clock in milliseconds, and a cable between them."""

    def __init__(self, rng: random.Random, loss: float) -> None:
        self.got: list[int] = []
        self.done: list[object] = []
        self.delays: list[int] = []
        self.lost = 0
        self.host = HostSession(Role.MAT, rng.getrandbits(32))
        self._rng = rng
        self._loss = loss
        self._answered = 0
        self._emitted_at: dict[int, int] = {}
        self._board = DeviceSession(
            role=Role.MAT,
            boot_id=1,
            boot_reason=1,
            serial=b"TALLONE1",
            firmware_version="0.1.0",
            firmware_hash=bytes(8),
            handlers={"FOCUS": self._focus},
        )

    def run(self, reports: int, commands: int) -> int:
        """Exchange so many of each; return when the last was through, in milliseconds."""
        self.host.opened(0.0)
        now_ms = sent = asked = 0
        while len(self.got) < reports or self._answered < commands:
            now_ms += _STEP_MS
            if now_ms % 20 == 0 and sent < reports and self._board.emit("REPORT_END", sent + 1):
                sent += 1
                self._emitted_at[sent] = now_ms
            if now_ms % 100 == 0 and asked < commands and self.host.is_open:
                asked += 1
                self.host.command("FOCUS", asked, now=now_ms / 1000)
            self._step(now_ms)
        return now_ms

    def delay(self, share: float) -> float:
        """Return the delay that this share of reports does not exceed."""
        return sorted(self.delays)[round(share * (len(self.delays) - 1))]

    def _focus(self, fields: tuple[object, ...]) -> tuple[int, bytes]:
        self.done.append(fields[0])
        return OK, b""

    def _step(self, now_ms: int) -> None:
        for piece in self.host.take_outgoing().split(b"\0"):
            if piece and not self._is_lost():
                self._board.receive(b"\0" + piece + b"\0", now_ms)
        self._board.poll(now_ms)
        events = self.host.poll(now_ms / 1000)
        while (frame := self._board.next_frame()) is not None:
            if not self._is_lost():
                events += self.host.receive(bytes(frame), now_ms / 1000)
        for event in events:
            if isinstance(event, Report) and isinstance(event.said, ReportEnd):
                number = event.said.request
                self.got.append(number)
                self.delays.append(now_ms - self._emitted_at[number])
                self.host.ack(event.event, event.boot_id)
            elif isinstance(event, CommandDone):
                self._answered += 1

    def _is_lost(self) -> bool:
        lost = self._rng.random() < self._loss
        self.lost += lost
        return lost


def _frame(name: str, *fields: object) -> bytes:
    return FrameWriter().frame(7, TABLE[name][0], pack(name, *fields))
