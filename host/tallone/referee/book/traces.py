"""Looking through what waits to be explained."""

from collections.abc import Callable

from tallone.mat.events import CardPlaced, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee.book.book import Book, Suspicion
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat


def plays(book: Book, seat: Seat, since: Seconds) -> bool:
    """Whether cards that this player holds have been laid or discarded since then."""
    held = set(book.hand.holdings[seat])
    return any(
        isinstance(event, CardPlaced) and event.card in held and event.at > since
        for event in book.waiting
    )


def tell(
    book: Book,
    kind: str,
    at: float,
    certainty: float,
    *,
    seat: Seat | None = None,
    zone: Zone | None = None,
    count: int | None = None,
    cards: tuple[CardCopy, ...] = (),
) -> None:
    book.suspect(
        Suspicion(
            kind=kind,
            at=Seconds(at),
            certainty=certainty,
            seat=seat,
            zone=zone,
            count=count,
            cards=cards,
        )
    )


def first_step(book: Book, zone: Zone, *, negative: bool) -> PileChanged | None:
    return next((step for step in book.steps(zone) if (step.delta < 0) is negative), None)


def first_tag(book: Book, fits: Callable[[CardCopy], bool]) -> CardPlaced | None:
    return next((tag for tag in book.tags() if fits(tag.card)), None)
