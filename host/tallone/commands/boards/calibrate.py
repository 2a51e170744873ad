"""`tallone calibrate`: a mat's scales, with a pack's own cards."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone.commands.language import LanguageOption, checked
from tallone.errors import FirmwareError, UsageError
from tallone.outside import say

if TYPE_CHECKING:
    from tallone.firmware.calibrating import Mat

_NAMES = ("stock", "discard", "pozzetto_1", "pozzetto_2")


def calibrate(
    scales: Annotated[
        list[str] | None, typer.Argument(help=f"{', '.join(_NAMES)}; else all four.")
    ] = None,
    *,
    port: Annotated[
        str | None, typer.Option("--port", help="The mat's USB serial number, or a path.")
    ] = None,
    simulated: Annotated[
        bool, typer.Option("--simulated", help="On a simulated mat, as a rehearsal.")
    ] = False,
    cards: Annotated[
        int, typer.Option("--cards", min=20, max=108, help="How many cards are laid on a scale.")
    ] = 50,
    language: LanguageOption = "it",
) -> None:
    """Tare and calibrate the scales under the piles with a known number of cards, and check the count.

    The table's program must not hold the port, and no hand be in play. A scale that fails keeps its
    calibration. `tallone calibrate --port /dev/ttyACM0`
    """
    from tallone.display.texts.phrases import text
    from tallone.firmware import calibrating
    from tallone.mat.zones import Zone

    lang = checked(language)
    for name in scales or ():
        if name not in _NAMES:
            raise UsageError(f"{name} is no scale; the scales are {', '.join(_NAMES)}")
    if simulated == (port is not None):
        raise UsageError(
            "give --port with the mat's port, or --simulated; `tallone doctor` lists ports"
        )
    zones = tuple(Zone(name) for name in dict.fromkeys(scales or _NAMES))
    with _mat(port, lang) as mat:
        try:
            for done in calibrating.calibrate(mat, zones, cards):
                say(calibrating.in_words(calibrating.said(done), lang))
        except calibrating.CalibrationError as error:
            kept = text("calibrate.kept", lang)
            raise FirmwareError(f"{calibrating.in_words(error.phrase, lang)} {kept}") from error


@contextlib.contextmanager
def _mat(port: str | None, lang: str) -> "Iterator[Mat]":
    from tallone.display.texts.phrases import Phrase, text
    from tallone.firmware import calibrating

    def tell(request: Phrase) -> None:
        say(calibrating.in_words(request, lang))

    def ask(request: Phrase) -> None:
        try:
            input(f"{calibrating.in_words(request, lang)}, {text('calibrate.enter', lang)} ")
        except EOFError as error:
            raise UsageError("calibrating asks questions: run it in a terminal") from error

    if port is not None:
        with calibrating.PortMat(port, ask) as real:
            yield real
        return
    with (
        tempfile.TemporaryDirectory(prefix="tallone-") as folder,
        calibrating.SimulatedMat(Path(folder), tell) as rehearsed,
    ):
        yield rehearsed
