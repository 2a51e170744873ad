"""The table's end of the hall: what it has said and nobody has acknowledged, and which commands it obeys.

House rules: the table is the authority; it plays on without the hub. What must arrive is kept until it is
acknowledged, also over a restart: `owed` goes into the journal and comes back. A command is obeyed once, in
time, and only by the start of the program that it was meant for.
"""

import dataclasses
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from tallone.club.hall.messages import (
    Ack,
    Ask,
    Called,
    Command,
    ConfirmSaid,
    DisputeSaid,
    HandScored,
    Hello,
    ResultSaid,
    Seat,
    Seated,
    Status,
    TableMessage,
    Warned,
    encode,
    message_id,
    read_hub,
)
from tallone.club.rules.refusal import Refused

# A message is said again after this, doubled each time up to the second figure.
FIRST_WAIT_S: Final = 2.0
LONGEST_WAIT_S: Final = 60.0
STATUS_EVERY_S: Final = 5.0
# A round of three hands has some twenty; a night unplugged some three hundred.
MAX_OWED: Final = 2000
_MAX_SEEN: Final = 500


@dataclasses.dataclass(slots=True)
class _Owed:
    message: TableMessage
    wait: float = FIRST_WAIT_S
    due: float = 0.0


class TableEnd:
    """What one table owes the hub and what it has heard; knows no socket and no clock."""

    def __init__(self, table: int, boot: int, owed: Iterable[TableMessage] = ()) -> None:
        """`boot`: a number that no earlier start had; `owed`: what the journal says was not acknowledged."""
        self.table = table
        self.boot = boot
        self.seat: Seat | None = None
        self.dropped = 0  # messages that found no room; a night has room for six
        self._number = 0
        self._owed: OrderedDict[str, _Owed] = OrderedDict(
            (message.id, _Owed(message)) for message in owed
        )
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._ahead = 0.0  # the hub's clock against ours
        self._status_due = 0.0

    @property
    def owed(self) -> tuple[TableMessage, ...]:
        """What has been said and not acknowledged, oldest first."""
        return tuple(one.message for one in self._owed.values())

    def hub_time(self, now: float) -> float:
        """Return the hub's clock for a time of ours; ours until it has been heard."""
        return now + self._ahead

    def say(self, message: TableMessage) -> None:
        """Owe the hub a message, until it is acknowledged."""
        if len(self._owed) >= MAX_OWED:
            self.dropped += 1
            return
        self._owed[message.id] = _Owed(message)

    def greet(self, now: float, program: str, pack: str = "") -> None:
        """Say that the table is here; on every connection."""
        playing = self.seat.round if self.seat else 0
        self.say(
            Hello(**self._head(now), boot=self.boot, program=program, pack=pack, round=playing)
        )

    def seated(self, now: float, number: int, seats: Mapping[str, int]) -> None:
        """Say who has sat down where."""
        self.say(Seated(**self._head(now), round=number, seats=seats))

    def hand(self, now: float, number: int, hand: int, points: Mapping[str, int]) -> None:
        """Say what a hand has brought."""
        self.say(HandScored(**self._head(now), round=number, hand=hand, points=points))

    def result(
        self,
        now: float,
        number: int,
        points: Mapping[str, int],
        signed: tuple[int, ...],
        rev: int = 1,
    ) -> None:
        """Say what the match has brought, and who has confirmed it so far."""
        self.say(
            ResultSaid(**self._head(now), round=number, points=points, signed=signed, rev=rev)
        )

    def confirm(self, now: float, number: int, by: int, rev: int = 1) -> None:
        """Say that an entrant finds the result right."""
        self.say(ConfirmSaid(**self._head(now), round=number, by=by, rev=rev))

    def dispute(self, now: float, number: int, by: int, rev: int = 1) -> None:
        """Say that an entrant finds the result wrong."""
        self.say(DisputeSaid(**self._head(now), round=number, by=by, rev=rev))

    def call(self, now: float, *, done: bool = False) -> None:
        """Call the arbiter, or say that he is needed no more."""
        playing = self.seat.round if self.seat else 0
        self.say(Called(**self._head(now), round=playing, done=done))

    def warn(self, now: float, number: int, side: str, why: str) -> None:
        """Say that the arbiter has warned a side."""
        self.say(Warned(**self._head(now), round=number, side=side, why=why[:80]))

    def status(self, now: float, phase: str, hand: int, *, trouble: bool) -> bytes | None:
        """Return how the table stands if it is time to tell; nobody acknowledges it."""
        if now < self._status_due:
            return None
        self._status_due = now + STATUS_EVERY_S
        playing = self.seat.round if self.seat else 0
        return encode(
            Status(**self._head(now), phase=phase, round=playing, hand=hand, trouble=trouble)
        )

    def due(self, now: float) -> list[bytes]:
        """Return what is to be sent now, oldest first; each is said again after a while."""
        sent = []
        for one in self._owed.values():
            if one.due <= now:
                one.due = now + one.wait
                one.wait = min(2 * one.wait, LONGEST_WAIT_S)
                sent.append(encode(one.message))
        return sent

    def connected(self) -> None:
        """The broker is there again: everything that is owed is due at once."""
        for one in self._owed.values():
            one.wait, one.due = FIRST_WAIT_S, 0.0

    def hear(self, raw: bytes, now: float, *, retained: bool = False) -> Command | Ack | None:
        """Return a command to be obeyed, or the acknowledgement of something owed; None: nothing to do.

        What cannot be read, was kept by a broker, is for another start, is void or was heard before does
        nothing.
        """
        if retained:
            return None
        try:
            message = read_hub(raw)
        except Refused:
            return None
        if isinstance(message, Ack):
            self._ahead = message.now - now
            return message if self._owed.pop(message.id, None) else None
        if message.boot != self.boot or message.until < self.hub_time(now):
            return None
        if message.id in self._seen:
            return None
        self._seen[message.id] = None
        if len(self._seen) > _MAX_SEEN:
            self._seen.popitem(last=False)
        return self._obeyed(message)

    def _obeyed(self, command: Command) -> Command | None:
        if isinstance(command, Ask):
            self.connected()
        if isinstance(command, Seat):
            newer = self.seat is None or (command.round, command.rev) > (
                self.seat.round,
                self.seat.rev,
            )
            if not newer:
                return None
            self.seat = command
        return command

    def _head(self, now: float) -> dict[str, Any]:
        self._number += 1
        return {"id": message_id(self.table, self.boot, self._number), "at": self.hub_time(now)}
