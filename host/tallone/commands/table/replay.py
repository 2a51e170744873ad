"""`tallone replay` and `tallone journal check`: a night read back from its journal."""

from pathlib import Path
from typing import Annotated

import typer

from tallone.commands.files import readable
from tallone.errors import UsageError
from tallone.journal.reader import check as check_chain
from tallone.journal.reader import read
from tallone.journal.replay import hands, story

File = Annotated[Path, typer.Argument(help="A journal.", metavar="FILE", show_default=False)]


def replay(
    file: File,
    bgn: Annotated[bool, typer.Option("--bgn", help="The hands as notation files.")] = False,
    hand: Annotated[int, typer.Option(help="Only this hand, from 1; 0 for all.", min=0)] = 0,
    turn: Annotated[
        int, typer.Option(help="Only the first turns of a hand; 0 for all.", min=0)
    ] = 0,
) -> None:
    """Tell a journal as a story, or its hands in the notation.

    A hand that is not counted yet has no deal to be told. `tallone replay night.journal --hand 2`
    """
    records = read(readable(file))
    if not bgn and not turn:
        for line in story(record for record in records if not hand or _is_of(record, hand)):
            typer.echo(line)
        return
    told = [one for one in hands(records) if not hand or one.number == hand]
    if not told:
        raise UsageError(f"{file}: holds no hand {hand}" if hand else f"{file}: holds no hand")
    for one in told:
        typer.echo(one.bgn(turn or None))


def journal_check(
    file: File,
    head: Annotated[
        str, typer.Option(help="A hash from a slip that the journal must hold.", metavar="HASH")
    ] = "",
) -> None:
    """Verify a journal's chain of hashes from its first record to its last.

    `tallone journal check night.journal`
    """
    count, last = check_chain(readable(file), head)
    typer.echo(f"{file}: whole, {count} records, last hash {last}")


def _is_of(record: object, hand: int) -> bool:
    return getattr(record, "hand", 0) in (0, hand)
