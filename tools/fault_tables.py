"""How surely the faults of a deal are found, and how often something is found that is not there.

Run from the repository: `python tools/fault_tables.py [--seeds N] [--clean N] [--noise X ...]`. Prints
a table for each noise, with the seeds of misses and false alarms. Exit status 1 if a goal is missed:
99.9 % found with the right kind and count, and less than one false alarm in a thousand clean deals.
The goals hold at noise 1 and below; above, the table is printed for comparison.
"""

import argparse
import functools
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator

from tallone.app.headless.direct import DirectEvening
from tallone.simulator.evening.options import Level, Options
from tallone.simulator.evening.report import JsonObject
from tallone.simulator.evening.run import simulate
from tallone.simulator.studies.deal_faults import EXPECTED, Row, Trial, attempt, table

MISSES = 0.001
ALARMS = 0.001
# The noise at which the goals hold; a worse table is shown, not judged.
JUDGED = 1.0
# A fault that depends on how a hand ends finds no occasion in every hand.
MOST_ATTEMPTS = 4
CHUNK = 8
MOST_TOLD = 10


def run(options: Options) -> JsonObject:
    return simulate(options, open_host=DirectEvening).report


def trial(task: tuple[str | None, int, float, Level]) -> Trial:
    fault, seed, noise, level = task
    return attempt(run, fault, seed, noise, level)


def row(
    fault: str | None, count: int, options: argparse.Namespace, noise: float, pool: object
) -> Row:
    """Try the fault until `count` seeds have given an occasion."""
    work = map if pool is None else functools.partial(pool.imap, chunksize=CHUNK)
    trials: list[Trial] = []
    tasks = seeds(fault, options, noise, count * MOST_ATTEMPTS)
    tried = 0
    while tried < count and (batch := take(tasks, count - tried)):
        fresh = list(work(trial, batch))
        trials += fresh
        tried += sum(one.outcome != "no occasion" for one in fresh)
    return Row(fault, tuple(trials))


def seeds(
    fault: str | None, options: argparse.Namespace, noise: float, most: int
) -> Iterator[tuple[str | None, int, float, Level]]:
    for seed in range(options.first, options.first + most):
        yield fault, seed, noise, options.level


def take(
    tasks: Iterator[tuple[str | None, int, float, Level]], count: int
) -> list[tuple[str | None, int, float, Level]]:
    return [task for task, _ in zip(tasks, range(count), strict=False)]


def tables(options: argparse.Namespace, pool: object) -> Iterable[bool]:
    """Print a table for each noise; yield whether each line is good enough."""
    for noise in options.noise or [1.0]:
        begun = time.monotonic()
        rows = []
        for fault in [None, *(options.fault or EXPECTED)]:
            count = options.clean if fault is None else options.seeds
            if not count:
                continue
            made = row(fault, count, options, noise, pool)
            rows.append(made)
            tell(made)
            print(table([made]).splitlines()[-1], flush=True)
            if noise <= JUDGED:
                misses = 0.0 if options.level == "chain" else MISSES
                yield made.is_good(misses=misses, alarms=ALARMS)
        print(f"\nNoise {noise:g}, level {options.level}, {time.monotonic() - begun:.0f} s\n")
        print(table(rows), flush=True)


def tell(made: Row) -> None:
    """Say what went wrong in single runs; more than a few would say the same again."""
    odd = [one for one in made.trials if one.outcome not in ("found", "no occasion") or one.others]
    for one in odd[:MOST_TOLD]:
        others = f", also {', '.join(one.others)}" if one.others else ""
        print(
            f"{made.fault or 'none'}, seed {one.seed}: {one.outcome}{others} {one.note}",
            flush=True,
        )


def main() -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="runs of each fault")
    parser.add_argument("--clean", type=int, default=5000, help="runs without a fault")
    parser.add_argument("--noise", type=float, action="append", help="may be repeated")
    parser.add_argument("--fault", choices=EXPECTED, action="append", help="may be repeated")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--level", choices=("events", "chain"), default="events")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args()
    if options.jobs == 1:
        good = list(tables(options, None))
    else:
        with multiprocessing.Pool(options.jobs) as pool:
            good = list(tables(options, pool))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
