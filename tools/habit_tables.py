"""How truly hands without a fault are followed, people as they are: the table of docs/verification.md.

Run from the repository: `python tools/habit_tables.py [--people NAME ...] [--profile NAME ...]
[--players 2 4] [--noise X ...] [--hands N] [--first SEED]`. `--people each` is every habit alone.
Prints a line for each kind as soon as it is known, below it the seeds that were not right. Exit
status 1 if a score is wrong after the questions.
"""

import argparse
import multiprocessing
import os
import sys

from tallone.simulator.people.habits import TABLE
from tallone.simulator.studies.following import HEAD, Task, odd, play, row

CHUNK = 4
MOST_TOLD = 8


def main() -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", nargs="+", default=["club", "sloppy"])
    parser.add_argument("--profile", nargs="+", default=["fibur", "classic-en"])
    parser.add_argument("--players", nargs="+", type=int, choices=(2, 4), default=[4, 2])
    parser.add_argument("--noise", nargs="+", type=float, default=[1.0])
    parser.add_argument("--hands", type=int, default=100, help="of each kind")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args()
    people = [
        name
        for kind in options.people
        for name in ([f"only:{habit}" for habit in TABLE] if kind == "each" else [kind])
    ]
    print(HEAD, flush=True)
    good = True
    with multiprocessing.Pool(options.jobs) as pool:
        for kind in people:
            for profile in options.profile:
                for players in options.players:
                    for noise in options.noise:
                        tasks = [
                            Task(
                                people=kind,
                                profile=profile,
                                players=players,
                                noise=noise,
                                seed=seed,
                            )
                            for seed in range(options.first, options.first + options.hands)
                        ]
                        hands = pool.map(play, tasks, chunksize=CHUNK)
                        print(row(tasks[0], hands), flush=True)
                        for told in list(filter(None, map(odd, hands)))[:MOST_TOLD]:
                            print(f"  {told}", file=sys.stderr, flush=True)
                        good = good and all(hand.after for hand in hands)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
