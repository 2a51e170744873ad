"""The reveal: everything needed to deal a hand again, published when it has been counted."""

import hmac
from typing import Final, Literal

import msgspec

from tallone.dealing.layout import PACK_CARDS, STOCK, layout
from tallone.dealing.promise.commitment import (
    SECRET_BYTES,
    Commitment,
    DealError,
    Terms,
    digest,
    shuffled,
)
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.rules.cards.cards import PACK

MAX_REVEAL_BYTES: Final = 16_384


class Reveal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reveal file. `aborted` is the reason if the deal was not played, else empty."""

    format: Literal["tallone-deal-1"]
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
        )


def reveal(secret: Sealed, commitment: Commitment, cut: int | None, aborted: str = "") -> Reveal:
    """Return the reveal of a hand that is counted, or of a deal that was aborted."""

    def publish(plain: bytes) -> Reveal:
        terms = commitment.terms
        order = b"" if cut is None else shuffled(plain, commitment.digest, cut)
        return Reveal(
            format="tallone-deal-1",
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
        return msgspec.json.decode(text, type=Reveal)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise DealError(f"this is not a reveal file: {error}") from error


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
    expected = digest(secret, terms)
    if not hmac.compare_digest(expected.hex(), revealed.commitment):
        found.append("the commitment does not fit secret, table, round, hand, firmware and pack")
    if shown and not revealed.commitment.startswith(shown.lower()):
        found.append("the commitment shown before the cut was another one")
    if revealed.cut is None:
        if revealed.deal or not revealed.aborted:
            found.append("a deal without a cut is neither empty nor aborted")
    elif not 0 <= revealed.cut < PACK_CARDS:
        found.append(f"the cut is not 0 to {PACK_CARDS - 1}")
    elif revealed.deal != dealt(shuffled(secret, expected, revealed.cut), terms.players):
        found.append("the cards are not those that secret and cut give")
    return found
