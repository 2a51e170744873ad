"""What a night leaves behind, record by record: the kinds and their fields.

House rules: a record is a fact that has happened, with its time; hidden cards stand in a record
only under a key (`sealed`), never plain, until the hand is counted; physical cards are written as
in BGN, `7Hb`. A field added with a default and a new kind of record need
no new schema version (older journals read as before); any other change needs one, with an upcast and a kept
sample journal.
"""

from typing import Any, Final, Literal, TypeAlias

import msgspec

SCHEMA: Final = 2
# A record of this size is a mistake of the program, not a fact of a card table.
MAX_RECORD_BYTES: Final = 262_144

# Whatever JSON can hold; checked by whoever uses it, bounded by the record's size.
Json: TypeAlias = Any
SeatName: TypeAlias = Literal["N", "E", "S", "W"]


class Fact(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """What every record has: when it happened, in seconds of the program's monotonic clock.

    `heard`: the last report of each board that this record, and all before it, come from: the
    board's role -> its boot number and the report's. In the last record of a transaction only.
    """

    at: float
    heard: dict[str, tuple[int, int]] = {}


class HandFact(Fact, frozen=True, kw_only=True):
    """A fact of one hand, numbered from 1 in its session."""

    hand: int


# The session.


class SessionOpened(Fact, frozen=True, kw_only=True, tag="session-opened"):
    """The program started. `resumed` if it goes on with a hand that this journal holds."""

    program: str
    versions: dict[str, str]  # board or library -> version and firmware hash
    config: dict[str, Json]
    profile: dict[str, Json]  # what `load_profile` takes: base and what differs from it
    assist: str
    pack: str  # name of the registry in use
    table: int
    players: int
    wall_clock: str  # ISO 8601; for people only, no order depends on it
    switches: dict[str, Json] = {}  # every switch of the profile, as it was then
    resumed: bool = False


class SessionClosed(Fact, frozen=True, kw_only=True, tag="session-closed"):
    reason: str


class PhaseEntered(HandFact, frozen=True, kw_only=True, tag="phase"):
    phase: str
    cause: str = ""


# The deal.


class Committed(HandFact, frozen=True, kw_only=True, tag="committed"):
    """The commitment was shown; the secret it binds is sealed under the hand's key."""

    table: str
    round: int
    players: int
    dealer: SeatName
    pack: str
    firmware: str
    commitment: str
    words: tuple[str, ...]
    sealed_secret: bytes
    attempt: int = 1
    # The later terms of the promise; none of them in the first format.
    format: str = "tallone-deal-1"
    date: str = ""
    match: int = 1
    broken: int = 0
    journal: str = ""
    source: str = "table"


class CutMade(HandFact, frozen=True, kw_only=True, tag="cut"):
    value: int
    seat: SeatName | None = None
    numbers: tuple[int, ...] = ()  # put in before it, the dealer's first


class DealReported(HandFact, frozen=True, kw_only=True, tag="deal-reported"):
    """A report of the croupier's that a deal is rebuilt from; its body is sealed.

    In form 2 its time is sealed with it, and all are equally long; `at` is that of the cut. Form 1 told
    both, and `passed`, the cards through the throat so far.
    """

    job: int
    passed: int
    sealed_report: bytes
    form: int = 1


class DealAborted(HandFact, frozen=True, kw_only=True, tag="deal-aborted"):
    """A commitment will not be played. Its secret is revealed all the same."""

    job: int
    commitment: str
    reason: str
    passed: int = 0


class LedgerSealed(HandFact, frozen=True, kw_only=True, tag="ledger-sealed"):
    """Who was dealt what, sealed until the hand is counted."""

    sealed_ledger: bytes


class DealReady(HandFact, frozen=True, kw_only=True, tag="deal-ready"):
    """Every place holds its number of cards by every witness it has: place -> counts."""

    barrier: dict[str, int]
    scale: dict[str, int] = {}
    # That every place holds them, by ledger, barriers, scales and coils together.
    certainty: float = 1.0


class DealRevealed(HandFact, frozen=True, kw_only=True, tag="revealed"):
    """The hand is counted (or the deal was aborted): the reveal file's object."""

    reveal: dict[str, Json]


class KeyDestroyed(HandFact, frozen=True, kw_only=True, tag="key-destroyed"):
    """The hand's key is gone; what was sealed under it stays sealed."""


# The mat.


class MatSettled(Fact, frozen=True, kw_only=True, tag="mat"):
    """A mat event: the name of its class and its fields, see `mat_events.py`."""

    event: str
    fields: dict[str, Json]


# The people and the play.


class Pressed(Fact, frozen=True, kw_only=True, tag="pressed"):
    """A button: `ok`, `cut`, `arbiter`, ... with what was entered."""

    button: str
    seat: SeatName | None = None
    value: int | None = None
    hand: int = 0
    # What stands around the play after this press, where it changed: see `app/foyer/snapshot.py`.
    chosen: dict[str, Json] = {}


class MoveText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move as a BGN action, without hidden cards: what is drawn is not said."""

    seat: SeatName | None  # None for the calls from outside
    action: str


class MoveSeen(HandFact, frozen=True, kw_only=True, tag="move"):
    """A player made a move; `index` counts the hand's moves from 0."""

    index: int
    move: MoveText
    certainty: float = 1.0


class MovesRevised(HandFact, frozen=True, kw_only=True, tag="moves-revised"):
    """The moves from `index` on were these."""

    index: int
    moves: tuple[MoveText, ...]


class Found(HandFact, frozen=True, kw_only=True, tag="found"):
    """A finding. Cards that are hidden at that moment stand in `sealed_cards`, not in `cards`."""

    what: str
    phase: str
    finding: int = 0  # the referee's number
    seat: SeatName | None = None
    zone: str | None = None
    count: int | None = None
    cards: tuple[str, ...] = ()
    sealed_cards: bytes = b""
    certainty: float = 1.0
    article: dict[str, str] = {}
    told: dict[str, str] = {}
    remedies: tuple[str, ...] = ()
    detail: dict[str, Json] = {}
    text_key: str = ""


class Unsealed(HandFact, frozen=True, kw_only=True, tag="unsealed"):
    """The cards of an earlier `Found`, by that record's number, now that the hand is counted.

    Of an `ArbiterActed` it is `order`: what was ordered, with the lines of the notation under `text`.
    """

    record: int
    cards: tuple[str, ...] = ()
    order: dict[str, Json] = {}


class Asked(HandFact, frozen=True, kw_only=True, tag="asked"):
    """A question only people can answer; its options may name hidden cards."""

    question: int
    text_key: str
    seat: SeatName | None
    options: int
    sealed_options: bytes = b""


class Answered(HandFact, frozen=True, kw_only=True, tag="answered"):
    """A person chose an option."""

    question: int
    option: int
    seat: SeatName | None = None


class Settled(HandFact, frozen=True, kw_only=True, tag="settled"):
    """A question is no longer open."""

    question: int
    by_people: bool


class Overridden(HandFact, frozen=True, kw_only=True, tag="overridden"):
    """A person put right by hand what the program believed."""

    who: str
    why: str
    what: str
    before: Json = None
    after: Json = None


class ArbiterActed(HandFact, frozen=True, kw_only=True, tag="arbiter"):
    """The arbiter did something at the table's panel.

    `what` is the order's name, `word` what it names, `case` its case; `outcome` is that of a try of the
    PIN, or the row by which was decided. What can name a card is `sealed` while a hand has a key, and
    stands in `order` when none has. `before` and `after` are the hand's points by side.
    """

    what: str
    who: str = "arbiter"
    case: int = 0
    word: str = ""
    outcome: str = ""
    in_code: bool | None = None
    sealed: bytes = b""
    order: dict[str, Json] = {}
    before: dict[str, int] = {}
    after: dict[str, int] = {}


class ScoreConfirmed(HandFact, frozen=True, kw_only=True, tag="score-confirmed"):
    """Both sides, or the arbiter, have confirmed what the hand brings: side -> points, penalties taken off."""

    points: dict[str, int]
    penalties: dict[str, int] = {}
    by: tuple[str, ...] = ()  # sides, or `arbiter`


class PlayEnded(HandFact, frozen=True, kw_only=True, tag="play-ended"):
    """The last card is played; what remains is to count."""

    end: str
    closed_by: SeatName | None = None


class HandOver(HandFact, frozen=True, kw_only=True, tag="hand-over"):
    """The hand is counted; `result` is the JSON object of the notation's contract."""

    result: dict[str, Json]
    turns: int
    moves: int
    resolved_by_people: int = 0
    # Where a reader was silent for a while: what the result says of these zones, and so all points, is people's.
    unread: tuple[str, ...] = ()


# The machine.


class LinkChanged(Fact, frozen=True, kw_only=True, tag="link"):
    board: str
    what: str  # up, lost, restarted, refused
    counters: dict[str, int] = {}
    detail: str = ""


class LatencySampled(Fact, frozen=True, kw_only=True, tag="latency"):
    stage: str
    milliseconds: tuple[float, ...]


class ScreenShown(Fact, frozen=True, kw_only=True, tag="screen"):
    """What the players' screen says from then on: every text, so that leaks can be looked for."""

    phase: str
    texts: tuple[str, ...] = ()
    seat: SeatName | None = None
    hand: int = 0


# The hall.


class HallSaid(Fact, frozen=True, kw_only=True, tag="hall-said"):
    """A word to the club's hub, as it is sent; owed until its receipt."""

    id: str
    word: str


class HallReceived(Fact, frozen=True, kw_only=True, tag="hall-received"):
    """The hub has that word on its disk."""

    id: str


class HallTold(Fact, frozen=True, kw_only=True, tag="hall-told"):
    """A word of the hub's that holds: seats, the opening, time, what the standing has.

    `begun`: from here on the round of these seats is played.
    """

    word: str
    begun: bool = False


Record: TypeAlias = (
    SessionOpened
    | SessionClosed
    | PhaseEntered
    | Committed
    | CutMade
    | DealReported
    | DealAborted
    | LedgerSealed
    | DealReady
    | DealRevealed
    | KeyDestroyed
    | MatSettled
    | Pressed
    | MoveSeen
    | MovesRevised
    | Found
    | Unsealed
    | Asked
    | Answered
    | Settled
    | PlayEnded
    | Overridden
    | ArbiterActed
    | ScoreConfirmed
    | HandOver
    | LinkChanged
    | LatencySampled
    | ScreenShown
    | HallSaid
    | HallReceived
    | HallTold
)
