"""What whole simulated hands say about the table: latencies, the deal, memory, and a power cut.

Times of the table are on the simulated clock; times of this machine are named so.
"""

import contextlib
import dataclasses
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tallone.errors import SimulationError
from tallone.journal.records import CutMade, DealReady, LedgerSealed, Record
from tallone.journal.storage.reader import read
from tallone.profile_file import asked_profile
from tallone.simulator.evening import report
from tallone.simulator.evening.events import OpenHost
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.program import JOURNAL
from tallone.simulator.evening.run import SimulatedTable, simulate
from tallone.simulator.interpreter.prices import DEFAULT_BOARD, BoardName

# The power goes when so many cards have been laid: a hand is then about half played.
_LAID_AT_CUT: Final = 60
_LOOK_US: Final = 500_000


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ChainFigures:
    """Of whole hands with real firmware and the program with its display."""

    hands: int
    right: int  # hands whose score is the true one
    hands_a_minute: float  # of this machine
    card_to_event_p95_ms: float
    event_to_screen_p95_ms: float
    deal_s: tuple[float, ...]  # from the cut to the machine's last pile, each hand
    ready_s: tuple[float, ...]  # from there until people have carried the piles and said so
    program_mb: float | None  # the most memory the program has had; None where nobody says


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class EventFigures:
    """Of hands without boards, at the default noise and without faults."""

    hands: int
    right: int
    hands_a_second: float  # of one core of this machine
    alarms: int  # findings where nothing was wrong
    moves: int
    followed: int  # moves known without a person's answer


def chain(
    hands: int = 3, seed: int = 1, players: int = 4, *, board: BoardName = DEFAULT_BOARD
) -> ChainFigures:
    """Play a match with the boards' firmware and measure it."""
    options = Options(hands=hands, seed=seed, players=players, board=board)
    with _folder() as folder:
        # Pictures make the program draw as it does for a screen.
        screens = folder / "screens"
        screens.mkdir()
        table = SimulatedTable(dataclasses.replace(options, screens=screens), folder)
        memory: list[float] = []

        def look() -> None:
            memory.extend(_peak_mb(table.program.pid))
            table.conductor.at(table.conductor.now + _LOOK_US, look)

        table.conductor.at(_LOOK_US, look)
        begun = time.monotonic()
        try:
            table.run(lambda _line: None)
        finally:
            table.close()
        took = time.monotonic() - begun
        records = read(folder / JOURNAL)
        reporter = report.Reporter(
            seed=options.seed,
            profile=asked_profile(options.profile).name,
            level=options.level,
            noise=options.noise,
        )
        reporter.add(records, table.setting.seen())
    told, content = reporter.hands, reporter.content()
    return ChainFigures(
        hands=hands,
        right=sum(hand["score"] == hand["truth"] for hand in told),
        hands_a_minute=hands / took * 60,
        card_to_event_p95_ms=_p95(content, "card_to_event"),
        event_to_screen_p95_ms=_p95(content, "event_to_screen"),
        deal_s=_between(records, CutMade, LedgerSealed),
        ready_s=_between(records, LedgerSealed, DealReady),
        program_mb=max(memory, default=None),
    )


def events(open_host: OpenHost, hands: int = 20, seed: int = 1) -> EventFigures:
    """Play hands without boards and measure them."""
    begun = time.process_time()
    content = simulate(Options(hands=hands, seed=seed, level="events"), open_host=open_host).report
    took = time.process_time() - begun
    told, findings = content["hands"], content["findings"]
    assert isinstance(told, list)
    assert isinstance(findings, list)
    return EventFigures(
        hands=hands,
        right=sum(hand["score"] == hand["truth"] for hand in told),
        hands_a_second=hands / took,
        alarms=len(findings),
        moves=sum(_count(hand, "moves_true") for hand in told),
        followed=sum(
            _count(hand, "moves_tracked") - _count(hand, "resolved_by_people") for hand in told
        ),
    )


class _PowerCutError(Exception):
    """The program has been killed; the evening ends here."""


@contextlib.contextmanager
def killed_in_mid_hand(seed: int = 1) -> Iterator[Path]:
    """Yield the folder of an evening whose program was killed in the middle of a hand."""
    with _folder() as folder:
        # What is measured is the program: the boards need not take their time.
        table = SimulatedTable(Options(seed=seed, board="ideal"), folder)

        def look() -> None:
            if len(table.world.laid) >= _LAID_AT_CUT:
                table.program.kill()
                raise _PowerCutError
            table.conductor.at(table.conductor.now + _LOOK_US, look)

        table.conductor.at(_LOOK_US, look)
        try:
            table.run(lambda _line: None)
        except _PowerCutError:
            yield folder
        else:
            raise SimulationError("the hand was over before the power could be cut")
        finally:
            table.close()


def _p95(content: report.JsonObject, stage: str) -> float:
    latency = content["latency_ms"]
    assert isinstance(latency, dict)
    return float(latency[stage]["p95"])


def _between(
    records: Sequence[Record], first: type[Record], then: type[Record]
) -> tuple[float, ...]:
    """Return the seconds from each record of one kind to the next of another."""
    found = []
    since: float | None = None
    for record in records:
        if isinstance(record, first):
            since = record.at
        elif isinstance(record, then) and since is not None:
            found.append(record.at - since)
            since = None
    return tuple(found)


def _count(hand: report.JsonObject, name: str) -> int:
    value = hand[name]
    assert isinstance(value, int)
    return value


def _peak_mb(pid: int | None) -> list[float]:
    """Return the most memory that a process has held so far, if the system says."""
    status = Path(f"/proc/{pid}/status")
    if pid is None or not status.exists():
        return []
    lines = status.read_text(encoding="utf-8").splitlines()
    return [int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")]


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tallone-", ignore_cleanup_errors=True) as name:
        yield Path(name)
