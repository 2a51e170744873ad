# The key that this board shares with its host, and what its flash holds under that key.
#
# A board without the file is not paired and answers to anybody. `tallone firmware pair` writes it.
import hashlib
import json
import os
import struct

KEY_FILE = "pair.json"
# What a board writes itself while it is in use; all else must be as it was installed.
OWN_FILES = (KEY_FILE, "bundle.mac", "wait.txt", "scales.cal", "scales.cal.new")
_FOLDER = 0x4000


def pairing():
    """Return the board's side of its pairing, or None if it has none."""
    try:
        with open(KEY_FILE) as file:
            key = bytes.fromhex(json.load(file)["key"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    from tallone_wire.pairing import Pairing  # noqa: PLC0415  no memory for it where there is no key

    return Pairing(key, lambda asked: measure(key, asked), os.urandom)


def measure(key, asked):
    """Return 16 bytes over every file of the flash, in the order of their paths."""
    from tallone_wire.pairing import hmac  # noqa: PLC0415

    # The question comes first, so that nothing can be reckoned before it is known.
    digest = hashlib.sha256(key + asked)
    part = memoryview(bytearray(512))
    for path, size in sorted(_files("")):
        if path not in OWN_FILES:
            digest.update(path.encode() + b"\0" + struct.pack("<I", size))
            with open(path, "rb") as file:
                while length := file.readinto(part):
                    digest.update(part[:length])
    return hmac(key, digest.digest())[:16]


def _files(folder):
    found = []
    for entry in os.ilistdir(folder or "."):
        path = folder + entry[0]
        if entry[1] & _FOLDER:
            found.extend(_files(path + "/"))
        else:
            found.append((path, os.stat(path)[6]))
    return found
