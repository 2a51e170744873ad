"""`tallone doctor`: what is here, what is missing, and what to do about it."""

import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Iterator
from typing import NamedTuple

import rich.console
import rich.table
import typer

from tallone import __version__, paths


class Check(NamedTuple):
    """One line of the report; `advice` is empty when all is well."""

    what: str
    seen: str
    needed: bool
    advice: str


def _python() -> Check:
    seen = ".".join(map(str, sys.version_info[:3]))
    return Check(
        "Python",
        seen,
        needed=True,
        advice="" if sys.version_info >= (3, 11) else "install 3.11 or newer",
    )


def _micropython() -> Check:
    found = paths.micropython()
    advice = (
        ""
        if found
        else "none here: `play` runs the boards' files under Python instead; tests need the wheel"
    )
    return Check("MicroPython", str(found) if found else "not found", needed=False, advice=advice)


def _firmware() -> Check:
    try:
        folder = paths.firmware_folder()
    except FileNotFoundError as error:
        return Check("Boards' firmware", "not found", needed=True, advice=str(error))
    return Check("Boards' firmware", str(folder), needed=True, advice="")


def _font() -> Check:
    found = importlib.util.find_spec("fontpkg_atkinson_hyperlegible") is not None
    seen = importlib.metadata.version("fontpkg-atkinson-hyperlegible") if found else "not found"
    advice = "" if found else "install the package fontpkg-atkinson-hyperlegible"
    return Check("Font Atkinson Hyperlegible", seen, needed=True, advice=advice)


def _screen() -> Check:
    from tallone.display.window import describe_screen

    seen, visible = describe_screen()
    advice = "" if visible else "`play` saves pictures and tells the story here"
    return Check("Screen", seen, needed=False, advice=advice)


def _boards() -> Check:
    from tallone.link.port import find_boards

    boards = find_boards()
    seen = ", ".join(f"{board.serial_number} at {board.path}" for board in boards) or "none on USB"
    return Check(
        "Boards",
        seen,
        needed=False,
        advice="" if boards else "plug in mat and croupier, or use the simulation",
    )


def _data() -> Check:
    folder = paths.data_folder()
    writable = os.access(folder, os.W_OK)
    return Check(
        "Data folder",
        str(folder),
        needed=True,
        advice="" if writable else "cannot be written: check its owner",
    )


def checks() -> Iterator[Check]:
    """Yield every check, in the order they are shown."""
    yield Check("Tallone", __version__, needed=True, advice="")
    yield _python()
    yield _firmware()
    yield _micropython()
    yield _font()
    yield _screen()
    yield _boards()
    yield _data()


def doctor() -> None:
    """Find boards, versions, screen, fonts and MicroPython, and say what is missing.

    Exit status 1 if something is missing without which nothing runs. `tallone doctor`
    """
    table = rich.table.Table(box=None, show_header=False, pad_edge=False)
    failed = False
    for check in checks():
        bad = bool(check.advice) and check.needed
        failed = failed or bad
        sign = "[red]missing[/]" if bad else "[yellow]note[/]" if check.advice else "[green]ok[/]"
        table.add_row(sign, check.what, check.seen, check.advice)
    rich.console.Console(width=None if sys.stdout.isatty() else 140).print(table)
    if failed:
        raise typer.Exit(1)
