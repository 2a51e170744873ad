"""What comes from outside: files are read with a bound here, and foreign text is made printable here.

A name, a file or a board may hold anything. Nothing of it reaches a terminal but printable characters, and no
file is read further than what it could be.
"""

import contextlib
import os
import stat
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

from tallone.errors import UsageError

# A file with every switch of the rules, its source and the other reading is a tenth of this.
MOST_TOML_BYTES: Final = 64 * 1024
# Dots between the parts of a key: the parser's time grows with their square.
_MOST_DOTS: Final = 4_000
_BYTE_ORDER_MARK: Final = "\ufeff"
PLAIN: Final = "tallone.plain"


def shown(text: object, most: int = 1_000) -> str:
    """Return foreign text as one printable line of at most so many characters.

    What a terminal might obey (controls, escapes, marks that turn the direction) and what is no character
    at all is written as an escape.
    """
    line = "".join(map(_printable, str(text)[: most + 1]))
    return line if len(line) <= most else f"{line[: most - 1]}…"


def say(text: object = "", *, end: str = "\n", out: TextIO | None = None) -> None:
    """Print a text of any length, its lines kept and everything else in them printable."""
    lines = ("".join(map(_printable, line)) for line in str(text).split("\n"))
    print("\n".join(lines), end=end, file=out or sys.stdout, flush=True)


def _printable(sign: str) -> str:
    if sign.isprintable() or unicodedata.category(sign) == "Zs":
        return sign
    number = ord(sign)
    if number > 0xFFFF:
        return f"\\U{number:08x}"
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def plain(error: UnicodeError) -> tuple[str, int]:
    """Return what a terminal can write instead of characters it has not: `à` as `a`, `…` as `...`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = []
    for sign in error.object[error.start : error.end]:
        near = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
        signs.append(_NEAR.get(sign) or near or "?")
    return "".join(signs), error.end


_NEAR: Final = {
    "♥": "H", "♦": "D", "♣": "C", "♠": "S", "’": "'", "‘": "'", "“": '"', "”": '"',
    "–": "-", "—": "-", "−": "-", "·": ".", "×": "x", "→": "->", "│": "|", "─": "-",
}  # fmt: skip


@contextlib.contextmanager
def opened(path: Path, what: str) -> Iterator[BinaryIO]:
    """Open a file for reading; raise UsageError if it cannot be opened.

    A pipe without a writer counts as empty: nothing waits for ever.
    """
    try:
        # Without waiting for the other end of a pipe; a folder can be opened, but not read.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        os.set_blocking(handle, True)
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            os.close(handle)
            raise IsADirectoryError
    except OSError as error:
        raise UsageError(f"{path}: {_reason(error)}; give {what}") from error
    except ValueError as error:
        raise UsageError(f"{path}: cannot be the name of a file; give {what}") from error
    with os.fdopen(handle, "rb") as file:
        yield file


def read_bytes(path: Path, most: int, what: str) -> bytes:
    """Return a file's bytes; raise UsageError if it cannot be read or is longer than `what` can be."""
    with opened(path, what) as file:
        try:
            content = file.read(most + 1)
        except OSError as error:
            raise UsageError(f"{path}: {_reason(error)}; give {what}") from error
    if len(content) > most:
        raise UsageError(f"{path}: is longer than {most} bytes; give {what}")
    return content


def read_text(path: Path, most: int, what: str) -> str:
    """Return a file's text without a byte order mark; raise UsageError, also if it is no UTF-8."""
    return text_of(read_bytes(path, most, what), path, what)


def text_of(content: bytes, name: object, what: str) -> str:
    """Return bytes as text without a byte order mark; raise UsageError if they are no UTF-8."""
    try:
        return content.decode("utf-8").removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{name}: is no text in UTF-8 (byte {error.start + 1}); give {what}"
        ) from error


def without_mark(content: bytes) -> bytes:
    """Return bytes without UTF-8's byte order mark, which editors put before a text."""
    return content.removeprefix(_BYTE_ORDER_MARK.encode())


def toml(text: str) -> dict[str, Any]:
    """Return a TOML document; raise ValueError with the reason, whatever the text is."""
    if text.count(".") > _MOST_DOTS:
        raise ValueError(f"it has more than {_MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "is a folder, not a file"
    return f"cannot be read ({error.strerror})"
