"""After a ruling: cards go where it has put them, and that is nobody's play.

What still has to move is known, card by card and scale by scale. A card that lies where the ruling wants
it, and a step that a scale owes to it, are dropped; everything else is play as ever.
"""

from typing import Final

from tallone.mat.events import CardLifted, CardPlaced, PileChanged
from tallone.mat.zones import Zone
from tallone.referee.book.book import Book
from tallone.referee.book.turns import Stage, Turn
from tallone.referee.melding.hypotheses import Hypothesis
from tallone.rules import DrawFromStock, HandState, Phase
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Side
from tallone.table.state import TableState

_STAGES: Final = {Phase.TO_DRAW: Stage.TO_DRAW, Phase.TO_PLAY: Stage.TO_PLAY}
# Where a card belongs as far as a mat can tell: on a side's tiles, on the pile, or nowhere on it.
Home = Side | Zone | None


def impose(book: Book, state: HandState, table: TableState) -> None:
    """Go on from a position that somebody has ruled, from which nothing waits to be explained."""
    moves = book.hypotheses[0].moves
    told = book.turn.told
    book.drop(*book.waiting)
    book.replace([Hypothesis(state, moves)])
    book.last = book.earlier = book.doubted = book.tried = None
    book.astray = ()
    book.owed = {}
    book.stage = _STAGES.get(state.phase, Stage.OVER)
    drawn = DrawFromStock(state.seat) if state.phase is Phase.TO_PLAY else None
    book.turn = Turn(drawn=drawn, drawn_at=book.now, told=told)
    book.ruled = _to_move(state, table)
    book.ruled_steps = _to_weigh(state, table)
    # A pozzetto that a ruling has given to a side is explained.
    book.explained = book.lifted[-1] if book.lifted else None


def absorb_ruled(book: Book) -> bool:
    """Drop what only carries a ruling out; say whether there was something."""
    if not (book.ruled or book.ruled_steps):
        return False
    for event in book.waiting:
        if isinstance(event, PileChanged):
            if _is_owed(book, event):
                book.drop(event)
                return True
        elif event.card in book.ruled and _carries_out(book, event, book.ruled[event.card]):
            book.drop(event)
            return True
    return False


def _carries_out(book: Book, event: CardPlaced | CardLifted, home: Home) -> bool:
    """Whether a card's movement is what the ruling wants of it, or the way there."""
    if isinstance(event, CardLifted):
        if home is None:
            del book.ruled[event.card]
        return True
    if _home_of(event.zone) == home:
        del book.ruled[event.card]
        return True
    return False


def _is_owed(book: Book, event: PileChanged) -> bool:
    owed = book.ruled_steps.get(event.zone, 0)
    if not owed or owed * event.delta <= 0 or abs(event.delta) > abs(owed):
        return False
    book.ruled_steps[event.zone] = owed - event.delta
    if not book.ruled_steps[event.zone]:
        del book.ruled_steps[event.zone]
    return True


def _to_move(state: HandState, table: TableState) -> dict[CardCopy, Home]:
    """Return where each card belongs that does not lie there: card -> its home."""
    homes: dict[CardCopy, Home] = {}
    for side, own in zip(Side, state.side_list, strict=True):
        homes |= {copy: side for meld in own.melds for copy in meld.copies}
    homes |= dict.fromkeys(state.discard_pile, Zone.DISCARD)
    lying: dict[CardCopy, Home] = {
        card: _home_of(zone) for zone, cards in table.tiles.items() for card in cards
    }
    if table.weighed.get(Zone.DISCARD, 1):
        lying |= dict.fromkeys(table.discard_pile, Zone.DISCARD)
    cards = {*homes, *lying}
    return {card: homes.get(card) for card in cards if homes.get(card) != lying.get(card)}


def _to_weigh(state: HandState, table: TableState) -> dict[Zone, int]:
    """Return by how many cards each scale has still to change."""
    wanted = {Zone.STOCK: len(state.stock), Zone.DISCARD: len(state.discard_pile)}
    steps = {
        zone: count - table.weighed[zone]
        for zone, count in wanted.items()
        if zone in table.weighed
    }
    return {zone: step for zone, step in steps.items() if step}


def _home_of(zone: Zone | None) -> Home:
    if zone is Zone.DISCARD:
        return Zone.DISCARD
    return None if zone is None else zone.side
