"""An evening at one table: which phase it is in, and what each thing that happens leads to.

House rules: everything comes in as a call with `now`, everything goes out through `effects`; nothing
here reads a clock, a port or a screen. The same calls from the journal's records rebuild the same
evening, see `app/recovery.py`.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Final

from tallone.app.evening.deals.deal_attempt import DealAttempt, Told
from tallone.app.evening.deals.machine_deal import MachineDeal
from tallone.app.evening.deals.manual_deal import ManualDeal
from tallone.app.evening.effects import Effects
from tallone.app.evening.hall import Hall
from tallone.app.evening.mat_requests import MatRequests
from tallone.app.evening.noticeboard import Noticeboard
from tallone.app.evening.panel.desk import Desk
from tallone.app.evening.panel.orders import Consequence, Moment
from tallone.app.evening.panel.page import page_of
from tallone.app.evening.phases import Cause, Phase, after
from tallone.app.evening.play import PlayStage
from tallone.app.evening.setup import Setup
from tallone.app.evening.standings import begin, points_of
from tallone.app.watching.mat_watch import MatWatch
from tallone.app.watching.ready_check import Piles, ReadyCheck
from tallone.dealing.layout import PACK_CARDS, layout
from tallone.dealing.manual_deal import READING_PLACE
from tallone.dealing.piles.ready import not_empty
from tallone.dealing.promise.commitment import HOW_MANY_NUMBERS
from tallone.findings import Finding, FindingKind, told
from tallone.journal.mat_events import record_of
from tallone.journal.outcomes import finding_record
from tallone.journal.records import (
    ArbiterActed,
    Committed,
    DealAborted,
    DealReady,
    Found,
    KeyDestroyed,
    PhaseEntered,
    Record,
    ScoreConfirmed,
    Unsealed,
)
from tallone.journal.storage.sealing import HandKey, destroy_key_file, key_path
from tallone.link.messages import Role
from tallone.link.reports import BoardReport, Lid, Tamper
from tallone.mat.events import CardPlaced, MatEvent, ReaderLost, Seconds
from tallone.mat.tracker import MatTracker
from tallone.mat.zones import Zone
from tallone.rules.cards.seats import Seat, Side, seats, side_name
from tallone.rules.hand.moves import CallTimeOut
from tallone.rules.match.match import HandPoints

_CUTS: Final = range(PACK_CARDS)
# Whoever breaks a deal off after a look at his cards may try once; then somebody comes to see.
_BROKEN_TO_ARBITER: Final = 2
# The referee follows.
# No hand is under way: what lies on the mat is nobody's secret.
_BETWEEN: Final = (Phase.CONNECT, Phase.LOAD, Phase.STOPPED, Phase.MATCH_END)
_MOST_LAID: Final = 16
_IN_PLAY: Final = (Phase.TURN_FIRST, Phase.PLAY)


class Evening:
    """One table's evening, hand after hand."""

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

    # The boards.

    def board_up(self, role: str, firmware: str, now: float) -> None:
        """A board answers; `firmware` is its hash in hex."""
        self.up.add(role)
        self.trouble.pop(role, None)
        self.missing.pop(role, None)
        self.refused.discard(role)
        before = self.firmware.get(role, firmware)
        self.firmware[role] = firmware
        if firmware != before:
            # An update belongs between two evenings; nobody should have to read a journal to hear of this.
            self._find(FindingKind.FIRMWARE_CHANGED, now, zone=role)
            self.arbiter_called = True
        if role == Role.MAT:
            self._ask_report(now)
            self._requests.mat_is_new()
        elif self.deal is not None:
            self.deal.reconnected(now)
            self.after_deal(now)
        if self.phase is Phase.CONNECT and self.up >= self.setup.boards:
            self.enter(Cause.BOARDS_UP, now)

    def board_lost(self, role: str, reason: str, now: float) -> None:
        """A board is silent; play goes on, and what it has not reported will follow."""
        was_up = role in self.up
        self.up.discard(role)
        self.trouble[role] = reason
        if was_up:
            self._find(FindingKind.LINK_LOST, now, zone=role)

    def board_refused(self, role: str, sentence: str) -> None:
        """A board cannot be used; the sentence says what to do."""
        self.trouble[role] = sentence
        self.refused.add(role)
        self.missing.pop(role, None)

    def board_silent(self, role: str, sentence: str) -> None:
        """Something is plugged in where a board should be, and does not answer."""
        self.trouble[role] = sentence
        self.missing.pop(role, None)

    def board_missing(self, role: str, port: str, sentence: str) -> None:
        """There is no board at that port, or none that this program may open."""
        self.trouble[role] = sentence
        self.missing[role] = port
        self.refused.discard(role)

    def board_restarted(self, role: str, now: float) -> None:
        if role == Role.MAT:
            self.tracker.restart()
        self._find(FindingKind.BOARD_RESTARTED, now, zone=role)

    def hear(self, role: Role, report: BoardReport, now: float) -> None:
        """Hear a board's report."""
        if role is Role.MAT:
            self._hear_mat(report, now)
        else:
            self._hear_croupier(report, now)

    def _hear_mat(self, report: BoardReport, now: float) -> None:
        for event in self.tracker.hear(report, Seconds(now)):
            self.mat_event(event, now)
        if self.tracker.wants_report:
            self._ask_report(now)

    def _hear_croupier(self, report: BoardReport, now: float) -> None:
        match report:
            case Lid():
                self.lid_open = bool(report.open)
            case Tamper(open=1):
                self._find(FindingKind.TAMPER, now, zone=Role.CROUPIER)
            case Tamper():
                pass
            case _ if self.deal is not None and self.phase is Phase.DEAL:
                self.deal.observe(report, now)
                self.after_deal(now)
            case _:
                pass

    def command_refused(self, role: str, name: str, fault: int, now: float) -> None:
        """A board has refused a command."""
        if role == Role.CROUPIER and self.deal is not None:
            self.deal.refused(name, fault, now)
            self.after_deal(now)

    def command_busy(self, role: str, now: float) -> None:
        """A board was busy with something else: ask where it stands, and go on from there."""
        if role == Role.CROUPIER and self.deal is not None and now - self._busy_asked_at >= 1.0:
            self._busy_asked_at = now
            self.deal.reconnected(now)

    def reports_lost(self, role: str, now: float) -> None:
        """A board had no room for some reports: a full report makes up for them."""
        if role == Role.MAT:
            self._ask_report(now)
        elif self.deal is not None:
            self.deal.reconnected(now)

    # The mat.

    def mat_event(self, event: MatEvent, now: float) -> None:
        """Take what the mat has settled."""
        if self.deal is not None and self._sees_hidden:
            self.deal.mat_event(event, now)
            self._look(event, now)
            self.after_deal(now)
            return
        self.effects.record(record_of(event))
        self._look(event, now)
        if isinstance(event, CardPlaced) and self.phase in _BETWEEN:
            self.laid = [*self.laid[-_MOST_LAID:], event]
        if self.play is not None and self.phase in _IN_PLAY:
            self.play.observe(event)
            self.after_play(now)

    @property
    def _sees_hidden(self) -> bool:
        """Whether the mat reads cards that nobody may know: while people deal."""
        dealt = self.deal is not None and self.deal.SEES_HIDDEN
        return dealt and self.phase in (Phase.PASS, Phase.READY)

    def _look(self, event: MatEvent, now: float) -> None:
        self.watch.look(event, now)
        # In play the referee tells it.
        if isinstance(event, ReaderLost) and self.phase not in _IN_PLAY:
            self._find(FindingKind.READER_DEAD, now, zone=event.zone.value)

    # Loading and dealing. What people press calls these, see `presses.py`.

    def load(self, now: float) -> None:
        """The pack lies in the machine, or is shuffled: begin a deal if the mat is empty."""
        left = self.watch.occupied
        for finding in not_empty(left):
            self._tell(finding, now)
        if left or self.without_tags or not self.up >= self.setup.boards or self._lid_matters:
            return
        self._begin_deal(now)
        self.enter(Cause.PACK_SHUFFLED if self.setup.is_manual else Cause.PACK_LOADED, now)
        if self.setup.is_manual:
            self._requests.focus_on(READING_PLACE)

    @property
    def without_tags(self) -> int:
        """How many cards of this hand's pack have no tag: such a pack cannot be dealt."""
        return len(self.setup.tags(self.hand).own.missing)

    @property
    def _lid_matters(self) -> bool:
        return self.lid_open and not self.setup.is_manual

    def _begin_deal(self, now: float) -> None:
        self.lost_hand = ""
        self.tracker.play(begins=False)
        if self.key is None:
            # A file without a commitment in the journal is what a power cut left: it opens nothing.
            destroy_key_file(key_path(self.setup.journal, self.hand))
            self.key = HandKey.create(self.setup.journal, self.hand, self.setup.random_bytes)
        self.use_pack()
        self.deal = self.new_deal(self.key)
        self.deal.commit(self.firmware.get(Role.CROUPIER, ""), now)

    def use_pack(self) -> None:
        """Read tags as those of this hand's pack from now on; the mat must be empty of another's."""
        self.tracker.use(self.setup.tags(self.hand).own)

    def new_deal(self, key: HandKey) -> DealAttempt:
        """Return this hand's next attempt at a deal, not yet begun."""
        made = ManualDeal if self.setup.is_manual else MachineDeal
        return made(
            self.setup,
            self.effects,
            key,
            hand=self.hand,
            dealer=self.dealer,
            attempt=self.attempt,
            told=self._told,
        )

    @property
    def _told(self) -> Told:
        # A seeded evening is the same every time, whatever the day.
        head = "" if self.setup.is_seeded else self.head
        return Told(self.standings.number, self.broken, head)

    @property
    def dealer(self) -> Seat:
        """Who deals this hand."""
        return self.standings.dealer(self.hand)

    @property
    def cutter(self) -> Seat:
        """The player on the dealer's right."""
        return self.standings.cutter(self.hand)

    @property
    def wanted(self) -> Seat:
        """Who puts in a number or cuts now: the dealer first, then the player on his right, twice."""
        first = self.deal is not None and self.deal.numbers_wanted == HOW_MANY_NUMBERS
        return self.dealer if first else self.cutter

    def cut(self, value: int, now: float) -> None:
        """Take a number that is still wanted, or the cut, and let the deal go on."""
        assert self.deal is not None, "a cut follows a commitment"
        if self.deal.numbers_wanted:
            self.deal.put_in(value)
            return
        if value not in _CUTS:
            return
        self.deal.take_cut(value, self.cutter, now)
        self.enter(Cause.CUT_MADE, now)

    def after_deal(self, now: float) -> None:
        """Go on if the deal has come to its end, good or bad."""
        deal = self.deal
        if deal is None or self.phase not in (Phase.DEAL, Phase.PASS):
            return
        if deal.deal is not None:
            self.watch.moved_at = now
            self.enter(Cause.DEALT, now)
        elif deal.aborted is not None:
            self.deal_broke()
            self.enter(Cause.DEAL_BROKEN, now)

    def break_deal(self, reason: str, now: float) -> None:
        """Give the deal up; its commitment is revealed with the reason."""
        if self.deal is not None:
            self.deal.give_up(reason, now)
        self.deal_broke()
        self.play = None
        self.enter(Cause.DEAL_BROKEN, now)

    def deal_broke(self) -> None:
        """Count a deal that will not be played; from the second of an evening on, call the arbiter."""
        self.attempt += 1
        self.broken += 1
        self.arbiter_called = self.arbiter_called or self.broken >= _BROKEN_TO_ARBITER

    def keep_score(self, points: HandPoints, now: float) -> None:
        """The hand was counted, but what was hidden of it is lost: its score stands, its deal stays unproved."""
        self.standings = self.standings.after(points)
        self._forget_hand(now)
        over = self.standings.is_over
        self.hand += 1
        self.attempt = 1
        self.enter(Cause.MATCH_OVER if over else Cause.NEXT_HAND, now)

    def lose_hand(self, reason: str, committed: Committed | None, now: float) -> None:
        """What was hidden of this hand is lost: whatever its phase, it is dealt again.

        Its commitment stays without its secret, and the journal says so.
        """
        if committed is not None:
            self.effects.record(
                DealAborted(
                    at=now,
                    hand=self.hand,
                    job=0,
                    commitment=committed.commitment,
                    reason=reason,
                    passed=0,
                )
            )
        self.lost_hand = reason
        self.key = self.deal = self.play = None
        self.deal_broke()
        self.phase = Phase.STOPPED
        self.effects.record(
            PhaseEntered(
                at=now,
                hand=self.hand,
                phase=Phase.STOPPED.value,
                cause=Cause.DEAL_BROKEN.value,
            )
        )

    # The ready check.

    @property
    def ready_check(self) -> ReadyCheck:
        """What tells whether the piles of this deal lie right."""
        assert self.deal is not None, "piles are checked after a deal"
        if self._check is None or self._check[0] is not self.deal:
            check = ReadyCheck(self.setup.players, self.deal.counts, self.watch)
            self._check = self.deal, check
        return self._check[1]

    def call_arbiter(self) -> None:
        """Call the arbiter, or say that nobody is needed any more."""
        self.arbiter_called = not self.arbiter_called

    def seats_ready(self, ready: Iterable[Seat], now: float) -> None:
        """Players say that they have counted; let play begin if all have and the piles are right."""
        self.ready_seats.update(ready)
        if self.ready_seats < set(seats(self.setup.players)):
            return
        if self.ready_check.piles(now) is not Piles.RIGHT:
            return
        assert self.deal is not None, "seats are asked after a deal"
        wanted = layout(self.setup.players).counts
        scale = {place: wanted[place] for place in self.watch.dealt_grams}
        self.effects.record(
            DealReady(
                at=now,
                hand=self.hand,
                barrier=dict(self.deal.counts),
                scale=scale,
                certainty=round(self.ready_check.belief.right, 6),
            )
        )
        for place, count in scale.items():
            self.tracker.accept(Zone(place), count)
        self.play = self.new_play()
        self.enter(Cause.PILES_RIGHT, now)

    def new_play(self) -> PlayStage:
        """Return this hand's play, begun with the piles as dealt: the ready check has said so."""
        assert self.deal is not None, "play follows a deal"
        assert self.deal.deal is not None, "play follows a finished deal"
        self.watch.accept(layout(self.setup.players).counts)
        self.tracker.play(begins=True)
        return PlayStage(
            self.setup,
            self.effects,
            self.deal.key,
            self.deal.deal,
            hand=self.hand,
            piles=self.watch.piles,
            lost=self.watch.lost_readers,
        )

    def _tick_ready(self, now: float) -> None:
        if self.ready_check.piles(now) is Piles.WRONG:
            for finding in self.ready_check.findings:
                self._tell(finding, now)

    # Play and count.

    def answer(self, question: int, option: int, now: float) -> None:
        """People answer a question of the play's."""
        if self.play is not None and self.phase in (Phase.PLAY, Phase.COUNT):
            self.play.answer(question, option, now)
            self.after_play(now)

    def after_play(self, now: float) -> None:
        """Go on if the first card has been turned or the hand is over."""
        play = self.play
        if play is None:
            return
        if self.phase is Phase.TURN_FIRST and play.has_begun:
            self.enter(Cause.FIRST_TURNED, now)
        if self.phase is Phase.PLAY and play.ended is not None:
            self.enter(Cause.HAND_OVER, now)
        self.desk.notice(play, now)
        if Role.MAT in self.up:
            self._requests.focus(play.referee.hand.side)

    def end_hand(self, now: float) -> None:
        """People say that the hand is over: only where the table cannot see all of it."""
        if self.phase is Phase.PLAY and self.play is not None and self.play.unread:
            self.play.end(now)
            self.after_play(now)

    def confirm(self, sides: Iterable[Side], now: float) -> None:
        """Sides say that the count is right; with both the hand is counted. What is asked comes before."""
        if self.phase is not Phase.COUNT or self.play is None or self.play.question is not None:
            return
        self.confirmed.update(sides)
        if self.confirmed >= set(Side):
            self.next_hand(now)

    @property
    def points(self) -> HandPoints:
        """What the hand brings as it stands: counted or stated, with what rulings take or give."""
        assert self.play is not None, "a hand that is played brings points"
        counted = self.desk.stated or points_of(self.play.referee.hand)
        of_rulings = self.desk.penalties
        return HandPoints(
            north_south=counted.north_south + of_rulings[Side.NORTH_SOUTH],
            east_west=counted.east_west + of_rulings[Side.EAST_WEST],
        )

    def next_hand(self, now: float, *, by_arbiter: bool = False) -> None:
        """The count is confirmed: write it down, reveal the deal, forget the hand."""
        assert self.play is not None, "a hand is counted after play"
        assert self.deal is not None, "a hand is counted after play"
        points, players = self.points, self.setup.players
        names = {side: side_name(side, players) for side in Side}
        confirmed_by = [names[side] for side in Side if side in self.confirmed]
        self.effects.record(
            ScoreConfirmed(
                at=now,
                hand=self.hand,
                points={names[side]: points.of(side) for side in Side},
                penalties={
                    names[side]: more for side, more in self.desk.penalties.items() if more
                },
                by=("arbiter",) if by_arbiter else tuple(confirmed_by),
            )
        )
        self.standings = self.standings.after(points)
        self.effects.record(self.deal.reveal_record(now))
        # Every sealed finding of the hand has been numbered in the order in which it was made.
        for number, cards in zip(self.sealed_numbers, self.effects.sealed_cards, strict=False):
            self.effects.record(Unsealed(at=now, hand=self.hand, record=number, cards=cards))
        for number, order in zip(self.ordered_numbers, self.desk.next_hand(), strict=False):
            self.effects.record(Unsealed(at=now, hand=self.hand, record=number, order=order))
        self._forget_hand(now)
        if self.hall is not None and self.hall.time_out:
            self.standings = self.standings.stopped()
        over = self.standings.is_over
        self.hand += 1
        self.attempt = 1
        self.enter(Cause.MATCH_OVER if over else Cause.NEXT_HAND, now)

    def confirm_result(self) -> None:
        """The side that is asked finds the match's result right."""
        hall = self.hall
        if hall is not None and hall.place is not None and not hall.disputed and hall.confirming:
            confirmed = (*hall.confirmed, hall.confirming)
            self.hall = dataclasses.replace(hall, confirmed=confirmed)

    def dispute_result(self) -> None:
        """The side that is asked finds it wrong: the arbiter is called, and nobody is asked any more."""
        hall = self.hall
        if hall is not None and hall.place is not None and not hall.disputed and hall.confirming:
            self.hall = dataclasses.replace(hall, disputed=True)
            self.arbiter_called = True

    # The arbiter.

    def touch(self, place: int | None, step: int, now: float) -> None:
        """Take a touch of the arbiter's panel: a place on the page that was shown as step number so and so."""
        desk = self.desk
        if self.play is not None:
            self.play.tick(now)
        page = page_of(desk, self.play, now)
        if page is None or desk.panel is None:
            desk.show()
            return
        if place is None or step != desk.panel.step or not 0 <= place < len(page.choices):
            return
        choice = page.choices[place]
        at = Moment(self.play, self.hand, self.key, now)
        came = desk.touch(choice.touch, choice.word, at, listed=page.listed)
        self.take_order(came, now)

    def take_order(self, came: Consequence, now: float) -> None:
        """Do what an arbiter's order means for the evening."""
        if came.leaves:
            self.arbiter_called = False
        if came.corrects is not None:
            self.standings = self.standings.corrected(*came.corrects)
        if came.deals_again and self.phase is Phase.PLAY:
            self.break_deal("the arbiter has ordered a new deal", now)
            return
        if came.table == "time-out" and self.play is not None and self.phase is Phase.PLAY:
            self.play.make(CallTimeOut(), now)
        elif came.table == "end-match":
            self.standings = self.standings.stopped()
        elif came.table == "confirm-score" and self.phase is Phase.COUNT:
            self.next_hand(now, by_arbiter=True)
            return
        play = self.play
        if play is not None and self.phase is Phase.COUNT and not play.referee.hand.is_over:
            # A ruling has opened the hand again.
            self.enter(Cause.PLAYS_ON, now)
        self.after_play(now)

    def next_match(self, now: float) -> None:
        """The match is over and read: begin another."""
        self.desk.next_match()
        self.standings = self.standings.next_match(self.hand)
        self.enter(Cause.NEXT_MATCH, now)

    def _forget_hand(self, now: float) -> None:
        if self.deal is not None:
            self.deal.wipe()
        if self.key is not None:
            # Its file goes when the reveal is on the disk, see `wrote`.
            self._spent_keys.append(self.key)
            self.effects.record(KeyDestroyed(at=now, hand=self.hand))
        self.key = self.deal = self.play = None
        self.unfollowed = 0
        self.ready_seats = set()
        self.noticeboard.next_hand()
        self.sealed_numbers.clear()
        self.ordered_numbers.clear()
        self.confirmed.clear()
        self.effects.sealed_cards.clear()

    def wrote(self, first: int, records: Sequence[Record]) -> None:
        """Take note of the numbers under which records were written, from `first` on.

        What the records have made superfluous is destroyed: they are on the disk now.
        """
        while self._spent_keys:
            self._spent_keys.pop().destroy()
        for number, record in enumerate(records, start=first):
            if isinstance(record, Found) and record.sealed_cards:
                self.sealed_numbers.append(number)
            elif isinstance(record, ArbiterActed) and record.sealed:
                self.ordered_numbers.append(number)

    # Time.

    def tick(self, now: float) -> None:
        """Let time pass."""
        for event in self.tracker.tick(Seconds(now)):
            self.mat_event(event, now)
        if self.phase is Phase.READY:
            self._tick_ready(now)
        if self.play is not None and self.phase in _IN_PLAY:
            self.play.tick(now)
            self.after_play(now)
        if self.tracker.wants_report:
            self._ask_report(now)

    @property
    def is_busy(self) -> bool:
        """Whether time matters from one quarter of a second to the next."""
        return self.phase in (Phase.READY, Phase.TURN_FIRST, Phase.PLAY)

    # Common parts.

    def enter(self, cause: Cause, now: float) -> None:
        """Go from phase to phase by the table of `phases.py`."""
        self.phase = after(self.phase, cause)
        self.ready_seats = set()
        self.effects.record(
            PhaseEntered(at=now, hand=self.hand, phase=self.phase.value, cause=cause.value)
        )

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
