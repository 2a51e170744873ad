"""What the screen shows, and nothing else: frozen values that the app makes and the drawing reads.

A fact that must not be seen has no field here: there is no place for a held card, or one of a
pozzetto or of the stock. What an assist level hides is left None or empty by the view's maker.
"""

from dataclasses import dataclass

from tallone.assist import Assist
from tallone.config import Language
from tallone.display.texts.phrases import Phrase
from tallone.display.views.pages import Checklist, Keyboard, Menu, Places, TouchMarks, Words
from tallone.display.views.panel_body import ArbiterPanel
from tallone.display.views.values import (
    Button,
    DealStep,
    Grade,
    HandEnd,
    LinkState,
    Notice,
    Question,
    SideView,
    StockView,
    TurnPhase,
)
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side

MAX_BUTTONS = 3  # the bar holds three; more choice than that is a question
LAST_CUT = 107
LAST_NUMBER = 9999
_START = Phrase("button.start")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The round's clock: when it ends in the drawing's time, or what is left if it stands."""

    ends_at: float | None = None
    stopped_with: float | None = None

    def left(self, now: float) -> float | None:
        """Return the seconds left, negative in overtime; None if there is no clock."""
        if self.stopped_with is not None:
            return self.stopped_with
        return None if self.ends_at is None else self.ends_at - now


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The strip above every screen. Numbers that do not apply are None."""

    table: int
    round: int | None = None
    rounds: int | None = None
    hand: int | None = None
    hands: int | None = None
    dealer: Seat | None = None
    clock: Clock = Clock()
    players: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The small signs at the right of the strip."""

    mat: LinkState = LinkState.WELL
    croupier: LinkState = LinkState.WELL
    network: LinkState | None = None  # None: this table has no network


@dataclass(frozen=True, slots=True, kw_only=True)
class Connecting:
    """Waiting for the boards; a board that is there and cannot be used is weak, one not found is lost."""

    mat: LinkState
    croupier: LinkState | None = None  # None: this table deals without one


@dataclass(frozen=True, slots=True, kw_only=True)
class PackWanted:
    """Waiting for a pack in the croupier."""

    pack: str
    lid_open: bool = False
    button: Phrase = _START  # what the bar's button is called


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDraw:
    """The cards drawn for the seats, face up on the cloth; `first` drew the highest."""

    draws: tuple[tuple[Seat, Card | None], ...]
    first: Seat | None = None
    again: tuple[Seat, ...] = ()  # those who draw once more
    asked: Seat | None = None  # whose card is waited for


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """The sealed order of the deal, told before the cut: words, the digest's start, a QR code."""

    words: tuple[str, ...]
    digest: str
    qr: str
    # The secret came from a seed: it promises nothing.
    is_simulated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CutWanted:
    """The cutter enters a number from 0 to 107; nobody can know before what it will do.

    Before that he and the dealer each put in a number of up to four digits; `is_number` until they have,
    `too_plain` if the last one would be many people's.
    """

    cutter: Seat
    commitment: Commitment
    is_number: bool = False
    too_plain: bool = False

    @property
    def last(self) -> int:
        """The highest number that is taken."""
        return LAST_NUMBER if self.is_number else LAST_CUT


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """The croupier at work. The count is of feeds, so it tells nothing about any card."""

    step: DealStep
    done: int
    total: int
    commitment: Commitment
    cut: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassCards:
    """No croupier: the next card goes over the reading place to `place`, a seat's letter or a pile."""

    place: str
    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountCards:
    """Everybody counts eleven face down and says so; each seat has a button named `ready`."""

    seats: tuple[Seat, ...]
    ready: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstCard:
    """All counts are right: the dealer turns the first card of the stock."""

    dealer: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """The hand in progress."""

    sides: tuple[SideView, SideView]
    seat: Seat | None
    phase: TurnPhase | None = None
    stock: StockView = StockView()  # noqa: RUF009 - it is frozen
    discard_pile: tuple[Card, ...] = ()  # bottom first; the newest cards are enough
    pozzetti: tuple[bool, bool] = (True, True)  # which of the two still lie there
    last_turns: tuple[Seat, ...] = ()  # after time-out: who still plays
    is_time_out: bool = False
    hint: Phrase | None = None  # teaching level only


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSide:
    """One side's column of the hand's score sheet; points against the side are negative."""

    side: Side
    burraci: tuple[tuple[Grade, int], ...]
    closing: int
    meld_points: int
    held: int
    pozzetto: int
    hand_total: int
    match_total: int
    penalties: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSheet:
    """The score of the hand that has just ended; each side confirms it."""

    end: HandEnd
    sides: tuple[SheetSide, SheetSide]
    closed_by: Seat | None = None
    reveal: Commitment | None = (
        None  # what opens the seal; the hand is counted, so it may be known
    )
    confirmed: tuple[Side, ...] = ()
    # A reader was silent for a while: the points are what was seen, and not known to be right.
    unread: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnd:
    """The finished round or match: points by hand, totals, victory points, the receipt's code."""

    sides: tuple[Side, Side]
    hands: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    victory_points: tuple[int, int] | None = None
    receipt_qr: str | None = None


PlayersBody = (
    Connecting
    | PackWanted
    | SeatDraw
    | CutWanted
    | Dealing
    | PassCards
    | CountCards
    | FirstCard
    | Play
    | HandSheet
    | MatchEnd
    | Menu
    | Keyboard
    | Places
    | Words
    | Checklist
    | TouchMarks
)


Body = PlayersBody | ArbiterPanel


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """One screen. At most one notice; a question lies over the body until it is answered."""

    header: Header
    body: Body
    language: Language = Language.ITALIAN
    assist: Assist = Assist.CIRCOLO
    health: Health = Health()
    notice: Notice | None = None
    question: Question | None = None
    buttons: tuple[Button, ...] = ()
    # Whether the strip has the button that opens the menu.
    has_menu: bool = False
    names: tuple[tuple[Seat, str], ...] = ()  # who sits where, where somebody is named

    def __post_init__(self) -> None:
        if len(self.buttons) > MAX_BUTTONS:
            raise ValueError(
                f"the bar has room for {MAX_BUTTONS} buttons, not {len(self.buttons)}"
            )
