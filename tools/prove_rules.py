"""Proofs too long for the test suite: the rules against slow definitions, and hands that all end.

Run from the repository: `python tools/prove_rules.py [--sets N] [--positions N] [--hands N] [--seed S]`.
Numbers are per profile, but positions are over all of them. Prints every difference; exit status 1 if any.
"""

import argparse
import itertools
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.rules.agreement import disagreement_on_a_set, disagreement_on_an_extension
from tests.rules.positions import random_deal
from tests.rules.small_positions import disagreement, small_positions

from tallone.bots import RandomBot, SensibleBot
from tallone.bots.base import Bot
from tallone.rules.apply import apply
from tallone.rules.hand import start
from tallone.rules.profile import PROFILE_NAMES, Profile, load_profile
from tallone.rules.scoring import score
from tallone.rules.seats import seats

LONGEST_HAND = 400
MOST_CARDS = 9
# A hand of many small plays gives many positions that are almost the same.
EVERY = 5


def main() -> int:
    """Prove all parts; return the exit status."""
    options = _options()
    failures = 0
    for name in PROFILE_NAMES:
        profile = load_profile(name)
        rng = Random(f"{options.seed} {name}")  # noqa: S311 - hands to test with, not to play
        extensions = options.sets // 4
        parts = (
            ("sets", options.sets, _each(options.sets, profile, rng, disagreement_on_a_set)),
            (
                "extensions",
                extensions,
                _each(extensions, profile, rng, disagreement_on_an_extension),
            ),
            (
                "positions",
                options.positions // 5,
                _positions(options.positions // 5, profile, rng),
            ),
            ("random hands", options.hands, _hands(options.hands, profile, rng, RandomBot)),
            ("sensible hands", options.hands, _hands(options.hands, profile, rng, SensibleBot)),
        )
        for title, count, differences in parts:
            failures += _report(f"{name}: {count} {title}", differences)
    return 1 if failures else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=200_000)
    parser.add_argument("--positions", type=int, default=2_000)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--seed", default="proof")
    return parser.parse_args()


def _report(title: str, differences: Iterator[str | None]) -> int:
    began = time.perf_counter()
    found = [difference for difference in differences if difference is not None]
    print(f"{title}: {len(found)} differences, {time.perf_counter() - began:.0f} s", flush=True)
    for difference in found[:20]:
        print(f"  {difference}", flush=True)
    return len(found)


def _each(
    count: int, profile: Profile, rng: Random, compare: Callable[[Profile, Random], str | None]
) -> Iterator[str | None]:
    return (compare(profile, rng) for _ in range(count))


def _positions(count: int, profile: Profile, rng: Random) -> Iterator[str | None]:
    states = itertools.islice(small_positions(profile, rng, MOST_CARDS), 0, None, EVERY)
    return (disagreement(state) for state in itertools.islice(states, count))


def _hands(
    count: int, profile: Profile, rng: Random, bot: Callable[[], Bot]
) -> Iterator[str | None]:
    return (_hand(profile, rng, bot()) for _ in range(count))


def _hand(profile: Profile, rng: Random, bot: Bot) -> str | None:
    """Play a whole hand; return what is wrong with it, or None."""
    players = rng.choice((2, 4))
    deal = random_deal(rng, players, rng.choice(seats(players)))
    state = start(profile, deal)
    while not state.is_over:
        if state.turns > LONGEST_HAND:
            return f"no end after {LONGEST_HAND} turns: {deal}"
        state = apply(state, bot.choose(state, rng))
    held = [copy for holding in state.holding_list for copy in holding]
    laid = [copy for side in state.side_list for meld in side.melds for copy in meld.copies]
    waiting = [copy for pozzetto in state.pozzetti for copy in pozzetto]
    if sorted([*held, *laid, *waiting, *state.stock, *state.discard_pile]) != list(range(108)):
        return f"cards are lost or doubled: {deal}"
    if any(side.total % 5 for side in score(state).values()):
        return f"a total is no multiple of 5: {deal}"
    return None


if __name__ == "__main__":
    sys.exit(main())
