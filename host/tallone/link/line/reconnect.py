"""When to try a port again: a small machine of values, no clock and no port.

A board that was unplugged comes back within seconds, so the first tries are quick; one that stays
away costs a look every five seconds. Only a link that has held for a while makes the tries quick
again, so that a board that dies at every greeting does not spin.
"""

import dataclasses

FIRST_DELAY_S = 0.25
MOST_DELAY_S = 5.0
STEADY_S = 10.0


@dataclasses.dataclass(frozen=True, slots=True)
class Reconnect:
    """When the next try is due, and how long to wait after it if it fails."""

    due_at: float = 0.0
    delay: float = FIRST_DELAY_S
    up_since: float | None = None

    def is_due(self, now: float) -> bool:
        return now >= self.due_at

    def failed(self, now: float) -> "Reconnect":
        """Return the machine after a port that could not be opened."""
        return Reconnect(now + self.delay, min(2 * self.delay, MOST_DELAY_S))

    def up(self, now: float) -> "Reconnect":
        """Return the machine after a board has answered."""
        return dataclasses.replace(self, up_since=now)

    def lost(self, now: float) -> "Reconnect":
        """Return the machine after a port has failed."""
        steady = self.up_since is not None and now - self.up_since >= STEADY_S
        delay = FIRST_DELAY_S if steady else self.delay
        return Reconnect(now + delay, min(2 * delay, MOST_DELAY_S))
