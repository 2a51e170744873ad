"""A screen as a list of things to paint, made from a view by pure functions.

Because things are values, two scenes can be compared: what differs has to be painted again. Areas
name the rectangles, each inside its parent and apart from its siblings. Targets take presses.
"""

import enum
from dataclasses import dataclass, field

from tallone.display.scene.layout import Box, Layout
from tallone.display.style import fonts, theme
from tallone.display.style.theme import Color, SuitScheme
from tallone.display.texts.phrases import Phrase, spoken
from tallone.rules.cards.cards import Card, Deck
from tallone.rules.cards.seats import Seat, Side


class Align(enum.Enum):
    LEFT = 0
    CENTRE = 1
    RIGHT = 2


class Fan(enum.Enum):
    """Which edge of a card stays visible under the next one, so where its index stands."""

    COLUMN = "column"  # the upper edge: rank and suit side by side
    ROW = "row"  # the left edge: the suit below the rank


@dataclass(frozen=True, slots=True)
class Panel:
    """A rectangle with round corners, perhaps bordered; without a fill only the border."""

    box: Box
    fill: Color | None
    radius: int = 0
    border: Color | None = None
    border_px: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """Lines of text, already broken and sized to fit the box."""

    box: Box
    lines: tuple[str, ...]
    px: int
    bold: bool
    color: Color
    align: Align
    fits: bool = True
    turned: bool = False  # upside down, for those opposite


@dataclass(frozen=True, slots=True)
class Face:
    """A card face up; as a wild it says which rank it stands for."""

    box: Box
    card: Card
    fan: Fan
    scheme: SuitScheme
    letter: str  # the suit's letter in the language, written in the safe scheme
    stands_for: int | None = None


@dataclass(frozen=True, slots=True)
class Back:
    """A card face down. Its colour is a picture's choice and tells nothing about any card."""

    box: Box
    deck: Deck


@dataclass(frozen=True, slots=True)
class Sign:
    """A small drawn sign: `clock`, `tick`, `warning`, `mat`, ..."""

    box: Box
    name: str
    color: Color


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code of the text."""

    box: Box
    content: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """A bar filled from the left, 0 to 1000 thousandths."""

    box: Box
    thousandths: int


Item = Panel | Label | Face | Back | Sign | QrCode | Gauge


@dataclass(frozen=True, slots=True)
class Area:
    """A named rectangle inside its parent (`""` is the screen)."""

    name: str
    box: Box
    parent: str


@dataclass(frozen=True, slots=True)
class Target:
    """A rectangle that takes a press, and what the press says."""

    box: Box
    button: str
    seat: Seat | None = None
    side: Side | None = None
    value: int | None = None
    question: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on one screen, in the order of painting."""

    size: tuple[int, int]
    items: tuple[Item, ...]
    areas: tuple[Area, ...]
    targets: tuple[Target, ...]


@dataclass(slots=True)
class Canvas:
    """Collects a scene; the screens' composers write on it."""

    layout: Layout
    lang: str
    scheme: SuitScheme
    now: float
    entry: str = ""  # digits typed so far
    items: list[Item] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)

    def area(self, name: str, box: Box, parent: str = "") -> Box:
        """Name a rectangle and return it."""
        self.areas.append(Area(name, box, parent))
        return box

    def panel(
        self,
        box: Box,
        fill: Color | None,
        *,
        border: Color | None = None,
        border_px: int = 0,
        radius: int | None = None,
    ) -> None:
        """Paint a rectangle."""
        corner = self.layout.sizes.radius if radius is None else radius
        self.items.append(Panel(box, fill, corner, border, border_px))

    def text(
        self,
        box: Box,
        content: str,
        px: int,
        color: Color = theme.TEXT,
        *,
        bold: bool = False,
        align: Align = Align.LEFT,
        lines: int = 1,
    ) -> Label:
        """Write in the box, as large as `px` if it fits, never below the least size."""
        least = min(px, self.layout.sizes.least)
        fitted = fonts.fit(content, box.room, px, least, bold=bold, most_lines=lines)
        label = Label(box, fitted.lines, fitted.px, bold, color, align, fitted.fits)
        self.items.append(label)
        return label

    def paragraph(
        self,
        box: Box,
        content: str,
        px: int,
        color: Color = theme.TEXT,
        *,
        bold: bool = False,
        lines: int = 2,
        gap: int = 0,
    ) -> Box:
        """Write lines at the top of the box, as many as needed; return the rest of the box."""
        least = min(px, self.layout.sizes.least)
        fitted = fonts.fit(content, box.room, px, least, bold=bold, most_lines=lines)
        tall = len(fitted.lines) * fonts.line_height(fitted.px)
        place, rest = box.cut_top(tall, gap)
        self.items.append(
            Label(place, fitted.lines, fitted.px, bold, color, Align.LEFT, fitted.fits)
        )
        return rest

    def say(self, phrase: Phrase) -> str:
        """Return a phrase in the screen's language."""
        return spoken(phrase, self.lang)

    def face(
        self, box: Box, card: Card, fan: Fan = Fan.COLUMN, stands_for: int | None = None
    ) -> None:
        """Lay a card face up."""
        letter = (
            ""
            if card.suit is None
            else spoken(Phrase(f"suit.letter.{card.suit.value}"), self.lang)
        )
        self.items.append(Face(box, card, fan, self.scheme, letter, stands_for))

    def scene(self) -> Scene:
        """Return what has been collected."""
        return Scene(self.layout.size, tuple(self.items), tuple(self.areas), tuple(self.targets))
