"""Journals, packs and settings as one file on a stick, and back onto a new card.

A ZIP file with a manifest of sizes and hashes. The databases are copied by SQLite itself, also while the
table plays. The registry says which tag is which card, so it leaves the house under the club's passphrase
where there is one. Keys of hands are never copied: a hand that was open then is dealt again.
"""

import contextlib
import hashlib
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from tallone.dealing.packs import registry_file
from tallone.errors import TalloneError

FORMAT: Final = "tallone-backup-1"
SUFFIX: Final = ".tallone-backup"
_MANIFEST: Final = "manifest.json"
# What a table's data folder holds, by name in the backup; only these are copied or brought back.
DATABASES: Final = ("journal.sqlite", "registry.sqlite")
SETTINGS: Final = ("table.toml",)
_SEALED_REGISTRY: Final = "registry.sealed"
# Ten years of evenings: 2 MB each, two a week.
MAX_FILE: Final = 4_000_000_000
_MAX_MANIFEST: Final = 100_000
_KEPT: Final = 20  # copies of one table on a stick; the oldest goes
_CHUNK: Final = 1 << 20
# What zipfile raises for files that are none, are damaged, encrypted or of another kind.
_DAMAGE: Final = (
    *(OSError, KeyError, ValueError, EOFError, RuntimeError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error),
)


class BackupError(TalloneError):
    """A backup that cannot be made or used: what is wrong and what to do."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of a backup."""

    name: str
    bytes: int
    sha256: str


class Contents(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The manifest of a backup."""

    format: str
    program: str
    made: str
    table: int
    files: tuple[Part, ...]


def make(
    data: Path, folder: Path, *, program: str, made: str, table: int, passphrase: str
) -> Path:
    """Write a backup of a data folder into `folder` and return its path; raise BackupError.

    `made` is an ISO 8601 time and names the file. With a passphrase the registry is encrypted.
    """
    if not any((data / name).exists() for name in DATABASES):
        raise BackupError(f"{data}: holds neither journal nor packs; give the table's data folder")
    folder.mkdir(parents=True, exist_ok=True)
    stamp = made.replace(":", "").replace("-", "")[:15]
    target = folder / f"table-{table:03}-{stamp}{SUFFIX}"
    with tempfile.TemporaryDirectory(prefix=".tallone-", dir=folder) as name:
        work = Path(name)
        parts = tuple(_copies(data, work, passphrase))
        contents = Contents(format=FORMAT, program=program, made=made, table=table, files=parts)
        whole = work / "whole"
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(
                _MANIFEST, msgspec.json.format(msgspec.json.encode(contents), indent=1)
            )
            for part in parts:
                archive.write(work / part.name, part.name)
        whole.replace(target)
    _forget_old(folder, f"table-{table:03}-")
    return target


def read(path: Path) -> Contents:
    """Return what a backup holds; raise BackupError."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(_MANIFEST) as file:
            raw = file.read(_MAX_MANIFEST + 1)
        contents = msgspec.json.decode(raw[:_MAX_MANIFEST], type=Contents)
    except _DAMAGE as error:
        raise BackupError(f"{path}: is no backup of a table ({error})") from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BackupError(f"{path}: its list of files cannot be read ({error})") from error
    known = {*DATABASES, *SETTINGS, _SEALED_REGISTRY}
    names = [part.name for part in contents.files]
    if contents.format != FORMAT or not set(names) <= known or len(names) != len(set(names)):
        raise BackupError(f"{path}: is of another kind or a newer program; update this one first")
    if any(not 0 <= part.bytes <= MAX_FILE for part in contents.files):
        raise BackupError(f"{path}: names a file that is too large to be a table's")
    return contents


def restore(path: Path, data: Path, *, passphrase: str, stamp: str) -> list[str]:
    """Bring a backup back into a data folder; return what was done, in words; raise BackupError.

    All of it is unpacked and checked first; then each file takes its place. What stood there is kept
    beside it with `stamp` in its name.
    """
    contents = read(path)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=data) as name:
        work = Path(name)
        for part in contents.files:
            _unpack(path, part, work)
        if (work / _SEALED_REGISTRY).exists():
            _unseal(work, passphrase, path)
        names = [known for known in (*DATABASES, *SETTINGS) if (work / known).exists()]
        for known in DATABASES:
            if known in names:
                _check_database(work / known, path)
        return [_put(work / known, data / known, stamp) for known in names]


def _copies(data: Path, work: Path, passphrase: str) -> Iterator[Part]:
    for name in DATABASES:
        if not (data / name).exists():
            continue
        _copy_database(data / name, work / name)
        if name == "registry.sqlite" and passphrase:
            _seal(work, passphrase)
            yield _part(work / _SEALED_REGISTRY)
        else:
            yield _part(work / name)
    for name in SETTINGS:
        if (data / name).exists():
            shutil.copyfile(data / name, work / name)
            yield _part(work / name)


def _copy_database(source: Path, target: Path) -> None:
    address = f"{source.resolve().as_uri()}?mode=ro"
    try:
        with (
            contextlib.closing(sqlite3.connect(address, uri=True)) as old,
            contextlib.closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            # One file, whatever mode the source is in: a stick may not carry a second.
            new.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise BackupError(f"{source}: cannot be copied ({error})") from error


def _seal(work: Path, passphrase: str) -> None:
    plain = (work / "registry.sqlite").read_bytes()
    (work / _SEALED_REGISTRY).write_bytes(registry_file.encrypt(plain, passphrase))
    (work / "registry.sqlite").unlink()


def _unseal(work: Path, passphrase: str, path: Path) -> None:
    if not passphrase:
        raise BackupError(f"{path}: its packs are under a passphrase; give --passphrase-file")
    try:
        plain = registry_file.decrypt((work / _SEALED_REGISTRY).read_bytes(), passphrase)
    except TalloneError as error:
        raise BackupError(f"{path}: {error}") from error
    (work / "registry.sqlite").write_bytes(plain)


def _part(path: Path) -> Part:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Part(name=path.name, bytes=path.stat().st_size, sha256=digest)


def _unpack(path: Path, part: Part, work: Path) -> None:
    digest, size = hashlib.sha256(), 0
    try:
        with (
            zipfile.ZipFile(path) as archive,
            archive.open(part.name) as source,
            (work / part.name).open("wb") as file,
        ):
            while chunk := source.read(_CHUNK):
                size += len(chunk)
                if size > part.bytes:
                    break
                digest.update(chunk)
                file.write(chunk)
    except _DAMAGE as error:
        raise BackupError(f"{path}: {part.name} cannot be unpacked ({error})") from error
    if size != part.bytes or digest.hexdigest() != part.sha256:
        raise BackupError(f"{path}: {part.name} is damaged; take another copy")


def _check_database(copy: Path, path: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{path}: {copy.name} is damaged ({error})") from error
    if found != ("ok",):
        raise BackupError(f"{path}: {copy.name} is damaged; take another copy")


def _put(new: Path, place: Path, stamp: str) -> str:
    new.chmod(0o600)
    kept = ""
    if place.exists():
        aside = place.with_name(f"{place.stem}.before-{stamp}{place.suffix}")
        for end in ("", "-wal", "-shm"):
            old = place.with_name(place.name + end)
            if old.exists():
                old.replace(aside.with_name(aside.name + end))
        kept = f"; what was there is now {aside.name}"
    new.replace(place)
    return f"{place.name} is back{kept}"


def _forget_old(folder: Path, start: str) -> None:
    for old in sorted(folder.glob(f"{start}*{SUFFIX}"))[:-_KEPT]:
        old.unlink(missing_ok=True)
