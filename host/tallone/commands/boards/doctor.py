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
from rich.text import Text

from tallone import __version__, paths
from tallone.outside import shown


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
    from tallone.firmware import firmware_version

    seen = f"{firmware_version()} in {folder}"
    return Check("Boards' firmware", seen, needed=True, advice="")


def _firmware_tools() -> Check:
    from tallone.firmware import TO_INSTALL, tools

    found = tools()
    missing = sorted(name for name, version in found.items() if not version)
    seen = ", ".join(f"{name} {version or 'missing'}" for name, version in found.items())
    advice = f"only for building and installing firmware: {TO_INSTALL}"
    return Check("Firmware tools", seen, needed=False, advice=advice if missing else "")


def _font() -> Check:
    found = importlib.util.find_spec("fontpkg_atkinson_hyperlegible") is not None
    seen = importlib.metadata.version("fontpkg-atkinson-hyperlegible") if found else "not found"
    advice = "" if found else "install the package fontpkg-atkinson-hyperlegible"
    return Check("Font Atkinson Hyperlegible", seen, needed=True, advice=advice)


def _screen() -> Check:
    from tallone.display.window.window import describe_screen

    seen, visible = describe_screen()
    advice = "" if visible else "`play` saves pictures and tells the story here"
    return Check("Screen", seen, needed=False, advice=advice)


def _boards() -> Iterator[Check]:
    from tallone.link.line.port import find_boards

    boards = find_boards()
    if not boards:
        advice = "plug in mat and croupier, or use the simulation"
        yield Check("Boards", "none on USB", needed=False, advice=advice)
    for board in boards:
        yield _board(board.serial_number, board.path)


def _board(serial: str, path: str) -> Check:
    from tallone.firmware import firmware_version, who_is

    welcome = who_is(path)
    if welcome is None:
        return Check(
            f"Board {serial}",
            f"{path}, does not answer",
            needed=False,
            advice="the table's program holds it, or it needs `tallone firmware install`",
        )
    current = welcome.firmware_version == firmware_version()
    return Check(
        f"Board {serial}",
        f"{path}, {welcome.role}, firmware {welcome.firmware}",
        needed=False,
        advice="" if current else f"run `tallone firmware install {welcome.role} --port {serial}`",
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
    yield _firmware_tools()
    yield _font()
    yield _screen()
    yield from _boards()
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
        # Only the sign has markup: a path or a board's word may look like some.
        table.add_row(
            sign, *(Text(shown(part)) for part in (check.what, check.seen, check.advice))
        )
    rich.console.Console(width=None if sys.stdout.isatty() else 140).print(table)
    if failed:
        raise typer.Exit(1)
