"""The set-up as a table: what a machine shall be, step by step, for these facts and these wishes. Pure."""

from collections.abc import Callable
from importlib import resources
from typing import Final, NamedTuple

from tallone.upkeep.setup import files
from tallone.upkeep.setup.changes import (
    Account,
    BootLine,
    Change,
    Folder,
    KernelWord,
    Link,
    Packages,
    TextFile,
    Unit,
)
from tallone.upkeep.setup.machine import Machine
from tallone.upkeep.setup.wishes import Wishes


class Step(NamedTuple):
    """One step: a title for a person, why it is needed, and its changes in order."""

    title: str
    why: str
    changes: tuple[Change, ...]


# What SDL needs to draw without a desktop, to speak, and to be switched off by the screen.
_PACKAGES: Final = (
    *("libegl1", "libgl1-mesa-dri", "libgbm1", "libdrm2", "libasound2", "alsa-utils"),
    *("python3-venv", "polkitd", "util-linux-extra", "systemd-timesyncd"),
)
# Debian 13 renamed it for its wider time.
_RENAMED: Final = {"trixie": {"libasound2": "libasound2t64"}}
_GROUPS: Final = ("dialout", "video", "render", "input", "audio")


def plan(machine: Machine, wishes: Wishes) -> tuple[Step, ...]:
    """Return the steps of the set-up; a step without changes is left out."""
    steps = (Step(title, why, tuple(make(machine, wishes))) for title, why, make in _STEPS)
    return tuple(step for step in steps if step.changes)


def _packages(machine: Machine, wishes: Wishes) -> list[Change]:
    renamed = _RENAMED.get(machine.release, {})
    names = [renamed.get(name, name) for name in _PACKAGES]
    if wishes.read_only:
        names.append("overlayroot")
    return [Packages(names=tuple(names))]


def _account(_machine: Machine, wishes: Wishes) -> list[Change]:
    return [Account(name=wishes.user, groups=_GROUPS, home=files.DATA)]


def _data(_machine: Machine, wishes: Wishes) -> list[Change]:
    changes: list[Change] = [Folder(path=files.DATA, owner=wishes.user, mode=0o700)]
    if wishes.data_device:
        name = "var-lib-tallone.mount"
        changes += [
            TextFile(path=f"/etc/systemd/system/{name}", text=files.data_mount(wishes)),
            Unit(name=name, on=True),
        ]
    text = files.settings(wishes)
    changes.append(
        TextFile(path=files.SETTINGS, text=text, owner=wishes.user, mode=0o600, once=True)
    )
    return changes


def _boards(_machine: Machine, wishes: Wishes) -> list[Change]:
    rules = "/etc/udev/rules.d"
    changes: list[Change] = [
        TextFile(path=f"{rules}/70-tallone.rules", text=files.udev_rules(wishes))
    ]
    if wishes.usb:
        text = files.usb_rules(wishes)
        changes.append(TextFile(path=f"{rules}/71-tallone-usb.rules", text=text))
    return changes


def _screen(machine: Machine, wishes: Wishes) -> list[Change]:
    changes: list[Change] = []
    if machine.has_desktop:
        # A desktop belongs to the graphical target: without that target it does not start.
        target = "/lib/systemd/system/multi-user.target"
        changes.append(Link(path="/etc/systemd/system/default.target", target=target))
    if machine.is_pi:
        words = ["consoleblank=0", "vt.global_cursor_default=0", "quiet"]
        if wishes.rotation:
            words.append(f"video={wishes.output}:rotate={wishes.rotation}")
        path = f"{machine.boot}/cmdline.txt"
        changes += [KernelWord(path=path, word=word) for word in words]
    return changes


def _sound_and_clock(machine: Machine, wishes: Wishes) -> list[Change]:
    changes: list[Change] = [Unit(name="systemd-timesyncd.service", on=True)]
    if machine.is_pi:
        lines = ["dtparam=audio=on"]
        if wishes.clock == "pi5":
            # The Pi 5 charges its clock's cell only when asked to: 3 V for a rechargeable one.
            lines.append("dtparam=rtc_bbat_vchg=3000000")
        elif wishes.clock != "none":
            lines += ["dtparam=i2c_arm=on", f"dtoverlay=i2c-rtc,{wishes.clock}"]
        changes += [BootLine(path=f"{machine.boot}/config.txt", line=line) for line in lines]
    return changes


def _power(machine: Machine, wishes: Wishes) -> list[Change]:
    rules = files.power_rules(wishes)
    changes: list[Change] = [
        TextFile(path="/etc/systemd/system.conf.d/tallone.conf", text=files.WATCHDOG),
        TextFile(path="/etc/systemd/logind.conf.d/tallone.conf", text=files.POWER_KEY),
        TextFile(path="/etc/polkit-1/rules.d/70-tallone.rules", text=rules),
    ]
    if machine.is_pi:
        lines = ["dtparam=watchdog=on"]
        if wishes.button:
            lines.append(f"dtoverlay=gpio-shutdown,gpio_pin={wishes.button}")
        changes += [BootLine(path=f"{machine.boot}/config.txt", line=line) for line in lines]
    return changes


def _log(_machine: Machine, wishes: Wishes) -> list[Change]:
    text = files.log_limits(forgets=wishes.read_only)
    return [TextFile(path="/etc/systemd/journald.conf.d/tallone.conf", text=text)]


def _program(_machine: Machine, wishes: Wishes) -> list[Change]:
    chooser = (
        resources.files("tallone.upkeep.releases")
        .joinpath("choose.py")
        .read_text(encoding="utf-8")
    )
    units = [("tallone-table.service", files.table_unit(wishes), True)]
    if wishes.hub:
        units.append(("tallone-hub.service", files.hub_unit(wishes), True))
    key: list[Change] = []
    if wishes.release_key:
        key.append(TextFile(path=files.RELEASE_KEY, text=wishes.release_key + "\n"))
    return [
        *key,
        TextFile(path=files.CHOOSER, text=chooser),
        TextFile(
            path="/etc/systemd/system/tallone-backup@.service", text=files.backup_unit(wishes)
        ),
        *(TextFile(path=f"/etc/systemd/system/{name}", text=text) for name, text, _ in units),
        *(Unit(name=name, on=on) for name, _, on in units),
    ]


def _read_only(machine: Machine, wishes: Wishes) -> list[Change]:
    if not (wishes.read_only and machine.is_pi):
        return []
    # `recurse=0`: only the root forgets; the partition of the journals does not.
    return [KernelWord(path=f"{machine.boot}/cmdline.txt", word="overlayroot=tmpfs:recurse=0")]


# The order is the order of work: what could cut the set-up short comes first, what starts the table last.
_STEPS: Final[tuple[tuple[str, str, Callable[[Machine, Wishes], list[Change]]], ...]] = (
    ("Packages", "what the screen, the sound and the switch-off need", _packages),
    ("Account", "the table runs as a user that may do little else", _account),
    ("Data", "journals, packs and settings have one folder", _data),
    ("Boards", "mat and croupier have names, whatever port they are in", _boards),
    ("Screen", "the table draws on the screen without a desktop; it never goes dark", _screen),
    ("Sound and clock", "it can speak, and knows the date without a network", _sound_and_clock),
    ("Power", "the button and the screen switch it off; a hang restarts it", _power),
    ("Log", "the log cannot fill the card", _log),
    ("Program", "the table starts with the machine, and again if it ends", _program),
    ("Read-only root", "a pulled plug cannot hurt the system", _read_only),
)
