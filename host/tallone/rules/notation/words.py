"""The notation's words: lines without comments, cards as people write them, and what is wrong.

A written card is a face, or a physical card, with or without a role. Nothing here knows the rules.
"""

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tallone.rules.cards.cards import CARDS, RANKS, Card, CardCopy, NoSuchCardError, capitals
from tallone.rules.cards.seats import Seat

TITLE: Final = "BGN 1"
_BYTE_ORDER_MARK: Final = "\ufeff"
# The longest hand that ends by itself is some 400 turns; ten times that is not a hand.
MAX_CHARACTERS: Final = 1_000_000
MAX_LINES: Final = 10_000
_SHOWN: Final = 40


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What stops the reading of a hand: where, the notation's code, a sentence for a person."""

    line: int
    code: str
    message: str
    seat: Seat | None = None
    action: str | None = None

    def as_result(self) -> dict[str, object]:
        """Return the error object of the notation."""
        return {
            "ok": False,
            "line": self.line,
            "seat": None if self.seat is None else self.seat.value,
            "action": self.action,
            "error": self.code,
            "message": self.message,
        }


class ReadingStopped(Exception):  # noqa: N818 - it carries a Problem out of the reading, no error
    """Ends the reading of a text at its first problem; `read_hand` turns it into a value."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A line with content: its number in the file, and its text without comment and margins."""

    number: int
    text: str

    def wrong(
        self, code: str, message: str, seat: Seat | None = None, action: str | None = None
    ) -> ReadingStopped:
        """Return what to raise for a problem of this line."""
        problem = Problem(line=self.number, code=code, message=message, seat=seat, action=action)
        return ReadingStopped(problem)

    def unreadable(
        self, message: str, seat: Seat | None = None, action: str | None = None
    ) -> ReadingStopped:
        """Return what to raise for words of this line that cannot be read."""
        return self.wrong("notation.syntax", message, seat, action)


@dataclasses.dataclass(frozen=True, slots=True)
class WrittenCard:
    """A card as written: always a face, the copy if its back was given, the role or nothing."""

    face: Card
    copy: CardCopy | None = None
    role: str = ""


def is_title(line: str) -> bool:
    """Whether a hand begins with this line, after the byte order mark of an editor perhaps."""
    written = line.removeprefix(_BYTE_ORDER_MARK).partition("#")[0]
    return " ".join(capitals(written).split()) == TITLE


def separate(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each hand of a file as a text, with the number of its first line; lines keep their ends.

    The first text begins with the file, whatever stands there.
    """
    first, hand, written = 1, list[str](), False
    for number, line in enumerate(lines, start=1):
        if is_title(line):
            if written:
                yield first, "".join(hand)
                first, hand = number, []
            written = True
        # One line more than a hand can have tells that it is none; a file of them is not kept.
        if len(hand) <= MAX_LINES:
            hand.append(line)
    yield first, "".join(hand)


def content_lines(text: str, first: int = 1) -> list[Line]:
    """Return the lines with content, numbered from `first`.

    Raises ReadingStopped if the text is too long to be a hand.
    """
    if len(text) > MAX_CHARACTERS:
        raise Line(first, "").unreadable(
            f"the text is longer than {MAX_CHARACTERS} characters: no hand is"
        )
    found = []
    lines = text.removeprefix(_BYTE_ORDER_MARK).split("\n")
    for number, raw in enumerate(lines, start=first):
        if number - first >= MAX_LINES:
            raise Line(number, "").unreadable(
                f"the text has more than {MAX_LINES} lines: no hand has"
            )
        content = raw.partition("#")[0].strip()
        if content:
            found.append(Line(number, content))
    return found


def written_cards(words: Sequence[str]) -> list[WrittenCard]:
    """Read cards with or without roles; raise NoSuchCardError."""
    return [written_card(word) for word in words]


def plain_card(word: str) -> WrittenCard:
    """Read a card that can have no role; raise NoSuchCardError."""
    card = written_card(word)
    if card.role:
        raise NoSuchCardError(f"{word[:_SHOWN]!r}: only a card of a meld has a role")
    return card


@functools.lru_cache(maxsize=2048)
def written_card(word: str) -> WrittenCard:
    """Read one card, `7H`, `7Hb`, `JK(=6H)`, `2S(=8)`; raise NoSuchCardError."""
    name, bracket, rest = capitals(word).partition("(=")
    if not bracket:
        return _named(name)
    if not rest.endswith(")"):
        raise NoSuchCardError(f"{word[:_SHOWN]!r} has no closing bracket")
    return dataclasses.replace(_named(name), role=_role(rest[:-1]))


def _named(name: str) -> WrittenCard:
    if name[-1:] in ("B", "R"):
        copy = CardCopy.parse(name)
        return WrittenCard(copy.card, copy)
    return WrittenCard(Card.parse(name))


def _role(text: str) -> str:
    """Return the role as the rules write it: a face of a suit, or a rank."""
    if text in RANKS:
        return text
    if text == "T":
        return "10"
    card = Card.parse(text)
    if card == CARDS[-1]:
        raise NoSuchCardError("a wild stands for a card of a suit, not for a joker")
    return str(card)
