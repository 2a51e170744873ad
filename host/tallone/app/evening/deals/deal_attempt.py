"""One attempt to deal one hand, by the machine or by people: what the evening asks of it."""

import abc
import dataclasses
from collections.abc import Sequence
from typing import Final

import msgspec

from tallone.app.evening.outgoing.effects import Effects
from tallone.app.evening.setup import Setup
from tallone.dealing.croupier.outputs import JobAborted, Progress
from tallone.dealing.promise.commitment import Commitment
from tallone.findings import Finding
from tallone.journal.outcomes import finding_record
from tallone.journal.records import Committed, DealReported, DealRevealed, LedgerSealed, SeatName
from tallone.journal.storage.sealing import HandKey
from tallone.link.reports import BoardReport
from tallone.mat.events import MatEvent
from tallone.rules import Deal
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, seats


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """What a promise says of the evening so far: the match, deals not played, the journal's head."""

    match: int = 1
    broken: int = 0
    journal: str = ""


NOTHING: Final = Told()


class DealAttempt(abc.ABC):
    """Ends with a `deal`, or `aborted` with the reason.

    What only a machine or only people can do changes nothing with the other.
    """

    # Whether what the mat settles meanwhile shows cards that nobody may know.
    SEES_HIDDEN = False

    def __init__(
        self,
        setup: Setup,
        effects: Effects,
        key: HandKey,
        *,
        hand: int,
        dealer: Seat,
        attempt: int,
        told: Told = NOTHING,
    ) -> None:
        self.hand = hand
        self.dealer = dealer
        self.attempt = attempt
        self._told = told
        self.cut: int | None = None
        # The number that was put in last would be many people's; another is wanted.
        self.was_too_plain = False
        self.progress: Progress | None = None
        self.is_certified = False
        self.needs_person = ""
        self.counts: dict[str, int] = {}
        self.deal: Deal | None = None
        self.aborted: JobAborted | None = None
        self.findings: list[Finding] = []
        self.key = key
        self._setup = setup
        self._effects = effects

    # Of both.

    @abc.abstractmethod
    def commit(self, firmware: str, now: float) -> None:
        """Begin, and bind the table to what can be bound."""

    @abc.abstractmethod
    def restore(self, record: Committed) -> None:
        """Begin again from the journal."""

    @abc.abstractmethod
    def restore_report(self, record: DealReported, now: float) -> MatEvent | None:
        """Hear again what the journal has sealed; return it if it is an event of the mat."""

    @abc.abstractmethod
    def give_up(self, reason: str, now: float) -> None:
        """End the attempt from outside."""

    @abc.abstractmethod
    def reveal_record(self, now: float, aborted: str = "") -> DealRevealed:
        """Return the record of who was dealt what."""

    @abc.abstractmethod
    def wipe(self) -> None:
        """Forget every hidden card."""

    # Of a machine.

    @property
    def commitment(self) -> Commitment:
        """What the table is bound to; asked only where there was a cut."""
        raise AssertionError("nobody is bound where people deal")

    @property
    def numbers_wanted(self) -> int:
        """How many numbers players still have to put in before the cut."""
        return 0

    def put_in(self, number: int) -> None:
        """Take a player's number, if it is not too plain."""

    def take_cut(self, value: int, seat: Seat, now: float, numbers: Sequence[int] = ()) -> None:
        """Mix in the cut, and numbers that were put in, and start the croupier."""

    def observe(self, report: BoardReport, now: float) -> None:
        """Hear a report of the croupier's."""

    def refused(self, command: str, fault: int, now: float) -> None:
        """Hear the croupier's refusal of a command."""

    def reconnected(self, now: float) -> None:
        """Go on after the link was lost or the program restarted."""

    def person_cleared(self, now: float) -> None:
        """A person says that the machine can go on."""

    # Of people.

    @property
    def next_place(self) -> str | None:
        """Where the next card goes that is passed over the mat."""
        return None

    @property
    def passed(self) -> int | None:
        """How many cards have been passed over the mat."""
        return None

    def mat_event(self, event: MatEvent, now: float) -> None:
        """Hear what the mat has settled."""

    def no_more(self, now: float) -> None:
        """Somebody says that there are no more cards."""

    def _find(self, finding: Finding, now: float) -> None:
        self.findings.append(finding)
        setup = self._setup
        found = finding_record(
            finding,
            self.hand,
            now,
            profile=setup.profile,
            assist=setup.config.assist,
            seal=self.key.seal_bytes,
        )
        self._effects.record_found(found, finding.cards)

    def _settle(self, places: dict[str, tuple[CardCopy, ...]], now: float) -> None:
        """All cards are where they belong: the ledger is known, and sealed in the journal."""
        self.deal = Deal(
            players=self._setup.players,
            dealer=self.dealer,
            hands=tuple(places[seat.value] for seat in seats(self._setup.players)),
            pozzetti=(places["pozzetto_1"], places["pozzetto_2"]),
            stock=places["stock"],
        )
        ledger = msgspec.json.encode(
            {place: [int(copy) for copy in cards] for place, cards in places.items()}
        )
        self._effects.record(
            LedgerSealed(
                at=now, hand=self.hand, sealed_ledger=self.key.seal_bytes(ledger, "ledger")
            )
        )


def seat_letter(seat: Seat) -> SeatName:
    """Return a seat as the journal writes it."""
    name: SeatName = seat.value
    return name
