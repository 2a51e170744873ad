"""`tallone rig`: what a maker measures before ordering anything for a whole table."""

import contextlib
import csv
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone.commands.files import readable, writable
from tallone.errors import UsageError
from tallone.outside import say

if TYPE_CHECKING:
    from tallone.firmware.calibrating import PortMat, SimulatedMat


def fan(
    *,
    port: Annotated[
        str | None, typer.Option("--port", help="The mat's USB serial number, or a path.")
    ] = None,
    simulated: Annotated[
        bool, typer.Option("--simulated", help="On a simulated mat, as a rehearsal.")
    ] = False,
    cards: Annotated[int, typer.Option("--cards", min=1, max=14, help="How many lie there.")] = 14,
    pitch: Annotated[
        float, typer.Option("--pitch", min=1, max=60, help="From card to card, in millimetres.")
    ] = 16.0,
    inlay: Annotated[
        str, typer.Option("--inlay", help="Which inlay of hardware/cards.toml they have.")
    ] = "strip",
    zone: Annotated[str, typer.Option("--zone", help="The zone whose reader the rig has.")] = "",
    seconds: Annotated[
        float, typer.Option("--seconds", min=5, max=3600, help="How long to listen.")
    ] = 60.0,
    out: Annotated[
        Path | None, typer.Option("--out", help="Also write each card's share as CSV.")
    ] = None,
) -> None:
    """Lay a fan on one coil and say how surely each card is heard, beside what is calculated.

    Lay the cards first; nothing else on the coil. `tallone rig fan --port /dev/ttyACM0 --cards 7 --pitch 16`
    """
    from tallone.firmware import rig
    from tallone.mat.zones import MELD_TILES, WEIGHED, Zone

    zones = {each.value: each for each in (Zone.DISCARD, *MELD_TILES)}
    if zone and zone not in zones:
        raise UsageError(f"{zone} is no zone that is read; there are {', '.join(zones)}")
    if simulated == (port is not None):
        raise UsageError(
            "give --port with the mat's port, or --simulated; `tallone doctor` lists ports"
        )
    if out is not None:
        writable(out)
    laid = rig.Fan(cards=cards, pitch_mm=pitch, inlay=inlay)
    laid.calculated()
    place = zones[zone] if zone else next(each for each in zones.values() if each not in WEIGHED)
    with _mat(port) as mat:
        if port is None:
            rig.lay(mat, place, laid)  # type: ignore[arg-type]
        count = rig.listen(mat, place, seconds)
    for line in rig.verdict(count, laid):
        say(line)
    if out is not None:
        with out.open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(["tag", "share", "rounds", "pitch_mm", "inlay"])
            for uid, share in count.shares().items():
                table.writerow([uid[::-1].hex(), f"{share:.4f}", count.rounds, pitch, inlay])


def throat(
    file: Annotated[
        Path, typer.Argument(help="A capture of the croupier: `tallone link capture`.")
    ],
) -> None:
    """Say of every card in a capture how the throat read it: misses, doubles, length, skew, current.

    `tallone link capture /dev/ttyACM1 feeds.cap --role croupier`, then `tallone rig throat feeds.cap`
    """
    from tallone.firmware import rig
    from tallone.link.line.capture import read_capture

    for line in rig.throat(rig.reads(read_capture(readable(file)))):
        say(line)


@contextlib.contextmanager
def _mat(port: str | None) -> "Iterator[PortMat | SimulatedMat]":
    from tallone.firmware import calibrating

    if port is not None:
        with calibrating.PortMat(port, lambda _request: None) as real:
            yield real
        return
    with (
        tempfile.TemporaryDirectory(prefix="tallone-") as folder,
        calibrating.SimulatedMat(Path(folder)) as rehearsed,
    ):
        yield rehearsed
