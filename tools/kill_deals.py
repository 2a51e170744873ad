"""Kills the program with SIGKILL at random instants between loading and the ready check.

Run from the repository: `python tools/kill_deals.py [--kills N] [--first SEED]`. Every run is the whole
chain: real firmware, the program as a process, its journal. Half of the kills hit the program between
two of its steps, half in the middle of one. Prints every kill and a table; exit status 1 if a
commitment was lost, a deal went on wrongly, or was voided without a word.
"""

import argparse
import collections
import random
import sys
import time

from tallone.errors import TalloneError
from tallone.simulator.deal_kills import DEAL_S, Killed, kill_one


def main() -> int:
    """Kill, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--kills", type=int, default=200, help="how many that find a deal going on"
    )
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--noise", type=float, default=1.0)
    options = parser.parse_args()
    begun = time.monotonic()
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    failed = done = 0
    seed = options.first
    while done < options.kills:
        at = random.Random(f"{seed} instant").uniform(0.0, DEAL_S)  # noqa: S311 - no secret
        try:
            killed = kill_one(seed, at=at, while_working=seed % 2 == 0, noise=options.noise)
        except TalloneError as error:
            killed = Killed(
                seed=seed, at=at, phase="?", how="went on", problems=(str(error)[-800:],)
            )
        tell(killed)
        seed += 1
        if killed.how == "ready before":
            continue
        done += 1
        counts[killed.phase or "start", killed.how] += 1
        failed += bool(killed.problems)
    print(f"\n{done} kills in {time.monotonic() - begun:.0f} s, {failed} with problems\n")
    print("| On the screen | Went on | Voided |\n|---|---|---|")
    for phase in dict.fromkeys(phase for phase, _how in counts):
        print(f"| {phase} | {counts[phase, 'went on']} | {counts[phase, 'voided']} |")
    return 1 if failed else 0


def tell(killed: Killed) -> None:
    kind = "in a step" if killed.seed % 2 == 0 else "between steps"
    print(
        f"seed {killed.seed}: {kind} at {killed.at:.3f} s in {killed.phase or 'start'}: {killed.how}",
        *killed.problems,
        sep="; ",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
