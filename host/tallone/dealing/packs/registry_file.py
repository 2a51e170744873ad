"""A whole registry as a file: JSON for people and programs, or the same under a passphrase.

A registry says which tag is which card: who has it can read the club's cards with any reader. So
a copy that leaves the house is encrypted: AES-256-GCM under a key that scrypt makes from the
passphrase; the salt and scrypt's costs stand in front and are bound to the ciphertext.
"""

import os
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from tallone.dealing.packs.registry_db import RegistryContent, RegistryError

# A club with a hundred packs has 10,800 cards of about 300 bytes with their history.
MAX_FILE_BYTES: Final = 16_000_000
_MAGIC: Final = b"tallone-registry-1\n"
_SALT_BYTES: Final = 16
_NONCE_BYTES: Final = 12
# 64 MB and a good part of a second: what a passphrase needs against somebody who tries many.
_COST: Final = 1 << 16
LEAST_PASSPHRASE: Final = 8


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str
    packs: tuple[tuple[str, str, int], ...]
    tags: tuple[tuple[str, str, int, str, int], ...]
    history: tuple[tuple[str, str, str, str], ...]


_FORMAT: Final = "tallone-registry-1"


def write(content: RegistryContent) -> bytes:
    """Return the file's bytes, readable by anybody."""
    file = _File(
        format=_FORMAT,
        packs=content.packs,
        tags=tuple((tag[0].hex(), *tag[1:]) for tag in content.tags),
        history=tuple((line[0].hex(), *line[1:]) for line in content.history),
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def encrypt(plain: bytes, passphrase: str) -> bytes:
    """Return a file's bytes under a passphrase; raise RegistryError if that is too short."""
    if len(passphrase) < LEAST_PASSPHRASE:
        raise RegistryError(f"a passphrase needs {LEAST_PASSPHRASE} characters at least")
    salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
    head = _MAGIC + salt
    return head + nonce + AESGCM(_key(passphrase, salt)).encrypt(nonce, plain, head)


def is_encrypted(raw: bytes) -> bool:
    """Return whether these bytes need a passphrase."""
    return raw.startswith(_MAGIC)


def decrypt(raw: bytes, passphrase: str) -> bytes:
    """Return what was encrypted; raise RegistryError for a wrong passphrase or a changed file."""
    start = len(_MAGIC) + _SALT_BYTES
    head, nonce, body = raw[:start], raw[start : start + _NONCE_BYTES], raw[start + _NONCE_BYTES :]
    if len(nonce) < _NONCE_BYTES:
        raise RegistryError("the file ends too early; take another copy")
    try:
        return AESGCM(_key(passphrase, head[len(_MAGIC) :])).decrypt(nonce, body, head)
    except InvalidTag:
        raise RegistryError("the passphrase is another one, or the file was changed") from None


def read(raw: bytes) -> RegistryContent:
    """Return the content of a file that is not encrypted; raise RegistryError if it is none."""
    if len(raw) > MAX_FILE_BYTES:
        raise RegistryError(f"the file has {len(raw)} bytes; the most is {MAX_FILE_BYTES}")
    try:
        file = msgspec.json.decode(raw, type=_File)
        if file.format != _FORMAT:
            raise RegistryError(f"the file is of the format {file.format[:30]!r}")
        return RegistryContent(
            packs=file.packs,
            tags=tuple((bytes.fromhex(tag[0]), *tag[1:]) for tag in file.tags),
            history=tuple((bytes.fromhex(line[0]), *line[1:]) for line in file.history),
        )
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise RegistryError(f"this is not a copy of a registry: {error}") from error


def _key(passphrase: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(passphrase.encode())
