"""Back to where the evening stood: the journal's records through the same stations.

Only inputs are replayed; the outcomes they lead to are in the journal already and are thrown away. What
happened while the program was down comes from the boards afterwards: they keep their events, and a full
report of the mat makes the table agree.
"""

import dataclasses
import logging
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final

from tallone.app.evening.count.matches import Arrangement, arrange
from tallone.app.evening.evening import Evening
from tallone.app.evening.hall import Hall
from tallone.app.evening.phases import Phase
from tallone.app.evening.setup import Setup
from tallone.app.foyer.foyer import Foyer
from tallone.app.foyer.snapshot import restore
from tallone.app.hall.words import place_of, read_said, read_told, said, told
from tallone.club.hall.messages import Seat as HallSeat
from tallone.dealing.promise.commitment import FORMAT
from tallone.errors import JournalError
from tallone.journal.mat_events import event_of
from tallone.journal.records import (
    Answered,
    ArbiterActed,
    Committed,
    CutMade,
    DealReported,
    Found,
    HallSaid,
    HallTold,
    HandOver,
    LinkChanged,
    MatSettled,
    PhaseEntered,
    Pressed,
    Record,
    ScoreConfirmed,
    SessionClosed,
)
from tallone.journal.storage.sealing import HandKey
from tallone.mat.zones import WEIGHED
from tallone.press import Button
from tallone.profile_file import profile_of
from tallone.rules import ProfileError
from tallone.rules.cards.seats import Seat, Side, side_name
from tallone.rules.hand.moves import CallTimeOut
from tallone.rules.match.match import HandPoints

_LOG: Final = logging.getLogger(__name__)
# So many records of an evening may be passed over one by one; then the hand they belong to is given up.
_MOST_PASSED_OVER: Final = 12
# As `Welcome.firmware` writes it.
_HASH: Final = re.compile(r"\(([0-9a-f]{16})\)$")
_EARLIER: Final = "the deal was promised by an earlier program"
_OF_EVENING: Final = (PhaseEntered, HandOver)


@dataclasses.dataclass(frozen=True, slots=True)
class Followed:
    """An evening as far as its journal could be followed, and what could not."""

    evening: Evening
    began: bool
    last_at: float
    passed_over: tuple[int, ...]  # numbers of records, from 1
    foyer: Foyer | None = None  # what stood around the play, if anything did
    was_closed: bool = False  # the session ended by itself; it was not cut off


def follow(setup: Setup, records: Sequence[Record]) -> Followed:
    """Rebuild an evening. A record that cannot be followed is passed over, and the evening opens all the same.

    Where too many of a hand cannot be, or what was hidden of it is lost, the hand is dealt again.
    """
    passed_over: set[int] = set()
    while True:
        recovery = Recovery(Evening(setup), frozenset(passed_over))
        try:
            began = recovery.run(records)
        except Exception as error:
            number = recovery.number
            _LOG.warning("record %d of the journal cannot be followed: %s", number, _what(error))
            passed_over |= {number} if len(passed_over) < _MOST_PASSED_OVER else set()
            if len(passed_over) >= _MOST_PASSED_OVER:
                passed_over |= _rest_of_hand(records, number)
            continue
        recovery.close()
        evening = recovery.evening
        evening.passed_over(
            sum(getattr(records[n - 1], "hand", 0) in (0, evening.hand) for n in passed_over)
        )
        return Followed(
            evening,
            began,
            recovery.last_at,
            tuple(sorted(passed_over)),
            recovery.foyer,
            bool(records) and isinstance(records[-1], SessionClosed),
        )


def _rest_of_hand(records: Sequence[Record], number: int) -> set[int]:
    """Return the numbers of what cannot be followed with a hand: all but its phases and its score."""
    hand = getattr(records[number - 1], "hand", 0)
    rest = {
        place
        for place, record in enumerate(records, start=1)
        if place >= number
        and getattr(record, "hand", hand) in (0, hand)
        and not isinstance(record, _OF_EVENING)
    }
    return rest | {number}


def _what(error: Exception) -> str:
    """Return the kind of error; its text may name what is hidden."""
    return str(error) if isinstance(error, JournalError) else type(error).__name__


class Recovery:
    """Rebuilds an evening from its records."""

    def __init__(self, evening: Evening, passed_over: Container[int] = ()) -> None:
        self.evening = self._evening = evening
        self.number = 0  # of the record that is being followed
        self.foyer: Foyer | None = None
        # The match that follows was arranged at the screen.
        self._arranged = False
        self._passed_over = passed_over
        self._committed: Committed | None = None
        self._lost = ""
        self._phase = Phase.CONNECT
        self._last_at = 0.0
        self._points: HandPoints | None = None
        # Hands before this one are counted; their keys are gone and only their scores matter.
        self._current = 1

    def run(self, records: Iterable[Record]) -> bool:
        """Replay the records; return whether there was anything to go on with."""
        evening = self._evening
        began = False
        records = list(records)
        entered = [record.hand for record in records if isinstance(record, PhaseEntered)]
        self._current = max(entered, default=1)
        for number, record in enumerate(records, start=1):
            # Reports of a deal have the time of the cut.
            self._last_at = max(self._last_at, record.at)
            self.number = number
            if isinstance(record, PhaseEntered):
                began = True
            if isinstance(record, Committed) and record.hand == self._current:
                self._committed = record
            if number not in self._passed_over:
                self._take(record, number)
            evening.effects.take()
        # The scales go on counting from what the journal knows; their first weights are no play.
        for zone in WEIGHED:
            if zone in evening.watch.counts:
                evening.tracker.expect(zone, evening.watch.counts[zone])
        return began

    def close(self) -> None:
        """Deal the hand again if it cannot go on: what its phase needs is not there."""
        evening = self._evening
        phase = evening.phase
        needs_deal = phase not in (Phase.CONNECT, Phase.LOAD, Phase.STOPPED, Phase.MATCH_END)
        needs_play = phase in (Phase.TURN_FIRST, Phase.PLAY, Phase.COUNT)
        if phase is Phase.COUNT and evening.play is None and self._points is not None:
            evening.keep_score(self._points, self._last_at)
        elif (needs_deal and evening.deal is None) or (needs_play and evening.play is None):
            reason = self._lost or "what is known of the deal is lost"
            evening.lose_hand(reason, self._committed, self._last_at)

    @property
    def last_at(self) -> float:
        """When the last record was written."""
        return self._last_at

    def _take(self, record: Record, number: int) -> None:  # noqa: C901 - a table of cases
        evening = self._evening
        match record:
            case PhaseEntered():
                self._enter(record)
            case Committed():
                self._commit(record)
            case CutMade(value=value, seat=seat, numbers=numbers) if evening.deal and seat:
                evening.deal.take_cut(value, Seat(seat), record.at, numbers)
            case DealReported() if evening.deal is not None:
                event = evening.deal.restore_report(record, record.at)
                if event is not None:
                    evening.watch.look(event, event.at)
            case MatSettled():
                self._mat(record)
            case Answered() if evening.play is not None:
                evening.play.answer(record.question, record.option, record.at)
            case LinkChanged(what="up"):
                evening.runs(_program_of(record))
            case Pressed():
                self._press(record)
            case ArbiterActed():
                self._arbiter(record, number)
            case HandOver() | ScoreConfirmed():
                self._points = _points_of(record, evening.setup.players)
            case HallTold() | HallSaid():
                self._hall(record)
            case Found() if record.sealed_cards and record.hand == self._current:
                evening.sealed_numbers.append(number)
            case _:
                pass

    def _hall(self, record: HallTold | HallSaid) -> None:
        """Know again what the hall has said, and what was said to it."""
        evening = self._evening
        hall = evening.hall or Hall()
        if isinstance(record, HallSaid):
            evening.in_hall(said(hall, read_said(record.word, evening.setup.config.table)))
            return
        command = read_told(record.word)
        if record.begun and isinstance(command, HallSeat):
            evening.take_seats(place_of(command))
        elif command is not None:
            evening.in_hall(told(hall, command))

    def _press(self, record: Pressed) -> None:
        sides = tuple(Side)
        if record.button == Button.ARBITER:
            self._evening.call_arbiter()
        elif record.chosen:
            self._around(record.chosen, record.hand)
        elif record.button != Button.CONFIRM or record.value is None:
            return
        elif 0 <= record.value < len(sides):
            self._evening.confirmed.add(sides[record.value])

    def _arbiter(self, record: ArbiterActed, number: int) -> None:
        """Let the arbiter do again what he did; of hands that are counted only what concerns the match."""
        evening = self._evening
        if record.hand < self._current and record.sealed:
            # Its key is gone; what it did to the hand's points stands in its confirmed score.
            return
        if record.sealed:
            evening.ordered_numbers.append(number)
        came = evening.desk.follow(record, evening.play, evening.key)
        if came.corrects is not None:
            evening.correct_hand(*came.corrects)
        if came.leaves:
            evening.arbiter_leaves()
        if came.table == "time-out" and evening.play is not None:
            evening.play.make(CallTimeOut(), record.at)
        elif came.table == "end-match":
            evening.end_match()

    def _enter(self, record: PhaseEntered) -> None:
        evening = self._evening
        phase = Phase(record.phase)
        if phase in (Phase.LOAD, Phase.MATCH_END) and record.hand > evening.hand:
            self._finish_hand()
        if phase is Phase.MATCH_END and not evening.standings.is_over:
            evening.end_match()
        if phase is Phase.LOAD and self._phase is Phase.MATCH_END and not self._arranged:
            evening.another_match(record.hand)
        self._arranged = False
        self._phase = phase
        evening.stand_in(phase, record.hand)
        if (
            phase is Phase.TURN_FIRST
            and evening.deal is not None
            and evening.deal.deal is not None
        ):
            evening.begin_play()
        if phase is Phase.STOPPED:
            evening.stopped()

    def _around(self, chosen: Mapping[str, Any], hand: int) -> None:
        """Take what was decided at the screen around the play."""
        restored = restore(chosen)
        if restored is None:
            raise JournalError("what stands around the play cannot be read")
        self.foyer = restored.foyer
        if not restored.begins:
            return
        evening, foyer = self._evening, restored.foyer
        profile = evening.setup.profile
        if foyer.profile and foyer.profile != evening.setup.config.profile:
            try:
                profile = profile_of(foyer.profile)
            except ProfileError as error:
                _LOG.warning("%s", error)
        arrangement = Arrangement(
            profile=profile,
            players=foyer.seating.players,
            hands=foyer.formula.hands,
            points=foyer.formula.points,
            dealer=foyer.seating.dealer,
        )
        arrange(evening, arrangement, first=max(1, hand))
        self._arranged = True

    def _commit(self, record: Committed) -> None:
        evening = self._evening
        if record.hand < self._current:
            return
        try:
            key = evening.key or HandKey.load(
                evening.setup.journal, record.hand, evening.setup.random_bytes
            )
        except JournalError as error:
            # Later attempts at this hand may have another key; this one is lost.
            _LOG.warning("%s", error)
            self._lost = "the hand's key is lost"
            evening.forget_deal()
            return
        try:
            evening.deal_again(key, record.attempt).restore(record)
        except JournalError as error:
            _LOG.warning("%s", error)
            earlier = record.format != FORMAT
            self._lost = _EARLIER if earlier else "the hand's key is another one"
            evening.forget_deal()

    def _mat(self, record: MatSettled) -> None:
        evening = self._evening
        event = event_of(record)
        evening.watch.look(event, event.at)
        if evening.play is not None and self._phase in (Phase.TURN_FIRST, Phase.PLAY):
            evening.play.tick(record.at)
            evening.play.observe(event)
            evening.desk.notice(evening.play, event.at)

    def _finish_hand(self) -> None:
        """The hand before is counted, its key is gone."""
        evening = self._evening
        if self._points is None:
            raise JournalError(
                "a hand in the journal has ended without a score; begin a new journal"
            )
        evening.counted(self._points)
        self._points = None


def _program_of(record: LinkChanged) -> dict[str, str]:
    """Return role -> hash of what a board ran when it came up, if the record says it."""
    told = _HASH.search(record.detail)
    return {record.board: told[1]} if told else {}


def _points_of(record: HandOver | ScoreConfirmed, players: int) -> HandPoints:
    """Return a hand's points by the sides' names: a journal keeps no order of keys."""
    names = [side_name(side, players) for side in Side]
    if isinstance(record, ScoreConfirmed):
        first, second = (record.points[name] for name in names)
    else:
        sides = record.result["sides"]
        first, second = (sides[name]["total"] for name in names)
    return HandPoints(north_south=first, east_west=second)
