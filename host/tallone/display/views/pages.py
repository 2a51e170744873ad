"""Pages that stand around the play: choices, a keyboard, places at the table, words, a list to tick.

General ones, so that every part of the program that asks people something uses the same few pages.
"""

import enum
from dataclasses import dataclass

from tallone.display.texts.phrases import Phrase
from tallone.rules.cards.seats import Seat

MAX_CHOICES = 12  # more are pages of their own
MAX_PARAGRAPHS = 8


class Tint(enum.Enum):
    """How a choice is coloured; its words say the same."""

    CALM = "calm"
    GO = "go"  # what leads on
    CARE = "care"  # what cannot be taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A large button of a page: what it is, and in smaller words what it will do."""

    label: Phrase
    detail: Phrase | None = None
    tint: Tint = Tint.CALM
    marked: bool = False  # what holds now
    enabled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """A title and choices; the choice's place comes back in the press `choose`."""

    title: Phrase
    choices: tuple[Choice, ...]
    under: Phrase | None = None

    def __post_init__(self) -> None:
        if len(self.choices) > MAX_CHOICES:
            raise ValueError(f"a page has room for {MAX_CHOICES} choices, not {len(self.choices)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyboard:
    """Something typed with fingers; a key comes back as the press `key` with its character's number."""

    title: Phrase
    typed: str
    under: Phrase | None = None
    digits_only: bool = False
    hidden: bool = False  # a PIN: as many dots as digits
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One place at the table: who sits there, if anybody is named."""

    seat: Seat
    name: str = ""
    deals: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The table from above; a touched place comes back in the press `seat`."""

    title: Phrase
    places: tuple[Place, ...]
    under: Phrase | None = None
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Something to read."""

    title: Phrase
    paragraphs: tuple[Phrase, ...]
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # the name of a drawing beside the words
    clock: str = ""  # a time in large figures above the words

    def __post_init__(self) -> None:
        if len(self.paragraphs) > MAX_PARAGRAPHS:
            raise ValueError(f"a page has room for {MAX_PARAGRAPHS} paragraphs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of a list; without `can_tick` the table ticks it itself."""

    label: Phrase
    done: bool
    detail: Phrase | None = None
    can_tick: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """Things to do in order; a touched line comes back in the press `tick` with its place."""

    title: Phrase
    items: tuple[Item, ...]
    under: Phrase | None = None
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchMarks:
    """A mark to be touched, so that touch and picture agree: thousandths of the screen."""

    title: Phrase
    mark: tuple[int, int]
    done: int
    total: int
    choices: tuple[Choice, ...] = ()


Page = Menu | Keyboard | Places | Words | Checklist | TouchMarks
