"""What of the evening is said to the hub, and what the hub's words do to the evening.

House rules: what must arrive is a record of the journal (`HallSaid`) in the same transaction as what it tells of,
until its receipt is one too; what the hub has said and still holds is a record (`HallTold`). Nothing here can
hold a card: a word has seats, entrants and points.
"""

from collections.abc import Iterable
from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.evening.hall import SIDES, Hall, Place
from tallone.app.evening.phases import Cause, Phase
from tallone.app.hall.words import read_said, read_told, seats_of, told
from tallone.club.hall.messages import (
    Ack,
    Ask,
    Command,
    DisputeSaid,
    HandScored,
    Hello,
    Release,
    ResultSaid,
    Seat,
    TableMessage,
    encode,
)
from tallone.club.hall.table_end import TableEnd
from tallone.journal.records import HallReceived, HallSaid, HallTold, Record
from tallone.rules.cards.seats import Side

_PROGRAM: Final = "tallone"
# A round may begin in these: no card of it is dealt.
_BETWEEN: Final = (Phase.CONNECT, Phase.LOAD, Phase.MATCH_END)
# Facts are taken by their time: what follows on a word is a little later.
_LATER_S: Final = 0.001


class Conversation:
    """One table's talk with its hub; knows no wire and no clock."""

    def __init__(self, table: int, boot: int) -> None:
        self._end = TableEnd(table, boot)
        self._table = table
        self._kept: set[str] = set()
        self._hands_said = 0
        self._result_said = False
        self._confirmed_said: set[Side] = set()
        self._dispute_said = False
        self._called = False
        self._seated_said = 0
        self._seat: Seat | None = None

    def resume(self, evening: Evening, records: Iterable[Record]) -> None:
        """Take up what the journal knows: what is owed, the round, what was said of it.

        The evening itself has been taken up already, its hall too.
        """
        owed: dict[str, TableMessage] = {}
        for record in records:
            match record:
                case HallSaid():
                    message = read_said(record.word, self._table)
                    if message is not None:
                        owed[record.id] = message
                        self._note_said(message)
                case HallReceived():
                    owed.pop(record.id, None)
                case HallTold():
                    command = read_told(record.word)
                    if isinstance(command, Seat):
                        self._seat = command
                        if record.begun:
                            self._forget_round()
                            self._seated_said = command.round
                case _:
                    pass
        self._end = TableEnd(self._table, self._end.boot, owed.values())
        self._end.seat = self._seat
        self._kept = set(owed)
        hall = hall_of(evening)
        self._confirmed_said = set(hall.confirmed)
        evening.in_hall(hall)

    def greet(self, now: float) -> None:
        """The broker is there again: say so, and say again what is owed."""
        self._end.greet(now, _PROGRAM)
        self._end.connected()

    def hear(self, evening: Evening, raw: bytes, at: float, now: float, *, retained: bool) -> None:
        """Take a word of the hub's; `at` is the evening's time, `now` the wall's."""
        heard = self._end.hear(raw, now, retained=retained)
        if isinstance(heard, Ack):
            if heard.id in self._kept:
                self._kept.discard(heard.id)
                evening.effects.record(HallReceived(at=at, id=heard.id))
        elif heard is not None:
            self._obey(evening, heard, at)

    def _obey(self, evening: Evening, command: Command, at: float) -> None:
        if isinstance(command, Ask | Release):
            return
        hall = hall_of(evening)
        evening.in_hall(told(hall, command))
        if evening.hall == hall:
            return
        evening.effects.record(HallTold(at=at, word=encode(command).decode()))
        if isinstance(command, Seat):
            self._seat = command

    def look(self, evening: Evening, at: float, now: float) -> None:
        """Say what has happened at the table since the last look; called before the journal is written."""
        hall = hall_of(evening)
        if hall.time_out and evening.phase is Phase.LOAD and evening.standings.match.hands:
            # A hand that has not begun is not played.
            evening.end_match()
            evening.enter(Cause.MATCH_OVER, at)
        if evening.arbiter_called != self._called:
            self._called = evening.arbiter_called
            self._end.call(now, done=not self._called)
        if hall.place is not None:
            self._say_round(evening, hall, hall.place, now)
        if hall.following is not None and self._may_begin(evening, hall):
            self._begin(evening, hall.following, at)
        elif hall.place is not None and self._is_another_match(evening, hall.place):
            self._begin(evening, hall.place, at)
        self._keep(evening, at)

    def _may_begin(self, evening: Evening, hall: Hall) -> bool:
        """Whether nothing of the round before is left to be played or asked."""
        if evening.phase not in _BETWEEN:
            return False
        if evening.phase is Phase.MATCH_END:
            return hall.place is None or hall.confirming is None or hall.disputed
        return not evening.standings.match.hands

    @staticmethod
    def _is_another_match(evening: Evening, place: Place) -> bool:
        """Whether people have arranged a match of their own where the hall's round is to be played."""
        is_new = evening.phase in (Phase.CONNECT, Phase.LOAD) and not evening.standings.match.hands
        return is_new and evening.standings.hands != place.hands

    def _begin(self, evening: Evening, place: Place, at: float) -> None:
        if evening.phase is Phase.MATCH_END:
            evening.next_match(at)
        evening.take_seats(place)
        self._forget_round()
        if self._seat is not None:
            word = encode(self._seat).decode()
            evening.effects.record(HallTold(at=at, word=word, begun=True))

    def _forget_round(self) -> None:
        self._hands_said, self._seated_said = 0, 0
        self._result_said = self._dispute_said = False
        self._confirmed_said = set()

    def _say_round(self, evening: Evening, hall: Hall, place: Place, now: float) -> None:
        end, standings = self._end, evening.standings
        if self._seated_said != place.round:
            self._seated_said = place.round
            end.seated(now, place.round, seats_of(place))
        for hand in standings.match.hands[self._hands_said :]:
            self._hands_said += 1
            points = dict(
                zip(map(place.key, SIDES), (hand.north_south, hand.east_west), strict=True)
            )
            end.hand(now, place.round, self._hands_said, points)
        if evening.phase is not Phase.MATCH_END:
            return
        if not self._result_said:
            self._result_said = True
            totals = standings.now.totals
            end.result(now, place.round, {place.key(side): totals[side] for side in SIDES}, ())
        for side in hall.confirmed:
            if side not in self._confirmed_said:
                self._confirmed_said.add(side)
                end.confirm(now + _LATER_S, place.round, place.entrant(side))
        if hall.disputed and not self._dispute_said:
            self._dispute_said = True
            by = place.entrant(hall.confirming or SIDES[0])
            end.dispute(now + 2 * _LATER_S, place.round, by)

    def _keep(self, evening: Evening, at: float) -> None:
        """Let the journal keep what is owed and not in it yet; a greeting is made anew at every start."""
        for message in self._end.owed:
            if message.id not in self._kept and not isinstance(message, Hello):
                self._kept.add(message.id)
                word = encode(message).decode()
                evening.effects.record(HallSaid(at=at, id=message.id, word=word))

    def due(self, evening: Evening, now: float) -> list[bytes]:
        """Return what is to be sent; called after the journal was written."""
        trouble = bool(evening.trouble or evening.journal_trouble)
        hand = evening.hand - evening.standings.began + 1
        status = self._end.status(now, evening.phase.value, min(hand, 99), trouble=trouble)
        return self._end.due(now) + ([status] if status else [])

    @property
    def owes(self) -> int:
        """How many words wait for their receipt."""
        return len(self._end.owed)

    def _note_said(self, message: TableMessage) -> None:
        if getattr(message, "round", 0) == self._seated_said:
            match message:
                case HandScored():
                    self._hands_said = max(self._hands_said, message.hand)
                case ResultSaid():
                    self._result_said = True
                case DisputeSaid():
                    self._dispute_said = True
                case _:
                    pass


def hall_of(evening: Evening) -> Hall:
    """Return what the evening knows of its hall; nothing yet where it has just been told of one."""
    return evening.hall if evening.hall is not None else Hall()
