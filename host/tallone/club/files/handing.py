"""Every list of an event as a file of the kind that is asked for."""

from typing import Final

from tallone.club.files.choices import KINDS, What
from tallone.club.files.gathering import slips_of
from tallone.club.files.lists import Lists
from tallone.club.files.pages import list_pages, slip_pages
from tallone.club.files.sheets import as_csv, as_xlsx
from tallone.club.log.events import EventSettings
from tallone.club.rules.codes import load_code
from tallone.club.rules.prizes import Prizes, share_prizes
from tallone.club.rules.refusal import Refused

_OF_A_ROUND: Final = frozenset({What.SEATING, What.SURNAMES, What.SLIPS})


def prizes_of(lists: Lists, settings: EventSettings) -> Prizes:
    """Return who wins what of the event's prizes, by the standing as it is."""
    state = lists.state
    gone = frozenset(one for one, status in state.status.items() if status == "withdrawn")
    return share_prizes(
        [(row.entrant, row.rank) for row in state.rows],
        settings.prizes_cents,
        load_code(settings.code),
        withdrawn=gone,
    )


def written(
    lists: Lists, what: What, suffix: str, number: int | None, settings: EventSettings
) -> bytes:
    """Return a list as a file's content, of a round or of the last.

    Raise Refused `query.syntax` for a round without seats, or a kind of file that cannot hold the list.
    """
    rounds = sorted(lists.state.seatings)
    chosen = number if number is not None else (rounds[-1] if rounds else 0)
    if what in _OF_A_ROUND and chosen not in rounds:
        raise Refused("query.syntax", f"round {chosen} has no seating yet; there are {rounds}")
    if what is What.SLIPS:
        if suffix != ".pdf":
            raise Refused("query.syntax", "slips are printed; name a file that ends in .pdf")
        return slip_pages(slips_of(lists, chosen), lists.hands, lists.language)
    makers = {
        What.ENTRIES: lists.entries,
        What.SEATING: lambda: lists.seating(chosen),
        What.SURNAMES: lambda: lists.by_surname(chosen),
        What.RESULTS: lambda: lists.results(number),
        What.STANDING: lists.standing,
        What.PRIZES: lambda: lists.prizes(prizes_of(lists, settings)),
        What.FEDERATION: lists.federation,
    }
    if what not in makers:
        raise Refused("query.syntax", f"{what.value} is no list")
    sheet = makers[what]()
    match suffix:
        case ".csv":
            return as_csv(sheet)
        case ".xlsx":
            return as_xlsx([sheet])
        case ".pdf":
            return list_pages(sheet, lists.title)
        case _:
            raise Refused(
                "query.syntax", f"a list is written as {', '.join(KINDS)}; name the file so"
            )
