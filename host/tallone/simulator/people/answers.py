"""What people answer when the screen asks: the truth, read off the cloth."""

import collections
import re
from collections.abc import Sequence
from typing import Final

from tallone.rules.cards.cards import CardCopy, NoSuchCardError
from tallone.simulator.room.truth import HandTruth

_CARD: Final = re.compile(r"(?:10|[2-9AJQKT])[HDCS][br]?|JK[12]?[br]?", re.IGNORECASE)


def answer(asked: dict[str, object], truth: HandTruth) -> int:
    """Return the number of the option that is true, from 0; the nearest if none is quite so."""
    options = asked.get("options")
    if not isinstance(options, (list, tuple)) or not options:
        return 0
    if asked.get("text_key") == "has-closed":
        return [str(option) == "yes" for option in options].index(truth.state.is_over)
    said = [_faces(option) for option in options]
    if asked.get("text_key") == "which-discard":
        discards = _discards(truth, str(asked.get("seat") or ""))
        return max(
            range(len(said)), key=lambda number: (*_discarded(said[number], discards), -number)
        )
    card = str(asked.get("card") or "")
    melds = truth.melds()
    likest = [
        max((_fit(faces, cards, card) for cards in melds), default=(0, 0.0, 0)) for faces in said
    ]
    return likest.index(max(likest))


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


def _discards(truth: HandTruth, seat: str) -> list[str]:
    """Return what a player has discarded, or all have, the last one last."""
    return [
        face
        for key in truth.keys
        if key.verb == "discard" and seat in ("", key.seat)
        for face in key.faces
    ]


def _faces(option: object) -> "collections.Counter[str]":
    """The faces an option speaks of: its cards if it lists them, else those in its text."""
    if isinstance(option, dict):
        listed = option.get("cards") or option.get("text") or ""
        text = " ".join(map(str, listed)) if isinstance(listed, (list, tuple)) else str(listed)
    else:
        text = str(option)
    text = re.sub(r"\(=[^)]*\)", "", text)
    return collections.Counter(filter(None, (_face(word) for word in _CARD.findall(text))))


def _face(word: str) -> str:
    try:
        return str(CardCopy.parse(word).card)
    except NoSuchCardError:
        return "JK" if word.upper().startswith("JK") else word.upper().replace("T", "10")
