"""Enrolment: telling the registry which tag is which card, one card at a time.

The cards come in a known order: a new deck lies in factory order, or somebody names the card that
is to be replaced. The machine below is pure; `EnrolJob` feeds a deck through the throat with it.
"""

import dataclasses
import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from tallone.dealing.croupier.job_states import CERTIFY_TRANSITIONS, JobCause
from tallone.dealing.croupier.machine_job import MachineJob
from tallone.dealing.croupier.outputs import AskSignature, JobDone, JobOutput, NotEnrolled
from tallone.dealing.croupier.plan import Delivery
from tallone.dealing.layout import SLOTS
from tallone.findings import FoundIn
from tallone.link.reports import CardRead
from tallone.mat.events import TagUid
from tallone.rules.cards.cards import PACK, CardCopy, Deck

Known = Callable[[TagUid], str]
# Whether a tag's maker has signed its UID.
Genuine = Callable[[bytes, bytes], bool]


# Why a whole pass has enrolled nothing for certain: the keys of the texts.
SHORT: Final = "enrol.short"  # a card too few or too many has passed
MISCOUNTED: Final = "enrol.miscounted"  # a slot gave back another number of cards than went in


class EnrolAnswer(enum.Enum):
    """What became of a reading; the value is the key of its text."""

    TAKEN = "enrol.taken"  # the card has its tag
    DONE = "enrol.done"  # and it was the last one
    NOTHING = "enrol.nothing"  # no tag answers: another card, or another place on the antenna
    SEVERAL = "enrol.several"  # more than one: one card at a time
    AGAIN = "enrol.again"  # the card read last still lies there
    UNSIGNED = "enrol.unsigned"  # its maker has not signed it: a copy, or another make
    KNOWN = "enrol.known"  # the tag is somebody else's, or was
    OVER = "enrol.over"  # every card has its tag


@dataclasses.dataclass(frozen=True, slots=True)
class Enrolment:
    """How far an enrolment is: the cards to come in order, and what has been read."""

    cards: tuple[CardCopy, ...]
    read: tuple[TagUid, ...] = ()

    @property
    def next_card(self) -> CardCopy | None:
        """The card that must be read now; None when all are."""
        return self.cards[len(self.read)] if len(self.read) < len(self.cards) else None

    @property
    def pairs(self) -> tuple[tuple[CardCopy, TagUid], ...]:
        """What has been read, card by card."""
        return tuple(zip(self.cards, self.read, strict=False))

    def take(self, tags: Sequence[bytes], known: Known) -> tuple["Enrolment", EnrolAnswer]:
        """Take a reading. `known(uid)` tells what the registry knows of a tag, "" for nothing."""
        if self.next_card is None:
            return self, EnrolAnswer.OVER
        if len(tags) != 1:
            return self, EnrolAnswer.SEVERAL if tags else EnrolAnswer.NOTHING
        uid = TagUid(bytes(tags[0]))
        if self.read and uid == self.read[-1]:
            return self, EnrolAnswer.AGAIN
        if uid in self.read or known(uid):
            return self, EnrolAnswer.KNOWN
        after = dataclasses.replace(self, read=(*self.read, uid))
        return after, EnrolAnswer.TAKEN if after.next_card is not None else EnrolAnswer.DONE

    def undo(self) -> "Enrolment":
        """Return the enrolment without its last reading."""
        return dataclasses.replace(self, read=self.read[:-1])


def factory_order(deck: Deck, first: CardCopy | None = None) -> tuple[CardCopy, ...]:
    """Return the 54 cards of a deck: hearts, diamonds, clubs, spades from Ace to King, jokers.

    With `first`, the rest of them from that card on: to go on after an interruption.
    """
    cards = tuple(copy for copy in PACK if copy.deck is deck)
    return cards if first is None else cards[cards.index(first) :]


def replacement(card: CardCopy) -> Enrolment:
    """Return the enrolment of one card that gets another tag."""
    return Enrolment((card,))


class EnrolJob(MachineJob):
    """A deck in factory order through the throat and back; the cards stay in order."""

    TRANSITIONS = CERTIFY_TRANSITIONS
    KIND = "enrol"
    PHASE = FoundIn.ENROL

    def __init__(
        self,
        number: int,
        speed: int,
        cards: tuple[CardCopy, ...],
        known: Known,
        genuine: Genuine | None = None,
    ) -> None:
        """With `genuine` every tag is asked for its signature, and must have one."""
        super().__init__(number, speed)
        self.enrolment = Enrolment(cards)
        self.signed = 0  # tags whose signature was asked for and is right
        self._known: Final = known
        self._genuine: Final = genuine
        self._asking: CardRead | None = None  # the card in the throat that was asked
        self._is_signed = genuine is None
        self._wrong: list[tuple[int, EnrolAnswer]] = []

    def signature(self, answer: bytes | None) -> list[JobOutput]:
        """Take the answer of the tag in the throat, None if it gave none."""
        report, self._asking = self._asking, None
        if report is None or self._genuine is None or self.is_over:
            return []
        [uid] = report.tags
        self._is_signed = answer is not None and self._genuine(uid, answer)
        return list(super()._card_read(report))

    def _begun(self) -> Iterable[JobOutput]:
        return [self._feed(1)]

    def _card_read(self, report: CardRead) -> Iterable[JobOutput]:
        tags = report.tags
        fresh = report.pass_number == self.pass_number and report.index == self.index
        if self._genuine is None or len(tags) != 1 or not fresh or not self.is_feeding:
            self._is_signed = self._genuine is None
            yield from super()._card_read(report)
            return
        self._asking = report
        yield AskSignature(tags[0])

    def _route(self, tags: Sequence[bytes]) -> int | None:  # noqa: ARG002 - the order decides
        slot = self.index * SLOTS // max(SLOTS, len(self.enrolment.cards))
        return min(slot, SLOTS - 1)

    def _accept(self, tags: Sequence[bytes]) -> Iterable[JobOutput]:
        # After a card that could not be read, the ones that follow are not who they seem to be.
        if not self._wrong:
            after, answer = self.enrolment.take(tags, self._known)
            taken = answer in (EnrolAnswer.TAKEN, EnrolAnswer.DONE)
            if taken and not self._is_signed:
                after, answer, taken = self.enrolment, EnrolAnswer.UNSIGNED, False
            self.enrolment = after
            self.signed += taken and self._genuine is not None
            if not taken:
                self._wrong.append((self.index, answer))
        return ()

    def _pass_over(self, count: int) -> Iterable[JobOutput]:
        for position, answer in self._wrong:
            yield NotEnrolled(reason=answer.value, position=position)
        if not self._wrong and count != len(self.enrolment.cards):
            yield NotEnrolled(reason=SHORT, position=count)
        self._enter(JobCause.PASS_WRONG if self._wrong else JobCause.PASS_RIGHT)
        yield from self._deliver(Delivery(slot, "return") for slot in range(SLOTS))

    def _stage_delivered(self) -> Iterable[JobOutput]:
        self._enter(JobCause.DELIVERED)
        yield self._send("JOB_END", self.number)
        yield JobDone(counts=dict(self.counts))

    def _miscounted(
        self,
        delivery: Delivery,  # noqa: ARG002 - the machine's interface
        expected: int,
        count: int,  # noqa: ARG002
    ) -> Iterable[JobOutput]:
        yield NotEnrolled(reason=MISCOUNTED, position=expected)
        self._enter(JobCause.MISCOUNTED)
        yield from self._return_all()

    def _problems(self) -> int:
        return len(self._wrong)

    def _total(self) -> int:
        return len(self.enrolment.cards)
