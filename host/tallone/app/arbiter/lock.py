"""The arbiter's PIN: slow to try, shut for a while after wrong tries, and nowhere written as it is."""

import dataclasses
import enum
import hashlib
import hmac
from typing import Final

LEAST_DIGITS: Final = 4
MOST_DIGITS: Final = 10
_FREE_TRIES: Final = 3
_FIRST_WAIT_S: Final = 30.0
_LONGEST_WAIT_S: Final = 3600.0
_SALT_BYTES: Final = 16
# About a twentieth of a second on a Raspberry Pi 5: no one notices, ten thousand PINs take ten minutes.
_COST: Final = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 32}


class Tried(enum.StrEnum):
    """What came of a try; the value stands in the journal."""

    OPENED = "opened"
    WRONG = "wrong"
    SHUT = "shut"  # too many wrong ones: nothing was compared


@dataclasses.dataclass(frozen=True, slots=True)
class Lock:
    """Wrong tries in a row, and until when no other is taken."""

    wrong: int = 0
    shut_until: float = 0.0

    def waits(self, now: float) -> float:
        """Return the seconds for which no try is taken."""
        return max(0.0, self.shut_until - now)


def is_pin(digits: str) -> bool:
    """Whether somebody may choose this as a PIN."""
    return LEAST_DIGITS <= len(digits) <= MOST_DIGITS and digits.isascii() and digits.isdigit()


def pin_key(digits: str, salt: bytes) -> str:
    """Return what the settings keep of a PIN: `salt.key` in hex. The salt has 16 random bytes."""
    return f"{salt.hex()}.{_key(digits, salt)}"


def is_key(written: str) -> bool:
    """Whether a text of the settings can be a PIN's key."""
    salt, _, key = written.partition(".")
    try:
        return len(bytes.fromhex(salt)) == _SALT_BYTES and len(bytes.fromhex(key)) == 32
    except ValueError:
        return False


def tried(lock: Lock, digits: str, key: str, now: float) -> tuple[Lock, Tried]:
    """Return the lock after a try, and what came of it. With no key in the settings any try opens."""
    if lock.waits(now):
        return lock, Tried.SHUT
    if not key or _fits(digits, key):
        return Lock(), Tried.OPENED
    return after(lock, Tried.WRONG, now), Tried.WRONG


def after(lock: Lock, outcome: Tried, at: float) -> Lock:
    """Return the lock after a try whose outcome is known, as a journal tells it."""
    if outcome is Tried.OPENED:
        return Lock()
    if outcome is Tried.SHUT:
        return lock
    wrong = lock.wrong + 1
    if wrong < _FREE_TRIES:
        return Lock(wrong, lock.shut_until)
    wait = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2.0 ** min(wrong - _FREE_TRIES, 20))
    return Lock(wrong, at + wait)


def _fits(digits: str, key: str) -> bool:
    salt, _, wanted = key.partition(".")
    if not is_key(key):
        return False
    return hmac.compare_digest(_key(digits[:MOST_DIGITS], bytes.fromhex(salt)), wanted)


def _key(digits: str, salt: bytes) -> str:
    return hashlib.scrypt(digits.encode(), salt=salt, **_COST).hex()
