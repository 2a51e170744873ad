"""What `tallone bench firmware` says: the deal, a card's way to the host, what a frame costs.

The boards' real firmware runs in MicroPython on simulated chips; times of the table are on the
simulated clock, airtime and cable included, and so the same on every machine.
"""

import random
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tallone.dealing.commitment import Terms, commit, draw_secret, expand
from tallone.dealing.deck_check import TagIndex
from tallone.dealing.job import DealJob
from tallone.dealing.outputs import JobCommand, JobOutput
from tallone.dealing.plan import DealPlan
from tallone.errors import SimulationError
from tallone.firmware.laying import PILES, laid_ms, pack_of_tags
from tallone.firmware.rehearsal import Rehearsal
from tallone.link.bench import board_cost
from tallone.link.messages import LinkEvent, LinkUp, Report
from tallone.paths import micropython
from tallone.rules.cards import PACK

# Seconds for a whole deal, by cards a second.
_DEAL_TARGETS: Final = {5: 45, 2: 90}
_SETTLED_TARGET_MS: Final = 400
# Cards filled in come to rest.
_FILL_S: Final = 2.0
_UP_S: Final = 20.0
_DEAL_S: Final = 400.0


class Row(NamedTuple):
    """A figure as text; `target` is empty where there is none."""

    name: str
    value: str
    target: str = ""


def figures(seed: int = 1, cards: int = 24) -> list[Row]:
    """Measure; `cards` are laid on each zone. Nothing where there is no MicroPython."""
    if micropython() is None:
        return []
    return [*_deals(seed), *_laid(seed, cards), *_frames()]


def deal_seconds(speed: int, seed: int = 1, players: int = 4) -> float:
    """Return how long the croupier's firmware takes from JOB_BEGIN to the last tray."""
    rng = random.Random(seed)  # noqa: S311 - a rehearsal's deal is no secret
    registry = pack_of_tags(rng)
    hopper = list(registry.copies)
    rng.shuffle(hopper)
    job = DealJob(1, speed, _plan(rng, players), TagIndex(registry))
    with tempfile.TemporaryDirectory(prefix="tallone-") as folder:
        rehearsal = Rehearsal("croupier", Path(folder), seed=seed)
        try:
            return _deal(rehearsal, job, [bytes(reversed(uid)).hex() for uid in hopper])
        finally:
            rehearsal.close()


def _deal(rehearsal: Rehearsal, job: DealJob, hopper: list[str]) -> float:
    met: list[LinkEvent] = []

    def act(outputs: Iterable[JobOutput]) -> None:
        for output in outputs:
            if isinstance(output, JobCommand):
                rehearsal.command(output.name, *output.fields)

    def take(event: LinkEvent) -> None:
        if isinstance(event, LinkUp):
            met.append(event)
        elif isinstance(event, Report):
            act(job.observe(event.name, event.fields))

    rehearsal.take = take
    rehearsal.run(lambda: bool(met), _UP_S)
    rehearsal.board.send({"hopper": hopper})
    rehearsal.pause(_FILL_S)
    begun = rehearsal.now
    act(job.begin())
    rehearsal.run(lambda: job.is_over, _DEAL_S)
    if sum(job.counts.values()) != len(PACK):
        raise SimulationError(f"the rehearsed deal has ended as {job.state.value}")
    return rehearsal.now - begun


def _plan(rng: random.Random, players: int) -> DealPlan:
    terms = Terms(table="1", round=1, hand=1, players=players, firmware="00", pack="bench")
    secret = draw_secret(rng.randbytes)
    return DealPlan(expand(secret, commit(secret, terms), 7), players)


def _deals(seed: int) -> Iterator[Row]:
    for speed, target in _DEAL_TARGETS.items():
        took = f"{deal_seconds(speed, seed):.1f} s, simulated"
        yield Row(f"shuffle and deal, {speed} cards a second", took, f"{target} s")


def _laid(seed: int, cards: int) -> Iterator[Row]:
    for zone, times in laid_ms(seed, cards).items():
        ordered = sorted(times)
        value = f"p50 {_share(ordered, 0.5):.0f} ms, p95 {_share(ordered, 0.95):.0f} ms, simulated"
        if zone in PILES:
            yield Row(f"card off {zone.value} to event", value)
        else:
            yield Row(f"card on {zone.value} to event", value, f"p95 {_SETTLED_TARGET_MS} ms")


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _frames() -> Iterator[Row]:
    for figure in board_cost():
        target = "" if figure.reach is None else f"{figure.reach:.0f} {figure.unit}"
        yield Row(figure.name, f"{figure.value:.1f} {figure.unit}", target)
