"""What a dead reader costs: hands whose points are wrong, not known, or true all the same.

Run from the repository: `python tools/dead_readers.py [--hands N] [--first SEED] [--players 2|4 ...]`. In each
evening a reader of the mat dies in the first of two hands: that of the discards, or one of five lanes, from
the sixth turn on. Exit status 1 if points are wrong and the sheet does not say that they are not known, or if the
evening did not go on to its second hand.
"""

import argparse
import collections
import multiprocessing
import os
import sys
from collections.abc import Iterator

from tallone.app.headless.direct import DirectEvening
from tallone.errors import TalloneError
from tallone.rules.profiles.profile import PROFILE_NAMES, load_profile
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse

HANDS = 2
# One evening, with its worst outcome first.
OUTCOMES = ("wrong", "stopped", "not known", "true", "no occasion")


def profile_of(seed: int, players: int) -> str:
    """Return a code that is played by so many, another for each seed."""
    fitting = [name for name in PROFILE_NAMES if players == 4 or load_profile(name).players != "4"]
    return fitting[seed % len(fitting)]


def trial(task: tuple[int, int, float]) -> tuple[int, int, str, str]:
    """Play one evening; return seed, players, outcome and what to look at."""
    seed, players, noise = task
    options = Options(
        seed=seed,
        players=players,
        noise=noise,
        hands=HANDS,
        level="events",
        profile=profile_of(seed, players),
        faults=(parse("reader-dead"),),
    )
    try:
        report = simulate(options, open_host=DirectEvening).report
    except TalloneError as error:
        return seed, players, "stopped", str(error)
    return seed, players, *judged(report)


def judged(report: dict[str, object]) -> tuple[str, str]:
    """Return the outcome of an evening's report, and a note."""
    hands, injected = report["hands"], report["injected"]
    assert isinstance(hands, list), "hands are a list in every report"
    assert isinstance(injected, list), "so is what was put in"
    if not injected:
        return "no occasion", ""
    said = [(hand["score"], hand["truth"], hand["unread"]) for hand in hands]
    for score, truth, unread in said:
        if score != truth and not unread:
            return "wrong", f"{injected[0]['detail']}: {score} instead of {truth}"
    if len(hands) < HANDS or any(not score for score, _, _ in said):
        return "stopped", f"{injected[0]['detail']}: {len(hands)} of {HANDS} hands"
    if any(unread for _, _, unread in said):
        true = all(score == truth for score, truth, _ in said)
        return ("not known", "and right" if true else "")
    return "true", ""


def tasks(options: argparse.Namespace) -> Iterator[tuple[int, int, float]]:
    for number in range(options.hands):
        players = options.players[number % len(options.players)]
        yield options.first + number, players, options.noise


def main() -> int:
    """Print a table; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000, help="evenings")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--noise", type=float, default=1.0)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4], choices=(2, 4))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args()
    table: collections.Counter[tuple[int, str]] = collections.Counter()
    with multiprocessing.Pool(options.jobs) as pool:
        for seed, players, outcome, note in pool.imap(trial, tasks(options)):
            table[players, outcome] += 1
            table[players, outcome + " " + note] += note == "and right"
            if outcome in ("wrong", "stopped"):
                print(f"seed {seed}, {players} players: {outcome}; {note}", flush=True)
    print("| Players | " + " | ".join((*OUTCOMES, "not known, and right")) + " |")
    print("|---|" + "---|" * (len(OUTCOMES) + 1))
    for players in sorted(set(options.players)):
        counts = [table[players, name] for name in (*OUTCOMES, "not known and right")]
        print(f"| {players} | " + " | ".join(map(str, counts)) + " |")
    return (
        1 if any(table[players, bad] for players in options.players for bad in OUTCOMES[:2]) else 0
    )


if __name__ == "__main__":
    sys.exit(main())
