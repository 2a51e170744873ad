"""The host's side of a pairing: it asks a board who it is, and seals the commands that it sends.

What travels stands in `tallone_wire/pairing.py`, which both ends share.
"""

from collections.abc import Callable
from typing import Final

from tallone_wire.pairing import NONCE_BYTES, bound, command_tag, is_same, tag

RandomBytes = Callable[[int], bytes]
# What a board's flash must give for a question, or None if nobody knows what should be on it.
Expected = Callable[[bytes], bytes | None]


class Guard:
    """One board's key in use. `failed` says why a proof is none, for a person."""

    def __init__(
        self, role: str, key: bytes, expected: Expected, random_bytes: RandomBytes
    ) -> None:
        self._role: Final = role
        self._key: Final = key
        self._expected: Final = expected
        self._random_bytes: Final = random_bytes
        self._session_key = b""
        self.asked = b""

    def ask(self) -> bytes:
        """Return a new question; what was proved before is proved no longer."""
        self._session_key = b""
        self.asked = self._random_bytes(NONCE_BYTES)
        return self.asked

    def failed(
        self, answered: bytes, flash: bytes, proof: bytes, session: int, boot_id: int
    ) -> str | None:
        """Take a board's proof; return None if it is one, else the sentence for a person."""
        rest = bound(session, boot_id, flash)
        if not is_same(proof, tag(self._key, b"board", self.asked, answered, rest)):
            return (
                f"the {self._role} is not the board that this table was paired with: put the right one back, "
                f"or open its inner cover and run `tallone firmware pair {self._role}`"
            )
        expected = self._expected(self.asked)
        if expected is not None and not is_same(flash, expected):
            return (
                f"the {self._role} runs another program than was installed: call the arbiter; "
                f"`tallone firmware install {self._role}` puts the right one back"
            )
        self._session_key = tag(self._key, b"session", self.asked, answered, rest)
        self._host_tag = tag(self._key, b"host", self.asked, answered, rest)
        return None

    @property
    def host_tag(self) -> bytes:
        """What this host proves itself with, once the board has."""
        return self._host_tag

    def sealed(self, command: int, body: bytes) -> bytes:
        """Return a command's body with its tag of this session."""
        return body + command_tag(self._session_key, command, body)


def pairing_misfit(role: str, is_paired: bool, has_key: bool) -> str | None:
    """Return the sentence for a board that has a key where this table has none, or the other way."""
    if is_paired and not has_key:
        return (
            f"the {role} is paired with another table, and hears only that one: open its inner cover and run "
            f"`tallone firmware pair {role}`"
        )
    if has_key and not is_paired:
        return (
            f"the {role} has lost its pairing or is another board: look who had it, then run "
            f"`tallone firmware pair {role}`"
        )
    return None


def no_proof(role: str) -> str:
    """Return the sentence for a board that is asked who it is and says nothing."""
    return (
        f"the {role} does not prove that it is this table's: it was changed, or something stands "
        "between; call the arbiter"
    )
