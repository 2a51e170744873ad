"""The hub's end of the hall: what each table's messages mean for the log, and what each table is told.

Pure: it keeps who was heard when, and nothing that counts. What counts goes into the log as facts, and an
acknowledgement is given only after the caller has them on the disk.
"""

import dataclasses
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final

from tallone.club.hall.messages import (
    Accepted,
    Ack,
    Ask,
    Called,
    Command,
    ConfirmSaid,
    DisputeSaid,
    HandScored,
    Hello,
    Open,
    Release,
    ResultSaid,
    Seat,
    Seated,
    Status,
    TableMessage,
    TimeOut,
    Warned,
    boot_of,
    encode,
    read_table,
)
from tallone.club.rules.record.state import Projection, TableResult
from tallone.club.rules.refusal import Refused

# A command that has not been obeyed by then is void: the hall has moved on.
COMMAND_S: Final = 120.0
# A table that has said nothing for so long is silent: three missed words.
SILENT_S: Final = 16.0
# A table that does not know its seats is told again after this.
TELL_AGAIN_S: Final = 5.0
_MAX_TABLES: Final = 1000
_MAX_WARNINGS: Final = 50

Written = dict[str, Any]


@dataclasses.dataclass(slots=True)
class Heard:
    """What the hub knows of a table from its own words; a new hub begins without it."""

    table: int
    last: float = 0.0
    boot: int = 0
    program: str = ""
    pack: str = ""
    phase: str = ""
    round: int = 0
    hand: int = 0
    trouble: bool = False
    called_at: float | None = None
    told_at: float = 0.0  # when its seating was last said without being asked
    seat_told: int = 0  # the round of that seating
    open_told: int = 0  # the round that it was last told to be open
    seats: Mapping[str, int] = dataclasses.field(default_factory=dict)
    hands: "OrderedDict[tuple[int, int], Mapping[str, int]]" = dataclasses.field(
        default_factory=OrderedDict
    )
    warnings: list[tuple[int, str, str]] = dataclasses.field(default_factory=list)

    def is_silent(self, now: float) -> bool:
        """Whether nothing has been heard for a while."""
        return now - self.last > SILENT_S


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What follows from a message: facts for the log, and words to the table once they are there."""

    facts: tuple[Written, ...] = ()
    words: tuple[bytes, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a table is told of its round beside who sits there."""

    hands: int
    minutes: int
    code: str
    names: Mapping[int, str] = dataclasses.field(default_factory=dict)


class HubEnd:
    """One event's hub."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tables: dict[int, Heard] = {}
        self._number = 0

    def hear(self, table: int, raw: bytes, now: float, state: Callable[[], Projection]) -> Answer:
        """Return what follows from a table's words; what cannot be read is answered by nothing.

        `state` is asked only where a table has to be told where the hall stands: most words need none.
        """
        try:
            message = read_table(raw, table)
        except Refused:
            return Answer()
        if table not in self.tables and len(self.tables) >= _MAX_TABLES:
            return Answer()
        heard = self.tables.setdefault(table, Heard(table))
        heard.last = now
        if isinstance(message, Status):
            _note_status(heard, message)
            # A hub that has just been started learns from the next status which start it speaks to, and has
            # said again at once what waits for a receipt.
            is_new, heard.boot = not heard.boot, boot_of(message.id)
            word = encode(self.ask(table, message.round, now))
            return Answer(words=(word,)) if is_new else Answer()
        facts = _facts(table, message, now)
        _note(heard, message)
        words = [encode(Ack(id=message.id, now=now))]
        if isinstance(message, Hello):
            heard.boot = message.boot
            words += [encode(word) for word in self.welcome(table, now, state())]
        return Answer(facts=facts, words=tuple(words))

    def tick(self, now: float, state: Projection) -> list[tuple[int, Command]]:
        """Return what tables have missed: the newest seating, told to who plays another round, and its opening.

        The desk may be another program that writes into the same log: its words come to the tables from here.
        """
        if not state.seatings or state.final:
            return []
        newest = max(state.seatings)
        said: list[tuple[int, Command]] = []
        for seated in state.seatings[newest].tables:
            heard = self.tables.get(seated.table)
            if heard is None or not heard.boot or heard.is_silent(now):
                continue
            knows = newest in (heard.round, heard.seat_told)
            if knows and newest in state.opened and heard.open_told != newest:
                said.append((seated.table, self.open(seated.table, newest, now)))
            elif heard.round != newest and now - heard.told_at >= TELL_AGAIN_S:
                heard.told_at, heard.seat_told = now, newest
                said += [(seated.table, word) for word in self.welcome(seated.table, now, state)]
        return said

    def welcome(self, table: int, now: float, state: Projection) -> list[Command]:
        """Return what a table that has just come must know.

        Its seats, whether the round is open, and what the standing has of it.
        """
        commands: list[Command] = []
        for number in sorted(state.seatings, reverse=True)[:1]:
            commands += self.seats(number, now, state, only=table)
            if number in state.opened:
                commands.append(self.open(table, number, now))
        for result in state.results:
            if result.table == table and result.state != "missing":
                commands.append(self.accepted(result, now))
        return commands

    def seats(
        self, number: int, now: float, state: Projection, only: int | None = None
    ) -> list[Seat]:
        """Return the seating of a round, a command for each table (or for one)."""
        seating = state.seatings.get(number)
        if seating is None:
            return []
        plan = self.plan
        return [
            Seat(
                **self._head(seated.table, now),
                round=number,
                rev=seating.rev,
                a=seated.a,
                b=seated.b,
                names={str(one): plan.names.get(one, str(one)) for one in (*seated.a, *seated.b)},
                hands=plan.hands,
                minutes=plan.minutes,
                code=plan.code,
            )
            for seated in seating.tables
            if only in (None, seated.table)
        ]

    def open(self, table: int, number: int, now: float) -> Open:
        """Return the word that the round is open."""
        if table in self.tables:
            self.tables[table].open_told = number
        return Open(**self._head(table, now), round=number)

    def time_out(self, table: int, number: int, now: float) -> TimeOut:
        """Return the word that the time is over."""
        return TimeOut(**self._head(table, now), round=number)

    def ask(self, table: int, number: int, now: float) -> Ask:
        """Return the request to say a round again."""
        return Ask(**self._head(table, now), round=number)

    def release(self, table: int, number: int, now: float) -> Release:
        """Return the word that a round is over for the table."""
        return Release(**self._head(table, now), round=number)

    def accepted(self, result: TableResult, now: float) -> Accepted:
        """Return what the standing has of a table."""
        sides = ("+".join(map(str, sorted(side))) for side in (result.a, result.b))
        points = None
        if result.points is not None:
            points = dict(zip(sides, result.points, strict=True))
        return Accepted(
            **self._head(result.table, now), round=result.round, state=result.state, points=points
        )

    def _head(self, table: int, now: float) -> Written:
        self._number += 1
        heard = self.tables.get(table)
        return {
            # The time makes it another's id after a restart of the hub.
            "id": f"h{now:.3f}-{self._number}",
            "at": now,
            "boot": heard.boot if heard else 0,
            "until": now + COMMAND_S,
        }


def _facts(table: int, message: TableMessage, now: float) -> tuple[Written, ...]:
    """Return the facts of a message; its own time counts, but none from the hub's future.

    Said again, a message may give another time: whoever keeps the log passes over an id that it has.
    """
    head = {"id": message.id, "at": min(message.at, now), "table": table}
    match message:
        case ResultSaid():
            return (
                {
                    **head,
                    "kind": "result",
                    "round": message.round,
                    "rev": message.rev,
                    "points": dict(message.points),
                    "signed": list(message.signed),
                },
            )
        case ConfirmSaid() | DisputeSaid():
            kind = "confirm" if isinstance(message, ConfirmSaid) else "dispute"
            fields = {"round": message.round, "rev": message.rev, "by": message.by}
            return ({**head, "kind": kind, **fields},)
        case _:
            return ()


def _note(heard: Heard, message: TableMessage) -> None:
    match message:
        case Hello():
            heard.program, heard.pack, heard.round = message.program, message.pack, message.round
        case Seated():
            heard.seats = message.seats
        case HandScored():
            heard.hands[message.round, message.hand] = message.points
            while len(heard.hands) > 200:
                heard.hands.popitem(last=False)
        case Called():
            heard.called_at = None if message.done else message.at
        case Warned():
            heard.warnings = [
                *heard.warnings[1 - _MAX_WARNINGS :],
                (message.round, message.side, message.why),
            ]
        case _:
            pass


def _note_status(heard: Heard, message: Status) -> None:
    heard.phase, heard.round, heard.hand = message.phase, message.round, message.hand
    heard.trouble = message.trouble
