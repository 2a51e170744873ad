"""The maker's signature of a tag: proof that NXP made the chip with this UID.

An ICODE SLIX2 or ICODE DNA answers READ SIGNATURE (BD 04) with 32 bytes: r and s of ECDSA over
secp128r1, whose message is the UID itself, unhashed, least significant byte first. The key is NXP's
published one for these chips; the tests hold signatures of real tags. It stops a copied UID on
another chip; it does not stop a genuine tag of another pack, which is the registry's business.

The curve is too small for the `cryptography` library. Only public values are handled here, so
nothing needs constant time.
"""

from typing import Final, NamedTuple

SIGNATURE_BYTES: Final = 32
UID_BYTES: Final = 8
_HALF: Final = SIGNATURE_BYTES // 2

# SEC 2, version 1.0, 2.3.1: secp128r1. y^2 = x^3 - 3x + B over the integers modulo P.
_P: Final = 0xFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFF
_A: Final = _P - 3
_B: Final = 0xE87579C11079F43DD824993C2CEE5ED3
ORDER: Final = 0xFFFFFFFE0000000075A30D1B9038A115


class Point(NamedTuple):
    """A point of the curve; `None` stands for the one at infinity."""

    x: int
    y: int


GENERATOR: Final = Point(0x161FF7528B899B2D0C28607CA52C5B86, 0xCF5AC8395BAFEB13C02DA292DDED7A83)
# "NXP ICODE DNA, ICODE SLIX2", as alexbatalov/node-nxp-originality-verifier and Proxmark3 list it.
NXP: Final = Point(0x8878A2A2D3EEC336B4F261A082BD71F9, 0xBE11C4E2E896648B32EFA59CEA6E59F0)


def verify_signature(uid: bytes, signature: bytes, maker: Point = NXP) -> bool:
    """Whether the maker has signed this UID, given as on the air: least significant byte first.

    Anything that is no UID, no signature or no key of the curve is not signed; nothing is raised.
    """
    if len(uid) != UID_BYTES or len(signature) != SIGNATURE_BYTES or not on_curve(maker):
        return False
    r = int.from_bytes(signature[:_HALF], "big")
    s = int.from_bytes(signature[_HALF:], "big")
    if not (0 < r < ORDER and 0 < s < ORDER):
        return False
    inverse = pow(s, -1, ORDER)
    ours = multiply(message(uid) * inverse % ORDER, GENERATOR)
    theirs = multiply(r * inverse % ORDER, maker)
    found = add(ours, theirs)
    return found is not None and found.x % ORDER == r


def message(uid: bytes) -> int:
    """Return the number that is signed: the UID's bytes in their order on the air."""
    return int.from_bytes(uid, "big")


def on_curve(point: Point) -> bool:
    """Whether it is a point of the curve; its order is prime, so any of them is a key."""
    x, y = point
    return 0 <= x < _P and 0 <= y < _P and (y * y - x * x * x - _A * x - _B) % _P == 0


def add(one: Point | None, other: Point | None) -> Point | None:
    """Return the sum of two points."""
    if one is None:
        return other
    if other is None:
        return one
    if one.x == other.x:
        if (one.y + other.y) % _P == 0:
            return None
        slope = (3 * one.x * one.x + _A) * pow(2 * one.y, -1, _P)
    else:
        slope = (other.y - one.y) * pow(other.x - one.x, -1, _P)
    x = (slope * slope - one.x - other.x) % _P
    return Point(x, (slope * (one.x - x) - one.y) % _P)


def multiply(times: int, point: Point | None) -> Point | None:
    """Return the point added to itself so many times, by doubling."""
    total: Point | None = None
    while times:
        if times & 1:
            total = add(total, point)
        point = add(point, point)
        times >>= 1
    return total
