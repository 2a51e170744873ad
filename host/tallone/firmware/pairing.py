"""The keys that a table shares with its boards, and what must be on their flash.

Beside the journal, in a folder for its owner alone: for each board a file with its key, and a copy of the
bundle that it was paired with, from which the answer to a question is reckoned.
"""

import hashlib
import json
import os
import struct
from pathlib import Path
from typing import Final

import msgspec

from tallone.errors import FirmwareError
from tallone.firmware.bundle import MANIFEST, Bundle, read, write
from tallone.firmware.shell import Shell
from tallone.link.guard import Guard
from tallone_wire.pairing import KEY_BYTES, hmac

FOLDER: Final = "pairing"
KEY_FILE: Final = "pair.json"
MAC_FILE: Final = "bundle.mac"
# As firmware/lib/own_key.py: what a board writes itself.
_OWN: Final = (KEY_FILE, MAC_FILE, "wait.txt", "scales.cal", "scales.cal.new")
_DIGEST_BYTES: Final = 16


class Paired(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table knows of a board of its own."""

    role: str
    key: str  # in hex
    hash: str  # of the bundle that is on it


def guard_of(data: Path, role: str) -> Guard | None:
    """Return the guard for that board; None if this table was never paired with one.

    Raises FirmwareError if the key or the bundle's copy is there and cannot be used.
    """
    place = data / FOLDER / f"{role}.json"
    if not place.exists():
        return None
    try:
        if place.stat().st_mode & 0o077:
            raise FirmwareError(
                f"{place}: others can read this key; run `tallone firmware pair {role}` again"
            )
        paired = msgspec.json.decode(place.read_bytes(), type=Paired)
        key = bytes.fromhex(paired.key)
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise FirmwareError(f"{place}: is no key of a board ({error}); pair it again") from error
    bundle = read(data / FOLDER / role)
    if paired.role != role or len(key) != KEY_BYTES or bundle.manifest.hash != paired.hash:
        raise FirmwareError(
            f"{place}: key and bundle do not fit; run `tallone firmware pair {role}` again"
        )
    return Guard(role, key, lambda asked: flash_digest(key, asked, bundle), os.urandom)


def flash_digest(key: bytes, asked: bytes, bundle: Bundle) -> bytes:
    """Return what a board with exactly that bundle gives, as firmware/lib/own_key.py reckons it."""
    digest = hashlib.sha256(key + asked)
    files = {**bundle.contents, MANIFEST: bundle.manifest_file}
    for path in sorted(files):
        digest.update(path.encode() + b"\0" + struct.pack("<I", len(files[path])) + files[path])
    return hmac(key, digest.digest())[:_DIGEST_BYTES]


def pair(bundle: Bundle, shell: Shell, data: Path, door: int | None) -> None:
    """Give a board, at its REPL with that bundle on it, a key; keep the key and the bundle here.

    `door` is the pin of the inner cover's switch. Raises FirmwareError if the board has other files.
    """
    survey = shell.survey()
    wanted = {**bundle.manifest.files, MANIFEST: hashlib.sha256(bundle.manifest_file).hexdigest()}
    others = {path: found for path, found in survey.files.items() if path not in _OWN}
    if others != wanted:
        path = min(path for path, _ in others.items() ^ wanted.items())
        raise FirmwareError(
            f"{path} on the board is not the bundle's: `tallone firmware install` first, then pair"
        )
    role = bundle.manifest.role
    key = os.urandom(KEY_BYTES)
    folder = data / FOLDER
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write(bundle, folder / role)
    paired = Paired(role=role, key=key.hex(), hash=bundle.manifest.hash)
    new = folder / f"{role}.new"
    new.touch(mode=0o600)
    new.chmod(0o600)
    new.write_bytes(msgspec.json.encode(paired))
    # On the board first: a table without the key can pair again while the cover is open.
    shell.write(MAC_FILE, hmac(key, b"bundle/" + bytes.fromhex(bundle.manifest.hash)))
    shell.write(KEY_FILE, json.dumps({"key": key.hex(), "door": door}).encode())
    new.replace(folder / f"{role}.json")
