"""`tallone bench`: the figures of the product, measured here and now, beside what they should reach."""

import dataclasses
import enum
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Final

import rich.console
import rich.table
import typer

from tallone.commands.club import TO_INSTALL
from tallone.commands.table.simulate import ChipName
from tallone.errors import SimulationError, TalloneError
from tallone.link.messages import Role
from tallone.simulator.interpreter.prices import DEFAULT_BOARD, BoardName

_LAST_WORDS: Final = 300
# What a goal is taken from, by the goal.
_GOALS: Final = {
    "45 s": "DeckMate 2: 22 s, Dealer4: 20 s, for 52 cards",
    "p95 400 ms": "a round of four tags is 32 ms on the air",
}


class Part(enum.StrEnum):
    """What can be measured by itself."""

    ALL = "all"
    RULES = "rules"
    LINK = "link"
    FIRMWARE = "firmware"
    DISPLAY = "display"
    DEAL = "deal"
    JOURNAL = "journal"
    SIMULATE = "simulate"
    CLUB = "club"


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A figure as it is printed; `reach` is empty where there is no goal."""

    what: str
    measured: str
    reach: str = ""
    against: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much is measured: hands of the long parts, and a seed for what is random."""

    hands: int
    seed: int
    database: str | None = None
    federation: float = 0.001
    board: BoardName = DEFAULT_BOARD


def bench(
    part: Annotated[
        Part, typer.Argument(help="What to measure; everything takes some minutes.")
    ] = Part.ALL,
    *,
    hands: Annotated[
        int,
        typer.Option(
            "--hands",
            min=1,
            max=10_000,
            help="Hands with real firmware; 20 times as many without.",
        ),
    ] = 3,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of everything random.")] = 1,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", help="An empty PostgreSQL for `club`: postgresql://hall@/club."
        ),
    ] = None,
    federation: Annotated[
        float,
        typer.Option(
            "--federation", min=0.0, max=1.0, help="How much of a federation `club` makes."
        ),
    ] = 0.001,
    board: Annotated[
        ChipName,
        typer.Option(
            "--board", help="Whose interpreter takes its time in the boards; ideal takes none."
        ),
    ] = ChipName.RP2350,
) -> None:
    """Measure the figures of the product on this machine: `tallone bench rules`.

    Rates are of this machine and stand beside another rate of the same run where that says more;
    times of the table are on the simulated clock, whatever the machine.
    """
    effort = Effort(
        hands=hands, seed=seed, database=database, federation=federation, board=board.value
    )
    # On a pipe nothing is cut off.
    console = rich.console.Console(width=None if sys.stdout.isatty() else 160)
    failed = False
    for one in PARTS if part is Part.ALL else (part,):
        table = rich.table.Table(title=one.value, title_justify="left", expand=False)
        table.add_column("figure")
        table.add_column("here", justify="right")
        table.add_column("reach", justify="right")
        table.add_column("measured against")
        try:
            for row in PARTS[one](effort):
                table.add_row(row.what, row.measured, row.reach, row.against)
        except TalloneError as error:
            # The other figures are still worth having.
            failed = True
            table.add_row("not measured", "", "", str(error))
        console.print(table)
    if failed:
        raise typer.Exit(1)


def _rules(_effort: Effort) -> Iterator[Row]:
    from tallone.bench.rules import measure

    found = measure()
    plain = "a plain validator, this run: {:,.0f} a second; {:.0f} times"
    yield Row(
        "resolve and grade a set of cards",
        f"{found.sets.a_second:,.0f} a second",
        "800,000 a second",
        plain.format(found.sets.plain_a_second, found.sets.ratio)
        + "; best Node engine 430,000 to 810,000",
    )
    yield Row(
        "random hand of four, all legal moves",
        f"{found.hands.a_second:,.0f} a second",
        "300 a second",
        plain.format(found.hands.plain_a_second, found.hands.ratio)
        + "; public Python bots 29 to 42",
    )
    yield Row(
        "replay 60 turns from their text",
        f"{1000 / found.replays.a_second:.2f} ms",
        "3 ms",
        plain.format(found.replays.plain_a_second, found.replays.ratio),
    )
    for growth in found.growth:
        yield Row(
            f"all legal moves, {growth.melds} melds a side",
            f"{growth.micros:,.0f} us",
            "",
            f"the position is {growth.bytes:,} bytes",
        )
    yield Row(
        f"memory that the search keeps after {found.hands_remembered} hands",
        f"{found.remembered / 1e6:.1f} MB",
        "",
        "bounded: it forgets what was used longest ago",
    )


def _link(effort: Effort) -> Iterator[Row]:
    from tallone.bench.link import figures

    for figure in figures(effort.seed):
        reach = "" if figure.reach is None else f"{figure.reach:,.5g} {figure.unit}"
        yield Row(figure.name, f"{figure.value:,.5g} {figure.unit}", reach)


def _firmware(effort: Effort) -> Iterator[Row]:
    from tallone import paths
    from tallone.bench.firmware import figures
    from tallone.simulator.interpreter.tree import paced

    if paths.micropython() is None:
        yield Row("firmware", "no MicroPython here", "", "`tallone doctor` says what to do")
        return
    growth = _board_figures("frames_bench.py", "20000", heap="180k")
    yield Row(
        f"memory after {growth['frames']:,.0f} frames, heap of 180k",
        f"{growth['growth']:+,.0f} bytes",
        "+0 bytes",
        "MicroPython's own count",
    )
    pace = paced(effort.board)
    found = _board_figures("bench_mat.py", "300", str(effort.seed), *pace, heap="2m")
    airtime = f"{effort.board}, airtime included, up to 20 cards a tile; four tags take 32 ms"
    yield Row("card laid to first report, p95", f"{found['heard_p95_ms']:.0f} ms", "", airtime)
    yield Row(
        "card laid to mat event, p95", f"{found['settled_p95_ms']:.0f} ms", "400 ms", airtime
    )
    yield Row("card laid to mat event, p99", f"{found['settled_p99_ms']:.0f} ms", "", airtime)
    # What a frame costs a board stands among the link's figures.
    for row in figures(effort.seed, chip=effort.board):
        if not row.name.startswith("board, "):
            against = _GOALS.get(row.target, "")
            yield Row(
                row.name, row.value, row.target, "; ".join(filter(None, (effort.board, against)))
            )


def _display(_effort: Effort) -> Iterator[Row]:
    from tallone.bench.display import LARGEST_SIZE, measure

    found = measure()
    frame = "a frame at 60 Hz is 16 ms; 1920 x 1080, the processor's time in memory"
    yield Row("happening to new pixels, p50", f"{found.event_p50_ms:.1f} ms", "", frame)
    yield Row("happening to new pixels, p95", f"{found.event_p95_ms:.1f} ms", "16 ms", frame)
    yield Row("whole screen anew, p50", f"{found.whole_p50_ms:.1f} ms", "", frame)
    large = measure(size=LARGEST_SIZE)
    frame = "a frame at 30 Hz is 33 ms; 3840 x 2160, the processor's time in memory"
    yield Row("the largest screen, p95", f"{large.event_p95_ms:.1f} ms", "33 ms", frame)
    if found.resident_mb is not None:
        yield Row("memory of a process that only draws", f"{found.resident_mb:.0f} MB")


def _deal(effort: Effort) -> Iterator[Row]:
    from tallone.bench.dealing import figures

    for figure in figures():
        reach = f"{figure.reach:,.0f} {figure.unit}" if figure.reach else ""
        yield Row(
            figure.name,
            f"{figure.value:,.1f} {figure.unit}",
            reach.replace(", modelled", ""),
            _GOALS.get(f"{figure.reach:.0f} s", ""),
        )
    yield from _measured_deals(effort.seed, effort.board)


def _measured_deals(seed: int, board: BoardName) -> Iterator[Row]:
    """What the boards' firmware takes on its simulated chips; certifying is the deal's first pass."""
    from tallone.bench.deal import measure
    from tallone.commands.packs.desk import at_desk

    goals = {
        "deal, 4 players, 5 cards a second": "45 s",
        "deal, 4 players, 2 cards a second": "90 s",
    }
    at = at_desk((Role.CROUPIER,), {}, "en", simulated=True, seed=seed, quiet=True, board=board)
    with at as (desk, folder):
        assert folder is not None, "a simulated table has a folder"
        for what, found in measure(desk, folder, seed):
            yield Row(
                f"{what}, measured",
                f"{found.seconds:.1f} s",
                goals.get(what, ""),
                f"real firmware on {board}, simulated clock; {found.feeds} feeds",
            )
    yield Row(
        "feeds that certification adds to a deal", "0 cards", "0 cards", "the first pass is it"
    )


def _club(effort: Effort) -> Iterator[Row]:
    try:
        from tallone.bench.club import federation_figures, log_figures, pure_figures
    except ImportError as error:
        yield Row("the club", f"{error.name} is missing", "", TO_INSTALL)
        return
    with tempfile.TemporaryDirectory(prefix="tallone-") as name:
        places = [("SQLite", str(Path(name) / "club.sqlite"))]
        if effort.database is not None:
            places.append(("PostgreSQL", effort.database))
        for figure in pure_figures(effort.seed):
            yield Row(figure.name, figure.value, figure.reach, figure.note)
        for kind, where in places:
            # The federation first: it wants an empty database.
            if effort.federation:
                for figure in federation_figures(where, kind, effort.seed, effort.federation):
                    yield Row(figure.name, figure.value, figure.reach, figure.note)
            for figure in log_figures(where, kind, effort.seed):
                yield Row(figure.name, figure.value, figure.reach, figure.note)


def _journal(effort: Effort) -> Iterator[Row]:
    from tallone.bench.journal import measure
    from tallone.bench.recovery import killed_writers, recover

    with tempfile.TemporaryDirectory(prefix="tallone-") as name:
        found = measure(Path(name))
        kills, lost = killed_writers(Path(name) / "killed.journal", effort.seed)
    yield Row("record safe on the disk, p50", f"{found.commit_p50_ms:.2f} ms")
    yield Row("record safe on the disk, p95", f"{found.commit_p95_ms:.2f} ms")
    yield Row("ten records at once, p50", f"{found.batch_of_ten_p50_ms:.2f} ms")
    yield Row("reading and verifying", f"{found.read_records_per_s:,.0f} records a second")
    yield Row("size", f"{found.bytes_per_record:.0f} bytes a record")
    yield Row(
        f"acknowledged records lost, {kills} writers killed",
        f"{lost}",
        "0",
        "SIGKILL at random instants; 1,000 of them: TALLONE_KILLS=1000 pytest tests/journal",
    )
    recovered = recover(effort.seed)
    yield Row(
        "recover after SIGKILL in mid-hand",
        f"{recovered.seconds:.2f} s",
        "1 s",
        f"{recovered.records:,} records read, verified and replayed into phase {recovered.phase}",
    )


def _simulate(effort: Effort) -> Iterator[Row]:
    from tallone.app.headless.direct import DirectEvening
    from tallone.bench.evenings import chain, events

    real = chain(effort.hands, effort.seed, board=effort.board)
    hands = f"{real.hands} hands, real firmware on {effort.board}, simulated clock"
    yield Row("scores that are the true ones", f"{real.right} of {real.hands}", "", hands)
    yield Row("hands with real firmware", f"{real.hands_a_minute:.1f} a minute", "1 a minute")
    yield Row(
        "card laid to mat event, p95", f"{real.card_to_event_p95_ms:.0f} ms", "400 ms", hands
    )
    yield Row(
        "mat event to new pixels, p95",
        f"{real.event_to_screen_p95_ms:.1f} ms",
        "33 ms",
        f"{real.hands} hands, this machine's clock, pictures saved besides",
    )
    longest = max(real.deal_s, default=0.0)
    yield Row(
        "shuffle and deal, longest", f"{longest:.0f} s", "45 s", f"{hands}, from cut to last pile"
    )
    carried = max(real.ready_s, default=0.0)
    yield Row(
        "piles carried, hands taken, longest",
        f"{carried:.0f} s",
        "",
        f"{hands}, people's: seven piles one after the other, two seconds of rest, a button",
    )
    if real.program_mb is not None:
        yield Row(
            "memory of the program with its display",
            f"{real.program_mb:.0f} MB",
            "150 MB",
            f"the most in {real.hands} hands, from /proc",
        )
    quick = events(DirectEvening, effort.hands * 20, effort.seed)
    told = f"{quick.hands} hands without boards, default noise, no fault"
    yield Row(
        "hands at the events level",
        f"{quick.hands_a_second:.1f} a second",
        "20 a second",
        "one core",
    )
    yield Row("scores that are the true ones", f"{quick.right} of {quick.hands}", "", told)
    yield Row("wrong alarms", f"{quick.alarms} in {quick.hands}", "1 in 1,000", told)
    share = quick.followed / max(1, quick.moves)
    yield Row(
        "moves followed without a person", f"{share:.2%}", "99.99%", f"{quick.moves:,} moves"
    )


def _board_figures(script: str, *arguments: str, heap: str) -> dict[str, float]:
    """Return what a script for a board's MicroPython prints."""
    from tallone import paths

    path = paths.firmware_folder() / "sim" / script
    done = subprocess.run(  # noqa: S603 - our own file
        [str(paths.micropython()), "-X", f"heapsize={heap}", str(path), *arguments],
        capture_output=True,
        timeout=600,
        check=False,
    )
    if done.returncode:
        said = (done.stdout + done.stderr).decode(errors="replace").strip()
        raise SimulationError(f"{script} has failed: {said[-_LAST_WORDS:]}")
    found: dict[str, float] = json.loads(done.stdout)
    return found


PARTS: Final[dict[Part, Callable[[Effort], Iterator[Row]]]] = {
    Part.RULES: _rules,
    Part.LINK: _link,
    Part.FIRMWARE: _firmware,
    Part.DISPLAY: _display,
    Part.DEAL: _deal,
    Part.JOURNAL: _journal,
    Part.SIMULATE: _simulate,
    Part.CLUB: _club,
}
