"""Commit, cut, expand: from a secret that was bound beforehand to the order of the 108 cards.

The construction is described for re-implementation in `docs/fairness.md`, done again in plain
Python in `docs/verify_deal.py`, and must not change without a new name (`FORMAT`). Random bytes
are passed in: `os.urandom` at a table, a seeded source in a simulation.
"""

import dataclasses
import hashlib
import hmac
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import urlencode

from tallone.dealing.layout import PACK_CARDS
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.dealing.promise.words import words_of
from tallone.errors import TalloneError

FORMAT: Final = "tallone-deal-1"
# 640 bits: 108! has 578.42, so every order can be reached.
SECRET_BYTES: Final = 80
# Twelve words are 96 bits, for the eye; the whole 256 bits are in the QR code and on the slip.
SHOWN_WORDS: Final = 12
_COMMIT_LABEL: Final = b"tallone-deal-1/commitment"
_ORDER_LABEL: Final = b"tallone-deal-1/order"
_MAX_TEXT: Final = 64

RandomBytes = Callable[[int], bytes]


class DealError(TalloneError):
    """A deal that cannot be made as asked."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a commitment binds besides the secret; all of it public."""

    table: str
    round: int
    hand: int
    players: int
    firmware: str  # the croupier's firmware hash in hex
    pack: str  # the name of the pack's registry

    def __post_init__(self) -> None:
        """Raise DealError if a term is out of bounds."""
        for text in (self.table, self.firmware, self.pack):
            if len(text) > _MAX_TEXT or not text.isprintable():
                raise DealError(
                    f"{text[:20]!r} cannot be a term; at most {_MAX_TEXT} printable characters"
                )
        if not (0 <= self.round < 10_000 and 0 < self.hand < 10_000 and self.players in (2, 4)):
            raise DealError(
                f"round {self.round}, hand {self.hand}, {self.players} players: no such deal"
            )


@dataclasses.dataclass(frozen=True, slots=True)
class Commitment:
    """What is shown before the cut: it fixes the secret and tells nothing about it."""

    digest: bytes
    terms: Terms

    @property
    def hex(self) -> str:
        return self.digest.hex()

    @property
    def words(self) -> tuple[str, ...]:
        """The first twelve bytes as words."""
        return words_of(self.digest[:SHOWN_WORDS])

    @property
    def qr_text(self) -> str:
        """What the QR code on the screen says."""
        terms = dataclasses.asdict(self.terms)
        return f"{FORMAT}:commitment?{urlencode({'hash': self.hex, **terms})}"


def draw_secret(random_bytes: RandomBytes) -> Sealed:
    """Return a new secret from that source of random bytes."""
    return Sealed(random_bytes(SECRET_BYTES), label="secret")


def commit(secret: Sealed, terms: Terms) -> Commitment:
    """Return the commitment to a secret under those terms."""
    return Commitment(secret.open_for(Purpose.COMMIT, lambda plain: digest(plain, terms)), terms)


def digest(secret: bytes, terms: Terms) -> bytes:
    """Return SHA-256 over the fields in order, each after its length as four bytes."""
    fields = (
        _COMMIT_LABEL,
        secret,
        terms.table.encode(),
        str(terms.round).encode(),
        str(terms.hand).encode(),
        str(terms.players).encode(),
        terms.firmware.encode(),
        terms.pack.encode(),
    )
    state = hashlib.sha256()
    for field in fields:
        state.update(len(field).to_bytes(4, "big") + field)
    return state.digest()


def expand(secret: Sealed, commitment: Commitment, cut: int) -> Sealed:
    """Return the order of the cards: byte p is the number of the card copy at position p.

    Raises DealError if the cut is not 0 to 107.
    """
    if not 0 <= cut < PACK_CARDS:
        raise DealError(f"a cut of {cut} is not possible; it goes from 0 to {PACK_CARDS - 1}")
    order = secret.open_for(Purpose.EXPAND, lambda plain: shuffled(plain, commitment.digest, cut))
    return Sealed(order, label="order")


def shuffled(secret: bytes, commitment: bytes, cut: int) -> bytes:
    """Return the numbers 0 to 107 in the order that secret, commitment and cut determine."""
    order = bytearray(range(PACK_CARDS))
    stream = _stream(secret, commitment, cut)
    for last in range(PACK_CARDS - 1, 0, -1):
        # Rejection: of as many bits as `last` has, a value above it is thrown away, so that every
        # value is equally likely.
        mask = (1 << last.bit_length()) - 1
        chosen = next(value for byte in stream if (value := byte & mask) <= last)
        order[last], order[chosen] = order[chosen], order[last]
    return bytes(order)


def _stream(secret: bytes, commitment: bytes, cut: int) -> Iterator[int]:
    """Yield the bytes of HMAC-SHA-512 blocks 0, 1, 2, ... keyed with the secret.

    SHA-512 and not 256: its block holds all 640 bits of the key unhashed.
    """
    counter = 0
    while True:
        message = _ORDER_LABEL + commitment + bytes([cut]) + counter.to_bytes(4, "big")
        yield from hmac.digest(secret, message, "sha512")
        counter += 1
