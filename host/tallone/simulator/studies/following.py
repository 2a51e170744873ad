"""How truly hands are followed when people have habits: hands on a bare mat, counted for a table."""

import dataclasses
from collections.abc import Iterable
from typing import Final

from tallone.errors import SimulationError
from tallone.rules import load_profile
from tallone.simulator.evening.bare_table import BareTable
from tallone.simulator.people.habits import habits_of

HEAD: Final = (
    "| People | Profile | Players | Noise | Hands | True before | True after | Questions a hand "
    "| in play | False findings | Moves followed | Slowest event |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|"
)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One hand to be played without any fault."""

    people: str
    profile: str
    players: int
    noise: float
    seed: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What came of one hand; `trouble` is why it could not be followed to its end."""

    seed: int
    before: bool = False
    after: bool = False
    questions: int = 0
    early: int = 0
    findings: tuple[str, ...] = ()
    moves: int = 0
    followed: int = 0
    # The longest time that one event took the referee, in seconds of this machine.
    slowest: float = 0.0
    trouble: str = ""


def play(task: Task) -> Hand:
    """Play one hand; a hand that does not end is an outcome too."""
    table = BareTable(
        load_profile(task.profile),
        task.seed,
        players=task.players,
        habits=habits_of(task.people),
        noise=task.noise,
    )
    try:
        played = table.play()
    except SimulationError as error:
        return Hand(seed=task.seed, trouble=str(error))
    return Hand(
        seed=task.seed,
        before=played.before == played.truth,
        after=played.after == played.truth,
        questions=played.early + played.late,
        early=played.early,
        findings=tuple(finding.kind.value for finding in played.findings),
        moves=played.moves,
        followed=played.followed,
        slowest=played.slowest,
    )


def row(task: Task, hands: Iterable[Hand]) -> str:
    """Return a line of the table for all hands of one kind; `task` names the kind."""
    played = list(hands)
    count = len(played)
    asked = sum(hand.questions for hand in played)
    moves = sum(hand.moves for hand in played)
    followed = sum(hand.followed for hand in played)
    share = f"{100 * followed / moves:.3f} %" if moves else "-"
    cells = (
        task.people,
        task.profile,
        task.players,
        f"{task.noise:g}",
        count,
        sum(hand.before for hand in played),
        sum(hand.after for hand in played),
        f"{asked / count:.3f}" if count else "-",
        sum(hand.early for hand in played),
        sum(len(hand.findings) for hand in played),
        share,
        f"{1000 * max((hand.slowest for hand in played), default=0.0):.0f} ms",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def odd(hand: Hand) -> str:
    """Return what was not right about a hand, empty if everything was."""
    told = []
    if hand.trouble:
        told.append(hand.trouble)
    elif not hand.after:
        told.append("score wrong")
    elif not hand.before:
        told.append("score right only after the questions")
    if hand.findings:
        told.append("found " + ", ".join(hand.findings))
    return f"seed {hand.seed}: {'; '.join(told)}" if told else ""
