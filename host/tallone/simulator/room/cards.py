"""Cards of the simulated world: paper, a tag, a weight."""

import dataclasses
import enum
import random
from collections.abc import Iterable
from typing import Final

from tallone.mat.events import TagUid
from tallone.mat.registry import Registry, registry_of
from tallone.rules.cards.cards import PACK, CardCopy

# A laminated card with its tag, and how cards of one pack differ.
CARD_GRAMS: Final = 2.0
CARD_SPREAD: Final = 0.04
# ISO 15693-3, 4.1: E0 is the most significant byte; then the maker, 04 for NXP; sent last.
_UID_END: Final = b"\x04\xe0"


class Posture(enum.Enum):
    """How a card lies beside the others of its heap."""

    FANNED = "fanned"
    # Square on the others: silent.
    SQUARED = "squared"
    # A quarter turn: its strip lies along the coil's side, and is not heard.
    ACROSS = "across"


@dataclasses.dataclass(slots=True, eq=False)
class SimCard:
    """A physical card. `copy` is what is printed on it, `pack` whose card it is."""

    uid: TagUid
    copy: CardCopy
    pack: str
    grams: float = CARD_GRAMS
    enrolled: bool = True
    answers: bool = True
    # Lies so that its tag is not read before this time, in microseconds.
    askew_until: int = 0
    posture: Posture = Posture.FANNED
    # What its tag answers when asked for its maker's signature, in hex; empty: zeros.
    signature: str = ""

    @property
    def name(self) -> str:
        """The card as people would call it: `7Hb`."""
        return str(self.copy)

    @property
    def uid_hex(self) -> str:
        """The UID as the chip models take it: most significant byte first, E0 in front."""
        return self.uid[::-1].hex()


class CardPress:
    """Prints packs of cards with tags, never two with the same UID."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._used: set[bytes] = set()

    def pack(self, name: str) -> list[SimCard]:
        """Return the 108 cards of a new pack, in pack order."""
        return [self.card(copy, name) for copy in PACK]

    def card(self, copy: CardCopy, pack: str, *, enrolled: bool = True) -> SimCard:
        """Return one new card."""
        grams = self._rng.gauss(CARD_GRAMS, CARD_SPREAD)
        return SimCard(self._uid(), copy, pack, grams, enrolled)

    def _uid(self) -> TagUid:
        # Tags of one production batch share their upper bytes.
        while True:
            uid = self._rng.randbytes(4) + b"\x50\x01" + _UID_END
            if uid not in self._used:
                self._used.add(uid)
                return TagUid(uid)


def enrol(name: str, cards: Iterable[SimCard]) -> Registry:
    """Return the registry of a pack as enrolment would have made it."""
    return registry_of(name, ((card.uid, card.copy) for card in cards if card.enrolled))
