"""What whole hands bring each side, played at the events level: real referee, simulated cards and people."""

import tempfile
from pathlib import Path

from tallone.app.headless.direct import DirectEvening
from tallone.journal.records import HandOver
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options


def played_hands(seed: int, hands: int, profile: str) -> list[tuple[int, int]]:
    """Play hands from a seed; return the points of North-South and East-West, hand by hand."""
    with tempfile.TemporaryDirectory(prefix="tallone-hands-") as folder:
        options = Options(hands=hands, seed=seed, profile=profile, level="events", noise=0.0)
        table = EventTable(options, Path(folder), DirectEvening)
        table.run(lambda _line: None)
        overs = {one.hand: one for one in table.host.records if isinstance(one, HandOver)}
        sides = [list(overs[hand].result["sides"].values()) for hand in sorted(overs)]
        return [(first["total"], second["total"]) for first, second in sides]
