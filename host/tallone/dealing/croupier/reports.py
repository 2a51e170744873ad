"""A croupier's report out of the journal, which seals it: a deal is rebuilt from them."""

from tallone.dealing.promise.commitment import DealError
from tallone.link.reports import BoardReport, decode
from tallone_wire.messages import MessageError


def decode_report(body: bytes) -> BoardReport:
    """Return a report; raise DealError if the bytes are none."""
    try:
        return decode(body)
    except MessageError as error:
        raise DealError(f"a sealed report of the croupier cannot be read: {error}") from error
