"""`tallone audit`: whether what comes out of a shuffle is as a fair one gives."""

import difflib
import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone.commands.language import LanguageOption, checked
from tallone.errors import UsageError
from tallone.outside import say

if TYPE_CHECKING:
    from tallone.dealing.audit.shuffles import Shuffle

# One step of the progress line for so many shuffles.
_STEP = 100


def shuffle(
    *,
    n: Annotated[
        int,
        typer.Option("--n", min=10, max=1_000_000, help="How many shuffles, fixed beforehand."),
    ] = 5400,
    bias: Annotated[
        str, typer.Option("--bias", help="A biased shuffle instead; `list` names them.")
    ] = "",
    players: Annotated[int, typer.Option("--players", help="2 or 4.")] = 4,
    alpha: Annotated[
        float,
        typer.Option("--alpha", min=1e-9, max=0.5, help="Error rate of all tests together."),
    ] = 0.001,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, help="Repeats a run; without it every secret is new."),
    ] = None,
    heat_map: Annotated[
        Path | None, typer.Option("--heat-map", help="Write the picture here, PNG.")
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", help="Write table and picture here, PDF.")
    ] = None,
    language: LanguageOption = "it",
) -> None:
    """Deal from the worst real order and test what comes out. Exit status 1 if it is not fair.

    `tallone audit shuffle --n 5400 --heat-map map.png --pdf audit.pdf`;
    `tallone audit shuffle --bias ten-shelves` shows that a bias is caught.
    """
    from tallone.commands.files import writable
    from tallone.commands.proof.audit_report import print_plan, print_report, write_pictures
    from tallone.dealing.audit.audit import Audit, AuditPlan
    from tallone.dealing.audit.shuffles import BIASES, as_collected

    lang = checked(language)
    if bias == "list":
        say("\n".join(BIASES))
        return
    if players not in (2, 4):
        raise UsageError(f"--players {players} cannot be dealt to; it is 2 or 4")
    for file in filter(None, (heat_map, pdf)):
        writable(file)
    make = _shuffle(bias, players, seed)
    plan = AuditPlan(shuffles=n, players=players, alpha=alpha)
    print_plan(plan, bias, lang)
    running, before = Audit(plan), as_collected()
    with typer.progressbar(length=n, file=sys.stderr) as bar:
        for done in range(1, n + 1):
            running.take(before, make(before))
            if done % _STEP == 0 or done == n:
                bar.update(done - bar.pos)
    report = running.report()
    print_report(report, lang)
    write_pictures(report, running.cells, bias, lang, heat_map=heat_map, pdf=pdf)
    if not report.passed:
        raise typer.Exit(1)


def _shuffle(bias: str, players: int, seed: int | None) -> "Shuffle":
    """Return the shuffle asked for; raise UsageError if there is no such one."""
    from tallone.dealing.audit.shuffles import BIASES, croupier

    chance = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
    if not bias:
        return croupier(os.urandom if seed is None else chance.randbytes, players)
    if bias not in BIASES:
        near = difflib.get_close_matches(bias, BIASES, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; it is one of {', '.join(BIASES)}"
        raise UsageError(f"--bias {bias[:40]} is not known{hint}")
    return BIASES[bias](chance)
