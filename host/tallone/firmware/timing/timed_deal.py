"""A whole deal by the croupier's real firmware on simulated chips: how long it took, and what lies where.

The host's job and link are the real ones, the board runs in MicroPython, and the conductor's virtual
clock times it. The cards in the trays are the mechanical model's, not what any report says of them.
"""

import dataclasses
import random
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tallone.dealing.croupier.deal_job import DealJob
from tallone.dealing.croupier.outputs import JobCommand, JobOutput
from tallone.dealing.croupier.plan import DealPlan, copies_by_place
from tallone.dealing.layout import STOCK
from tallone.dealing.packs.deck_check import TagIndex
from tallone.dealing.promise.commitment import Terms, commit, draw_secret, expand
from tallone.errors import SimulationError
from tallone.firmware.timing.rehearsal import Rehearsal, World
from tallone.firmware.timing.timed_laying import pack_of_tags
from tallone.link.messages import LinkEvent, LinkUp, Report, Role
from tallone.link.reports import CardStored
from tallone.rules.cards.cards import PACK
from tallone.simulator.interpreter.prices import DEFAULT_BOARD, BoardName

# Cards filled in come to rest.
_FILL_S: Final = 2.0
_UP_S: Final = 20.0
_DEAL_S: Final = 400.0
# The last cards reach their tray.
_FALL_S: Final = 2.0


@dataclasses.dataclass(frozen=True, slots=True)
class Dealt:
    """A deal: simulated seconds from JOB_BEGIN to the last tray, and the cards in their planned places."""

    seconds: float
    placed: int
    highest: int  # the most cards that a slot ever held


def deal(speed: int, seed: int = 1, players: int = 4, *, chip: BoardName = DEFAULT_BOARD) -> Dealt:
    """Deal once, with secret, cut and pack order from the seed; raise SimulationError if it does not end."""
    rng = random.Random(seed)  # noqa: S311 - a rehearsal's deal is no secret
    registry = pack_of_tags(rng)
    hopper = list(registry.copies)
    rng.shuffle(hopper)
    terms = Terms(table="1", round=1, hand=1, players=players, firmware="00", pack="bench")
    secret = draw_secret(rng.randbytes)
    order = expand(secret, commit(secret, terms), rng.randrange(108))
    job = DealJob(1, speed, DealPlan(order, players), TagIndex(registry))
    with tempfile.TemporaryDirectory(prefix="tallone-") as folder:
        table = _Table(Rehearsal(Role.CROUPIER, Path(folder), seed=seed, chip=chip), job)
        try:
            seconds = table.deal([_name(uid) for uid in hopper])
        finally:
            table.rehearsal.close()
    names = {copy: _name(uid) for uid, copy in registry.copies.items()}
    planned = {
        place: [names[copy] for copy in cards]
        for place, cards in copies_by_place(order, players).items()
    }
    placed = sum(_placed(place, cards, table.trays) for place, cards in planned.items())
    return Dealt(seconds, placed, table.highest)


class _Table:
    def __init__(self, rehearsal: Rehearsal, job: DealJob) -> None:
        self.rehearsal = rehearsal
        self.trays: dict[str, list[str]] = {}
        self.highest = 0
        self._job = job
        self._is_up = False
        rehearsal.take = self._take
        rehearsal.told = self._told

    def deal(self, hopper: list[str]) -> float:
        rehearsal, job = self.rehearsal, self._job
        rehearsal.run(lambda: self._is_up, _UP_S)
        rehearsal.board.send({"hopper": hopper})
        rehearsal.pause(_FILL_S)
        begun = rehearsal.now
        self._act(job.begin())
        rehearsal.run(lambda: job.is_over, _DEAL_S)
        seconds = rehearsal.now - begun
        rehearsal.pause(_FALL_S)
        if sum(job.counts.values()) != len(PACK):
            raise SimulationError(f"the rehearsed deal has ended as {job.state.value}")
        return seconds

    def _act(self, outputs: Iterable[JobOutput]) -> None:
        for output in outputs:
            if isinstance(output, JobCommand):
                self.rehearsal.command(output.name, *output.fields)

    def _take(self, event: LinkEvent) -> None:
        if isinstance(event, LinkUp):
            self._is_up = True
        elif isinstance(event, Report):
            if isinstance(event.said, CardStored):
                self.highest = max(self.highest, event.said.load)
            self._act(self._job.observe(event.said))

    def _told(self, report: World) -> None:
        if "crash" in report:
            raise SimulationError(f"the croupier's mechanics: {report['crash']}")
        tags = report.get("tags")
        if isinstance(tags, list):
            self.trays.setdefault(str(report.get("delivered")), []).extend(map(str, tags))


def _placed(place: str, planned: list[str], trays: dict[str, list[str]]) -> int:
    """Return how many cards are where they belong: in the stock at their height, else in their pile."""
    lies = trays.get(place, [])
    if place == STOCK:
        return sum(a == b for a, b in zip(planned, reversed(lies), strict=False))
    return len(set(planned) & set(lies))


def _name(uid: bytes) -> str:
    return bytes(reversed(uid)).hex()
