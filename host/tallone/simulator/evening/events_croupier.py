"""The croupier of the events level: it moves cards between lists and speaks the table of messages by name.

Feeding, reading and trying again go as in the firmware's feeder, without its motors: a card is read
several times, a jam comes loose at the second reverse, and what does not come loose asks a person.
"""

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tallone.link.messages import Role
from tallone.link.reports import (
    BoardReport,
    CardRead,
    CardStored,
    CroupierReport,
    Delivered,
    MachineClear,
    MachineFault,
    PassDone,
)
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.world import Timeline
from tallone_wire.messages import FAULTS, MAX_TRIES, TRAYS

Send = Callable[[Role, BoardReport], None]
_SLOTS: Final = 12
_FEED_S: Final = 0.2
_DELIVER_S: Final = 1.0
# Back and again, once.
_REVERSE_S: Final = 1.5
# As firmware/croupier/throat.py: so many silent reads make a card without a tag.
_SILENT_READS: Final = 4
_EVER: Final = 10**6


@dataclasses.dataclass(slots=True)
class _Trouble:
    """What happens to a card: the fault the machine sees, and after how many tries it is over."""

    fault: str
    tries: int
    said: int = 0


# The kinds of fault a test or a user asks for, as in the path's model: reverses until it is over.
_KINDS: Final = {
    "double_feed": ("double-feed", 1),
    "jam": ("jam", 2),
    "jam_hard": ("jam", _EVER),
}
KINDS: Final = frozenset(_KINDS) | {"clear"}


class EventCroupier:
    """Carries out the deal's commands on lists of cards; every card takes its time."""

    def __init__(
        self,
        timeline: Timeline,
        send: Send,
        delivered: Callable[[str, Sequence[SimCard]], None],
        rng: random.Random,
        rates: Mapping[str, float],
    ) -> None:
        self._timeline = timeline
        self._send = send
        self._delivered = delivered
        self._rng = rng
        self._miss = rates["miss_fanned"]
        self._hopper: list[SimCard] = []
        self._slots: list[list[SimCard]] = [[] for _ in range(_SLOTS)]
        self._job = self._pass = self._index = 0
        self._parked: SimCard | None = None
        self._steps: dict[int, int] = {}
        # Cards that are still drawn before it happens, and what.
        self._ahead: list[tuple[int, _Trouble]] = []
        self._trouble: _Trouble | None = None

    def load(self, cards: Sequence[SimCard]) -> None:
        """Empty the machine and fill the hopper."""
        self._hopper = list(cards)
        self._slots = [[] for _ in range(_SLOTS)]
        self._parked = None
        self._pass = 0

    def fault(self, kind: str, index: int) -> None:
        """Let something go wrong with the card after `index` others, or clear what sticks."""
        if kind == "clear":
            if self._trouble is not None:
                self._trouble.tries = 0
            return
        fault, tries = _KINDS[kind]
        self._ahead.append((index, _Trouble(fault, tries)))

    def command(self, name: str, fields: Sequence[int]) -> None:
        """Carry out a command; a repeated one does nothing twice."""
        match name, tuple(fields):
            case "JOB_BEGIN", (job, *_):
                self._job, self._pass, self._steps = job, 0, {}
            case "FEED", (_, passing) if passing != self._pass:
                self._pass, self._index = passing, 0
                self._timeline.after(_FEED_S, self._next)
            case "ROUTE", (_, passing, index, slot):
                self._route(passing, index, slot)
            case "DELIVER", (_, step, slot, tray):
                self._timeline.after(_DELIVER_S, lambda: self._deliver(step, slot, tray))
            case "RESUME", _ if self._trouble is not None:
                self._timeline.after(_REVERSE_S, self._draw)
            case _:
                pass

    def _next(self) -> None:
        if not self._hopper:
            self._say(PassDone, pass_number=self._pass, count=self._index)
            return
        due = [trouble for left, trouble in self._ahead if left == 0]
        self._ahead = [(left - 1, trouble) for left, trouble in self._ahead if left > 0]
        self._trouble = due[0] if due else None
        self._draw()

    def _draw(self) -> None:
        """Draw the card; with trouble say so and try again, as long as the machine tries."""
        trouble = self._trouble
        if trouble is None or trouble.said >= trouble.tries:
            if trouble is not None:
                self._trouble = None
                self._say(MachineClear)
            self._read()
            return
        number = FAULTS.index(trouble.fault)
        tries = min(trouble.said, MAX_TRIES)
        self._say(MachineFault, fault=number, tries=tries, index=self._index)
        trouble.said += 1
        if tries < MAX_TRIES:
            self._timeline.after(_REVERSE_S, self._draw)

    def _read(self) -> None:
        self._parked = self._hopper.pop(0)
        self._say(
            CardRead,
            pass_number=self._pass,
            index=self._index,
            skew_us10=0,
            transit_ms=150,
            current_ma=300,
            tags=(self._parked.uid,) if self._hears(self._parked) else (),
        )

    def _hears(self, card: SimCard) -> bool:
        return card.answers and any(self._rng.random() >= self._miss for _ in range(_SILENT_READS))

    def _route(self, passing: int, index: int, slot: int) -> None:
        if self._parked is None or (passing, index) != (self._pass, self._index):
            return
        self._slots[slot].append(self._parked)
        self._parked = None
        self._index += 1
        load = len(self._slots[slot])
        self._say(CardStored, pass_number=passing, index=index, slot=slot, load=load)
        self._timeline.after(_FEED_S, self._next)

    def _deliver(self, step: int, slot: int, tray: int) -> None:
        if step not in self._steps:
            cards, self._slots[slot] = self._slots[slot], []
            self._steps[step] = len(cards)
            if TRAYS[tray] == "return":
                self._hopper += cards
            else:
                self._delivered(TRAYS[tray], cards)
        self._say(Delivered, step=step, slot=slot, tray=tray, count=self._steps[step])

    def _say(self, said: Callable[..., CroupierReport], **fields: object) -> None:
        self._send(Role.CROUPIER, said(job=self._job, **fields))
