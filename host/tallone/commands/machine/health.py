"""`tallone health`: how a table's machinery has been, from its journals."""

import sys
from typing import Annotated

import msgspec
import typer

from tallone.commands.machine.backup import DATA, data_folder
from tallone.outside import say


def health(
    *,
    data: DATA = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Count what boards and program wrote down: cables, faults by place, deals, times; no cards, no names.

    `tallone health --json`
    """
    from tallone.upkeep import health as counting

    home = data_folder(data)
    found = counting.of_journals(sorted(home.glob("journal*.sqlite")))
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
        return
    say(
        f"{found.journals} journals ({found.damaged} damaged), {found.sessions} sessions, {found.hands} hands"
    )
    say(f"deals: {found.deals}, given up {found.deals_given_up}, doubtful {found.doubtful_deals}")
    say(f"questions: {found.questions}")
    for name, board in found.boards.items():
        say(
            f"{name}: {board.frames} frames, {board.resent} sent again, {board.crc_errors} damaged, "
            f"lost {board.lost} times, restarted {board.restarted}"
        )
    for stage, p50 in found.latency_p50_ms.items():
        say(f"{stage}: p50 {p50} ms, p95 {found.latency_p95_ms[stage]} ms")
    for trouble in found.troubles:
        say(f"{trouble.what} {trouble.place}: {trouble.times}")
    for line in found.advice or ["nothing stands out"]:
        say(line)
