"""What kind of machine this is: read from its files, so that a disk image can be asked like a running one."""

import re
from pathlib import Path
from typing import Final

import msgspec

# Releases of Debian and Raspberry Pi OS that the set-up knows.
RELEASES: Final = ("bookworm", "trixie")
_ELF_64: Final = 2
_ELF_MACHINES: Final = {0x3E: "x86_64", 0xB7: "aarch64", 0x28: "armv7"}
_MAX_TEXT: Final = 65_536


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """The facts on which a set-up depends; empty strings are facts that cannot be read."""

    release: str  # "bookworm"
    name: str  # "Debian GNU/Linux 12 (bookworm)"
    processor: str  # "aarch64"
    bits: int
    model: str  # "Raspberry Pi 5 Model B Rev 1.0"
    boot: str  # the folder of config.txt and cmdline.txt; empty where there is none
    has_systemd: bool
    has_desktop: bool

    @property
    def is_pi(self) -> bool:
        """Whether it boots as a Raspberry Pi does."""
        return bool(self.boot)


def examine(root: Path = Path("/")) -> Machine:
    """Return the facts of the machine whose files lie under `root`."""
    described = dict(
        re.findall(r'^(\w+)="?([^"\n]*)"?$', _text(root / "etc/os-release"), re.MULTILINE)
    )
    processor, bits = _processor(root)
    return Machine(
        release=described.get("VERSION_CODENAME", ""),
        name=described.get("PRETTY_NAME", "") or described.get("ID", ""),
        processor=processor,
        bits=bits,
        model=_text(root / "proc/device-tree/model").rstrip("\0\n") if root == Path("/") else "",
        boot=_boot(root),
        has_systemd=any(
            (root / path).exists() for path in ("lib/systemd/systemd", "usr/lib/systemd/systemd")
        ),
        has_desktop=(root / "etc/systemd/system/display-manager.service").is_symlink(),
    )


def problems(machine: Machine) -> list[str]:
    """Return why a table cannot be set up here, each with what to do; empty: it can."""
    found = []
    if machine.release not in RELEASES:
        found.append(
            f"this is {machine.name or 'no Debian'}; a table needs Raspberry Pi OS or Debian, "
            f"release {' or '.join(RELEASES)}: write a new card with the Pi's imager"
        )
    if machine.bits != 64:
        seen = f"{machine.bits}-bit" if machine.bits else "of an unknown kind"
        found.append(
            f"the system is {seen}; a table needs a 64-bit one: choose the 64-bit image in the Pi's imager"
        )
    if not machine.has_systemd:
        found.append("there is no systemd here; it starts the table: install the package systemd")
    return found


def _text(path: Path) -> str:
    try:
        return path.read_bytes()[:_MAX_TEXT].decode("utf-8", "replace")
    except OSError:
        return ""


def _processor(root: Path) -> tuple[str, int]:
    """Return processor and word size for which the system's shell was built (ELF header, 0x04 and 0x12)."""
    try:
        head = (root / "bin/sh").resolve().read_bytes()[:20] if root == Path("/") else _shell(root)
    except OSError:
        return "", 0
    if not head.startswith(b"\x7fELF"):
        return "", 0
    code = int.from_bytes(head[18:20], "little")
    return _ELF_MACHINES.get(code, f"machine {code:#x}"), 64 if head[4] == _ELF_64 else 32


def _shell(root: Path) -> bytes:
    """Return the head of the shell of another root, whose absolute links mean that root."""
    for name in ("bin/dash", "usr/bin/dash", "bin/bash", "usr/bin/bash"):
        path = root / name
        if path.is_file() and not path.is_symlink():
            return path.read_bytes()[:20]
    return b""


def _boot(root: Path) -> str:
    for folder in ("boot/firmware", "boot"):
        if (root / folder / "config.txt").is_file() and (root / folder / "cmdline.txt").is_file():
            return f"/{folder}"
    return ""
