"""The promise of a deal as the screen shows it: words, the beginning of its digest, its QR code."""

from typing import Final

from tallone.app.evening.evening import Evening
from tallone.display.views.view import Commitment

# Of the commitment in hex; the whole of it is in the QR code.
_SHOWN_DIGITS: Final = 16


def commitment_of(evening: Evening) -> Commitment:
    assert evening.deal is not None, "a commitment belongs to a deal"
    commitment = evening.deal.commitment
    start = " ".join(commitment.hex[place : place + 4] for place in range(0, _SHOWN_DIGITS, 4))
    return Commitment(
        words=commitment.words,
        digest=f"{start} …",
        qr=commitment.qr_text,
        is_simulated=evening.setup.is_seeded,
    )
