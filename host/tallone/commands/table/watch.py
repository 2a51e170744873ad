"""`tallone watch`: what the table's screen shows, on another screen, to look at only."""

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from tallone.errors import UsageError
from tallone.outside import say


def watch(
    file: Annotated[Path, typer.Argument(help="The file that `tallone run --share FILE` writes.")],
    *,
    delay: Annotated[
        float, typer.Option("--delay", min=0, max=3600, help="Seconds later than at the table.")
    ] = 0.0,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="End after so long; 0: when it is closed.")
    ] = 0.0,
    fullscreen: Annotated[
        bool, typer.Option("--fullscreen", help="Cover the whole screen.")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Write what is shown into this PNG, too.")
    ] = None,
) -> None:
    """Show a table's screen in another window, for people who look on: nothing can be pressed.

    `tallone watch /run/tallone/screen.json`; `tallone watch screen.json --delay 120 --fullscreen`
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from tallone.display.window.second import SecondScreen

    if not file.parent.is_dir():
        raise UsageError(
            f"{file}: there is no such folder; `tallone run --share {file}` writes it"
        )
    screen = SecondScreen(file, delay_s=delay, fullscreen=fullscreen)
    if not file.exists():
        say(f"{file}: waiting for the table to write it")
    begun = time.monotonic()
    while not screen.is_closed and (not seconds or time.monotonic() - begun < seconds):
        if screen.step(time.monotonic()) and picture is not None:
            screen.save(picture)
        time.sleep(0.1)
