"""Who is at the other end: a key that host and board share, asked for anew in each session.

After WELCOME the host asks (PROVE, with bytes drawn by chance), the board answers with bytes of its own, what
its flash holds under the key, and a tag over all of it (PROOF), and the host answers with a tag (PROVED). Then
both have a key of that session, and every command carries a tag. Nothing of an earlier session fits. Tags are
HMAC-SHA-256 (RFC 2104), cut to 16 bytes, those of commands to 8. Common subset of CPython and MicroPython.
"""

import hashlib
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

KEY_BYTES = 32
NONCE_BYTES = 16
TAG_BYTES = 16
COMMAND_TAG_BYTES = 8
# In WELCOME's boot_reason: this board hears nobody but the host that it was paired with.
PAIRED = 0x80
_BLOCK = 64


def hmac(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA-256; the key has at most 64 bytes."""
    padded = key + bytes(_BLOCK - len(key))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in padded]))
    inner.update(message)
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in padded]))
    outer.update(inner.digest())
    return outer.digest()


def is_same(one: bytes, other: bytes) -> bool:
    """Compare in a time that tells nothing of where they differ."""
    if len(one) != len(other):
        return False
    differs = 0
    for at in range(len(one)):
        differs |= one[at] ^ other[at]
    return not differs


def tag(key: bytes, who: bytes, asked: bytes, answered: bytes, rest: bytes) -> bytes:
    """Return what `who` proves himself with: b"board", b"host" or b"session"."""
    return hmac(key, who + b"/" + asked + answered + rest)[:TAG_BYTES]


def bound(session: int, boot_id: int, flash: bytes) -> bytes:
    """Return what the three tags bind besides the two questions."""
    return struct.pack("<II", session, boot_id) + flash


def command_tag(session_key: bytes, command: int, body: bytes) -> bytes:
    """Return the tag that a command carries behind its body."""
    return hmac(session_key, struct.pack("<I", command) + body)[:COMMAND_TAG_BYTES]


class Pairing:
    """The board's side: it hears no command before the host has proved itself, and none without a tag.

    `measure(asked)` returns 16 bytes over the flash, keyed; `draw(count)` bytes by chance.
    """

    def __init__(
        self, key: bytes, measure: "Callable[[bytes], bytes]", draw: "Callable[[int], bytes]"
    ) -> None:
        self._key = key
        self._measure = measure
        self._draw = draw
        self._asked = b""
        self._answer = b""
        self._host_tag = b""
        self._session_key = b""

    def begin(self) -> None:
        """Another session: whatever was proved is proved no longer."""
        self._asked = self._answer = self._host_tag = self._session_key = b""

    def answer(self, asked: bytes, session: int, boot_id: int) -> bytes:
        """Return the payload of PROOF; a question that is repeated gets the same answer."""
        if asked != self._asked:
            self._asked = asked
            answered = self._draw(NONCE_BYTES)
            flash = self._measure(asked)
            rest = bound(session, boot_id, flash)
            key = self._key
            self._host_tag = tag(key, b"host", asked, answered, rest)
            self._session_key = tag(key, b"session", asked, answered, rest)
            self._answer = answered + flash + tag(key, b"board", asked, answered, rest)
        return self._answer

    def is_host(self, proof: bytes) -> bool:
        """Return whether the host has answered this board's question."""
        return bool(self._host_tag) and is_same(proof, self._host_tag)

    def opened(self, command: int, body: bytes) -> "bytes | None":
        """Return a command's body without its tag; None if the tag is not this session's."""
        end = len(body) - COMMAND_TAG_BYTES
        if end < 1:
            return None
        plain = body[:end]
        return (
            plain if is_same(body[end:], command_tag(self._session_key, command, plain)) else None
        )
