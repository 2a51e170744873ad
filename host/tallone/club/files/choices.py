"""Which lists of an event can be handed out, and as what; apart from what makes them, which is slow to load."""

import enum
from typing import Final

KINDS: Final = (".csv", ".xlsx", ".pdf")


class What(enum.StrEnum):
    """What can be handed out."""

    ENTRIES = "entries"
    SEATING = "seating"
    SURNAMES = "surnames"
    RESULTS = "results"
    STANDING = "standing"
    PRIZES = "prizes"
    FEDERATION = "federation"
    SLIPS = "slips"
    ARCHIVE = "archive"
