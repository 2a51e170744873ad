"""What the table can find: the kinds, when they are found, and on what ground."""

import enum


class FindingKind(enum.StrEnum):
    """A kind of finding; the value is its name in the journal, in reports and in the texts."""

    # The pack.
    MISSING_CARD = "missing-card"
    EXTRA_CARD = "extra-card"
    FOREIGN_CARD = "foreign-card"  # enrolled for another pack
    UNKNOWN_CARD = "unknown-card"  # enrolled nowhere
    DUPLICATE_CARD = "duplicate-card"
    DUPLICATE_UID = "duplicate-uid"
    DEAD_TAG = "dead-tag"
    WRONG_PACK = "wrong-pack"
    # The croupier.
    DOUBLE_FEED = "double-feed"
    JAM = "jam"
    MACHINE_FAULT = "machine-fault"
    MACHINE_CONTRADICTION = "machine-contradiction"
    SHORT_RETURN = "short-return"
    LONG_RETURN = "long-return"
    # The piles, before the first draw.
    ZONE_NOT_EMPTY = "zone-not-empty"
    SHORT_POZZETTO = "short-pozzetto"
    LONG_POZZETTO = "long-pozzetto"
    SHORT_HAND = "short-hand"
    LONG_HAND = "long-hand"
    SHORT_STOCK = "short-stock"
    LONG_STOCK = "long-stock"
    # Cards that are not where the ledger has them.
    CARD_MOVED = "card-moved"
    SWAPPED_HANDS = "swapped-hands"
    UNEXPLAINED = "unexplained"
    # Drawing and discarding.
    TWO_DRAWN = "two-drawn"
    DRAW_OUT_OF_TURN = "draw-out-of-turn"
    TAKE_OUT_OF_TURN = "take-out-of-turn"
    FORGOTTEN_DRAW = "forgotten-draw"
    TWO_DISCARDS = "two-discards"
    NO_DISCARD = "no-discard"
    JUST_TAKEN_DISCARD = "just-taken-discard"
    # Melds.
    WRONG_MELD = "wrong-meld"
    IDENTICAL_GROUP = "identical-group"
    PHANTOM_CARD = "phantom-card"
    # Closings.
    CLOSE_NO_BURRACO = "close-no-burraco"
    CLOSE_NO_POZZETTO = "close-no-pozzetto"
    CLOSE_WILD = "close-wild"
    CLOSE_NO_DISCARD = "close-no-discard"
    CLOSE_TOO_EARLY = "close-too-early"
    # The table itself.
    READER_DEAD = "reader-dead"
    LINK_LOST = "link-lost"
    BOARD_RESTARTED = "board-restarted"
    TAMPER = "tamper"
    FIRMWARE_CHANGED = "firmware-changed"
    RESUMED = "resumed"


class FoundIn(enum.StrEnum):
    """The part of the hand in which something is found; the value stands in the journal."""

    CERTIFY = "certify"  # the pack passes the throat
    DEAL = "deal"
    LOAD = "load"  # before a deal
    ENROL = "enrol"  # tags are given to the cards of a pack
    READY = "ready"  # dealt, and nobody has drawn
    PLAY = "play"
    COUNT = "count"


class Ground(enum.Enum):
    """What a finding of play rests on, where no witness gives a figure of its own."""

    # The sensors show the act itself.
    SEEN = "seen"
    # Several explanations fit; the likeliest was chosen.
    CHOSEN = "chosen"
    # What was played next shows it.
    FOLLOWED = "followed"
    # It came to light after its turn.
    LATE = "late"
    # Something that had to come did not come in time.
    WAITED = "waited"


CLOSINGS = frozenset(
    {
        FindingKind.CLOSE_NO_BURRACO,
        FindingKind.CLOSE_NO_POZZETTO,
        FindingKind.CLOSE_WILD,
        FindingKind.CLOSE_NO_DISCARD,
        FindingKind.CLOSE_TOO_EARLY,
    }
)
# Of a pozzetto's size, before anybody has drawn.
POZZETTO_KINDS = frozenset({FindingKind.SHORT_POZZETTO, FindingKind.LONG_POZZETTO})
OUT_OF_TURN = frozenset({FindingKind.DRAW_OUT_OF_TURN, FindingKind.TAKE_OUT_OF_TURN})
# Of where cards lie: nobody takes a discard back for it.
OF_THE_LEDGER = frozenset({FindingKind.CARD_MOVED, FindingKind.SWAPPED_HANDS})
