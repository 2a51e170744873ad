"""What whole hands are like on each board: the same game, and how long things had to wait, beside their limits.

Run from the repository: `python tools/board_table.py [--hands N] [--seed N] [--noise X] [--board NAME ...]
[--fault NAME ...]`. Every seed is played on every board; `ideal` is what the others are held against. Prints a
table of times and a line for each hand that differs in what was found, or whose score is not the true one.
Exit status 1 if a hand differs.
"""

import argparse
import dataclasses
import sys
import tempfile
from pathlib import Path
from typing import Final

from tallone.journal.records import CutMade, LedgerSealed, Record
from tallone.journal.storage.reader import read
from tallone.profile_file import asked_profile
from tallone.simulator.clockwork.boards import ROLES
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.program import JOURNAL
from tallone.simulator.evening.report import JsonObject, Reporter, percentiles
from tallone.simulator.evening.run import SimulatedTable
from tallone.simulator.faults.faults import parse
from tallone.simulator.interpreter.prices import BOARDS, BoardName

# Figure -> its limit.
LIMITS: Final = {
    "deal at 5 cards a second, longest": "45 s",
    "card to event, p50": "",
    "card to event, p95": "400 ms",
    "edge at a barrier to the program, longest": "none: the PIO keeps its time",
    "places left for edges, fewest of 8": "1",
}
_PATIENCE_US: Final = 5_000_000


class Measured(SimulatedTable):
    """A table whose boards say at the end how long things had to wait."""

    def __init__(self, options: Options, folder: Path) -> None:
        self.waits: list[dict[str, dict[str, int]]] = []
        super().__init__(options, folder)

    def _told(self, report: dict[str, object]) -> None:
        measured = report.get("measured")
        if isinstance(measured, dict):
            self.waits.append(measured)
        else:
            super()._told(report)

    def ask(self) -> None:
        """Ask both boards, and wait for what they say."""
        for role in ROLES:
            self.board(role).send({"measure": 1})
        end = self.conductor.now + _PATIENCE_US
        self.conductor.run(lambda: len(self.waits) >= len(ROLES) or self.conductor.now > end)


@dataclasses.dataclass
class Board:
    """What the hands on one board were like."""

    deals: list[float] = dataclasses.field(default_factory=list)
    latencies: list[float] = dataclasses.field(default_factory=list)
    longest: dict[str, int] = dataclasses.field(default_factory=dict)
    fewest: dict[str, int] = dataclasses.field(default_factory=dict)
    collections: int = 0

    def add(
        self, records: list[Record], reporter: Reporter, waits: list[dict[str, dict[str, int]]]
    ) -> None:
        begun = [record.at for record in records if isinstance(record, CutMade)]
        ended = [record.at for record in records if isinstance(record, LedgerSealed)]
        self.deals += [end - begin for begin, end in zip(begun, ended, strict=False)]
        self.latencies += reporter.card_to_event
        for wait in waits:
            for name, us in wait["us"].items():
                self.longest[name] = max(us, self.longest.get(name, 0))
            for name, count in wait["left"].items():
                self.fewest[name] = min(count, self.fewest.get(name, 1 << 30))

    def figures(self) -> dict[str, str]:
        """Return the figures by their names in LIMITS, and the blind time of each zone."""
        times = percentiles(self.latencies)
        edges = [us for name, us in self.longest.items() if name.startswith("edge")]
        found = {
            "deal at 5 cards a second, longest": f"{max(self.deals, default=0):.0f} s",
            "card to event, p50": f"{times['p50']:.0f} ms",
            "card to event, p95": f"{times['p95']:.0f} ms",
            "edge at a barrier to the program, longest": f"{max(edges, default=0) / 1000:.0f} ms",
            "places left for edges, fewest of 8": str(min(self.fewest.values(), default=8)),
        }
        for name, us in sorted(self.longest.items()):
            if name.startswith("blind"):
                found[f"{name}, longest"] = f"{us / 1000:.0f} ms"
        return found


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description="What whole hands are like on each board.")
    parser.add_argument("--hands", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", type=float, default=1.0)
    parser.add_argument("--board", action="append", choices=BOARDS)
    parser.add_argument("--fault", action="append", default=[])
    asked = parser.parse_args()
    names: list[BoardName] = asked.board or ["ideal", "rp2350", "rp2040"]
    boards = {name: Board() for name in names}
    differ = 0
    for seed in range(asked.seed, asked.seed + asked.hands):
        for fault in asked.fault or [None]:
            told = {name: play(boards[name], name, seed, asked.noise, fault) for name in names}
            differ += compare(told, seed, fault)
    show(boards)
    print(f"{differ} differ")
    return 1 if differ else 0


def play(board: Board, name: BoardName, seed: int, noise: float, fault: str | None) -> JsonObject:
    """Play one hand on that board and take its figures in; return its report."""
    faults = () if fault is None else (parse(fault),)
    options = Options(seed=seed, noise=noise, board=name, faults=faults)
    reporter = Reporter(
        seed=seed,
        profile=asked_profile(options.profile).name,
        level=options.level,
        noise=noise,
    )
    with tempfile.TemporaryDirectory(prefix="tallone-") as folder:
        table = Measured(options, Path(folder))
        try:
            table.run(lambda _line: None)
            table.ask()
        finally:
            table.close()
        records = list(read(Path(folder) / JOURNAL))
        reporter.add(records, table.setting.seen())
    board.add(records, reporter, table.waits)
    return reporter.content()


def compare(told: dict[BoardName, JsonObject], seed: int, fault: str | None) -> int:
    """Print how the boards' reports differ in what was found and in scores; return how many differ."""
    first = next(iter(told))
    differ = 0
    for name, report in told.items():
        kinds, kinds_there = _kinds(report), _kinds(told[first])
        wrong = [hand for hand in report["hands"] if hand["score"] != hand["truth"]]
        if wrong or kinds != kinds_there:
            differ += 1
            print(
                f"seed {seed} {fault or ''} {name}: {kinds} against {kinds_there}, {len(wrong)} scores wrong"
            )
        else:
            print(
                f"seed {seed} {fault or 'no fault'} {name}: score true, found {kinds or 'nothing'}",
                flush=True,
            )
    return differ


def _kinds(report: JsonObject) -> list[str]:
    return sorted(str(found["kind"]) for found in report["findings"])


def show(boards: dict[BoardName, Board]) -> None:
    """Print the table, in Markdown."""
    columns = {name: board.figures() for name, board in boards.items()}
    rows = [*LIMITS, *sorted({row for found in columns.values() for row in found} - set(LIMITS))]
    print(f"| | {' | '.join(columns)} | Limit |")
    print(f"|---|{'---:|' * (len(columns) + 1)}")
    for row in rows:
        cells = [found.get(row, "–") for found in columns.values()]
        print(f"| {row} | {' | '.join(cells)} | {LIMITS.get(row, '')} |")


if __name__ == "__main__":
    sys.exit(main())
