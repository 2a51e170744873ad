"""The maker of the simulated tags: signs UIDs as NXP signs those of real ones, with a key of its own."""

import hashlib
from typing import Final

from tallone.dealing.packs.originality import (
    GENERATOR,
    ORDER,
    SIGNATURE_BYTES,
    Point,
    message,
    multiply,
)

# No secret: whoever can simulate tags may sign them.
_PRIVATE: Final = (
    int.from_bytes(hashlib.sha256(b"tallone simulated tags").digest()[:16], "big") % ORDER
)


def public_key() -> Point:
    """Return the point with which these signatures are checked."""
    point = multiply(_PRIVATE, GENERATOR)
    assert point is not None, "a private key is not a multiple of the order"
    return point


def sign(uid: bytes) -> bytes:
    """Return the signature of a UID, given as on the air."""
    seed = hashlib.sha256(b"tallone" + uid).digest()[:16]
    once = int.from_bytes(seed, "big") % (ORDER - 1) + 1
    point = multiply(once, GENERATOR)
    assert point is not None, "the number is below the order"
    r = point.x % ORDER
    s = pow(once, -1, ORDER) * (message(uid) + r * _PRIVATE) % ORDER
    half = SIGNATURE_BYTES // 2
    return r.to_bytes(half, "big") + s.to_bytes(half, "big")
