"""What a set-up may change on a machine, as values: each can be described, done and taken back.

House rule: a change says how the machine shall be, not what to do; doing it twice is doing it once.
"""

from pathlib import PurePosixPath
from typing import Final

import msgspec

ROOT_USER: Final = "root"


class _Change(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """The base of all changes: written to the ledger as JSON with the class's name."""


class Packages(_Change, frozen=True, kw_only=True):
    """Debian packages that shall be installed."""

    names: tuple[str, ...]

    def describe(self) -> str:
        return f"install {', '.join(self.names)}"


class Account(_Change, frozen=True, kw_only=True):
    """A system user that shall exist, without a password or shell, and be in these groups."""

    name: str
    groups: tuple[str, ...]
    home: str

    def describe(self) -> str:
        return f"user {self.name} in the groups {', '.join(self.groups)}"


class Folder(_Change, frozen=True, kw_only=True):
    """A folder that shall exist. Taking it back removes it only if it is empty."""

    path: str
    owner: str = ROOT_USER
    mode: int = 0o755

    def describe(self) -> str:
        return f"folder {self.path} ({self.mode:04o}, {self.owner})"


class TextFile(_Change, frozen=True, kw_only=True):
    """A file that shall hold this text; with `once` any file that is there already is left as it is."""

    path: str
    text: str
    owner: str = ROOT_USER
    mode: int = 0o644
    once: bool = False

    def describe(self) -> str:
        return f"file {self.path}" + (" (unless it is there)" if self.once else "")


class Link(_Change, frozen=True, kw_only=True):
    """A symbolic link that shall lead to `target`."""

    path: str
    target: str

    def describe(self) -> str:
        return f"link {self.path} -> {self.target}"


class BootLine(_Change, frozen=True, kw_only=True):
    """A line of the Pi's `config.txt` that shall stand under `[all]` at its end."""

    path: str
    line: str

    def describe(self) -> str:
        return f"{PurePosixPath(self.path).name}: {self.line}"


class KernelWord(_Change, frozen=True, kw_only=True):
    """A word of the kernel's one command line; a word `name=...` replaces another of that name."""

    path: str
    word: str

    def describe(self) -> str:
        return f"{PurePosixPath(self.path).name}: {self.word}"


class Unit(_Change, frozen=True, kw_only=True):
    """A systemd unit that shall start with the machine, or shall not."""

    name: str
    on: bool

    def describe(self) -> str:
        return f"{'start' if self.on else 'do not start'} {self.name} with the machine"


Change = Packages | Account | Folder | TextFile | Link | BootLine | KernelWord | Unit


def with_line(text: str, line: str) -> str:
    """Return a `config.txt` with the line under a last `[all]`, unless it holds everywhere already."""
    if _holds(text, line):
        return text
    kept = text if not text or text.endswith("\n") else text + "\n"
    if _last_section(kept) != "all":
        kept += "[all]\n"
    return kept + line + "\n"


def _holds(text: str, line: str) -> bool:
    section = "all"
    for seen in map(str.strip, text.splitlines()):
        if seen.startswith("[") and seen.endswith("]"):
            section = seen[1:-1]
        elif seen == line and section == "all":
            return True
    return False


def _last_section(text: str) -> str:
    sections = [line.strip() for line in text.splitlines() if line.strip().startswith("[")]
    return sections[-1].strip("[]") if sections else "all"


def with_word(text: str, word: str) -> str:
    """Return the kernel's command line (one line) with the word in it, once."""
    name, equals, _ = word.partition("=")
    words = text.split()
    if word in words:
        return text
    # `console=` may stand several times; every other name has one value.
    if equals and name != "console":
        words = [seen for seen in words if not seen.startswith(f"{name}=")]
    return " ".join([*words, word]) + "\n"
