"""`tallone replay` and `tallone journal check`: a night read back from its journal."""

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from tallone.app.edges.receipts import receipts_folder
from tallone.commands.files import readable
from tallone.errors import JournalError, UsageError
from tallone.journal.records import HandFact
from tallone.journal.replay import first_turns, hands, story
from tallone.journal.storage.reader import check as check_chain
from tallone.journal.storage.reader import read
from tallone.journal.witnesses import check_witnesses, heads_on_slips
from tallone.outside import say

# Fewer digits of a hash are those of some record by chance.
LEAST_HEAD: Final = 8
_HEAD: Final = re.compile(rf"[0-9a-fA-F]{{{LEAST_HEAD},64}}")

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
    if not records:
        raise JournalError(f"{file}: holds no record; it is empty, or was never begun")
    of_hand = {record.hand for record in records if isinstance(record, HandFact)} - {0}
    if hand and hand not in of_hand:
        known = ", ".join(map(str, sorted(of_hand))) or "none"
        raise UsageError(f"{file}: holds no hand {hand}; it has {known}")
    if not bgn:
        told = (record for record in records if not hand or _is_of(record, hand))
        for line in story(first_turns(told, turn) if turn else told):
            say(line)
        return
    written = [one for one in hands(records) if not hand or one.number == hand]
    if not written:
        raise UsageError(f"{file}: of no hand was a card played yet")
    for one in written:
        say(one.bgn(turn or None))


def journal_check(
    file: File,
    head: Annotated[
        str | None,
        typer.Option(help="A hash from a slip that the journal must hold.", metavar="HASH"),
    ] = None,
    slips: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the slips to compare; else the receipts beside the journal.",
            metavar="FOLDER",
        ),
    ] = None,
) -> None:
    """Verify a journal's chain of hashes from its first record to its last, with its slips and promises.

    `tallone journal check night.journal`
    """
    if head is not None and not _HEAD.fullmatch(head.strip()):
        raise UsageError(
            f"--head {head[:80]!r} is no hash of a slip: give its digits, {LEAST_HEAD} at least"
        )
    folder = receipts_folder(file) if slips is None else slips
    if slips is not None and not slips.is_dir():
        raise UsageError(f"{slips}: is no folder")
    count, last = check_chain(readable(file), (head or "").strip())
    agreed = check_witnesses(file, heads_on_slips(folder))
    say(f"{file}: whole, {count} records, last hash {last}")
    if agreed:
        say(f"{agreed} slips and promises agree with it")


def _is_of(record: object, hand: int) -> bool:
    return getattr(record, "hand", 0) in (0, hand)
