"""The reveal: everything needed to deal a hand again, published when it has been counted."""

import hmac
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from tallone.dealing.layout import PACK_CARDS, STOCK, layout
from tallone.dealing.promise.commitment import (
    FORMAT,
    FORMAT_1,
    SECRET_BYTES,
    SIMULATION,
    TABLE,
    Commitment,
    DealError,
    Terms,
    are_numbers,
    digest,
    digest_1,
    shuffled,
)
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.rules.cards.cards import PACK

MAX_REVEAL_BYTES: Final = 16_384
# What came with the second format.
LATER: Final = ("date", "match", "attempt", "broken", "journal", "source", "numbers")


class Reveal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reveal file. `aborted` is the reason if the deal was not played, else empty.

    A file of the first format has nothing from `date` on.
    """

    format: Literal["tallone-deal-1", "tallone-deal-2"]
    table: str
    round: int
    hand: int
    players: int
    firmware: str
    pack: str
    commitment: str
    secret: str
    cut: int | None  # None: aborted before the cut
    deal: dict[str, str]  # place -> physical cards in the order of positions; the stock top first
    aborted: str = ""
    date: str = ""
    match: int = 1
    attempt: int = 1
    broken: int = 0
    journal: str = ""
    source: str = TABLE
    numbers: tuple[int, ...] = ()  # what two players put in before the cut; the dealer's first

    @property
    def terms(self) -> Terms:
        """The terms of the commitment; raise DealError if they are out of bounds."""
        return Terms(
            table=self.table,
            round=self.round,
            hand=self.hand,
            players=self.players,
            firmware=self.firmware,
            pack=self.pack,
            date=self.date,
            match=self.match,
            attempt=self.attempt,
            broken=self.broken,
            journal=self.journal,
            source=self.source,
        )


def reveal(
    secret: Sealed,
    commitment: Commitment,
    cut: int | None,
    aborted: str = "",
    numbers: Sequence[int] = (),
) -> Reveal:
    """Return the reveal of a hand that is counted, or of a deal that was aborted."""

    def publish(plain: bytes) -> Reveal:
        terms = commitment.terms
        order = b"" if cut is None else shuffled(plain, commitment.inner, cut, numbers)
        return Reveal(
            format=FORMAT,
            table=terms.table,
            round=terms.round,
            hand=terms.hand,
            players=terms.players,
            firmware=terms.firmware,
            pack=terms.pack,
            commitment=commitment.hex,
            secret=plain.hex(),
            cut=cut,
            deal=dealt(order, terms.players),
            aborted=aborted[:200],
            date=terms.date,
            match=terms.match,
            attempt=terms.attempt,
            broken=terms.broken,
            journal=terms.journal,
            source=terms.source,
            numbers=tuple(numbers),
        )

    return secret.open_for(Purpose.REVEAL, publish)


def dealt(order: bytes, players: int) -> dict[str, str]:
    """Return an order as place -> cards; empty for the empty order."""
    if not order:
        return {}
    plan = layout(players)
    places = (*plan.piles, STOCK)
    return {
        place: " ".join(str(PACK[copy]) for copy in order[plan.span(place)]) for place in places
    }


def parse(text: bytes) -> Reveal:
    """Return the reveal in a file's bytes; raise DealError."""
    if len(text) > MAX_REVEAL_BYTES:
        raise DealError(f"a reveal file of {len(text)} bytes; the most is {MAX_REVEAL_BYTES}")
    try:
        revealed = msgspec.json.decode(text, type=Reveal)
        missing = set(LATER) - set(msgspec.json.decode(text))
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise DealError(f"this is not a reveal file: {error}") from error
    if revealed.format != FORMAT_1 and missing:
        raise DealError(f"this is not a reveal file: {min(missing)} is missing")
    return revealed


def write(revealed: Reveal) -> bytes:
    """Return the reveal file's bytes."""
    return msgspec.json.format(msgspec.json.encode(revealed), indent=1) + b"\n"


def problems(revealed: Reveal, shown: str = "") -> list[str]:
    """Return what is wrong with a reveal; nothing if it is the deal that was committed to.

    `shown` is the commitment as somebody saw it before the cut: in hex, or the beginning of it.
    """
    try:
        secret = bytes.fromhex(revealed.secret)
        terms = revealed.terms
    except (ValueError, DealError) as error:
        return [f"the file cannot be a deal: {error}"]
    found = []
    if len(secret) != SECRET_BYTES or revealed.secret != secret.hex():
        found.append(f"the secret is not {SECRET_BYTES} bytes in lower-case hex")
    first = revealed.format == FORMAT_1
    if first and revealed != _without_later(revealed):
        found.append(f"a deal of the format {FORMAT_1} has no such fields")
    inner = digest_1(secret, terms)
    expected = inner if first else digest(secret, terms)
    if not hmac.compare_digest(expected.hex(), revealed.commitment):
        found.append("the commitment does not fit secret, table, round, hand, firmware and pack")
    if shown and not revealed.commitment.startswith(shown.lower()):
        found.append("the commitment shown before the cut was another one")
    if not are_numbers(revealed.numbers):
        found.append("the numbers are not two of at most four digits")
    elif revealed.cut is None:
        if revealed.deal or not revealed.aborted:
            found.append("a deal without a cut is neither empty nor aborted")
    elif not 0 <= revealed.cut < PACK_CARDS:
        found.append(f"the cut is not 0 to {PACK_CARDS - 1}")
    elif revealed.deal != dealt(
        shuffled(secret, inner, revealed.cut, revealed.numbers), terms.players
    ):
        found.append("the cards are not those that secret, numbers and cut give")
    return found


def remarks(revealed: Reveal) -> list[str]:
    """Return what a right deal does not prove, or less than others do."""
    told = []
    if revealed.source == SIMULATION:
        told.append("this deal is a simulation's: its secret came from a seed, and proves nothing")
    elif revealed.cut is not None and not revealed.numbers:
        told.append("no player put in a number: only the cut was theirs, one of 108")
    if revealed.broken:
        told.append(f"earlier that evening {revealed.broken} deals were promised and not played")
    return told


def _without_later(revealed: Reveal) -> Reveal:
    """Return the reveal with nothing in the fields that came with the second format."""
    plain = {
        name: getattr(revealed, name) for name in revealed.__struct_fields__ if name not in LATER
    }
    return Reveal(**plain)
