"""The certification of a pack: 108 cards through the throat, each enrolled for it, each once.

A card is judged when it is read; what its trouble means for the pack is known at the end of the
pass, when the number of cards and the missing ones are known: a foreign card is one thing if it
came in place of another, and another thing if it came on top of 108.
"""

import dataclasses
import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tallone.dealing.layout import PACK_CARDS
from tallone.dealing.promise.sealed import Purpose, Sealed
from tallone.findings import Finding, FindingKind, FoundIn
from tallone.mat.events import TagUid
from tallone.mat.registry import Registry, uid_text
from tallone.rules.cards.cards import PACK, CardCopy

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
    DOUBLE = FindingKind.DOUBLE_FEED  # two tags: two cards
    DEAD = FindingKind.DEAD_TAG  # a card, and no tag answers
    UNKNOWN = FindingKind.UNKNOWN_CARD  # enrolled nowhere
    FOREIGN = FindingKind.FOREIGN_CARD  # enrolled for another pack
    DUPLICATE_UID = FindingKind.DUPLICATE_UID  # this tag has passed already, on another card
    DUPLICATE_CARD = (
        FindingKind.DUPLICATE_CARD
    )  # a former tag of a card: a second copy, or one not in use


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """A reading, with the card and the other pack that it names, if it does."""

    reading: Reading
    copy: CardCopy | None = None
    pack: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class _Trouble:
    judged: Judged
    place: int
    uid: str


class DeckCheck:
    """Collects one pass. What has passed, and in which order, is kept sealed."""

    __slots__ = ("_index", "_passed", "_troubles")

    def __init__(self, index: TagIndex) -> None:
        self._index = index
        self._passed = Sealed(b"", label="passed cards")
        self._troubles: list[_Trouble] = []

    def judge(self, tags: Sequence[bytes]) -> Judged:
        """Judge a card that lies in the throat; it may still be drawn back and come again."""
        if len(tags) > 1:
            return Judged(Reading.DOUBLE)
        if not tags:
            return Judged(Reading.DEAD)
        uid = TagUid(bytes(tags[0]))
        copy = self._index.own.copies.get(uid)
        if copy is not None:
            passed = self._has_passed(copy)
            return Judged(Reading.DUPLICATE_UID if passed else Reading.GOOD, copy)
        former = self._index.former.get(uid)
        if former is not None:
            return Judged(Reading.DUPLICATE_CARD, former)
        foreign = self._index.foreign(uid)
        if foreign is not None:
            return Judged(Reading.FOREIGN, foreign[1], foreign[0])
        return Judged(Reading.UNKNOWN)

    def accept(self, place: int, tags: Sequence[bytes]) -> None:
        """Remember a card that has gone into its slot, as the one at that place of the pass."""
        judged = self.judge(tags)
        if judged.reading is Reading.GOOD and judged.copy is not None:
            self._remember(judged.copy)
        else:
            uid = uid_text(TagUid(bytes(tags[0]))) if tags else ""
            self._troubles.append(_Trouble(judged, place, uid))

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
            packs = Counter(trouble.judged.pack for trouble in self._troubles)
            detail: dict[str, str | int] = {
                "bad": len(self._troubles),
                "pack": packs.most_common(1)[0][0],
            }
            return (_finding(FindingKind.WRONG_PACK, count, (), detail),)
        findings = []
        left = list(missing)
        for trouble in self._troubles:
            replaced = _take_replaced(trouble, left)
            findings.append(self._explain(trouble, replaced, count))
        if left:
            findings.append(_finding(FindingKind.MISSING_CARD, count, tuple(left), {}))
        return tuple(findings)

    def wipe(self) -> None:
        """Forget what has passed."""
        self._passed.wipe()

    def _explain(self, trouble: _Trouble, replaced: CardCopy | None, count: int) -> Finding:
        judged = trouble.judged
        detail: dict[str, str | int] = {"position": trouble.place + 1}
        if judged.pack:
            detail["pack"] = judged.pack
        if trouble.uid:
            detail["uid"] = trouble.uid
        kind, cards = (
            FindingKind(judged.reading.value),
            () if judged.copy is None else (judged.copy,),
        )
        if replaced is not None:
            detail["instead_of"] = str(replaced)
        if judged.reading is Reading.DEAD and replaced is not None:
            cards = (replaced,)  # by elimination
        if judged.reading is Reading.FOREIGN and replaced is None and count > PACK_CARDS:
            kind = FindingKind.EXTRA_CARD
        return _finding(kind, count, cards, detail)

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
    copy = trouble.judged.copy
    if trouble.judged.reading is not Reading.DUPLICATE_UID and copy is not None:
        # A former tag's own card; a foreign card's twin has the same face with another back.
        for likely in (copy, copy.twin):
            if likely in left:
                left.remove(likely)
                return likely
    return left.pop(0)


def _finding(
    kind: FindingKind,
    count: int,
    cards: tuple[CardCopy, ...],
    detail: dict[str, str | int],
) -> Finding:
    return Finding(
        kind=kind,
        phase=FoundIn.CERTIFY,
        zone="throat",
        count=count,
        cards=cards,
        detail=detail,
    )
