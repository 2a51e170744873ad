"""The hub at work: what comes over the wire goes into the log first, and only then is answered.

House rule: what is acknowledged is on the disk. Killed anywhere, the hub starts again from the log; tables
say again whatever was not acknowledged.
"""

import time
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from tallone.club.hall.hub_end import Heard, HubEnd, Plan, Written
from tallone.club.hall.messages import Command, down_topic, encode, table_of
from tallone.club.hall.mqtt import Arrived
from tallone.club.rules.record.state import Projection

_TICK_S: Final = 1.0
# What has come is told back to its table after so long at the most, unless the hall is large.
_NEWS_S: Final = 0.1
# Words wait at the broker no longer than this; after it the table is told anew.
_LASTS_S: Final = 30


class Log(Protocol):
    """An event's facts, as the hub needs them."""

    def append(self, facts: Sequence[Written]) -> None:
        """Put facts on the disk; an id that is there already changes nothing."""
        ...

    def state(self) -> Projection:
        """Return what follows from all of them."""
        ...


class Wire(Protocol):
    """The way to the broker: `mqtt.Line`, or anything that carries bytes as it does."""

    def send(self, topic: str, payload: bytes, *, lasts_s: int = 0) -> bool:
        """Give the broker a message; False: it is not there."""
        ...

    def drain(self) -> list[Arrived]:
        """Return what has come."""
        ...


class Hub:
    """One event's hub on one wire."""

    def __init__(self, event: str, plan: Plan, log: Log, wire: Wire) -> None:
        self.event = event
        self._end = HubEnd(plan)
        self._log = log
        self._wire = wire
        self._tick_due = self._news_due = 0.0
        self._has_news = False
        self._told: dict[tuple[int, int], object] = {}

    @property
    def tables(self) -> dict[int, Heard]:
        """What every table has said of itself since this hub was started."""
        return self._end.tables

    def step(self, now: float) -> int:
        """Take what has come and answer it; return how many messages were read."""
        arrived = self._wire.drain()
        facts: list[Written] = []
        words: list[tuple[int, bytes]] = []
        for one in arrived:
            table = table_of(one.topic, self.event)
            if table is None or one.retained:
                continue
            answer = self._end.hear(table, one.payload, now, self._log.state)
            facts += answer.facts
            words += [(table, word) for word in answer.words]
        if facts:
            self._log.append(facts)
        for table, word in words:
            self._send(table, word)
        self._has_news |= bool(facts)
        if now >= (self._news_due if self._has_news else self._tick_due):
            self._tell(now)
        return len(arrived)

    def publish(self, number: int, now: float) -> None:
        """Tell every table who plays there in a round whose seating is in the log."""
        seats = self._end.seats(number, now, self._log.state())
        tables = self._tables_of(number)
        self._say(zip(tables, seats, strict=True))

    def open(self, number: int, now: float) -> None:
        """Tell every table of a round that it is open."""
        self._say((table, self._end.open(table, number, now)) for table in self._tables_of(number))

    def time_out(self, number: int, now: float) -> None:
        """Tell every table of a round that the time is over."""
        said = (
            (table, self._end.time_out(table, number, now)) for table in self._tables_of(number)
        )
        self._say(said)

    def ask(self, table: int, number: int, now: float) -> None:
        """Have a table say a round again."""
        self._say([(table, self._end.ask(table, number, now))])

    def _tell(self, now: float) -> None:
        """Tell tables what the standing has of them now, and what they have missed.

        A large hall's state takes a while, and receipts come first: the next time is no sooner than three
        times as long from now.
        """
        begun = time.perf_counter()
        state = self._log.state()
        for result in state.results:
            key, seen = (result.round, result.table), (result.state, result.points)
            if self._told.get(key) != seen and result.table in self._end.tables:
                self._told[key] = seen
                self._say([(result.table, self._end.accepted(result, now))])
        self._say(self._end.tick(now, state))
        took = time.perf_counter() - begun
        self._has_news = False
        self._news_due, self._tick_due = now + max(_NEWS_S, 3 * took), now + max(_TICK_S, 3 * took)

    def _tables_of(self, number: int) -> list[int]:
        seating = self._log.state().seatings.get(number)
        return [seated.table for seated in seating.tables] if seating else []

    def _say(self, said: Iterable[tuple[int, Command]]) -> None:
        for table, command in said:
            self._send(table, encode(command))

    def _send(self, table: int, word: bytes) -> None:
        # A broker that is away loses the word; the table asks, or is told again.
        self._wire.send(down_topic(self.event, table), word, lasts_s=_LASTS_S)
