"""Find how many shuffles it takes to catch each bias, and write the table into the documents.

`python tools/audit_sizes.py [--runs N] [--most N]` runs each bias so many times, asks the audit at growing
numbers of shuffles and notes the first at which every run is caught; it stops where that holds. The
croupier's own shuffle stands beside: how many of its runs were blamed at any of the sizes tried.
"""

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sections import renew

from tallone.dealing.audit.audit import Audit, AuditPlan
from tallone.dealing.audit.shuffles import BIASES, Shuffle, as_collected, croupier

SIZES = (5, 10, 20, 50, 100, 200, 540, 1080, 2700, 5400, 10_800, 21_600, 43_200, 86_400)
_LIMIT_OF_THE_FAIR = 5400


def caught_at(
    make: Callable[[random.Random], Shuffle], seed: int, most: int
) -> tuple[dict[int, bool], str]:
    """Return at which sizes a run is caught, and by which test at the last of them."""
    chance = random.Random(seed)  # noqa: S311 - a run that can be repeated
    shuffle, before = make(chance), as_collected()
    running = Audit(AuditPlan())
    found: dict[int, bool] = {}
    by = ""
    for size in SIZES:
        if size > most:
            break
        while running.count < size:
            running.take(before, shuffle(before))
        failed = [result for result in running.judged().results if not result.passed]
        found[size] = bool(failed)
        if failed:
            by = min(failed, key=lambda result: result.p).name
            if size >= 100 and all(list(found.values())[-2:]):
                break
    return found, by


def row(name: str, runs: int, most: int) -> str:
    """Return a bias's line of the table."""
    tried = [caught_at(BIASES[name], seed, most) for seed in range(1, runs + 1)]
    sizes = [size for size in SIZES if size <= most]

    def share(size: int) -> int:
        # A run that stopped early was caught at every later size as well.
        return sum(found.get(size, True) for found, _ in tried)

    half = next((f"{size:,}" for size in sizes if 2 * share(size) >= runs), "–")
    every = next((f"{size:,}" for size in sizes if share(size) == runs), f"over {most:,}")
    by = max({by for _, by in tried}, key=[by for _, by in tried].count)
    return f"| {name} | {half} | {every} | {by} |"


def fair_row(runs: int) -> str:
    """Return how often the croupier's shuffle is blamed."""
    blamed = sizes = 0
    for seed in range(1, runs + 1):
        found, _ = caught_at(lambda chance: croupier(chance.randbytes), seed, _LIMIT_OF_THE_FAIR)
        blamed += sum(found.values())
        sizes += len(found)
    return f"| the croupier’s | – | blamed {blamed} times in {sizes} audits | – |"


def table(runs: int, most: int) -> str:
    """Return the whole table."""
    head = [
        f"Of {runs} runs of each, seeds 1 to {runs}:",
        "",
        "| Shuffle | half are caught at | all are caught at | most often by |",
        "|---|---|---|---|",
    ]
    lines = []
    for name in BIASES:
        lines.append(row(name, runs, most))
        print(lines[-1], flush=True)
    lines.append(fair_row(runs))
    print(lines[-1], flush=True)
    return "\n".join([*head, *lines])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--most", type=int, default=SIZES[-1])
    options = parser.parse_args()
    made = table(options.runs, options.most)
    list(renew("audit sizes", lambda _name: made, check=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
