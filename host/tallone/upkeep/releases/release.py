"""A release of the program as one signed file: wheels and the boards' bundles, and a manifest of them.

A ZIP file: `manifest.json` names every other member with size and SHA-256; `manifest.sig` is the Ed25519
signature (RFC 8032) of the manifest's bytes behind `DOMAIN`. Nothing of the file is believed, unpacked or
even parsed before the signature holds under the key that the machine has been given.
"""

import hashlib
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from tallone.errors import TalloneError

DOMAIN: Final = b"tallone release 1\n"
FORMAT: Final = "tallone-release-1"
_MANIFEST: Final = "manifest.json"
_SIGNATURE: Final = "manifest.sig"
# The program with all its wheels is some 40 MB.
MAX_TOTAL: Final = 500_000_000
MAX_MEMBERS: Final = 1000
_MAX_MANIFEST: Final = 1_000_000
_SIGNATURE_BYTES: Final = 64
_NAME: Final = re.compile(r"(?:wheels|firmware/(?:mat|croupier))(?:/(?!\.)[\w.+-]{1,150}){1,4}")
VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+]{0,39}")
_CHUNK: Final = 1 << 20
# What zipfile raises for files that are none, are damaged, encrypted or of another kind.
_DAMAGE: Final = (
    *(OSError, KeyError, ValueError, EOFError, RuntimeError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error),
)


class ReleaseError(TalloneError):
    """A release file that is not used: what is wrong with it and what to do."""


class Member(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of a release."""

    name: str
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a release holds."""

    format: str
    version: str
    made: str  # ISO 8601, for people
    files: tuple[Member, ...]


def new_key() -> tuple[bytes, str]:
    """Return a new private key (PEM) and its public key (64 hex digits)."""
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return pem, public_text(key)


def public_text(key: Ed25519PrivateKey) -> str:
    """Return the public key of a private one, in hex."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def private_key(pem: bytes) -> Ed25519PrivateKey:
    """Return the key in a PEM file; raise ReleaseError."""
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError) as error:
        raise ReleaseError(
            "the file holds no private key; `tallone release key` makes one"
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ReleaseError("the key is of another kind; releases are signed with Ed25519")
    return key


def public_key(text: str) -> Ed25519PublicKey:
    """Return the key that 64 hex digits say; raise ReleaseError."""
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text.strip()))
    except ValueError as error:
        raise ReleaseError("the release key is not 64 hex digits; copy it again") from error


def build(
    target: Path, version: str, made: str, files: Mapping[str, Path], pem: bytes
) -> Manifest:
    """Write a signed release; raise ReleaseError for a name or version that cannot be."""
    if not VERSION.fullmatch(version):
        raise ReleaseError(f"{version!r} is no version; it is like 0.2.0")
    for name in files:
        _check_name(name)
    members = tuple(
        Member(name=name, bytes=path.stat().st_size, sha256=_digest(path))
        for name, path in sorted(files.items())
    )
    manifest = Manifest(format=FORMAT, version=version, made=made, files=members)
    raw = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(_MANIFEST, raw)
        archive.writestr(_SIGNATURE, private_key(pem).sign(DOMAIN + raw))
        for member in members:
            archive.write(files[member.name], member.name)
    return manifest


def check(path: Path, key: str) -> Manifest:
    """Return the manifest of a release that this key has signed; raise ReleaseError."""
    with _open(path) as archive:
        return _signed(archive, path, key)


def unpack(path: Path, key: str, folder: Path) -> Manifest:
    """Unpack a signed release into an empty folder, each file against its hash; raise ReleaseError."""
    with _open(path) as archive:
        manifest = _signed(archive, path, key)
        for member in manifest.files:
            _unpack_one(archive, member, folder, path)
    return manifest


def _open(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except _DAMAGE as error:
        raise ReleaseError(f"{path}: is no release of this program ({error})") from error


def _signed(archive: zipfile.ZipFile, path: Path, key: str) -> Manifest:
    raw = _member(archive, _MANIFEST, _MAX_MANIFEST, path)
    signature = _member(archive, _SIGNATURE, _SIGNATURE_BYTES, path)
    try:
        public_key(key).verify(signature, DOMAIN + raw)
    except InvalidSignature:
        raise ReleaseError(
            f"{path}: was not signed with this table's release key; it is not installed"
        ) from None
    try:
        manifest = msgspec.json.decode(raw, type=Manifest)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ReleaseError(f"{path}: its manifest cannot be read ({error})") from error
    return _checked(manifest, path)


def _checked(manifest: Manifest, path: Path) -> Manifest:
    if manifest.format != FORMAT or not VERSION.fullmatch(manifest.version):
        raise ReleaseError(f"{path}: is a release of another kind; this program is too old for it")
    if len(manifest.files) > MAX_MEMBERS or sum(file.bytes for file in manifest.files) > MAX_TOTAL:
        raise ReleaseError(f"{path}: is too large for a release")
    for member in manifest.files:
        _check_name(member.name)
    if len({member.name for member in manifest.files}) != len(manifest.files):
        raise ReleaseError(f"{path}: names a file twice")
    return manifest


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ReleaseError(f"{name[:60]!r} has no place in a release")


def _member(archive: zipfile.ZipFile, name: str, most: int, path: Path) -> bytes:
    try:
        with archive.open(name) as file:
            raw = file.read(most + 1)
    except _DAMAGE as error:
        raise ReleaseError(f"{path}: has no {name}; it is no release of this program") from error
    if len(raw) > most:
        raise ReleaseError(f"{path}: its {name} is too large")
    return raw


def _unpack_one(archive: zipfile.ZipFile, member: Member, folder: Path, path: Path) -> None:
    target = folder / member.name
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    try:
        with archive.open(member.name) as source, target.open("wb") as file:
            for chunk in iter(lambda: source.read(_CHUNK), b""):
                size += len(chunk)
                if size > member.bytes:
                    break
                digest.update(chunk)
                file.write(chunk)
    except _DAMAGE as error:
        raise ReleaseError(f"{path}: {member.name} cannot be unpacked ({error})") from error
    if size != member.bytes or digest.hexdigest() != member.sha256:
        raise ReleaseError(f"{path}: {member.name} is not what was signed; copy the file again")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def wheels_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the wheels of a folder under their names in a release."""
    for path in sorted(folder.glob("*.whl")):
        yield f"wheels/{path.name}", path
