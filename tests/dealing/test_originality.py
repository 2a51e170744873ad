"""The maker's signature: signatures of real tags, of a key of our own, and everything that is none."""

import hashlib
import random

import pytest

from tallone.dealing.packs.originality import (
    GENERATOR,
    NXP,
    ORDER,
    Point,
    add,
    message,
    multiply,
    on_curve,
    verify_signature,
)

# Real ICODE SLIX2 and DNA tags whose owners have published UID and signature; the UIDs as on the
# air. From the self-tests of Proxmark3's tools/recover_pk.py.
REAL_TAGS = (
    ("ee5f9b00180104e0", "32d9e7579cd77e6f1fa11419231e874826984c5f189fde1421684563a9663377"),
    ("838ed22a080104e0", "cae8183cb4823c765afdeb78c9d66c959990fd52a5820e76e1d6e025d76ead79"),
    ("1f62c26f080104e0", "9f47bf33d9ed62a62afef5685bc4006cfb290c344ead5c5b49bf976804a9ee62"),
)
OUR_SECRET = 0x5EED0F7A110E5EED0F7A110E5EED0F7A
OUR_KEY = multiply(OUR_SECRET, GENERATOR)
assert OUR_KEY is not None


def signed(uid: bytes, secret: int = OUR_SECRET) -> bytes:
    """Sign as a maker does; the one-time number comes from what is signed."""
    digest = hashlib.sha256(secret.to_bytes(16, "big") + uid).digest()
    once = int.from_bytes(digest, "big") % (ORDER - 1) + 1
    point = multiply(once, GENERATOR)
    assert point is not None
    r = point.x % ORDER
    s = (message(uid) + r * secret) * pow(once, -1, ORDER) % ORDER
    return r.to_bytes(16, "big") + s.to_bytes(16, "big")


@pytest.mark.parametrize(("uid", "signature"), REAL_TAGS)
def test_real_tags_are_nxps(uid, signature):
    assert verify_signature(bytes.fromhex(uid), bytes.fromhex(signature))


@pytest.mark.parametrize(("uid", "signature"), REAL_TAGS)
def test_uid_in_printed_order_is_not_what_was_signed(uid, signature):
    assert not verify_signature(bytes.fromhex(uid)[::-1], bytes.fromhex(signature))


def test_every_changed_bit_breaks_a_real_signature():
    uid, signature = (bytes.fromhex(text) for text in REAL_TAGS[0])
    whole = uid + signature
    for bit in range(0, len(whole) * 8, 3):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        assert not verify_signature(bytes(changed[:8]), bytes(changed[8:])), f"bit {bit}"


def test_signature_of_one_tag_says_nothing_of_another():
    uids = [bytes.fromhex(uid) for uid, _ in REAL_TAGS]
    signatures = [bytes.fromhex(signature) for _, signature in REAL_TAGS]
    for i, uid in enumerate(uids):
        assert [verify_signature(uid, each) for each in signatures] == [
            i == j for j in range(len(signatures))
        ]


def test_our_own_signatures_are_ours_and_not_nxps():
    seed = 20_26
    rng = random.Random(seed)
    for _ in range(20):
        uid = rng.randbytes(6) + b"\x04\xe0"
        signature = signed(uid)
        assert verify_signature(uid, signature, OUR_KEY), f"seed {seed}"
        assert not verify_signature(uid, signature), f"seed {seed}"
        assert not verify_signature(uid, signed(uid, OUR_SECRET + 1), OUR_KEY), f"seed {seed}"


@pytest.mark.parametrize(
    "signature",
    [
        b"",
        bytes(32),
        bytes(31),
        bytes(33),
        b"\xff" * 32,
        bytes(16) + b"\x01" * 16,
        b"\x01" * 16 + bytes(16),
        ORDER.to_bytes(16, "big") * 2,
    ],
    ids=["nothing", "zeros", "short", "long", "ones", "r 0", "s 0", "order"],
)
def test_what_is_no_signature_is_not_signed(signature):
    assert not verify_signature(bytes.fromhex(REAL_TAGS[0][0]), signature)


def test_what_is_no_uid_is_not_signed():
    signature = bytes.fromhex(REAL_TAGS[0][1])
    for uid in (b"", bytes(7), bytes(9)):
        assert not verify_signature(uid, signature)


def test_key_that_is_not_on_the_curve_signs_nothing():
    uid, signature = (bytes.fromhex(text) for text in REAL_TAGS[0])
    assert not verify_signature(uid, signature, Point(NXP.x, NXP.y ^ 1))
    assert not verify_signature(uid, signature, Point(0, 0))


def test_curve_is_a_group_of_its_order():
    assert on_curve(GENERATOR)
    assert on_curve(NXP)
    assert multiply(ORDER, GENERATOR) is None
    assert multiply(ORDER, NXP) is None
    assert multiply(ORDER + 5, NXP) == multiply(5, NXP)
    back = multiply(ORDER - 1, NXP)
    assert back == Point(NXP.x, -NXP.y % 0xFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFF)
    assert add(back, NXP) is None
    seed = 7
    rng = random.Random(seed)
    for _ in range(20):
        a, b = rng.randrange(1, ORDER), rng.randrange(1, ORDER)
        total = add(multiply(a, GENERATOR), multiply(b, GENERATOR))
        assert total == multiply((a + b) % ORDER, GENERATOR), f"seed {seed}"
        assert total is None or on_curve(total)
