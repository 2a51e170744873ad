"""A table's program without cards: it says on its wire what a table says, and owes it until it is acknowledged."""

import dataclasses
import random
from collections.abc import Sequence
from typing import Final, Protocol

from tallone.club.hall.messages import Ack, Open, Seat, up_topic
from tallone.club.hall.mqtt import Arrived
from tallone.club.hall.table_end import TableEnd

_PROGRAM: Final = "rehearsal"
# What the points of a wrong slip differ by.
_SLIP: Final = 50
HandPoints = tuple[int, int]


class TableWire(Protocol):
    """The way to the broker: `mqtt.Line`, or anything that carries bytes as it does."""

    def send(self, topic: str, payload: bytes, *, lasts_s: int = 0) -> bool: ...
    def drain(self) -> list[Arrived]: ...
    def came_up(self) -> bool: ...


class Players(Protocol):
    """Who plays at the tables."""

    def begin(self, table: int, number: int, hands: int) -> None:
        """Begin a round at a table."""
        ...

    def played(self, table: int, number: int) -> Sequence[HandPoints] | None:
        """Return what the hands counted so far have brought the first and the second side; None: not begun."""
        ...


@dataclasses.dataclass(slots=True)
class Habits:
    """What goes wrong at a table, each as a chance: of a dispute, of saying a thing twice, of mixing the order."""

    dispute: float = 0.0
    twice: float = 0.0
    mixed: float = 0.0


class RehearsedTable:
    """One table; `truth` is what was played, whatever has become of it on the way."""

    def __init__(
        self,
        number: int,
        event: str,
        wire: TableWire,
        players: Players,
        *,
        chance: random.Random,
        habits: Habits,
    ) -> None:
        self.number = number
        self.truth: dict[int, dict[str, int]] = {}
        self.waits: list[
            float
        ] = []  # from the first saying of a result or a word on it to its receipt
        self.unplugged_until = 0.0
        self.said_last_at = 0.0
        self._event, self._wire, self._players = event, wire, players
        self._chance, self._habits = chance, habits
        self._end = TableEnd(number, self._new_boot())
        self._round, self._said = 0, 0
        self._said_at: dict[str, float] = {}
        self._greet_next = False

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is owed."""
        return not self._end.owed

    def restart(self) -> None:
        """Begin the program again: what the journal knows is what is owed, and the seats."""
        seat = self._end.seat
        self._end = TableEnd(self.number, self._new_boot(), self._end.owed)
        self._end.seat = seat
        self._greet_next = True

    def step(self, now: float) -> None:
        """Do everything that is due now."""
        came, arrived = self._wire.came_up() or self._greet_next, self._wire.drain()
        if now < self.unplugged_until:
            self._greet_next = True  # the cable is out: what came has not come
            self._play(now)
            return
        if came:
            self._greet_next = False
            self._end.greet(now, _PROGRAM)
            self._end.connected()
        for one in arrived:
            self._hear(one, now)
        self._play(now)
        self._speak(now)

    def _new_boot(self) -> int:
        return self._chance.getrandbits(40) + 1

    def _hear(self, arrived: Arrived, now: float) -> None:
        heard = self._end.hear(arrived.payload, now, retained=arrived.retained)
        if isinstance(heard, Ack) and heard.id in self._said_at:
            self.waits.append(now - self._said_at.pop(heard.id))
        elif isinstance(heard, Open) and self._end.seat is not None:
            seat = self._end.seat
            if heard.round == seat.round > self._round:
                self._round, self._said = seat.round, 0
                self._players.begin(self.number, seat.round, seat.hands)

    def _play(self, now: float) -> None:
        seat = self._end.seat
        if seat is None or not self._round or self._round in self.truth:
            return
        hands = self._players.played(self.number, self._round)
        for hand in (hands or ())[self._said :]:
            self._said += 1
            self._end.hand(now, self._round, self._said, self._by_side(seat, hand))
        if hands is not None and len(hands) >= seat.hands:
            self._count(seat, (sum(one for one, _ in hands), sum(two for _, two in hands)), now)

    def _count(self, seat: Seat, points: HandPoints, now: float) -> None:
        end, number = self._end, self._round
        (first, *_), (second, *_) = seat.a, seat.b
        right = self._by_side(seat, points)
        self.truth[number] = right
        before = {one.id for one in end.owed}
        rev = 1
        if self._chance.random() < self._habits.dispute:
            wrong = self._by_side(seat, (points[0] + _SLIP, points[1]))
            end.result(now, number, wrong, (first,))
            end.dispute(now + 0.001, number, second)
            rev = 2
        end.result(now + 0.002, number, right, (first,), rev)
        end.confirm(now + 0.003, number, second, rev)
        self.said_last_at = now
        for message in end.owed:
            if message.id not in before:
                self._said_at[message.id] = now

    def _speak(self, now: float) -> None:
        due = self._end.due(now)
        status = self._end.status(
            now, "play" if self._round else "load", self._said, trouble=False
        )
        due += [status] if status else []
        if self._chance.random() < self._habits.mixed:
            self._chance.shuffle(due)
        for raw in due:
            for _ in range(1 + (self._chance.random() < self._habits.twice)):
                self._wire.send(up_topic(self._event, self.number), raw)

    def _by_side(self, seat: Seat, points: HandPoints) -> dict[str, int]:
        sides = ("+".join(map(str, sorted(side))) for side in (seat.a, seat.b))
        return dict(zip(sides, points, strict=True))
