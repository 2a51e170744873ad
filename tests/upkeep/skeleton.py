"""A machine for set-ups: a Raspberry Pi's files in a folder, with small tools that work on them."""

import struct
from pathlib import Path

from tallone.upkeep.setup.host import Host

CONFIG = "dtparam=i2c_arm=off\n[pi4]\narm_boost=1\n"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait quiet\n"
INSTALLED = ("python3-venv", "util-linux-extra")


def raspberry_pi(root: Path, release: str = "bookworm", *, desktop: bool = False) -> Path:
    """Lay out the files that a set-up looks at; return the root."""
    for folder in ("etc/systemd/system", "boot/firmware", "usr/bin", "usr/lib/systemd", "var/lib"):
        (root / folder).mkdir(parents=True)
    number = {"bookworm": 12, "trixie": 13}.get(release, 11)
    (root / "etc/os-release").write_text(
        f'PRETTY_NAME="Debian GNU/Linux {number} ({release})"\nID=debian\nVERSION_CODENAME={release}\n'
    )
    (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
    (root / "etc/group").write_text("root:x:0:\ndialout:x:20:\nvideo:x:44:\naudio:x:29:\n")
    (root / "boot/firmware/config.txt").write_text(CONFIG)
    (root / "boot/firmware/cmdline.txt").write_text(CMDLINE)
    # An ELF head: 64 bit, little end first, AArch64.
    (root / "usr/bin/dash").write_bytes(
        b"\x7fELF\x02\x01\x01" + bytes(11) + struct.pack("<H", 0xB7)
    )
    (root / "usr/lib/systemd/systemd").write_bytes(b"")
    (root / "packages").write_text("\n".join(INSTALLED) + "\n")
    if desktop:
        (root / "etc/systemd/system/display-manager.service").symlink_to("/lib/lightdm.service")
    return root


class SkeletonHost(Host):
    """The real hands for files; packages, users and units as lines and links in the folder."""

    def __init__(self, root):
        super().__init__(root, durable=False)

    def missing(self, packages):
        there = self.at("/packages").read_text().split()
        return tuple(name for name in packages if name not in there)

    def install(self, packages):
        there = self.at("/packages").read_text().split()
        self.at("/packages").write_text("\n".join([*there, *packages]) + "\n")

    def uninstall(self, packages):
        there = self.at("/packages").read_text().split()
        self.at("/packages").write_text("\n".join(n for n in there if n not in packages) + "\n")

    def add_user(self, name, home):
        with self.at("/etc/passwd").open("a") as file:
            file.write(f"{name}:x:997:997::{home}:/usr/sbin/nologin\n")

    def remove_user(self, name):
        self._lines("/etc/passwd", lambda line: None if line.startswith(f"{name}:") else line)
        self.take_from_groups(name, self.groups(name))

    def add_to_groups(self, name, groups):
        there = {line.split(":")[0] for line in self.at("/etc/group").read_text().splitlines()}
        with self.at("/etc/group").open("a") as file:
            file.writelines(
                f"{group}:x:9{i}:\n" for i, group in enumerate(groups) if group not in there
            )

        def add(line):
            group, x, number, members = line.split(":")
            if group not in groups or name in members.split(","):
                return line
            return ":".join((group, x, number, ",".join(filter(None, [members, name]))))

        self._lines("/etc/group", add)

    def take_from_groups(self, name, groups):
        def take(line):
            group, x, number, members = line.split(":")
            kept = [
                member for member in members.split(",") if member != name or group not in groups
            ]
            return ":".join((group, x, number, ",".join(kept)))

        self._lines("/etc/group", take)

    def is_on(self, unit):
        return (
            self._wants(unit).is_symlink() or self.at(f"/etc/systemd/system/{unit}").is_symlink()
        )

    def turn(self, unit, *, on):
        if on:
            self._wants(unit).parent.mkdir(exist_ok=True)
            self._wants(unit).symlink_to(f"/etc/systemd/system/{unit}")
        else:
            self._wants(unit).unlink(missing_ok=True)
            place = self.at(f"/etc/systemd/system/{unit}")
            if place.is_symlink():
                place.unlink()

    def _wants(self, unit):
        return self.at("/etc/systemd/system/multi-user.target.wants") / unit

    def _lines(self, path, change):
        kept = (change(line) for line in self.at(path).read_text().splitlines())
        self.at(path).write_text("".join(f"{line}\n" for line in kept if line is not None))


class Cut(Exception):  # noqa: N818 - no error of anybody's
    """The power is gone."""


class CutShort(SkeletonHost):
    """A machine whose power goes after so many acts of the hands."""

    ACTS = ("write", "remove", "link", "make_folder", "remove_folder", "install", "uninstall")
    MORE = ("add_user", "remove_user", "add_to_groups", "take_from_groups", "turn")

    def __init__(self, root, acts):
        super().__init__(root)
        self.left = acts

    def __getattribute__(self, name):
        found = super().__getattribute__(name)
        if name not in type(self).ACTS + type(self).MORE:
            return found

        def act(*arguments, **named):
            if self.left == 0:
                raise Cut
            self.left -= 1
            return found(*arguments, **named)

        return act


def tree(root: Path) -> dict[str, str]:
    """Return every file, link and folder under a root with what is in it and its mode."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = f"{path.stat().st_mode & 0o7777:o} {path.read_text(errors='replace')}"
        else:
            found[name] = "folder"
    return found
