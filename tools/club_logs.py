"""Check that any order and repetition of a log gives the same state: `tools/club_logs.py 10000 --seed 1`.

Each log is an invented event, crooked facts included, replayed as written and twice shuffled. A
difference is printed with its seed, and the status is 1.
"""

import argparse
import random
import sys

from tallone.club.invented import InventedEvent, mixed
from tallone.club.rules.asking.query import answer


def different(seed: int) -> bool:
    """Return whether an order or a repetition changed the state of an invented event."""
    chance = random.Random(seed)  # noqa: S311 - repeatable by its seed
    entrants, rounds = chance.randint(2, 14), chance.randint(1, 5)
    log = InventedEvent(seed, entrants=entrants, rounds=rounds, mishaps=chance.random()).log()
    event = {"entrants": entrants, "hands": chance.choice([2, 3, 4]), "lot_seed": str(seed)}
    states = []
    for order in (None, 1, 2):
        facts = log if order is None else mixed(seed + order, log)
        state = answer({"op": "replay", "event": event, "log": facts})
        state.pop("duplicates", None)
        states.append(state)
    return not states[0]["ok"] or states[1:] != [states[0], states[0]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", type=int)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    wrong = [seed for seed in range(options.seed, options.seed + options.logs) if different(seed)]
    for seed in wrong:
        print(f"seed {seed}: the state depends on the order")
    print(f"{options.logs} logs, {len(wrong)} of them different in another order")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
