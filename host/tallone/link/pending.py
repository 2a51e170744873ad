"""Commands on their way: in order, a few at a time, repeated until the answer comes."""

import dataclasses

from tallone.errors import LinkError
from tallone_wire.pace import Pace

# Half of the results a board keeps, so that a repeated command is always among them.
WINDOW = 8
# The app asks for one thing after another; a longer queue is a program that does not listen.
MAX_WAITING = 64
# A command is answered at once; what takes long is reported by events.
PATIENCE_S = 30.0
_PACE_LEAST_MS = 100
_PACE_MOST_MS = 2000


@dataclasses.dataclass(slots=True)
class Pending:
    """One command whose answer has not come."""

    command: int
    name: str
    body: bytes
    sent_at: float | None = None
    # When it was first sent over the present link; patience counts from here.
    asked_at: float | None = None
    tries: int = 0


class CommandQueue:
    """Every command from `add` to `answered`, oldest first."""

    def __init__(self) -> None:
        self._waiting: list[Pending] = []
        self._pace = Pace(_PACE_LEAST_MS, _PACE_MOST_MS)
        self._next = 1
        self.repeats = 0

    def add(self, name: str, body: bytes) -> int:
        """Queue a command and return its number; raise LinkError when too many wait."""
        if len(self._waiting) == MAX_WAITING:
            raise LinkError(f"{MAX_WAITING} commands wait for an answer; {name} is one too many")
        command = self._next
        self._next += 1
        self._waiting.append(Pending(command, name, body))
        return command

    def due(self, now: float) -> list[Pending]:
        """Return what is to be sent now, and take it as sent."""
        if not self._waiting:
            return []
        limit = self._waiting[0].command + WINDOW
        due = [one for one in self._waiting if one.sent_at is None and one.command < limit]
        for one in due:
            one.sent_at = now
            one.asked_at = now if one.asked_at is None else one.asked_at
            one.tries += 1
            self.repeats += one.tries > 1
        return due

    def answered(self, command: int, now: float) -> Pending | None:
        """Return the command that this answers, or None if it was answered before."""
        for place, one in enumerate(self._waiting):
            if one.command == command:
                if one.tries == 1 and one.sent_at is not None:
                    self._pace.measured(round((now - one.sent_at) * 1000))
                return self._waiting.pop(place)
        return None

    def repeat_late(self, now: float) -> None:
        """Let everything be sent again when the oldest answer is late."""
        if now >= self.deadline():
            self._pace.expired()
            self._unsend()

    def deadline(self) -> float:
        """Return when the oldest answer is late."""
        sent = [one.sent_at for one in self._waiting if one.sent_at is not None]
        return min(sent) + self._pace.timeout / 1000 if sent else float("inf")

    def overdue(self, now: float) -> Pending | None:
        """Return a command for which patience has ended."""
        oldest = self._waiting[0] if self._waiting else None
        if oldest is None or oldest.asked_at is None or now - oldest.asked_at <= PATIENCE_S:
            return None
        return oldest

    def resume(self, last_done: int) -> None:
        """Go on with the same boot, whose last command is `last_done`: ask everything again."""
        self._next = max(last_done + 1, self._next if self._waiting else 0)
        self._unsend()
        for one in self._waiting:
            one.asked_at = None

    def restart(self, last_done: int) -> list[Pending]:
        """Begin with another boot; return the commands whose answers will never come."""
        lost, self._waiting = self._waiting, []
        self._next = last_done + 1
        return lost

    def _unsend(self) -> None:
        for one in self._waiting:
            one.sent_at = None
