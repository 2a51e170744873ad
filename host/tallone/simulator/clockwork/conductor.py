"""The conductor: owner of virtual time.

Clients (the boards' firmware, the host program) and the world (cards and people, as actions in the
event queue) live on one clock. A client runs until it is idle; when all are idle, time jumps to
the next thing that happens. How fast the machine is therefore changes nothing: the same seed gives
the same run. Ties are settled by the order in which things were planned and clients were added.
"""

import heapq
import itertools
import time
from collections.abc import Callable
from typing import Final

from tallone.errors import SimulationError
from tallone.simulator.clockwork.clients import Client, ClientGoneError

# After this many steps at one instant, some client is waiting for the past.
_MAX_STANDING: Final = 100_000
Action = Callable[[], None]
SECOND: Final = 1_000_000
# While paced against the wall, a lag over this is forgotten instead of made up for.
_MAX_LAG: Final = 0.5


class Conductor:
    """The event queue and the clients; `pace` is virtual seconds a real second, None flat out."""

    def __init__(self, *, pace: float | None = None) -> None:
        self.now = 0
        self.steps = 0
        self._events: list[tuple[int, int, Action]] = []
        self._order = itertools.count()
        self._clients: list[Client] = []
        self._gone: dict[str, Callable[[], None]] = {}
        self._pace = pace
        self._started = time.monotonic()
        self._paced_from = 0
        self._standing = 0

    def at(self, when: int, action: Action) -> None:
        """Plan an action for that time, in microseconds; a past time means now."""
        heapq.heappush(self._events, (max(when, self.now), next(self._order), action))

    def after(self, seconds: float, action: Action) -> None:
        """Plan an action for that many seconds from now."""
        self.at(self.now + round(seconds * SECOND), action)

    def add(self, client: Client, gone: Callable[[], None]) -> None:
        """Take in a client, which is running; `gone` is called if it ends by itself."""
        self._clients.append(client)
        self._gone[client.name] = gone

    def remove(self, client: Client) -> None:
        """Let go of a client, whether it still lives or not."""
        self._clients.remove(client)
        client.close()

    def run(self, done: Callable[[], bool]) -> None:
        """Let time pass until `done()`; raise SimulationError if nothing can ever happen again."""
        while True:
            if not self._clients and self._pace is None and self._run_alone(done):
                return
            self._listen()
            if done():
                return
            when = self._next()
            if when is None:
                waiting = ", ".join(client.name for client in self._clients) or "nobody"
                raise SimulationError(
                    f"nothing can happen any more at {self.now / SECOND:.3f} s: "
                    f"{waiting} waits for ever"
                )
            self._keep_pace(when)
            self._go_to(when)
            self._grant()

    def _run_alone(self, done: Callable[[], bool]) -> bool:
        """Go from event to event as long as there are no clients to wait for; return `done()`."""
        while self._events and not self._clients:
            if done():
                return True
            self._go_to(self._events[0][0])
        return False

    def _go_to(self, when: int) -> None:
        """Let time go on, and happen what was planned for it."""
        self._standing = self._standing + 1 if when == self.now else 0
        if self._standing > _MAX_STANDING:
            raise SimulationError(
                f"time stands still at {self.now / SECOND:.6f} s: "
                f"{', '.join(c.name for c in self._clients if c.due(when) == when)} "
                "asks to be woken for a time that has come, again and again"
            )
        self.now = when
        self.steps += 1
        events = self._events
        while events and events[0][0] <= when:
            heapq.heappop(events)[2]()

    def _listen(self) -> None:
        """Wait until every client is idle, then hear them in order."""
        for client in tuple(self._clients):
            try:
                client.listen()
            except ClientGoneError:
                self.remove(client)
                self._gone.pop(client.name)()
        for client in tuple(self._clients):
            client.settle()

    def _next(self) -> int | None:
        times = [due for client in self._clients if (due := client.due(self.now)) is not None]
        if self._events:
            times.append(max(self._events[0][0], self.now))
        return min(times, default=None)

    def _grant(self) -> None:
        due = [c for c in self._clients if not c.running and c.due(self.now) == self.now]
        if len(due) == 1:
            due[0].grant(self.now, self._quiet_until(due[0]))
            return
        for client in due:
            client.grant(self.now, self.now)

    def _quiet_until(self, alone: Client) -> int:
        """Return until when nothing can reach the only client that runs."""
        times = [
            due
            for client in self._clients
            if client is not alone and (due := client.due(self.now)) is not None
        ]
        if self._events:
            times.append(self._events[0][0])
        return min(times, default=self.now)

    def _keep_pace(self, when: int) -> None:
        if self._pace is None:
            return
        ahead = (when - self._paced_from) / SECOND / self._pace
        ahead -= time.monotonic() - self._started
        if ahead > 0:
            time.sleep(ahead)
        elif ahead < -_MAX_LAG:
            self._started = time.monotonic()
            self._paced_from = when
