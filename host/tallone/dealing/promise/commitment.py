"""Commit, cut, expand: from a secret that was bound beforehand to the order of the 108 cards.

The construction is described for re-implementation in `docs/fairness.md`, done again in plain
Python in `docs/verify_deal.py`, and must not change without a new name (`FORMAT`). Random bytes
are passed in: `os.urandom` at a table, a seeded source in a simulation.
"""

import dataclasses
import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import Final
from urllib.parse import urlencode

from tallone.dealing.layout import PACK_CARDS
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.dealing.promise.words import words_of
from tallone.errors import TalloneError

FORMAT: Final = "tallone-deal-2"
# What earlier tables promised: the same, without what is in `Terms` from `date` on, and without numbers.
FORMAT_1: Final = "tallone-deal-1"
# 640 bits: 108! has 578.42, so every order can be reached.
SECRET_BYTES: Final = 80
# Twelve words are 96 bits, for the eye; the whole 256 bits are in the QR code and on the slip.
SHOWN_WORDS: Final = 12
_COMMIT_LABEL: Final = b"tallone-deal-1/commitment"
_WHOLE_LABEL: Final = b"tallone-deal-2/commitment"
_ORDER_LABEL: Final = b"tallone-deal-1/order"
_MAX_TEXT: Final = 64
_MOST: Final = 1_000_000
# Where the secret came from: the operating system, or a seed that repeats itself.
TABLE: Final = "table"
SIMULATION: Final = "simulation"
# Of each of two players, before the cut.
NUMBERS: Final = 10_000
HOW_MANY_NUMBERS: Final = 2

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
    date: str = ""  # YYYY-MM-DD
    match: int = 1
    attempt: int = 1  # at this hand
    broken: int = 0  # deals of this evening that were promised and not played
    journal: str = ""  # the journal's head when this was promised, in hex
    source: str = TABLE

    def __post_init__(self) -> None:
        """Raise DealError if a term is out of bounds."""
        if self.source not in (TABLE, SIMULATION):
            raise DealError(f"a secret comes from a {TABLE} or a {SIMULATION}")
        if not all(0 <= count < _MOST for count in (self.match, self.attempt, self.broken)):
            raise DealError(
                f"match {self.match}, attempt {self.attempt}, {self.broken} broken: no such deal"
            )
        for text in (self.table, self.firmware, self.pack, self.date, self.journal):
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
    inner: bytes  # of which it is made with the later terms; the order comes from it

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
    inner = secret.open_for(Purpose.COMMIT, lambda plain: digest_1(plain, terms))
    return Commitment(_whole(inner, terms), terms, inner)


def digest(secret: bytes, terms: Terms) -> bytes:
    """Return SHA-256 over `digest_1` and the terms from `date` on, each after its length."""
    return _whole(digest_1(secret, terms), terms)


def digest_1(secret: bytes, terms: Terms) -> bytes:
    """Return SHA-256 over secret and the terms up to `pack`, each after its length as four bytes.

    It was all of the commitment in the first format; from it and the secret the order is made.
    """
    return _hashed(
        _COMMIT_LABEL,
        secret,
        terms.table.encode(),
        str(terms.round).encode(),
        str(terms.hand).encode(),
        str(terms.players).encode(),
        terms.firmware.encode(),
        terms.pack.encode(),
    )


def _whole(inner: bytes, terms: Terms) -> bytes:
    return _hashed(
        _WHOLE_LABEL,
        inner,
        terms.date.encode(),
        str(terms.match).encode(),
        str(terms.attempt).encode(),
        str(terms.broken).encode(),
        terms.journal.encode(),
        terms.source.encode(),
    )


def _hashed(*fields: bytes) -> bytes:
    state = hashlib.sha256()
    for field in fields:
        state.update(len(field).to_bytes(4, "big") + field)
    return state.digest()


def is_too_plain(number: int) -> bool:
    """Whether so many people would choose that number that a dishonest table could count on it.

    Equal digits, two and two alike, a digit's steady way up or down, and years.
    """
    a, b, c, d = map(int, f"{number:04}")
    steady = b - a == c - b == d - c and abs(b - a) <= 1
    pairs = (a, b) in ((c, d), (d, c)) or (a == b and c == d)
    return steady or pairs or 1900 <= number < 2050


def expand(
    secret: Sealed, commitment: Commitment, cut: int, numbers: Sequence[int] = ()
) -> Sealed:
    """Return the order of the cards: byte p is the number of the card copy at position p.

    `numbers` are two players', dealer's first. Raises DealError if the cut is not 0 to 107, or they are out
    of their bounds.
    """
    if not 0 <= cut < PACK_CARDS:
        raise DealError(f"a cut of {cut} is not possible; it goes from 0 to {PACK_CARDS - 1}")
    if not are_numbers(numbers):
        raise DealError(f"there are {HOW_MANY_NUMBERS} numbers, each below {NUMBERS}, or none")
    order = secret.open_for(
        Purpose.EXPAND, lambda plain: shuffled(plain, commitment.inner, cut, numbers)
    )
    return Sealed(order, label="order")


def are_numbers(numbers: Sequence[int]) -> bool:
    """Whether these can be what players have put in: two numbers, or none."""
    return len(numbers) in (0, HOW_MANY_NUMBERS) and all(0 <= n < NUMBERS for n in numbers)


def shuffled(secret: bytes, inner: bytes, cut: int, numbers: Sequence[int] = ()) -> bytes:
    """Return the numbers 0 to 107 in the order that secret, `digest_1`, cut and numbers determine."""
    order = bytearray(range(PACK_CARDS))
    stream = _stream(secret, inner, cut, numbers)
    for last in range(PACK_CARDS - 1, 0, -1):
        # Rejection: of as many bits as `last` has, a value above it is thrown away, so that every
        # value is equally likely.
        mask = (1 << last.bit_length()) - 1
        chosen = next(value for byte in stream if (value := byte & mask) <= last)
        order[last], order[chosen] = order[chosen], order[last]
    return bytes(order)


def _stream(secret: bytes, inner: bytes, cut: int, numbers: Sequence[int]) -> Iterator[int]:
    """Yield the bytes of HMAC-SHA-512 blocks 0, 1, 2, ... keyed with the secret.

    SHA-512 and not 256: its block holds all 640 bits of the key unhashed.
    """
    put_in = b"".join(number.to_bytes(2, "big") for number in numbers)
    counter = 0
    while True:
        message = _ORDER_LABEL + inner + bytes([cut]) + counter.to_bytes(4, "big") + put_in
        yield from hmac.digest(secret, message, "sha512")
        counter += 1
