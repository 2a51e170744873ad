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
    overlay: Annotated[
        Path | None,
        typer.Option(
            "--overlay",
            help="No window: keep overlay.png, clear but for scores and melds, and its page in this folder.",
        ),
    ] = None,
) -> None:
    """Show a table's screen in another window, for people who look on: nothing can be pressed.

    `tallone watch /run/tallone/screen.json`; `tallone watch screen.json --delay 120 --fullscreen`;
    `tallone watch screen.json --overlay film` for a program that mixes films: it opens film/overlay.html.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if not file.parent.is_dir():
        raise UsageError(
            f"{file}: there is no such folder; `tallone run --share {file}` writes it"
        )
    if not file.exists():
        say(f"{file}: waiting for the table to write it")
    if overlay is not None:
        _keep_overlay(file, overlay, delay, seconds)
        return
    from tallone.display.window.second import SecondScreen

    screen = SecondScreen(file, delay_s=delay, fullscreen=fullscreen)
    begun = time.monotonic()
    while not screen.is_closed and (not seconds or time.monotonic() - begun < seconds):
        if screen.step(time.monotonic()) and picture is not None:
            screen.save(picture)
        time.sleep(0.1)


def _keep_overlay(file: Path, folder: Path, delay: float, seconds: float) -> None:
    """Keep the overlay's picture until the time is up or somebody interrupts."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from tallone.commands.files import writable_folder
    from tallone.display.window.overlay import Overlay

    writable_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    kept = Overlay(file, folder, delay_s=delay)
    begun = time.monotonic()
    while not seconds or time.monotonic() - begun < seconds:
        kept.step(time.monotonic())
        time.sleep(0.1)
