"""Looks for hints: pairs of hands that differ only in what players must not be told, and their screens.

Run from the repository: `python tools/hint_search.py [--pairs N] [--seed S] [--assist LEVEL] [--kind KIND]`.
Kinds are those of `tallone.app.headless.hint_pairs`. Pairs of the kind `moved` part, because the screen
shows the melds that the ledger allows (docs/verification.md): they are counted and are no failure. Exit
status 1 if a pair of another kind parts.
"""

import argparse
import collections
import sys

from tallone.app.headless.hint_pairs import Pair, search_pair
from tallone.assist import Assist
from tallone.errors import SimulationError

PROFILES = ("febur", "fibur-2026", "fibur", "online", "classic-en")
PLAYERS = (4, 2)


def main() -> int:
    """Search, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100, help="pairs of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--assist", choices=[level.value for level in Assist], default="gara")
    parser.add_argument("--kind", choices=[kind.value for kind in Pair])
    options = parser.parse_args()
    wrong = 0
    for kind in Pair if options.kind is None else (Pair(options.kind),):
        parted = search(kind, Assist(options.assist), options.seed, options.pairs)
        wrong += parted if kind is not Pair.MOVED else 0
    return 1 if wrong else 0


def search(kind: Pair, assist: Assist, seed: int, pairs: int) -> int:
    """Search pairs of one kind, print what came of it; return how many parted."""
    parts: collections.Counter[str] = collections.Counter()
    played = parted = 0
    for number in range(seed, seed + pairs):
        profile = PROFILES[number % len(PROFILES)]
        players = PLAYERS[number // len(PROFILES) % len(PLAYERS)]
        try:
            hint = search_pair(number, kind, assist, profile=profile, players=players)
        except SimulationError as error:
            print(f"seed {number}: not played: {error}")
            continue
        played += 1
        if hint is not None:
            parted += 1
            parts.update(hint.parts)
            if kind is not Pair.MOVED:
                print(f"HINT {profile}, {players} players: {hint}")
    told = ", ".join(f"{part} {count}" for part, count in parts.most_common())
    print(f"{kind.value}, {assist.value}: {parted} of {played} pairs part {told}".rstrip())
    sys.stdout.flush()
    return parted


if __name__ == "__main__":
    sys.exit(main())
