"""Cards: faces, and the 108 physical copies of them.

A `Card` is a face, one of 53 (52 and the joker); it is an int so that it can index tables.
A `CardCopy` is one of the 108 physical cards of a pack, 0 to 107, and knows its face and back.
"""

import enum
from typing import Final, Self


class Suit(enum.Enum):
    """The four suits, in rank order for ties: hearts first."""

    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    SPADES = "S"


class Deck(enum.Enum):
    """The back of a card: a pack is one blue and one red deck."""

    BLUE = "b"
    RED = "r"


SUITS: Final = tuple(Suit)
# Index 0 is the Ace; a rank's number is its index + 1.
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE: Final = 1
TWO: Final = 2
KING: Final = 13
JOKER_NUMBER: Final = 52
# Card points by rank number; the joker's stand apart (rules by every source, see docs/rules.md).
_RANK_POINTS: Final = (0, 15, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10)
_JOKER_POINTS: Final = 30


class NoSuchCardError(ValueError):
    """The text names no card."""


def capitals(text: str) -> str:
    """Return the text in capitals, or as it is if letters of another alphabet are in it.

    Some of those have one of ours as their capital.
    """
    return text.upper() if text.isascii() else text


class Card(int):
    """A face: `suit.index * 13 + rank - 1`, or 52 for the joker. Use `CARDS`, `parse` or `of`."""

    __slots__ = ()

    @classmethod
    def of(cls, suit: Suit, rank: int) -> "Card":
        """Return the face of that suit and rank number (1 the Ace, 13 the King)."""
        return CARDS[SUITS.index(suit) * 13 + rank - 1]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the face written `7H`, `10D`, `TD` or `JK` in any case; raise NoSuchCardError."""
        card = _BY_TEXT.get(capitals(text))
        if card is None:
            raise NoSuchCardError(
                f"{text[:12]!r} is not a card; cards are written like 7H, 10D or JK"
            )
        return card

    @property
    def is_joker(self) -> bool:
        return self == JOKER_NUMBER

    @property
    def is_pinella(self) -> bool:
        """Whether this is a two, whatever it does."""
        return self != JOKER_NUMBER and self % 13 == 1

    @property
    def can_be_wild(self) -> bool:
        return self == JOKER_NUMBER or self % 13 == 1

    @property
    def rank(self) -> int:
        """The rank number, 1 to 13; 0 for the joker."""
        return 0 if self == JOKER_NUMBER else self % 13 + 1

    @property
    def suit(self) -> Suit | None:
        return None if self == JOKER_NUMBER else SUITS[self // 13]

    @property
    def points(self) -> int:
        return _JOKER_POINTS if self == JOKER_NUMBER else _RANK_POINTS[self % 13 + 1]

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Card({_TEXT[self]})"


_TEXT: Final = (*(rank + suit.value for suit in SUITS for rank in RANKS), "JK")
CARDS: Final = tuple(Card(number) for number in range(53))
JOKER: Final = CARDS[JOKER_NUMBER]
_BY_TEXT: Final = dict(zip(_TEXT, CARDS, strict=True)) | {
    "T" + suit.value: CARDS[index * 13 + 9] for index, suit in enumerate(SUITS)
}


class CardCopy(int):
    """One physical card of a pack, 0 to 107: the blue deck is 0 to 53, the red one 54 to 107.

    Within a deck 0 to 51 are the faces in `CARDS` order, 52 and 53 the jokers JK1 and JK2.
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "CardCopy":
        """Return the copy written `7Hb` or `JK2r`, in any case; raise NoSuchCardError."""
        copy = _COPY_BY_TEXT.get(capitals(text))
        if copy is None:
            raise NoSuchCardError(
                f"{text[:12]!r} is not a physical card; they are written like 7Hb or JK2r"
            )
        return copy

    @property
    def card(self) -> Card:
        """The face."""
        return FACES[self]

    @property
    def deck(self) -> Deck:
        return Deck.BLUE if self < 54 else Deck.RED

    @property
    def twin(self) -> "CardCopy":
        """The copy of the same face (for jokers: of the same number) in the other deck."""
        return PACK[(self + 54) % 108]

    def __str__(self) -> str:
        return _COPY_TEXT[self]

    def __repr__(self) -> str:
        return f"CardCopy({_COPY_TEXT[self]})"

    def __copy__(self) -> Self:
        return self


PACK: Final = tuple(CardCopy(number) for number in range(108))
# The face of each copy, by its number.
FACES: Final = tuple(CARDS[min(number % 54, JOKER_NUMBER)] for number in range(108))
_COPY_TEXT: Final = tuple(
    (_TEXT[number] if number < 52 else f"JK{number - 51}") + deck.value
    for deck in Deck
    for number in range(54)
)
_COPY_BY_TEXT: Final = {text.upper(): PACK[number] for number, text in enumerate(_COPY_TEXT)} | {
    "T" + suit.value + deck.value.upper(): PACK[base + index * 13 + 9]
    for base, deck in zip((0, 54), Deck, strict=True)
    for index, suit in enumerate(SUITS)
}
