"""What people answer when the screen asks: the truth, read off the cloth."""

import collections
import re
from collections.abc import Sequence
from typing import Final

from tallone.press import Button, Press
from tallone.rules.cards.cards import CardCopy, NoSuchCardError
from tallone.rules.cards.seats import Seat
from tallone.shown import ShownQuestion
from tallone.simulator.room.truth import HandTruth

# The answer that none of the melds shown is the one.
_NONE: Final = "none"
_CARD: Final = re.compile(r"(?:10|[2-9AJQKT])[HDCS][br]?|JK[12]?[br]?", re.IGNORECASE)


def answer(asked: ShownQuestion, truth: HandTruth) -> Press:
    """Return the press of the option that is true, or of the nearest if none is quite so."""
    return Press(Button.ANSWER, question=asked.id, option=true_option(asked, truth))


def true_option(asked: ShownQuestion, truth: HandTruth) -> int:
    """Return the number of the option that is true, from 0; the nearest if none is quite so."""
    if not asked.options:
        return 0
    if asked.text_key == "has-closed":
        return [option == "yes" for option in asked.options].index(truth.state.is_over)
    said = [_faces(option) for option in asked.options]
    if asked.text_key == "which-discard":
        discards = _discards(truth, asked.seat)
        return max(
            range(len(said)), key=lambda number: (*_discarded(said[number], discards), -number)
        )
    melds = truth.melds()
    likest = [
        max((_fit(faces, cards, asked.card) for cards in melds), default=(0, 0.0, 0))
        for faces in said
    ]
    best = max(likest)
    if _NONE in asked.options and not best[0]:
        return asked.options.index(_NONE)
    return likest.index(best)


def _fit(
    said: "collections.Counter[str]", cards: Sequence[CardCopy], card: str
) -> tuple[int, float, int]:
    """How well an option fits a meld on the cloth: exactly, by likeness, and with that very card.

    Two cards of one face look alike: which of them lies where, nobody at the table can tell.
    """
    true = collections.Counter(str(copy.card) for copy in cards)
    if card and _face(card) not in true:
        return (0, 0.0, 0)
    exact = any(str(copy) == card for copy in cards)
    size = max(said.total(), true.total())
    return (int(said == true), (said & true).total() / size, int(exact))


def _discarded(said: "collections.Counter[str]", discards: Sequence[str]) -> tuple[int, int]:
    """How well an option names a player's discards: by likeness, then the last one best."""
    true = collections.Counter(discards)
    likeness = 2 * (said & true).total() - (said - true).total()
    last = max((place for place, face in enumerate(discards) if face in said), default=-1)
    return likeness, last


def _discards(truth: HandTruth, seat: Seat) -> list[str]:
    """Return what a player has discarded, the last one last."""
    return [
        face
        for key in truth.keys
        if key.verb == "discard" and key.seat == seat.value
        for face in key.faces
    ]


def _faces(option: str) -> "collections.Counter[str]":
    """The faces an option's text speaks of."""
    text = re.sub(r"\(=[^)]*\)", "", option)
    return collections.Counter(filter(None, (_face(word) for word in _CARD.findall(text))))


def _face(word: str) -> str:
    try:
        return str(CardCopy.parse(word).card)
    except NoSuchCardError:
        return "JK" if word.upper().startswith("JK") else word.upper().replace("T", "10")
