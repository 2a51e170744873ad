"""What people answer when the screen asks: the truth, read off the cloth."""

import collections
import re
from typing import Final

from tallone.rules.cards import CardCopy, NoSuchCardError
from tallone.simulator.truth import HandTruth

_CARD: Final = re.compile(r"(?:10|[2-9AJQKT])[HDCS][br]?|JK[12]?[br]?", re.IGNORECASE)


def answer(asked: dict[str, object], truth: HandTruth) -> int:
    """Return the number of the option that is true, from 0; the nearest if none is quite so."""
    options = asked.get("options")
    if not isinstance(options, (list, tuple)) or not options:
        return 0
    card = str(asked.get("card") or "")
    true = _discarded(truth) if asked.get("text_key") == "which-discard" else _meld_of(card, truth)
    scores = [_likeness(_faces(option), true) for option in options]
    return scores.index(max(scores))


def _likeness(said: "collections.Counter[str]", true: "collections.Counter[str]") -> int:
    return 2 * (said & true).total() - (said - true).total()


def _discarded(truth: HandTruth) -> "collections.Counter[str]":
    pile = truth.state.discard_pile
    return collections.Counter([str(pile[-1].card)] if pile else [])


def _meld_of(card: str, truth: HandTruth) -> "collections.Counter[str]":
    """The faces of the meld on which a card really lies: of a face, the one laid last."""
    found: list[CardCopy] = []
    for cards in truth.melds():
        if any(card in (str(copy), str(copy.card)) for copy in cards):
            found = list(cards)
            if any(card == str(copy) for copy in cards):
                break
    return collections.Counter(str(copy.card) for copy in found)


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
