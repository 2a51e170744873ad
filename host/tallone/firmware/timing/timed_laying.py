"""How long from a card laid on the mat to the mat event that says so, on the simulated clock."""

import itertools
import random
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from tallone.firmware.timing.rehearsal import Rehearsal
from tallone.link.messages import CommandDone, LinkEvent, LinkUp, Report, Role
from tallone.mat.events import CardPlaced, MatEvent, PileChanged, Seconds, TagUid
from tallone.mat.registry import Registry, registry_of
from tallone.mat.tracker import MatTracker
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import PACK, CardCopy
from tallone.simulator.interpreter.prices import DEFAULT_BOARD, BoardName
from tallone.simulator.room.noise import rates
from tallone_wire.fields import ZONES

TILES: Final = (
    Zone.MELD_NS_1,
    Zone.MELD_NS_2,
    Zone.MELD_EW_1,
    Zone.MELD_EW_2,
    Zone.DISCARD,
)
PILES: Final = (Zone.STOCK, Zone.POZZETTO_1, Zone.POZZETTO_2)
# Between two cards that a player lays.
_PERSON_S: Final = (0.4, 0.9)
# The mat has looked at every zone and its scales rest.
_REST_S: Final = 5.0
_TILE_MOST: Final = 20
# Of a discard pile only the uppermost answer.
_DISCARD_HEARD: Final = 3
_CARD_CG: Final = 200
_PATIENCE_S: Final = 20.0
# Of an answer to STATS.
_LONGEST_AT: Final = 20


def pack_of_tags(rng: random.Random) -> Registry:
    """Return a pack whose tags have random numbers, E0 04 last, as on the air."""
    return registry_of("bench", [(TagUid(rng.randbytes(6) + b"\x04\xe0"), copy) for copy in PACK])


class Laid(NamedTuple):
    """Milliseconds by zone: from each card to its event; the longest between two looks meanwhile."""

    times: dict[Zone, list[float]]
    waits: dict[Zone, int]


def lay(seed: int, cards: int, *, chip: BoardName = DEFAULT_BOARD) -> Laid:
    """Lay so many cards on each tile, draw so many from each pile; return how long that takes to be known."""
    with tempfile.TemporaryDirectory(prefix="tallone-") as folder:
        rehearsal = Rehearsal(Role.MAT, Path(folder), seed=seed, chip=chip)
        try:
            player = _Player(rehearsal, random.Random(seed))  # noqa: S311 - no secret
            times = player.lay(cards)
            return Laid(times, {zone: player.longest_wait(zone) for zone in times})
        finally:
            rehearsal.close()


class _Player:
    def __init__(self, rehearsal: Rehearsal, rng: random.Random) -> None:
        registry = pack_of_tags(rng)
        self._rng = rng
        self._rehearsal = rehearsal
        self._cards = registry.copies
        self._tags = itertools.cycle(registry.copies)
        self._tracker = MatTracker(registry)
        self._lying: dict[Zone, list[TagUid]] = {zone: [] for zone in TILES}
        self._counts = dict.fromkeys(PILES, 0)
        self._seen: list[MatEvent] = []
        self._is_up = False
        self._answers: dict[int, bytes] = {}
        rehearsal.take = self._take

    def lay(self, cards: int) -> dict[Zone, list[float]]:
        self._begin(cards)
        for zone in (*TILES, *PILES):
            self.longest_wait(zone)  # until here it was the start's
        found: dict[Zone, list[float]] = {zone: [] for zone in (*TILES, *PILES)}
        for _ in range(cards):
            for zone, times in found.items():
                self._rehearsal.pause(self._rng.uniform(*_PERSON_S))
                times.append(self._act(zone))
        return found

    def longest_wait(self, zone: Zone) -> int:
        """Return the longest between two looks at the zone since that was last asked, in milliseconds."""
        number = self._rehearsal.ask("STATS", ZONES.index(zone.value))
        self._rehearsal.run(lambda: number in self._answers, _PATIENCE_S)
        return int.from_bytes(self._answers.pop(number)[_LONGEST_AT : _LONGEST_AT + 4], "little")

    def _begin(self, cards: int) -> None:
        self._rehearsal.run(lambda: self._is_up, _PATIENCE_S)
        usual = rates(1.0)
        air = {name: usual[name] for name in ("crc", "collision", "capture", "phantom")}
        air |= {"miss": usual["miss_fanned"], "scale_cg": round(usual["scale_noise"] * 100)}
        self._rehearsal.board.send({"noise": {**air, "seed": self._rng.getrandbits(16)}})
        for zone in PILES:
            self._weigh(zone, cards)
        self._rehearsal.pause(_REST_S)

    def _act(self, zone: Zone) -> float:
        """Lay a card on the zone, or draw one from it; return the milliseconds until it is known."""
        begun = self._rehearsal.now
        self._seen.clear()
        if zone in PILES:
            self._weigh(zone, self._counts[zone] - 1)
            self._rehearsal.run(lambda: self._is_drawn(zone), _PATIENCE_S)
        else:
            tag = next(self._tags)
            self._put(zone, tag)
            self._rehearsal.run(lambda: self._is_laid(zone, self._cards[tag]), _PATIENCE_S)
        return (self._rehearsal.now - begun) * 1000

    def _put(self, zone: Zone, tag: TagUid) -> None:
        lying = self._lying[zone]
        lying.append(tag)
        if len(lying) > _TILE_MOST:
            del lying[: _TILE_MOST // 2]
        heard = lying[-_DISCARD_HEARD:] if zone is Zone.DISCARD else lying
        tags = [{"uid": bytes(reversed(one)).hex(), "p": 1} for one in heard]
        self._rehearsal.board.send({"zone": zone.value, "tags": tags, "load": len(lying)})
        if zone is Zone.DISCARD:
            self._rehearsal.board.send(
                {"scale": zone.value, "cg": _CARD_CG * len(lying), "shake": False}
            )

    def _weigh(self, zone: Zone, count: int) -> None:
        self._counts[zone] = count
        self._rehearsal.board.send({"zone": zone.value, "tags": [], "load": count})
        self._rehearsal.board.send({"scale": zone.value, "cg": _CARD_CG * count, "shake": False})

    def _take(self, event: LinkEvent) -> None:
        now = Seconds(self._rehearsal.now)
        if isinstance(event, LinkUp):
            self._is_up = True
        elif isinstance(event, CommandDone):
            self._answers[event.command] = event.body
        elif isinstance(event, Report):
            self._seen += self._tracker.hear(event.said, now)
        self._seen += self._tracker.tick(now)

    def _is_laid(self, zone: Zone, card: CardCopy) -> bool:
        return any(
            isinstance(event, CardPlaced) and event.zone is zone and event.card == card
            for event in self._seen
        )

    def _is_drawn(self, zone: Zone) -> bool:
        return any(isinstance(event, PileChanged) and event.zone is zone for event in self._seen)
