"""`tallone simulate`: the whole table without the table."""

import enum
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone.errors import UsageError
from tallone.outside import say

if TYPE_CHECKING:
    from tallone.simulator.clockwork.boards import Alone


class AssistName(enum.StrEnum):
    GARA = "gara"
    CIRCOLO = "circolo"
    DIDATTICA = "didattica"


class DealName(enum.StrEnum):
    MACHINE = "machine"
    MANUAL = "manual"


class ChipName(enum.StrEnum):
    RP2040 = "rp2040"
    RP2350 = "rp2350"
    IDEAL = "ideal"


class LevelName(enum.StrEnum):
    CHAIN = "chain"
    EVENTS = "events"


def simulate(
    *,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write the report here; else to the output.")
    ] = None,
    hands: Annotated[int, typer.Option("--hands", min=1, max=100_000, help="How many hands.")] = 1,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Fixes the shuffle, the people and the noise.")
    ] = 1,
    profile: Annotated[
        str, typer.Option("--profile", help="The rules: a name or a club's file.")
    ] = "fibur",
    players: Annotated[int, typer.Option("--players", help="2 or 4.")] = 4,
    deal: Annotated[
        DealName, typer.Option("--deal", help="manual: people deal, every card over the mat.")
    ] = DealName.MACHINE,
    packs: Annotated[
        int, typer.Option("--packs", min=1, max=2, help="Packs that take turns, hand by hand.")
    ] = 1,
    fault: Annotated[
        list[str] | None,
        typer.Option("--fault", help="NAME[@WHEN]; may be repeated; `list` names them all."),
    ] = None,
    assist: Annotated[
        AssistName, typer.Option("--assist", help="How much the table says to players.")
    ] = AssistName.CIRCOLO,
    level: Annotated[
        LevelName,
        typer.Option("--level", help="chain: the real firmware; events: straight to the host."),
    ] = LevelName.CHAIN,
    board: Annotated[
        ChipName | None,
        typer.Option(
            "--board",
            help="Whose interpreter takes its time: rp2350 unless said; ideal takes none.",
        ),
    ] = None,
    noise: Annotated[
        float, typer.Option("--noise", min=0.0, max=100.0, help="Times the sensors' error rates.")
    ] = 1.0,
    people: Annotated[
        str,
        typer.Option(
            "--people",
            help="How people handle cards: plain, club, sloppy, only:HABIT or a file of rates; "
            "club at the events level, else plain.",
        ),
    ] = "",
    bgn: Annotated[
        Path | None, typer.Option("--bgn", help="Write the hands here, in the notation.")
    ] = None,
    screens: Annotated[
        Path | None, typer.Option("--screens", help="A folder for pictures of the screen.")
    ] = None,
    heap: Annotated[
        int | None,
        typer.Option(
            "--heap",
            min=100,
            max=4096,
            help="Run each board's installed firmware alone in so many kB; slower.",
        ),
    ] = None,
    rehearse_certify: Annotated[
        bool, typer.Option("--rehearse-certify", help="Let a faulty pack pass certification.")
    ] = False,
    keep: Annotated[
        Path | None, typer.Option("--keep", help="Keep the journal and the boards' errors here.")
    ] = None,
) -> None:
    """Run whole hands on a simulated table: real firmware, simulated chips, cards and people.

    `tallone simulate --hands 3 --seed 42 --report r.json` writes what the program believed beside
    what was true; `tallone simulate --fault list` names what can be broken. Exit status 1 if an
    evening ended before all its hands were played: then it says which hand the table lost.
    """
    from tallone import paths
    from tallone.commands.files import writable, writable_folder
    from tallone.profile_file import table_profile
    from tallone.simulator.clockwork.boards import WITHOUT_MICROPYTHON
    from tallone.simulator.evening import report as reports
    from tallone.simulator.evening.run import Options
    from tallone.simulator.evening.run import simulate as run
    from tallone.simulator.faults.faults import NAMES, parse

    asked = fault or []
    if asked == ["list"]:
        say("\n".join(NAMES))
        return
    if players not in (2, 4):
        raise UsageError(f"--players {players} cannot be played; it is 2 or 4")
    table_profile(profile, players)
    for file in filter(None, (report, bgn)):
        writable(file)
    for folder in filter(None, (screens, keep)):
        writable_folder(folder)
    from tallone.app.headless.direct import DirectEvening

    if level is LevelName.CHAIN and paths.micropython() is None:
        say(WITHOUT_MICROPYTHON, out=sys.stderr)
    if heap is not None and level is not LevelName.CHAIN:
        raise UsageError("--heap is for the firmware, which only --level chain runs")
    if board is not None and level is not LevelName.CHAIN:
        raise UsageError("--board is for the firmware, which only --level chain runs")
    if heap is not None and board not in (None, ChipName.IDEAL):
        raise UsageError("--heap measures memory on an ideal board; leave --board out")
    chip = ChipName.IDEAL if heap is not None else board or ChipName.RP2350
    with tempfile.TemporaryDirectory(prefix="tallone-bundles-") as bundles:
        evening = run(
            Options(
                hands=hands,
                seed=seed,
                profile=profile,
                players=players,
                packs=packs,
                deal=deal.value,
                assist=assist.value,
                level=level.value,
                noise=noise,
                board=chip.value,
                faults=tuple(parse(text) for text in asked),
                people=people or ("club" if level is LevelName.EVENTS else "plain"),
                rehearse_certify=rehearse_certify,
                screens=screens,
                alone=None if heap is None else _alone(heap, Path(bundles)),
                keep=keep,
            ),
            progress=lambda line: say(line, out=sys.stderr),
            open_host=DirectEvening,
        )
    text = reports.write(evening.report)
    if report is None:
        sys.stdout.buffer.write(text)
    else:
        report.write_bytes(text)
    if bgn is not None:
        bgn.write_text(evening.bgn, encoding="utf-8")
    if short := reports.cut_short(evening.report, hands):
        say(short, out=sys.stderr)
        raise typer.Exit(1)


def _alone(heap: int, bundles: Path) -> "Alone":
    """Build what `tallone firmware install` puts on the boards, to run in a heap of that many kB."""
    from tallone.firmware.allow_list import ROLES
    from tallone.firmware.bundle import build, write
    from tallone.firmware.coast import write_coast
    from tallone.simulator.clockwork.boards import Alone

    for role in ROLES:
        write(build(role), bundles / role)
    write_coast(bundles)
    return Alone(heap_kb=heap, bundles=bundles)
