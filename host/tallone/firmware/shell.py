"""A board's raw REPL: the place from which its files are read and written.

Speaks through mpremote's transport. Whatever goes wrong there comes out as a FirmwareError.
"""

import ast
import contextlib
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tallone.errors import FirmwareError
from tallone.firmware.bundle import TO_INSTALL
from tallone.link.line.port import find_path

if TYPE_CHECKING:
    from mpremote.transport_serial import SerialTransport

# The longest silence in an answer; a board hashes a file in far less.
_ANSWER_S: Final = 10.0
# How long the REPL may take to show itself.
_PROMPT_S: Final = 1.5
# Bytes of a file in one line of Python, which the board has to hold four times over.
_CHUNK: Final = 512

# Prints every file with its hash, every folder with None, and the .mpy version that is understood.
_SURVEY: Final = """
import hashlib, os, sys
def _walk(at):
    for entry in os.ilistdir(at or '.'):
        path = at + entry[0]
        if entry[1] & 0x4000:
            print(repr((path, None)))
            _walk(path + '/')
            continue
        digest = hashlib.sha256()
        with open(path, 'rb') as file:
            while part := file.read(512):
                digest.update(part)
        print(repr((path, digest.digest().hex())))
_walk('')
print(repr(('', sys.implementation._mpy & 255)))
"""


class Survey:
    """What lies on a board: files with their SHA-256 in hex, folders, its .mpy version."""

    def __init__(self, text: str) -> None:
        self.files: dict[str, str] = {}
        self.folders: list[str] = []
        self.mpy = 0
        for line in text.splitlines():
            path, found = _pair(line)
            if found is None:
                self.folders.append(path)
            elif isinstance(found, int):
                self.mpy = found
            else:
                self.files[path] = str(found)


class Shell:
    """The raw REPL of one board; `close` when done."""

    def __init__(self, address: str) -> None:
        """Open the port and enter the raw REPL; raise FirmwareError or LinkError if it is not there."""
        self._transport = _open(find_path(address))
        try:
            with _troubles():
                self._transport.enter_raw_repl(soft_reset=False, timeout_overall=_PROMPT_S)
        except FirmwareError:
            self.close()
            raise

    def run(self, code: str) -> str:
        """Run a piece of Python on the board and return what it prints."""
        with _troubles():
            printed: bytes = self._transport.exec(code)
        return printed.decode(errors="replace")

    def survey(self) -> Survey:
        """Return what lies on the board."""
        return Survey(self.run(_SURVEY))

    def read(self, path: str) -> bytes:
        """Return a file's content; empty if it is not there."""
        text = self.run(
            f"try:\n with open({path!r},'rb') as f:\n  print(f.read())\nexcept OSError:\n print(b'')"
        )
        content = ast.literal_eval(text.strip())
        return content if isinstance(content, bytes) else b""

    def write(self, path: str, content: bytes) -> None:
        """Write a file in pieces; its folders must be there."""
        self.run(f"f=open({path!r},'wb')")
        for at in range(0, len(content), _CHUNK):
            self.run(f"f.write({content[at : at + _CHUNK]!r})")
        self.run("f.close()")

    def reset(self) -> None:
        """Start the board anew; the shell is closed then."""
        with contextlib.suppress(FirmwareError), _troubles():
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
        self.close()

    def close(self) -> None:
        """Give the port back."""
        # A board that has gone takes its port with it.
        with contextlib.suppress(OSError):
            self._transport.close()


def _open(path: str) -> "SerialTransport":
    try:
        from mpremote.transport_serial import SerialTransport  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise FirmwareError(
            f"mpremote, which writes to the boards, is not installed: {TO_INSTALL}"
        ) from error
    with _troubles():
        return SerialTransport(path, timeout=_ANSWER_S)


@contextlib.contextmanager
def _troubles() -> Iterator[None]:
    from mpremote.transport import TransportError, TransportExecError  # noqa: PLC0415 - an extra

    try:
        with contextlib.redirect_stdout(io.StringIO()):  # it prints what it did not expect
            yield
    except TransportExecError as error:
        last = str(error.error_output).strip().splitlines() or ["an error"]
        raise FirmwareError(f"the board says {last[-1]}") from error
    except (TransportError, OSError) as error:
        raise FirmwareError(f"no REPL: {error}") from error


def _pair(line: str) -> tuple[str, object]:
    try:
        path, found = ast.literal_eval(line.strip())
    except (ValueError, SyntaxError) as error:
        raise FirmwareError(f"the board lists a file as {line[:80]!r}") from error
    return str(path), found
