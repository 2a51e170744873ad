"""The wire of a hall inside one process, where no broker is installed: what is said is heard at once."""

import collections
import threading
from typing import Final

from tallone.club.hall.mqtt import Arrived

_MAX_WAITING: Final = 5_000


class Nearby:
    """All the topics of a hall; a line listens on those that it names, `+` for any one word."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: list[NearbyLine] = []

    def line(self, *topics: str) -> "NearbyLine":
        """Return a new line that listens on these topics."""
        line = NearbyLine(self, topics)
        with self._lock:
            self._lines.append(line)
        return line

    def carry(self, topic: str, payload: bytes) -> None:
        """Give every line that listens there the message."""
        with self._lock:
            lines = [line for line in self._lines if line.listens(topic)]
        for line in lines:
            line.take(Arrived(topic, payload, retained=False))


class NearbyLine:
    """One end, as `mqtt.Line` is one over a broker."""

    def __init__(self, hall: Nearby, topics: tuple[str, ...]) -> None:
        self._hall = hall
        self._topics = tuple(topic.split("/") for topic in topics)
        self._waiting: collections.deque[Arrived] = collections.deque(maxlen=_MAX_WAITING)
        self._lock = threading.Lock()
        self._is_new = True

    def listens(self, topic: str) -> bool:
        """Whether this line hears what is said there."""
        words = topic.split("/")
        return any(
            len(asked) == len(words)
            and all(one in ("+", word) for one, word in zip(asked, words, strict=True))
            for asked in self._topics
        )

    def take(self, arrived: Arrived) -> None:
        """Keep a message until it is asked for."""
        with self._lock:
            self._waiting.append(arrived)

    def open(self) -> None:
        """Nothing has to be connected."""

    def close(self) -> None:
        """Nothing has to be left."""

    @property
    def is_up(self) -> bool:
        """Whether something can be said: always."""
        return True

    def came_up(self) -> bool:
        """Whether this is the first time of asking."""
        came, self._is_new = self._is_new, False
        return came

    def send(self, topic: str, payload: bytes, *, lasts_s: int = 0) -> bool:  # noqa: ARG002 - as a broker's
        """Say something to whoever listens."""
        self._hall.carry(topic, payload)
        return True

    def drain(self) -> list[Arrived]:
        """Return what has come since the last call, oldest first."""
        with self._lock:
            arrived = list(self._waiting)
            self._waiting.clear()
        return arrived
