"""How long a card laid in one of twenty lanes takes to be a mat event: the scan plan, drawn by lot.

`python -m hardware.reckon.scan_plan` prints the table of docs/build/lanes.md. The plan is the firmware's
(firmware/mat/scanner.py): quick looks at the coils' load, complete questions where that changed, second sightings
for the host's two of three. The lanes of the side on turn and the discard pile are looked at in every pass, all
others less often. One field at a time. Its times are the air's; what the interpreter adds to each exchange is the
parameter.
"""

import random
from dataclasses import dataclass

from hardware.antenna import antenna

# Field on, load read, field off (docs/models.md), milliseconds.
LOOK_MS = 2.3
# A tag wakes in 1 ms; a question of one slot that a known tag confirms, or that finds a newcomer (ISO 15693).
WAKE_MS, ASK_MS = 1.0, 6.2
# Between two passes, and while cards come and go; two sightings count as two only so far apart.
PAUSE_MS, LIVELY_MS, ECHO_MS = 40.0, 15.0, 45.0
# Lanes without focus are looked at so often; a complete round that time made due holds a pass up by so much.
CALM_MS, SLICE_MS = 180.0, 35.0
# Complete rounds by time may use up so much of the air.
BACKGROUND = 0.2
# The report on the wire, and the host's loop.
AFTER_MS = 12.0
DRAWS, SEED = 800, 1
LIMIT_MS = 400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Who is asked how often, and what an exchange costs beside the air."""

    focus: int
    calm: int
    known: int
    overhead_ms: float
    heard: float = 0.98
    switch_ms: float = 0.0

    @property
    def look_ms(self) -> float:
        return LOOK_MS + self.switch_ms + self.overhead_ms

    @property
    def ask_ms(self) -> float:
        return ASK_MS + self.overhead_ms


def lanes_plan(overhead_ms: float, known: int = 4) -> Plan:
    """Return the plan of twenty lanes: ten and the discard pile in focus; ten, stock and pozzetti not."""
    lanes = antenna.load().lanes
    a_side = int(lanes["a_side"])
    return Plan(
        focus=a_side + 1,
        calm=a_side + 3,
        known=known,
        overhead_ms=overhead_ms,
        switch_ms=lanes["settle_us"] / 1000,
    )


def until_event(plan: Plan, dice: random.Random) -> float:
    """Return the milliseconds from a card laid in a focused lane until the host knows."""
    now = -dice.uniform(0.0, 400.0)
    place = dice.randrange(plan.focus)
    calm_due = [now + dice.uniform(0.0, CALM_MS) for _ in range(plan.calm)]
    sightings, last, lively = 0, -1e9, False
    while True:
        for zone in range(plan.focus):
            now += plan.look_ms
            if zone != place or now < 0 or now - last < ECHO_MS:
                continue
            questions = 1 if sightings else 1 + dice.random() * plan.known
            now += WAKE_MS + questions * plan.ask_ms
            lively = True
            if dice.random() < plan.heard:
                sightings, last = sightings + 1, now
            if sightings == 2:
                return now + AFTER_MS
        for index, due in enumerate(calm_due):
            if due <= now:
                now += plan.look_ms
                calm_due[index] = now + CALM_MS
        if not lively:
            passed = plan.focus * plan.look_ms + PAUSE_MS
            if dice.random() < BACKGROUND * passed / (SLICE_MS * (1 - BACKGROUND)):
                now += SLICE_MS
        now += LIVELY_MS if lively else PAUSE_MS


def percentile(plan: Plan, percent: float) -> float:
    """Return the time within which that share of cards is known, in milliseconds."""
    dice = random.Random(SEED)  # noqa: S311  a repeatable sample, no secret
    times = sorted(until_event(plan, dice) for _ in range(DRAWS))
    return times[min(round(len(times) * percent / 100), len(times) - 1)]


def table() -> str:
    """Return the times of twenty lanes over what the interpreter adds, in Markdown."""
    rows = [
        (
            "| Interpreter adds to an exchange | 4 cards there: p50 | p95 | 13 cards there: p95 "
            "| Next to nobody heard (60 %): p95 |"
        ),
        "|---:|---:|---:|---:|---:|",
    ]
    for overhead in (0.0, 0.5, 1.0, 2.0, 4.0):
        usual, full = lanes_plan(overhead), lanes_plan(overhead, known=13)
        weak = Plan(
            focus=usual.focus,
            calm=usual.calm,
            known=usual.known,
            overhead_ms=overhead,
            heard=0.6,
            switch_ms=usual.switch_ms,
        )
        cells = [
            percentile(usual, 50),
            percentile(usual, 95),
            percentile(full, 95),
            percentile(weak, 95),
        ]
        rows.append(f"| {overhead:g} ms | {' | '.join(f'{cell:.0f} ms' for cell in cells)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
