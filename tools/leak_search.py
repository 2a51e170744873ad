"""Plays whole matches at all assist levels and looks for hidden cards in everything that comes out.

Run from the repository: `python tools/leak_search.py [--hands N] [--chain-hands N] [--seed S]`. Looked
through are screens (both languages) and terminal, records, log lines, packets in both directions, files
and their names; for each the number of looks is printed. Exit status 1 if a card came out too early.
"""

import argparse
import sys
import time

from tallone.app.headless.leak_match import search_match, spoken_faces
from tallone.simulator.evening.options import Options
from tallone.simulator.studies.leak_run import search_chain
from tallone.simulator.studies.leak_search import LeakSearch

ASSISTS = ("gara", "circolo", "didattica")


def main() -> int:
    """Search, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=4, help="a match at the events level")
    parser.add_argument("--chain-hands", type=int, default=2, help="a match through the firmware")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    leaks = 0
    for assist in ASSISTS:
        if options.hands:
            match = Options(hands=options.hands, seed=options.seed, assist=assist, level="events")
            leaks += tell(f"{assist}, events", time.monotonic(), search_match(match))
        if options.chain_hands:
            chain = Options(hands=options.chain_hands, seed=options.seed, assist=assist)
            leaks += tell(
                f"{assist}, chain", time.monotonic(), search_chain(chain, spoken_faces())
            )
    print(f"{leaks} leaks")
    return 1 if leaks else 0


def tell(title: str, begun: float, search: LeakSearch) -> int:
    """Print what was looked through and what was found; return the number of leaks."""
    print(f"{title}: {len(search.leaks)} leaks, {time.monotonic() - begun:.0f} s")
    for where, count in sorted(search.looked_at.items()):
        print(f"    {count:7d} {where}")
    for leak in search.leaks:
        print(f"  LEAK at {leak.at} s in {leak.where}: {leak.card}: {leak.text}")
    sys.stdout.flush()
    return len(search.leaks)


if __name__ == "__main__":
    sys.exit(main())
