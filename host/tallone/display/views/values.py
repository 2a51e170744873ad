"""Small values that bodies of the screen are made of: cards, melds, sides, buttons, questions."""

import enum
from dataclasses import dataclass

from tallone.display.texts.phrases import Phrase
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side

MAX_MELDS = 36  # of three cards each, from all 108
MAX_MELD_CARDS = 14
MAX_OPTIONS = 16


class Severity(enum.Enum):
    """How a notice is framed; the border carries it, and a sign beside the words."""

    INFORMATION = "information"  # no border
    ATTENTION = "attention"  # amber border: somebody has to look
    STOP = "stop"  # wider amber border: the table waits
    ARBITER = "arbiter"  # blue border: the arbiter has been called


class LinkState(enum.Enum):
    """How a board or the network answers."""

    WELL = "well"
    WEAK = "weak"
    LOST = "lost"


class TurnPhase(enum.Enum):
    """What the player on turn does next; a tournament's view leaves it out."""

    TO_DRAW = "to_draw"
    TO_PLAY = "to_play"


class MeldKind(enum.Enum):
    RUN = "run"
    GROUP = "group"


class Grade(enum.Enum):
    """The grade of a burraco, named as in results."""

    CLEAN = "clean"
    SEMI_CLEAN = "semi_clean"
    DIRTY = "dirty"
    ROYAL = "royal"
    ROYAL_DIRTY = "royal_dirty"
    SUPER = "super"
    SUPER_DIRTY = "super_dirty"


class PozzettoState(enum.Enum):
    """Where a side stands with its pozzetto."""

    NOT_TAKEN = "not_taken"
    TAKEN = "taken"
    TAKEN_DIRECT = "taken_direct"  # without discarding


class DealStep(enum.Enum):
    """What the croupier is doing, in order."""

    CERTIFY = "certify"  # first pass: every card through the throat, hands and pozzetti filled
    STOCK = "stock"  # second pass: the stock's cards
    DELIVER = "deliver"  # piles go to their places


class HandEnd(enum.Enum):
    CLOSED = "close"
    STOCK = "stock"
    TIME_OUT = "timeout"
    STALL = "stall"
    OPEN = "open"  # stopped; nobody closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A button of the bar: `name` comes back in the press, with the seat if it belongs to one."""

    name: str
    label: Phrase
    seat: Seat | None = None
    side: Side | None = None
    primary: bool = True
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """The one message of the moment: factual, blaming nobody."""

    severity: Severity
    message: Phrase
    detail: Phrase | None = None


@dataclass(frozen=True, slots=True)
class MeldCard:
    """A card in a meld; `stands_for` is its rank number as a wild, None for a natural card."""

    card: Card
    stands_for: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldView:
    """A meld on the cloth in the order of notation: runs low to high, groups naturals first."""

    kind: MeldKind
    cards: tuple[MeldCard, ...]
    grade: Grade | None = None
    bonus: int = 0
    frozen: bool = False
    marked: bool = False  # the notice or the hint speaks of this meld

    def __post_init__(self) -> None:
        if not 1 <= len(self.cards) <= MAX_MELD_CARDS:
            raise ValueError(f"a meld shows 1 to {MAX_MELD_CARDS} cards, not {len(self.cards)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """One side's half of the screen."""

    side: Side
    score: int  # of the finished hands
    melds: tuple[MeldView, ...] = ()
    pozzetto: PozzettoState = PozzettoState.NOT_TAKEN
    running_points: int | None = None  # of the hand in progress, where the level shows them
    cards_held: tuple[tuple[Seat, int], ...] = ()  # counts only, where the level shows them

    def __post_init__(self) -> None:
        if len(self.melds) > MAX_MELDS:
            raise ValueError(f"a side shows at most {MAX_MELDS} melds, not {len(self.melds)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StockView:
    """The stock: whether it lies there, its count where the level shows it, whether it ends."""

    lies: bool = True
    cards_left: int | None = None
    is_last_draw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An answer: words, or the cards of the meld meant, or both."""

    label: Phrase | None = None
    cards: tuple[MeldCard, ...] = ()
    kind: MeldKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something only the players know; the answer's place in `options` comes back in the press."""

    id: int
    prompt: Phrase
    options: tuple[Option, ...]
    card: Card | None = None  # a card on the cloth that the question is about

    def __post_init__(self) -> None:
        if not 1 <= len(self.options) <= MAX_OPTIONS:
            raise ValueError(f"a question has 1 to {MAX_OPTIONS} options, not {len(self.options)}")
