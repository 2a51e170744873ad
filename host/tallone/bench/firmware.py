"""What `tallone bench firmware` says: the deal, a card's way to the host, what a frame costs.

The boards' real firmware runs in MicroPython on simulated chips; times of the table are on the
simulated clock, airtime and cable included, and so the same on every machine.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tallone.bench.link import board_cost
from tallone.firmware.timing.timed_deal import deal
from tallone.firmware.timing.timed_laying import PILES, lay
from tallone.paths import micropython
from tallone.rules.cards.cards import PACK
from tallone.simulator.interpreter.prices import DEFAULT_BOARD, BoardName

# Seconds for a whole deal, by cards a second.
_DEAL_TARGETS: Final = {5: 45, 2: 90}
_SETTLED_TARGET_MS: Final = 400


class Row(NamedTuple):
    """A figure as text; `target` is empty where there is none."""

    name: str
    value: str
    target: str = ""


def figures(seed: int = 1, cards: int = 24, *, chip: BoardName = DEFAULT_BOARD) -> list[Row]:
    """Measure; `cards` are laid on each zone. Nothing where there is no MicroPython."""
    if micropython() is None:
        return []
    return [*_deals(seed, chip), *_laid(seed, cards, chip), *_frames()]


def _deals(seed: int, chip: BoardName) -> Iterator[Row]:
    for speed, target in _DEAL_TARGETS.items():
        dealt = deal(speed, seed, chip=chip)
        took = f"{dealt.seconds:.1f} s, simulated"
        yield Row(f"shuffle and deal, {speed} cards a second", took, f"{target} s")
        yield Row("cards in their planned places", f"{dealt.placed} of {len(PACK)}", "108 of 108")


def _laid(seed: int, cards: int, chip: BoardName) -> Iterator[Row]:
    laid = lay(seed, cards, chip=chip)
    for zone, times in laid.times.items():
        ordered = sorted(times)
        value = f"p50 {_share(ordered, 0.5):.0f} ms, p95 {_share(ordered, 0.95):.0f} ms, simulated"
        if zone in PILES:
            yield Row(f"card off {zone.value} to event", value)
        else:
            yield Row(f"card on {zone.value} to event", value, f"p95 {_SETTLED_TARGET_MS} ms")
    for zone, longest in laid.waits.items():
        yield Row(f"longest between looks at {zone.value}", f"{longest} ms, simulated")


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _frames() -> Iterator[Row]:
    for figure in board_cost():
        target = "" if figure.reach is None else f"{figure.reach:.0f} {figure.unit}"
        yield Row(figure.name, f"{figure.value:.1f} {figure.unit}", target)
