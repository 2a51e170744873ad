"""An evening at one table: which phase it is in, and what each thing that happens leads to.

House rules: everything comes in as a call with `now`, everything goes out through `effects`; nothing
here reads a clock, a port or a screen. The same calls from the journal's records rebuild the same
evening, see `app/recovery.py`.
"""

from typing import Final

from tallone.app.evening.count.counting import Counting
from tallone.app.evening.panel.orders import Consequence, Moment
from tallone.app.evening.panel.page import page_of
from tallone.app.evening.phases import Cause, Phase
from tallone.findings import FindingKind
from tallone.journal.mat_events import record_of
from tallone.link.messages import Role
from tallone.link.reports import BoardReport, Lid, Tamper
from tallone.mat.events import CardPlaced, MatEvent, ReaderLost, Seconds
from tallone.rules.hand.moves import CallTimeOut

# No hand is under way: what lies on the mat is nobody's secret.
_BETWEEN: Final = (Phase.CONNECT, Phase.LOAD, Phase.STOPPED, Phase.MATCH_END)
_MOST_LAID: Final = 16
_IN_PLAY: Final = (Phase.TURN_FIRST, Phase.PLAY)


class Evening(Counting):
    """One table's evening, hand after hand."""

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

    # Play.

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

    # The arbiter.

    def call_arbiter(self) -> None:
        """Call the arbiter, or say that nobody is needed any more."""
        self.arbiter_called = not self.arbiter_called

    def arbiter_leaves(self) -> None:
        """Nobody is called any more."""
        self.arbiter_called = False

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
            self.arbiter_leaves()
        if came.corrects is not None:
            self.correct_hand(*came.corrects)
        if came.deals_again and self.phase is Phase.PLAY:
            self.break_deal("the arbiter has ordered a new deal", now)
            return
        if came.table == "time-out" and self.play is not None and self.phase is Phase.PLAY:
            self.play.make(CallTimeOut(), now)
        elif came.table == "end-match":
            self.end_match()
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
        self.another_match(self.hand)
        self.enter(Cause.NEXT_MATCH, now)

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
