"""`tallone firmware`: what the boards run, made here and put on them."""

from pathlib import Path
from typing import Annotated

import typer

from tallone.errors import UsageError
from tallone.outside import say

# GPIO of a Pico.
_LAST_PIN = 28


def build(
    role: Annotated[str, typer.Argument(help="mat or croupier; else both.")] = "",
    *,
    out: Annotated[
        Path, typer.Option("--out", help="Where to write; a folder for each board in it.")
    ] = Path("build/firmware"),
    march: Annotated[
        str, typer.Option("--march", help="armv6m (any Pico) or armv7emsp (Pico 2).")
    ] = "armv6m",
) -> None:
    """Compile what goes onto a board and write it with its manifest: `tallone firmware build mat`."""
    from tallone import firmware
    from tallone.commands.files import writable_folder

    if march not in ("armv6m", "armv7emsp"):
        raise UsageError(f"--march {march} is not known; it is armv6m or armv7emsp")
    writable_folder(out)
    for each in [_checked(role)] if role else firmware.ROLES:
        bundle = firmware.build(each, march)
        firmware.write(bundle, out / each)
        size = sum(map(len, bundle.contents.values()))
        say(
            f"{out / each}: {each} {bundle.manifest.version}, {len(bundle.contents)} files, "
            f"{size} bytes, hash {bundle.short_hash.hex()}"
        )


def install(
    role: Annotated[str, typer.Argument(help="mat or croupier.")],
    *,
    port: Annotated[str, typer.Option("--port", help="The board's USB serial number, or a path.")],
    bundle: Annotated[
        Path | None, typer.Option("--bundle", help="A built bundle; else one is built.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Also onto a board that has the other role's files.")
    ] = False,
) -> None:
    """Put firmware on a board, restart it and wait for its answer.

    The table's program must not hold the port. Interrupted, the board does not start its program;
    install again. `tallone firmware install mat --port /dev/ttyACM0`
    """
    from tallone import firmware

    _checked(role)
    if bundle is not None and not bundle.is_dir():
        raise UsageError(
            f"{bundle}: there is no such folder; `tallone firmware build` makes bundles"
        )
    made = firmware.build(role) if bundle is None else firmware.read(bundle)
    if made.manifest.role != role:
        raise UsageError(f"{bundle} is a bundle for the {made.manifest.role}, not the {role}")
    done = firmware.install(made, port, print, force=force)
    say(
        f"{role}: {done.written} files written, {done.removed} removed, "
        f"runs firmware {done.welcome.firmware}"
    )


def _checked(role: str) -> str:
    from tallone import firmware

    if role not in firmware.ROLES:
        raise UsageError(f"{role} is no board; the boards are {' and '.join(firmware.ROLES)}")
    return role


def pair(
    role: Annotated[str, typer.Argument(help="mat or croupier.")],
    *,
    port: Annotated[str, typer.Option("--port", help="The board's USB serial number, or a path.")],
    bundle: Annotated[
        Path | None, typer.Option("--bundle", help="The bundle that is on it; else one is built.")
    ] = None,
    door: Annotated[
        int,
        typer.Option(
            help="Pin of the inner cover's switch; -1: none, and no way back but BOOTSEL."
        ),
    ] = -1,
    data: Annotated[
        Path | None,
        typer.Option("--data", help="Folder of the table's journal; else the usual one."),
    ] = None,
) -> None:
    """Give a board a key that only this table has: from then on it hears nobody else.

    At its REPL: unpaired after its cable was pulled and plugged in, paired with its inner cover open.
    `tallone firmware pair croupier --port /dev/ttyACM1 --door 28`
    """
    from tallone import firmware
    from tallone.firmware.install import WAY_IN_S, way_in
    from tallone.firmware.pairing import pair as share
    from tallone.paths import data_folder

    _checked(role)
    if not -1 <= door <= _LAST_PIN:
        raise UsageError(f"--door {door} is no pin; they go from 0 to {_LAST_PIN}, -1 is none")
    made = firmware.build(role) if bundle is None else firmware.read(bundle)
    if made.manifest.role != role:
        raise UsageError(f"{bundle} is a bundle for the {made.manifest.role}, not the {role}")
    home = data_folder() if data is None else data
    if not home.is_dir():
        raise UsageError(f"{home}: there is no such folder")
    shell = way_in(role, port, say, WAY_IN_S)
    try:
        share(made, shell, home, None if door < 0 else door)
        shell.reset()
    finally:
        shell.close()
    say(f"{role}: paired; it hears this table only, and its REPL is shut")
