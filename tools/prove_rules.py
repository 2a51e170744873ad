"""Proofs too long for the test suite: the rules against slow definitions, and hands that all end.

Run from the repository: `python tools/prove_rules.py [--sets N] [--positions N] [--hands N] [--seed S]
[--processes N] [--part NAME] [--profile NAME]`. Numbers are per profile, but positions are over all of them.
Prints how far it is, a line for every proof and every difference; exit status 1 if there is any.
"""

import argparse
import itertools
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.rules.positions import random_deal
from tests.rules.proofs.agreement import disagreement_on_a_set, disagreement_on_an_extension
from tests.rules.proofs.small_positions import disagreement, small_positions

from tallone.bots import RandomBot, SensibleBot
from tallone.bots.base import Bot
from tallone.rules.cards.seats import seats
from tallone.rules.hand.apply import apply
from tallone.rules.hand.hand import HandState, start
from tallone.rules.hand.scoring import score
from tallone.rules.profiles.profile import PROFILE_NAMES, SWITCHES, Profile, load_profile

LONGEST_HAND = 400
MOST_CARDS = 9
# A hand of many small plays gives many positions that are almost the same.
EVERY = 5
# Stands for a profile of its own for every hand, with any values of the switches.
ANY_CLUB = "any club"
MOST_SHOWN = 20


class Looked(NamedTuple):
    """What came of one case: how long the hand was in turns, if it was one, and what is wrong."""

    turns: int = 0
    difference: str | None = None


Proof = Callable[[Profile, Random, int], Iterator[Looked]]


class Piece(NamedTuple):
    """A share of a proof for one process; its cases follow from its seed."""

    part: str
    profile: str
    count: int
    seed: str


class Done(NamedTuple):
    """What came of a piece."""

    piece: Piece
    longest: int
    differences: list[str]


def main() -> int:
    """Prove all parts; return the exit status."""
    options = _options()
    print(f"seed {options.seed!r}, {options.processes} processes", flush=True)
    failures = 0
    with multiprocessing.Pool(options.processes) as pool:
        for part in options.part or PROOFS:
            names = (*PROFILE_NAMES, ANY_CLUB) if part == "random" else PROFILE_NAMES
            for name in options.profile or names:
                pieces = _pieces(part, name, _count(part, options), options)
                failures += _report(part, name, pool.imap_unordered(prove, pieces), pieces)
    return 1 if failures else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=200_000)
    parser.add_argument("--positions", type=int, default=2_000)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--seed", default="proof")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--part", action="append", choices=PROOFS, help="more than once for more")
    parser.add_argument(
        "--profile", action="append", choices=PROFILE_NAMES, help="more than once for more"
    )
    return parser.parse_args()


def _count(part: str, options: argparse.Namespace) -> int:
    """Return how many cases of the part every profile gets."""
    if part in ("sets", "extensions"):
        return int(options.sets)
    if part == "positions":
        return -(-int(options.positions) // len(PROFILE_NAMES))
    return int(options.hands)


def _pieces(part: str, name: str, count: int, options: argparse.Namespace) -> list[Piece]:
    # Forty pieces whatever the number of processes, so that a seed gives the same cases.
    size = max(1, -(-count // 40))
    return [
        Piece(part, name, min(size, count - begin), f"{options.seed} {part} {name} {begin}")
        for begin in range(0, count, size)
    ]


def _report(part: str, name: str, results: Iterator[Done], pieces: list[Piece]) -> int:
    """Print how far the proof is and how it ends; return the number of differences."""
    began, said = time.monotonic(), time.monotonic()
    count = sum(piece.count for piece in pieces)
    looked, longest = 0, 0
    differences: list[str] = []
    for done in results:
        looked += done.piece.count
        longest = max(longest, done.longest)
        differences += [
            f"{difference} (seed {done.piece.seed!r})" for difference in done.differences
        ]
        if time.monotonic() - said > 30:
            said = time.monotonic()
            print(f"  {name}: {looked} of {count} {part}", file=sys.stderr, flush=True)
    turns = f", longest {longest} turns" if longest else ""
    print(
        f"{part}, {name}: {looked} of {count}, {len(differences)} differences{turns}, "
        f"{time.monotonic() - began:.0f} s",
        flush=True,
    )
    for difference in differences[:MOST_SHOWN]:
        print(f"  {difference}", flush=True)
    return len(differences)


def prove(piece: Piece) -> Done:
    rng = Random(piece.seed)  # noqa: S311 - cases to test with, not to play
    name = PROFILE_NAMES[0] if piece.profile == ANY_CLUB else piece.profile
    prove = any_club_hands if piece.profile == ANY_CLUB else PROOFS[piece.part]
    cases = list(prove(load_profile(name), rng, piece.count))
    differences = [case.difference for case in cases if case.difference is not None]
    return Done(piece, max(case.turns for case in cases), differences)


def _sets(profile: Profile, rng: Random, count: int) -> Iterator[Looked]:
    return (Looked(difference=disagreement_on_a_set(profile, rng)) for _ in range(count))


def _extensions(profile: Profile, rng: Random, count: int) -> Iterator[Looked]:
    return (Looked(difference=disagreement_on_an_extension(profile, rng)) for _ in range(count))


def _positions(profile: Profile, rng: Random, count: int) -> Iterator[Looked]:
    states = itertools.islice(small_positions(profile, rng, MOST_CARDS), 0, None, EVERY)
    return (Looked(difference=disagreement(state)) for state in itertools.islice(states, count))


def _random_hands(profile: Profile, rng: Random, count: int) -> Iterator[Looked]:
    return (_hand(profile, rng, RandomBot()) for _ in range(count))


def _sensible_hands(profile: Profile, rng: Random, count: int) -> Iterator[Looked]:
    return (_hand(profile, rng, SensibleBot()) for _ in range(count))


def any_club_hands(_profile: Profile, rng: Random, count: int) -> Iterator[Looked]:
    """Play random hands, each by the rules of some club that no code has."""
    return (_hand(any_club(rng), rng, RandomBot()) for _ in range(count))


def any_club(rng: Random) -> Profile:
    numbers = {"stock_floor": (0, 2, 5)}
    choices = {
        name: rng.choice(numbers.get(name, (0, 100)) if switch.values == (int,) else switch.values)
        for name, switch in SWITCHES.items()
    }
    return load_profile({"base": rng.choice(PROFILE_NAMES), **choices})


def _hand(profile: Profile, rng: Random, bot: Bot) -> Looked:
    """Play a whole hand; say how long it was and what is wrong with it."""
    players = rng.choice((2, 4))
    deal = random_deal(rng, players, rng.choice(seats(players)))
    state = start(profile, deal)
    while not state.is_over:
        if state.turns >= LONGEST_HAND:
            return Looked(state.turns, f"no end after {LONGEST_HAND} turns: {deal}")
        try:
            state = apply(state, bot.choose(state, rng))
        except (IndexError, ValueError):
            # The bot had nothing to choose from.
            return Looked(state.turns, f"no legal move by {profile.switches()}: {deal}")
    return Looked(state.turns, _wrong_end(state))


def _wrong_end(state: HandState) -> str | None:
    held = [copy for holding in state.holding_list for copy in holding]
    laid = [copy for side in state.side_list for meld in side.melds for copy in meld.copies]
    waiting = [copy for pozzetto in state.pozzetti for copy in pozzetto]
    if sorted([*held, *laid, *waiting, *state.stock, *state.discard_pile]) != list(range(108)):
        return f"cards are lost or doubled: {state}"
    if state.profile.name in PROFILE_NAMES and any(
        side.total % 5 for side in score(state).values()
    ):
        return f"a total is no multiple of 5: {state}"
    return None


PROOFS: dict[str, Proof] = {
    "sets": _sets,
    "extensions": _extensions,
    "positions": _positions,
    "random": _random_hands,
    "sensible": _sensible_hands,
}


if __name__ == "__main__":
    sys.exit(main())
