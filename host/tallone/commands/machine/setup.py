"""`tallone setup`: make a Raspberry Pi, or any Debian machine, into a table; and undo it."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from tallone.errors import UsageError
from tallone.outside import say

ROOT = Annotated[
    Path, typer.Option("--root", help="The root folder of another system: an image, a container.")
]


def setup(
    context: typer.Context,
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show every change and make none.")
    ] = False,
    root: ROOT = Path("/"),
    user: Annotated[
        str, typer.Option("--user", help="The user that the table runs as.")
    ] = "tallone",
    mat: Annotated[str, typer.Option("--mat", help="The mat's USB serial number.")] = "",
    croupier: Annotated[
        str, typer.Option("--croupier", help="The croupier's USB serial number.")
    ] = "",
    output: Annotated[
        str, typer.Option("--output", help="The screen's connector: HDMI-A-1, DSI-1.")
    ] = "HDMI-A-1",
    rotation: Annotated[
        int, typer.Option("--rotation", help="Degrees clockwise: 0, 90, 180 or 270.")
    ] = 0,
    clock: Annotated[
        str, typer.Option("--clock", help="A clock chip: none, pi5, ds3231, pcf8523 or rv3028.")
    ] = "none",
    button: Annotated[
        int, typer.Option("--button", help="GPIO of a power button; the Pi 5 has its own.")
    ] = 0,
    hub: Annotated[
        bool, typer.Option("--hub", help="This machine also serves the club's desk.")
    ] = False,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="A root that a pulled plug cannot hurt.")
    ] = False,
    release_key: Annotated[
        Path | None, typer.Option("--release-key", help="Whose releases this table takes.")
    ] = None,
    usb: Annotated[
        str,
        typer.Option(
            "--usb",
            help="What may be plugged in beside boards and sticks: VENDOR:PRODUCT ..., or none.",
        ),
    ] = "",
    data_device: Annotated[
        str, typer.Option("--data-device", help="The journals' partition: LABEL=tallone-data.")
    ] = "",
) -> None:
    """Set this machine up as a table that starts by itself: user, screen, boards, power, log.

    Done twice it changes nothing; cut short, it goes on when run again. `sudo tallone setup --dry-run`
    """
    if context.invoked_subcommand is not None:
        return
    from tallone.upkeep.setup.host import Host
    from tallone.upkeep.setup.machine import examine, problems
    from tallone.upkeep.setup.plan import plan
    from tallone.upkeep.setup.setting_up import outstanding, set_up
    from tallone.upkeep.setup.wishes import Wishes, checked

    wishes = checked(
        Wishes(
            user=user,
            mat=mat,
            croupier=croupier,
            hub=hub,
            output=output,
            rotation=rotation,
            clock=clock,
            button=button,
            read_only=read_only,
            usb=usb,
            data_device=data_device,
            release_key=_key(release_key),
        )
    )
    machine = examine(_folder(root))
    if found := problems(machine):
        raise UsageError("; ".join(found))
    steps = plan(machine, wishes)
    host = Host(root)
    if dry_run:
        changes = [progress for progress in outstanding(host, steps) if progress.did]
        for title, group in groupby(changes, key=lambda progress: progress.step):
            why = next(step.why for step in steps if step.title == title)
            say(f"{title}: {why}")
            for progress in group:
                say(f"  {progress.change.describe()}")
        say(f"{_count(len(changes))} would be made; nothing has been changed")
        return
    _needs_root("setup")
    made = 0
    for progress in set_up(host, steps):
        if progress.did:
            made += 1
            say(f"{progress.step}: {progress.change.describe()}")
    if made:
        say(f"{_count(made)} made; start the machine anew to play: sudo reboot")
    else:
        say("all is set up already; nothing was changed")


def undo(*, root: ROOT = Path("/")) -> None:
    """Take every change of the set-up back, last first; journals and packs stay: `sudo tallone setup undo`."""
    from tallone.upkeep.setup.host import Host
    from tallone.upkeep.setup.setting_up import undo as take_back

    host = Host(_folder(root))
    _needs_root("setup undo")
    left: list[str] = []
    taken = 0
    for progress in take_back(host):
        if progress.note:
            left.append(progress.note)
        else:
            taken += 1
            say(f"taken back: {progress.change.describe()}")
    _say_left(left)
    say(f"{_count(taken)} taken back" if taken or left else "there is no set-up to take back")


def _say_left(notes: Iterable[str]) -> None:
    for note in notes:
        say(f"left: {note}")


def _folder(root: Path) -> Path:
    if not root.is_dir():
        raise UsageError(f"--root {root}: is no folder")
    return root.resolve()


def _key(path: Path | None) -> str:
    from tallone.commands.files import readable

    return (
        readable(path).read_text(encoding="ascii", errors="replace")[:200].strip() if path else ""
    )


def _needs_root(command: str) -> None:
    import os

    if os.geteuid() != 0:
        raise UsageError(
            f"a set-up changes the system: run it as root, `sudo tallone {command}`; "
            "`tallone setup --dry-run` shows the changes to anybody"
        )


def _count(number: int) -> str:
    return f"{number} change" if number == 1 else f"{number} changes"
