"""The hands of a set-up: files written whole or not at all, and Debian's own tools, under any root folder."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tallone.errors import TalloneError

_MAX_FILE: Final = 1_000_000
Owner = tuple[int, int]  # user and group
_PATIENCE_S: Final = 900.0  # of one command: packages come over a slow line


class SetupError(TalloneError):
    """A step of the set-up that could not be done: what, why, and what to do."""


class Host:
    """A machine, or the root folder of an image; every path is as seen from inside."""

    def __init__(self, root: Path = Path("/"), *, durable: bool = True) -> None:
        """`durable`: what was written has reached the disk; only tests do without."""
        self.root = root
        self.durable = durable

    def at(self, path: str) -> Path:
        """Return where a path of the machine lies; never outside of the root."""
        return self.root / path.lstrip("/")

    # Files

    def read(self, path: str) -> str | None:
        """Return a file's text, None if there is none; raise SetupError for a file that is no text."""
        place = self.at(path)
        if place.is_symlink() or not place.exists():
            return None
        raw = place.read_bytes()[: _MAX_FILE + 1]
        try:
            if len(raw) > _MAX_FILE:
                raise SetupError(f"{path}: is larger than {_MAX_FILE} bytes; look at it by hand")
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            raise SetupError(f"{path}: is no text; move it away and begin again") from None

    def mode(self, path: str) -> int:
        """Return a file's permissions."""
        return self.at(path).stat().st_mode & 0o7777

    def owner(self, path: str) -> Owner:
        """Return a file's owner and group."""
        found = self.at(path).stat()
        return found.st_uid, found.st_gid

    def write(self, path: str, text: str, *, mode: int, owner: Owner) -> None:
        """Put a whole file in place: after a power cut the old one stands there, or the new one."""
        place = self.at(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode())
                file.flush()
                _set(name, mode, owner)
                if self.durable:
                    os.fsync(file.fileno())
            Path(name).replace(place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        self._sync_folder(place.parent)

    def remove(self, path: str) -> None:
        """Remove a file or link; nothing happens if it is gone."""
        self.at(path).unlink(missing_ok=True)

    def link_target(self, path: str) -> str | None:
        """Return where a symbolic link leads; None if there is none."""
        place = self.at(path)
        return str(place.readlink()) if place.is_symlink() else None

    def link(self, path: str, target: str) -> None:
        """Put a symbolic link in place of whatever file or link is there."""
        place = self.at(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_name(f".{place.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        new.replace(place)
        self._sync_folder(place.parent)

    def is_folder(self, path: str) -> bool:
        return self.at(path).is_dir()

    def make_folder(self, path: str, *, mode: int, owner: Owner) -> None:
        place = self.at(path)
        place.mkdir(parents=True, exist_ok=True)
        _set(place, mode, owner)

    def remove_folder(self, path: str) -> bool:
        """Remove an empty folder; return whether it is gone."""
        try:
            self.at(path).rmdir()
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    # Debian's tools

    def missing(self, packages: Sequence[str]) -> tuple[str, ...]:
        """Return which of these packages are not installed."""
        found = self._run(
            "dpkg-query", "-W", "-f=${Package} ${db:Status-Status}\n", *packages, check=False
        )
        there = {line.split()[0] for line in found.splitlines() if line.endswith(" installed")}
        return tuple(name for name in packages if name not in there)

    def install(self, packages: Sequence[str]) -> None:
        apt = ("apt-get", "-qq", "-y", "--no-install-recommends")
        self._run("apt-get", "-qq", "update")
        self._run(*apt, "install", *packages)

    def uninstall(self, packages: Sequence[str]) -> None:
        self._run("apt-get", "-qq", "-y", "remove", *packages)

    def user(self, name: str) -> Owner | None:
        """Return a user's number and his group's, None if there is none."""
        rows = (line.split(":") for line in (self.read("/etc/passwd") or "").splitlines())
        found = next((row for row in rows if len(row) > 3 and row[0] == name), None)
        return (int(found[2]), int(found[3])) if found else None

    def groups(self, name: str) -> tuple[str, ...]:
        """Return the groups that list a user."""
        rows = (line.split(":") for line in (self.read("/etc/group") or "").splitlines())
        return tuple(row[0] for row in rows if len(row) == 4 and name in row[3].split(","))

    def add_user(self, name: str, home: str) -> None:
        shell = "/usr/sbin/nologin"
        self._run(
            "useradd", "--system", "--user-group", "--shell", shell, "--home-dir", home, name
        )

    def remove_user(self, name: str) -> None:
        self._run("userdel", name)

    def add_to_groups(self, name: str, groups: Sequence[str]) -> None:
        for group in groups:
            self._run("groupadd", "--system", "--force", group)
        self._run("usermod", "--append", "--groups", ",".join(groups), name)

    def take_from_groups(self, name: str, groups: Sequence[str]) -> None:
        for group in groups:
            self._run("gpasswd", "--delete", name, group)

    def is_on(self, unit: str) -> bool:
        """Return whether a unit starts with the machine."""
        return self._run("systemctl", "is-enabled", unit, check=False).strip() in (
            "enabled",
            "alias",
        )

    def turn(self, unit: str, *, on: bool) -> None:
        self._run("systemctl", "enable" if on else "disable", unit)

    def _sync_folder(self, folder: Path) -> None:
        if not self.durable:
            return
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def _run(self, *command: str, check: bool = True) -> str:
        inside = command if self.root == Path("/") else ("chroot", str(self.root), *command)
        if shutil.which(inside[0]) is None:
            raise SetupError(f"{inside[0]} is not installed here; a set-up needs it")
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(  # noqa: S603 - names from this file, arguments checked in wishes.py
                inside,
                capture_output=True,
                text=True,
                env=environment,
                check=False,
                timeout=_PATIENCE_S,
            )
        except subprocess.TimeoutExpired:
            raise SetupError(
                f"`{' '.join(command)}` has not ended in {_PATIENCE_S:.0f} s"
            ) from None
        if check and done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            last = said[-1][:200] if said else f"status {done.returncode}"
            raise SetupError(f"`{' '.join(command)}` failed: {last}")
        return done.stdout


def _set(path: str | Path, mode: int, owner: Owner) -> None:
    if os.geteuid() == 0:
        os.chown(path, *owner)
    Path(path).chmod(mode)
