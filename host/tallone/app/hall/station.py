"""The table's line to its hall: asked once in every turn of the main loop, never waited for."""

import dataclasses
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Protocol

from tallone.app.evening.evening import Evening
from tallone.app.hall.conversation import Conversation, hall_of
from tallone.club.hall.messages import up_topic
from tallone.club.hall.mqtt import Arrived
from tallone.journal.records import Record


class Wire(Protocol):
    """The way to the broker, as `club.hall.mqtt.Line` is one."""

    @property
    def is_up(self) -> bool: ...
    def send(self, topic: str, payload: bytes, *, lasts_s: int = 0) -> bool: ...
    def drain(self) -> list[Arrived]: ...
    def came_up(self) -> bool: ...
    def close(self) -> None: ...


class Station:
    """Brings what the hub says into the evening, and what the evening owes onto the wire."""

    def __init__(
        self, table: int, event: str, wire: Wire, wall: Callable[[], float] = time.time
    ) -> None:
        self._topic = up_topic(event, table)
        self._wire, self._wall = wire, wall
        self._talk = Conversation(table, secrets.randbits(48) + 1)

    def resume(self, evening: Evening, records: Iterable[Record]) -> None:
        """Take up what the journal knows."""
        self._talk.resume(evening, records)

    def hear(self, evening: Evening, at: float) -> None:
        """Take what has come, and note what is to be said of it; before the journal is written."""
        now = self._wall()
        if self._wire.came_up():
            self._talk.greet(now)
        hall = hall_of(evening)
        if hall.is_heard != self._wire.is_up or evening.hall is None:
            evening.in_hall(dataclasses.replace(hall, is_heard=self._wire.is_up))
        for one in self._wire.drain():
            self._talk.hear(evening, one.payload, at, now, retained=one.retained)
        self._talk.look(evening, at, now)

    def speak(self, evening: Evening) -> None:
        """Send what is due; after the journal was written, and not while it cannot be."""
        if evening.journal_trouble or not self._wire.is_up:
            return
        for word in self._talk.due(evening, self._wall()):
            self._wire.send(self._topic, word)

    @property
    def owes(self) -> int:
        """How many words wait for their receipt."""
        return self._talk.owes

    def close(self) -> None:
        """Leave the hall; what is owed is in the journal."""
        self._wire.close()
