"""An evening's state: what stands, what is under way, and the common acts of every phase."""

import dataclasses
from collections.abc import Mapping

from tallone.app.evening.count.standings import begin
from tallone.app.evening.deals.deal_attempt import DealAttempt
from tallone.app.evening.hall import Hall
from tallone.app.evening.outgoing.effects import Effects
from tallone.app.evening.outgoing.mat_requests import MatRequests
from tallone.app.evening.outgoing.noticeboard import Noticeboard
from tallone.app.evening.panel.desk import Desk
from tallone.app.evening.phases import Cause, Phase, after
from tallone.app.evening.play import PlayStage
from tallone.app.evening.setup import Setup
from tallone.app.watching.mat_watch import MatWatch
from tallone.app.watching.ready_check import ReadyCheck
from tallone.config import Config
from tallone.findings import Finding, FindingKind, told
from tallone.journal.outcomes import finding_record
from tallone.journal.records import (
    Found,
    PhaseEntered,
)
from tallone.journal.storage.sealing import HandKey
from tallone.link.messages import Role
from tallone.mat.events import CardPlaced
from tallone.mat.tracker import MatTracker
from tallone.rules.cards.seats import Seat, Side


class EveningState:
    """One table's evening as it stands now; `Evening` is what happens to it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.effects = Effects()
        self.phase = Phase.CONNECT
        self.hand = 1
        self.attempt = 1
        # Deals of this evening that were begun and not played.
        self.broken = 0
        # The journal's, as far as it has been written.
        self.head = ""
        self.standings = begin(setup)
        self.tracker = MatTracker(setup.tags(1).own)
        self.deal: DealAttempt | None = None
        self.play: PlayStage | None = None
        self.up: set[str] = set()
        self.trouble: dict[str, str] = {}
        # Boards that answer and cannot be used, and where boards were looked for that are not there.
        self.refused: set[str] = set()
        self.missing: dict[str, str] = {}
        self.firmware: dict[str, str] = {}
        self.watch = MatWatch()
        self.ready_seats: set[Seat] = set()
        self.desk = Desk(setup, self.effects)
        self.confirmed: set[Side] = set()  # the sides that have confirmed the count
        self.noticeboard = Noticeboard(self.effects)
        self.arbiter_called = False
        # The hall that this table plays in; None: none.
        self.hall: Hall | None = None
        self.lid_open = False
        # Why the journal cannot be written now; empty while it can.
        self.journal_trouble = ""
        # Records of this hand that could not be followed when it was taken up again.
        self.unfollowed = 0
        # Why this hand could not be taken up again and has to be dealt anew; empty otherwise.
        self.lost_hand = ""
        self.key: HandKey | None = None  # of the hand in progress
        self._spent_keys: list[HandKey] = []
        self._check: tuple[DealAttempt, ReadyCheck] | None = None
        self._requests = MatRequests(self.effects)
        self._busy_asked_at = -1e9
        self.sealed_numbers: list[int] = []
        # Cards laid openly while no hand is under way: for whoever draws for seats.
        self.laid: list[CardPlaced] = []
        self.ordered_numbers: list[int] = []  # of the arbiter's records that are sealed

    @property
    def dealer(self) -> Seat:
        """Who deals this hand."""
        return self.standings.dealer(self.hand)

    @property
    def cutter(self) -> Seat:
        """The player on the dealer's right."""
        return self.standings.cutter(self.hand)

    def enter(self, cause: Cause, now: float) -> None:
        """Go from phase to phase by the table of `phases.py`."""
        self.phase = after(self.phase, cause)
        self.ready_seats = set()
        self.effects.record(
            PhaseEntered(at=now, hand=self.hand, phase=self.phase.value, cause=cause.value)
        )

    # What a journal says again: nothing is recorded, for it is.

    def stand_in(self, phase: Phase, hand: int) -> None:
        """Stand in that phase of that hand."""
        self.phase, self.hand = phase, hand

    def runs(self, firmware: Mapping[str, str]) -> None:
        """Know what the boards ran when they came up: hashes in hex by role."""
        self.firmware |= firmware

    def passed_over(self, records: int) -> None:
        """Know how many records of this hand could not be followed."""
        self.unfollowed = records

    # What the journal, the hall and the settings say.

    def written_to(self, head: str) -> None:
        """Know the journal's head, as far as it has been written."""
        self.head = head

    def cannot_write(self, reason: str) -> None:
        """Know why the journal cannot be written; empty when it can be again."""
        self.journal_trouble = reason

    def in_hall(self, hall: Hall) -> None:
        """Know the hall as it is now."""
        self.hall = hall

    def configure(self, config: Config) -> None:
        """Take other settings of the screen."""
        self.setup = dataclasses.replace(self.setup, config=config)

    def take_laid(self) -> list[CardPlaced]:
        """Return the cards laid openly since the last call."""
        laid, self.laid = self.laid, []
        return laid

    def _find(self, kind: FindingKind, now: float, *, zone: str | None = None) -> None:
        """Record something that is about the machine, not about cards."""
        found = Found(
            at=now,
            hand=self.hand,
            what=kind.value,
            phase=self.phase.value,
            zone=zone,
            told=told(kind, self.setup.config.assist),
        )
        self.noticeboard.tell(found, again=True)

    def _tell(self, finding: Finding, now: float) -> None:
        setup = self.setup
        self.noticeboard.tell(
            finding_record(
                finding,
                self.hand,
                now,
                profile=setup.profile,
                assist=setup.config.assist,
            )
        )

    def _ask_report(self, now: float) -> None:
        if Role.MAT in self.up:
            self._requests.report(now)

    @property
    def is_busy(self) -> bool:
        """Whether time matters from one quarter of a second to the next."""
        return self.phase in (Phase.READY, Phase.TURN_FIRST, Phase.PLAY)
