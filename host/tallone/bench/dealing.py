"""What `tallone bench` says about dealing: modelled times, and rates on this machine."""

import dataclasses
import time
from collections.abc import Callable
from typing import Final

from tallone.dealing.croupier.plan import DealPlan
from tallone.dealing.layout import layout
from tallone.dealing.promise.commitment import Terms, commit, draw_secret, expand
from tallone.rules.cards.cards import PACK

# A model, not a measurement: turning the rack to a slot (0.25), a stroke of the ejector and back
# (0.4). The croupier's firmware on its simulated chips gives the measured time of a whole deal.
_DELIVERY_S: Final = 0.65
# The rollers start, the first card is drawn; once in each pass.
_PASS_START_S: Final = 0.8
_TERMS: Final = Terms(table="1", round=1, hand=1, players=4, firmware="00", pack="bench")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure with what it should reach; `reach` 0 means that more is only better."""

    name: str
    value: float
    unit: str
    reach: float = 0.0


def deal_seconds(players: int, cards_a_second: float) -> float:
    """Return how long a deal takes by the model, from the first feed to the last tray."""
    shape = layout(players)
    deliveries = len(shape.piles) + shape.low_digits + shape.high_digits
    return shape.feeds / cards_a_second + deliveries * _DELIVERY_S + 2 * _PASS_START_S


def figures(seconds: float = 0.5) -> list[Figure]:
    """Return all figures; each rate is measured for that long."""
    return [
        *(
            Figure(
                name=f"deal, {players} players, {speed} cards a second",
                value=deal_seconds(players, speed),
                unit="s, modelled",
                reach=reach,
            )
            for players, speed, reach in ((4, 5, 45.0), (4, 2, 90.0), (2, 5, 0.0), (2, 2, 0.0))
        ),
        Figure(name="feeds, 4 players", value=layout(4).feeds, unit="cards", reach=150),
        Figure(name="feeds, 2 players", value=layout(2).feeds, unit="cards", reach=172),
        Figure(name="orders from secrets", value=_rate(seconds, _orders()), unit="a second"),
        Figure(name="cards routed", value=_rate(seconds, _routes()) * 108, unit="a second"),
    ]


def _rate(seconds: float, work: Callable[[], object]) -> float:
    """Return how often a second `work` is done."""
    begun = now = time.perf_counter()
    count = 0
    while now < begun + seconds:
        work()
        count += 1
        now = time.perf_counter()
    return count / (now - begun)


def _fixed_bytes(count: int) -> bytes:
    return bytes(number % 251 for number in range(count))


def _orders() -> Callable[[], object]:
    secret = draw_secret(_fixed_bytes)
    commitment = commit(secret, _TERMS)
    return lambda: expand(secret, commitment, 7)


def _routes() -> Callable[[], object]:
    secret = draw_secret(_fixed_bytes)
    plan = DealPlan(expand(secret, commit(secret, _TERMS), 7), 4)
    return lambda: [plan.first_slot(copy) for copy in PACK]
