"""What a journal keeps of hidden cards while a hand is played: ciphertext under the hand's key.

AES-256-GCM; the nonce is the first twelve bytes; the associated data binds a ciphertext to its
hand and its purpose, so that none can be put in another's place. The key lives in the process and
in a file that only its owner can read, because a hand must survive a power cut; it is destroyed
after the reveal. Who takes both files in mid-hand can read that hand: see `docs/fairness.md`.
"""

import contextlib
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.errors import JournalError

RandomBytes = Callable[[int], bytes]
_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
# A report's time and length, sealed with it; then as many bytes as make all reports alike.
_HEAD: Final = struct.Struct("<dI")
_EVEN_BYTES: Final = 256


def key_path(journal: Path, hand: int) -> Path:
    """Return where the key of a hand of that journal is kept."""
    return journal.with_name(f"{journal.name}.hand{hand}.key")


def destroy_key_file(path: Path) -> None:
    """Overwrite and remove a key's file; nothing happens if there is none."""
    if path.is_dir():
        # No key can lie there; nothing of it is taken away.
        path.rename(path.with_name(f"{path.name}.folder-{os.urandom(4).hex()}"))
        return
    with contextlib.suppress(FileNotFoundError):
        handle = os.open(path, os.O_WRONLY)
        try:
            os.write(handle, bytes(_KEY_BYTES))
            os.fsync(handle)
        finally:
            os.close(handle)
        path.unlink()
        _sync_folder(path.parent)


def evened(body: bytes, at: float) -> bytes:
    """Return a report with its time in it, as long as all others: neither is told by what is sealed."""
    whole = _HEAD.pack(at, len(body)) + body
    return whole + bytes(-len(whole) % _EVEN_BYTES)


def from_evened(plain: bytes) -> tuple[bytes, float]:
    """Return the report and its time; raise JournalError if the bytes are none."""
    if len(plain) < _HEAD.size:
        raise JournalError("a sealed report is too short to be one")
    at, length = _HEAD.unpack_from(plain)
    body = plain[_HEAD.size : _HEAD.size + length]
    if len(body) != length:
        raise JournalError("a sealed report has not the length that it says")
    return body, at


class HandKey:
    """The key of one hand. It prints as nothing and is destroyed by `destroy`."""

    __slots__ = ("_hand", "_key", "_path", "_random_bytes")

    def __init__(self, key: Sealed, path: Path, hand: int, random_bytes: RandomBytes) -> None:
        """Use `create` or `load`."""
        self._key = key
        self._path = path
        self._hand = hand
        self._random_bytes = random_bytes

    @classmethod
    def create(cls, journal: Path, hand: int, random_bytes: RandomBytes) -> "HandKey":
        """Make a key and write its file, mode 0600; raise JournalError if there is one already."""
        path = key_path(journal, hand)
        key = random_bytes(_KEY_BYTES)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                os.write(handle, key)
                os.fsync(handle)
            finally:
                os.close(handle)
            _sync_folder(path.parent)
        except OSError as error:
            raise JournalError(
                f"{path}: the hand's key cannot be written ({error.strerror})"
            ) from error
        return cls(Sealed(key, label="hand key"), path, hand, random_bytes)

    @classmethod
    def load(cls, journal: Path, hand: int, random_bytes: RandomBytes) -> "HandKey":
        """Return the key of a hand that was interrupted; raise JournalError if it is not there."""
        path = key_path(journal, hand)
        try:
            if path.stat().st_mode & 0o077:
                raise JournalError(
                    f"{path}: others can read this key; the hand has to be dealt again"
                )
            with path.open("rb") as file:
                key = file.read(_KEY_BYTES + 1)
        except OSError as error:
            raise JournalError(
                f"{path}: the hand's key cannot be read ({error.strerror})"
            ) from error
        if len(key) != _KEY_BYTES or not any(key):
            raise JournalError(f"{path}: is not a key; the hand has to be dealt again")
        return cls(Sealed(key, label="hand key"), path, hand, random_bytes)

    def seal(self, content: Sealed, purpose: str) -> bytes:
        """Return the content encrypted for this hand and purpose."""
        return content.open_for(Purpose.RECOVERY, lambda plain: self._encrypt(plain, purpose))

    def seal_bytes(self, plain: bytes, purpose: str) -> bytes:
        """Return bytes that were never sealed, such as a croupier's report, encrypted."""
        return self._encrypt(plain, purpose)

    def open(self, ciphertext: bytes, purpose: str) -> Sealed:
        """Return what was sealed for this hand and purpose; raise JournalError if it was not."""
        plain = self._key.open_for(
            Purpose.RECOVERY, lambda key: self._decrypt(key, ciphertext, purpose)
        )
        if plain is None:
            raise JournalError(
                f"what was sealed as {purpose} of hand {self._hand} does not open with its key"
            )
        return Sealed(plain, label=purpose)

    def destroy(self) -> None:
        """Overwrite and remove the key, here and in its file; a second time does nothing."""
        self._key.wipe()
        destroy_key_file(self._path)

    @property
    def is_destroyed(self) -> bool:
        return self._key.is_wiped

    def __repr__(self) -> str:
        return f"<key of hand {self._hand}>"

    def _encrypt(self, plain: bytes, purpose: str) -> bytes:
        nonce = self._random_bytes(_NONCE_BYTES)
        bound = self._bound(purpose)
        return nonce + self._key.open_for(
            Purpose.RECOVERY, lambda key: AESGCM(key).encrypt(nonce, plain, bound)
        )

    def _decrypt(self, key: bytes, ciphertext: bytes, purpose: str) -> bytes | None:
        nonce, body = ciphertext[:_NONCE_BYTES], ciphertext[_NONCE_BYTES:]
        if len(nonce) < _NONCE_BYTES:
            return None
        try:
            return AESGCM(key).decrypt(nonce, body, self._bound(purpose))
        except InvalidTag:
            return None

    def _bound(self, purpose: str) -> bytes:
        return f"tallone/journal/{self._hand}/{purpose}".encode()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
