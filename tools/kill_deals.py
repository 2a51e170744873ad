"""Kills the program with SIGKILL at random instants between loading and the ready check.

Run from the repository: `python tools/kill_deals.py [--kills N] [--first SEED]`. Every run is the whole
chain: real firmware, the program as a process, its journal; in each the program is killed several
times. In every other run it is killed between two of its steps, else in the middle of one. Prints
every run and a table; exit status 1 if a commitment was lost, a deal went on wrongly, or was voided
without a word.
"""

import argparse
import collections
import random
import sys
import time

from tallone.errors import TalloneError
from tallone.simulator.studies.deal_kills import DEAL_S, Killed, kill_deal

KILLS_A_DEAL = 5


def main() -> int:
    """Kill, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--noise", type=float, default=1.0)
    options = parser.parse_args()
    begun = time.monotonic()
    phases: collections.Counter[str] = collections.Counter()
    ends: collections.Counter[str] = collections.Counter()
    failed = 0
    seed = options.first
    while phases.total() < options.kills:
        chance = random.Random(f"{seed} instants")  # noqa: S311 - when to kill is no secret
        instants = sorted(chance.uniform(0.0, DEAL_S) for _ in range(KILLS_A_DEAL))
        try:
            killed = kill_deal(seed, instants, while_working=seed % 2 == 0, noise=options.noise)
        except TalloneError as error:
            killed = Killed(seed=seed, kills=(), how="went on", problems=(str(error)[-800:],))
        tell(killed)
        phases.update(phase for _at, phase in killed.kills)
        ends[killed.how] += 1
        failed += bool(killed.problems)
        seed += 1
    print(f"\n{phases.total()} kills in {ends.total()} deals, {time.monotonic() - begun:.0f} s")
    print(f"went on: {ends['went on']}, voided: {ends['voided']}, with problems: {failed}\n")
    print("| On the screen | Kills |\n|---|---|")
    for phase, count in phases.items():
        print(f"| {phase} | {count} |")
    return 1 if failed else 0


def tell(killed: Killed) -> None:
    """Print one run."""
    kind = "in a step" if killed.seed % 2 == 0 else "between steps"
    kills = ", ".join(f"{at:.3f} s {phase}" for at, phase in killed.kills)
    print(f"seed {killed.seed}: {kind} at {kills}: {killed.how}", *killed.problems, sep="; ")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
