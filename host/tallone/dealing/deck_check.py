"""The certification of a pack: 108 cards through the throat, each enrolled for it, each once.

A card is judged when it is read; what its trouble means for the pack is known at the end of the
pass, when the number of cards and the missing ones are known: a foreign card is one thing if it
came in place of another, and another thing if it came on top of 108.
"""

import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import Final

from tallone.dealing.findings import Finding
from tallone.dealing.layout import PACK_CARDS
from tallone.dealing.sealed import Purpose, Sealed
from tallone.mat.events import TagUid
from tallone.mat.registry import Registry, uid_text
from tallone.rules.cards import PACK, CardCopy

# More bad cards than this and somebody has put in another pack.
MANY: Final = 14


@dataclasses.dataclass(frozen=True, slots=True)
class TagIndex:
    """Every tag that is known: the pack's, its former ones, and those of other packs."""

    own: Registry
    others: Sequence[Registry] = ()
    former: Mapping[TagUid, CardCopy] = dataclasses.field(default_factory=dict)

    def foreign(self, uid: TagUid) -> tuple[str, CardCopy] | None:
        """Return another pack's name and the card, if the tag is enrolled there."""
        for registry in self.others:
            copy = registry.copies.get(uid)
            if copy is not None:
                return registry.pack, copy
        return None


class Reading(enum.Enum):
    """What one card in the throat is; the value is the kind of the finding."""

    GOOD = "good"
    DOUBLE = "double-feed"  # two tags: two cards
    DEAD = "dead-tag"  # a card, and no tag answers
    UNKNOWN = "unknown-card"  # enrolled nowhere
    FOREIGN = "foreign-card"  # enrolled for another pack
    DUPLICATE_UID = "duplicate-uid"  # this tag has passed already, on another card
    DUPLICATE_CARD = "duplicate-card"  # a former tag of a card: a second copy, or one not in use


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """A reading, with the card it names if it names one."""

    reading: Reading
    copy: CardCopy | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class _Trouble:
    reading: Reading
    index: int
    copy: CardCopy | None
    pack: str
    uid: str


class DeckCheck:
    """Collects one pass. What has passed, and in which order, is kept sealed."""

    __slots__ = ("_index", "_passed", "_troubles")

    def __init__(self, index: TagIndex) -> None:
        self._index = index
        self._passed = Sealed(b"", label="passed cards")
        self._troubles: list[_Trouble] = []

    def judge(self, place: int, tags: Sequence[bytes]) -> Judged:
        """Judge the card at that place of the pass, and remember it unless it is double."""
        if len(tags) > 1:
            return Judged(Reading.DOUBLE)
        if not tags:
            return self._bad(Reading.DEAD, place, None)
        uid = TagUid(bytes(tags[0]))
        copy = self._index.own.copies.get(uid)
        if copy is not None:
            if self._has_passed(copy):
                return self._bad(Reading.DUPLICATE_UID, place, uid, copy)
            self._remember(copy)
            return Judged(Reading.GOOD, copy)
        former = self._index.former.get(uid)
        if former is not None:
            return self._bad(Reading.DUPLICATE_CARD, place, uid, former)
        foreign = self._index.foreign(uid)
        if foreign is not None:
            return self._bad(Reading.FOREIGN, place, uid, foreign[1], foreign[0])
        return self._bad(Reading.UNKNOWN, place, uid)

    @property
    def problems(self) -> int:
        """How many cards of the pass were not good."""
        return len(self._troubles)

    @property
    def arrivals(self) -> Sealed:
        """The good copies in the order in which they passed."""
        return self._passed

    def conclude(self, count: int) -> tuple[Finding, ...]:
        """Return the findings of a pass of `count` cards; none means: certified."""
        missing = self._passed.open_for(Purpose.CHECK, _not_in)
        if len(self._troubles) > MANY:
            pack = max((trouble.pack for trouble in self._troubles), key=len)
            detail: dict[str, str | int] = {"bad": len(self._troubles), "pack": pack}
            return (_finding("wrong-pack", count, (), detail, ("put-in-the-right-pack",)),)
        findings = []
        left = list(missing)
        for trouble in self._troubles:
            replaced = _take_replaced(trouble, left)
            findings.append(self._explain(trouble, replaced, count))
        if left:
            findings.append(
                _finding("missing-card", count, tuple(left), {}, ("look-for-the-card",))
            )
        return tuple(findings)

    def wipe(self) -> None:
        """Forget what has passed."""
        self._passed.wipe()

    def _explain(self, trouble: _Trouble, replaced: CardCopy | None, count: int) -> Finding:
        detail: dict[str, str | int] = {"position": trouble.index + 1}
        if trouble.pack:
            detail["pack"] = trouble.pack
        if trouble.uid:
            detail["uid"] = trouble.uid
        kind, cards = trouble.reading.value, () if trouble.copy is None else (trouble.copy,)
        if replaced is not None:
            detail["instead_of"] = str(replaced)
        if trouble.reading is Reading.DEAD and replaced is not None:
            cards = (replaced,)  # by elimination
        if trouble.reading is Reading.FOREIGN and replaced is None and count > PACK_CARDS:
            kind = "extra-card"
        return _finding(kind, count, cards, detail, (_REMEDIES[trouble.reading],))

    def _bad(
        self,
        reading: Reading,
        place: int,
        uid: TagUid | None,
        copy: CardCopy | None = None,
        pack: str = "",
    ) -> Judged:
        text = "" if uid is None else uid_text(uid)
        self._troubles.append(_Trouble(reading, place, copy, pack, text))
        return Judged(reading, copy)

    def _has_passed(self, copy: CardCopy) -> bool:
        return self._passed.open_for(Purpose.CHECK, lambda passed: copy in passed)

    def _remember(self, copy: CardCopy) -> None:
        before = self._passed
        longer = before.open_for(Purpose.CHECK, lambda passed: passed + bytes([copy]))
        self._passed = Sealed(longer, label="passed cards")
        before.wipe()


def _not_in(passed: bytes) -> tuple[CardCopy, ...]:
    return tuple(copy for copy in PACK if copy not in passed)


def _take_replaced(trouble: _Trouble, left: list[CardCopy]) -> CardCopy | None:
    """Take out of the missing cards the one that this bad card stands for, if it does."""
    if not left:
        return None
    if trouble.reading in (Reading.DUPLICATE_CARD, Reading.FOREIGN) and trouble.copy is not None:
        # A former tag's own card; a foreign card's twin has the same face with another back.
        for likely in (trouble.copy, trouble.copy.twin):
            if likely in left:
                left.remove(likely)
                return likely
    return left.pop(0)


def _finding(
    kind: str,
    count: int,
    cards: tuple[CardCopy, ...],
    detail: dict[str, str | int],
    remedies: tuple[str, ...],
) -> Finding:
    return Finding(
        kind=kind,
        phase="certify",
        zone="throat",
        count=count,
        cards=cards,
        remedies=remedies,
        detail=detail,
    )


_REMEDIES: Final = {
    Reading.DOUBLE: "feed-again",
    Reading.DEAD: "replace-the-card",
    Reading.UNKNOWN: "take-the-card-out",
    Reading.FOREIGN: "take-the-card-out",
    Reading.DUPLICATE_UID: "replace-the-card",
    Reading.DUPLICATE_CARD: "take-the-card-out",
}
