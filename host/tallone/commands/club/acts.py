"""What a director does, from the command line: the same acts as at the desk, on the same log."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from tallone.commands.club.files import opened_event
from tallone.commands.club.serve import FOLDER
from tallone.errors import UsageError

DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would change; change nothing.")]
Event = Annotated[str, typer.Argument(help="The event.")]
Round = Annotated[int, typer.Argument(min=1, help="The round.")]
Table = Annotated[int, typer.Argument(min=1, help="The table.")]
Entrant = Annotated[int, typer.Argument(min=1, help="The entrant's number.")]
Why = Annotated[str, typer.Option("--why", help="The reason; it stays in the log.")]
_AUTHOR = "command line"


def draw(name: Event, *, folder: FOLDER = None) -> None:
    """Show who would sit where in the next round: `tallone club draw monday`."""
    from tallone.club.desk.acts.drawing import draw as drawn
    from tallone.club.desk.acts.drawing import next_round
    from tallone.club.desk.event_log import EventLog
    from tallone.club.rules.refusal import Refused
    from tallone.outside import say

    database, event = opened_event(name, folder)
    log = EventLog(database, event)
    state, names = log.state(), log.names()
    number = next_round(state)
    try:
        movement, found = drawn(log.settings(), state, number)
    except Refused as error:
        raise UsageError(error.message) from error
    finally:
        database.close()
    say(f"round {number}, {movement}")
    for seats in found.tables:
        one, other = (
            " + ".join(f"{who} {names.get(who, '')}".strip() for who in side)
            for side in (seats.a, seats.b)
        )
        say(f"table {seats.table}: {one}  against  {other}")
    if found.byes:
        say(f"rests: {', '.join(f'{who} {names.get(who, str())}'.strip() for who in found.byes)}")


def publish(name: Event, *, folder: FOLDER = None, dry_run: DryRun = False) -> None:
    """Publish the seats of the next round: `tallone club publish monday`."""
    from tallone.club.desk.acts.drawing import next_round
    from tallone.club.desk.event_log import EventLog

    database, event = opened_event(name, folder)
    number = next_round(EventLog(database, event).state())
    database.close()
    _act(name, folder, {"act": "seating", "round": str(number)}, dry_run=dry_run)


def result(
    name: Event,
    number: Round,
    table: Table,
    a: Annotated[str, typer.Argument(help="Points of the first side: 1250 or -35.")],
    b: Annotated[str, typer.Argument(help="Points of the second side.")],
    *,
    folder: FOLDER = None,
    unsigned: Annotated[
        bool, typer.Option("--unsigned", help="Not signed by both sides: it waits.")
    ] = False,
    dry_run: DryRun = False,
) -> None:
    """Type a slip from paper: `tallone club result monday 1 12 1250 -- -35`."""
    form = {"act": "slip", "round": str(number), "table": str(table), "a": a, "b": b}
    _act(name, folder, form if unsigned else {**form, "signed": "on"}, dry_run=dry_run)


def correct(  # noqa: PLR0917 - as it is typed
    name: Event,
    number: Round,
    table: Table,
    reason: Annotated[str, typer.Argument(help="sum, entry, swapped or arbitral.")],
    a: Annotated[str, typer.Argument(help="Points of the first side.")] = "",
    b: Annotated[str, typer.Argument(help="Points of the second side.")] = "",
    *,
    why: Why = "",
    folder: FOLDER = None,
    dry_run: DryRun = False,
) -> None:
    """Correct a result: `tallone club correct monday 1 12 entry 1250 850 --why misread`."""
    form = {"act": "correct", "round": str(number), "table": str(table), "reason": reason}
    _act(name, folder, {**form, "a": a, "b": b, "why": why}, dry_run=dry_run)


def adjust(
    name: Event,
    entrant: Entrant,
    *,
    vp: Annotated[int, typer.Option("--vp", help="VP with sign.")] = 0,
    mp: Annotated[int, typer.Option("--mp", help="MP with sign.")] = 0,
    why: Why = "",
    folder: FOLDER = None,
    dry_run: DryRun = False,
) -> None:
    """Put VP and MP on or off an entrant: `tallone club adjust monday 7 --vp=-1 --why warnings`."""
    form = {"act": "adjust", "entrant": str(entrant), "vp": str(vp), "mp": str(mp), "why": why}
    _act(name, folder, form, dry_run=dry_run)


def leave(
    name: Event,
    entrant: Entrant,
    number: Round,
    *,
    unjustified: Annotated[
        bool, typer.Option("--unjustified", help="Without good cause.")
    ] = False,
    returns: Annotated[bool, typer.Option("--returns", help="In that round alone.")] = False,
    folder: FOLDER = None,
    dry_run: DryRun = False,
) -> None:
    """Let an entrant leave from a round on: `tallone club leave monday 7 3`."""
    form = {"act": "leave", "entrant": str(entrant), "round": str(number)}
    boxes = {"justified": not unjustified, "returns": returns}
    ticked = {box: "on" for box, is_ticked in boxes.items() if is_ticked}
    _act(name, folder, {**form, **ticked}, dry_run=dry_run)


def annul(
    name: Event,
    of: Annotated[str, typer.Argument(help="The id of an adjustment, correction or leave.")],
    *,
    why: Why = "",
    folder: FOLDER = None,
    dry_run: DryRun = False,
) -> None:
    """Strike out an act; what it replaced counts again: `tallone club annul monday desk-1f --why mistaken`."""
    _act(name, folder, {"act": "annul", "of": of, "why": why}, dry_run=dry_run)


def take_in(
    name: Event,
    file: Annotated[Path, typer.Argument(help="A list of pairs: .xlsx, .csv or text.")],
    *,
    sheet: Annotated[str, typer.Option("--sheet", help="Of an Excel file; else the first.")] = "",
    column: Annotated[
        list[str] | None,
        typer.Option("--column", help="HEADER=OURS, as `Signora=player_1`; may be repeated."),
    ] = None,
    folder: FOLDER = None,
    dry_run: DryRun = False,
) -> None:
    """Take a list of pairs into an event that has none yet: `tallone club import monday pairs.xlsx`."""
    from tallone.club.desk.acts.entering import MAX_LIST, read_entries, take_entries
    from tallone.club.rules.refusal import Refused
    from tallone.outside import read_bytes, say

    columns = dict(_column(one) for one in column or ())
    data = read_bytes(file, MAX_LIST, "a list of pairs")
    database, event = opened_event(name, folder)
    try:
        found = read_entries(data, sheet or None, columns)
        for problem in found.problems:
            words = f"line {problem.line}: {problem.code} {problem.what}".rstrip()
            say(f"{words} ({problem.to})" if problem.to else words)
        if not dry_run:
            take_entries(database, event, found)
    except Refused as error:
        raise UsageError(f"{file}: {error.message}") from error
    finally:
        database.close()
    say(
        f"{len(found.rows)} pairs {'would enter; nothing was changed' if dry_run else 'have entered'}"
    )


def _column(text: str) -> tuple[str, str]:
    header, found, ours = text.rpartition("=")
    if not found or not header:
        raise UsageError(f"--column {text[:60]!r}: write it like Signora=player_1")
    return header, ours


def _act(name: str, folder: Path | None, form: Mapping[str, str], *, dry_run: bool) -> None:
    """Do an act, or say what it would change."""
    import time

    from tallone.club.desk.acts.asking import Asked, wanted
    from tallone.club.desk.acts.preview import preview
    from tallone.club.desk.event_log import EventLog
    from tallone.club.rules.refusal import Refused
    from tallone.outside import say

    database, event = opened_event(name, folder)
    log = EventLog(database, event)
    try:
        asked = Asked(form=form, settings=log.settings(), state=log.state(), now=time.time())
        fact = wanted(asked).fact
        assert fact is not None, "these acts are facts"
        found = preview(log.rules(), log.facts(), fact)
        if found.refused:
            raise UsageError(found.refused)
        if not dry_run:
            log.append([fact], author=_AUTHOR)
    except Refused as error:
        raise UsageError(error.message) from error
    finally:
        database.close()
    for one in found.moved:
        moves = (("rank", one.rank), ("VP", one.vp), ("MP", one.mp))
        told = ", ".join(f"{word} {was} -> {now}" for word, (was, now) in moves if was != now)
        say(f"entrant {one.entrant}: {told}")
    say(f"{fact['kind']} {fact['id']}{': nothing was changed' if dry_run else ''}")
