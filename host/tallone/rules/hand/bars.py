"""What rulings leave a player to do, and how what they laid on the hand passes with its turns.

A bar only takes moves away, except that a penalised card at the table's edge may be discarded though it is
not in the hand. Who plays on while nothing is imposed never comes here.
"""

from typing import Final

from msgspec.structs import replace

from tallone.rules.cards.cards import FACES, Card, CardCopy
from tallone.rules.cards.ranking import highest
from tallone.rules.cards.seats import Seat, Side, next_seat, seats, side_of
from tallone.rules.cards.verdicts import LEGAL, Illegal, Verdict
from tallone.rules.hand.hand import LAYS, OVER, TO_PLAY, End, HandState, SideState
from tallone.rules.hand.imposed import Bar, Imposed, Lasts
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.melds.meld import Meld, extend, resolve, takes
from tallone.rules.melds.shapes import Shape

_NO_CLOSE: Final = ("may-not-close", "partner-may-not-close")
_NO_MELD: Final = ("no-meld-this-turn", "pozzetto-next-turn", "limited-turn")
_DRAWS: Final = ("forced-draw", "limited-turn", "take-pile")


def imposed_of(state: HandState) -> Imposed:
    """Return what is imposed, which may be nothing."""
    return state.imposed or Imposed()


def partner_of(seat: Seat, players: int) -> Seat:
    """Return a seat's partner; with two players, the seat itself."""
    return seat if players == 2 else next_seat(next_seat(seat, players), players)


def review(state: HandState, move: Move, verdict: Verdict) -> Verdict:
    """Return what rulings say of a move that the rules alone judge so."""
    imposed = imposed_of(state)
    if imposed.stopped:
        return Illegal("ruling.barred", "nobody plays until the arbiter lets them")
    if not isinstance(move, (DrawFromStock, TakeDiscardPile, OpenMeld, ExtendMeld, Discard)):
        return verdict
    edge = imposed.edge_of(move.seat) if state.phase is TO_PLAY and move.seat is state.seat else ()
    if edge:
        return _with_edge(move, edge, verdict)
    if isinstance(verdict, Illegal) or allows(state, move):
        return verdict
    return Illegal("ruling.barred", "a ruling leaves the player something else to do")


def edge_discard(state: HandState) -> Discard | None:
    """Return the one move of who has drawn and has penalised cards."""
    edge = imposed_of(state).edge_of(state.seat)
    return Discard(state.seat, edge[0]) if edge and state.phase is TO_PLAY else None


def allows(state: HandState, move: Move) -> bool:
    """Whether no bar on the player is against a move that the rules alone allow."""
    imposed = imposed_of(state)
    return all(
        _leaves(state, bar, move)
        for bar in imposed.bars
        if bar.seat is state.seat and bar.lasts is not Lasts.NEXT_TURN
    )


def may_close(state: HandState) -> bool:
    """Whether the player on turn is free to close the hand."""
    imposed = imposed_of(state)
    barred = any(
        bar.name in _NO_CLOSE and bar.seat is state.seat and bar.lasts is not Lasts.NEXT_TURN
        for bar in imposed.bars
    )
    return not barred and not imposed.edge_of(state.seat)


def closing_melds(state: HandState) -> list[Meld]:
    """Return the melds of the side on turn whose burraco allows to close."""
    barred = {number for side, number in imposed_of(state).no_burraco if side is state.side}
    return [meld for number, meld in enumerate(state.own.melds, 1) if number not in barred]


def closing_shapes(state: HandState, move: OpenMeld | ExtendMeld, made: Shape) -> list[Shape]:
    """Return the shapes that allow to close after a play that makes that shape."""
    barred = {number for side, number in imposed_of(state).no_burraco if side is state.side}
    numbered = dict(enumerate((meld.shape for meld in state.own.melds), start=1))
    numbered[move.meld if isinstance(move, ExtendMeld) else len(numbered) + 1] = made
    return [shape for number, shape in numbered.items() if number not in barred]


def from_edge(state: HandState, card: CardCopy) -> HandState:
    """Return the position with a penalised card of the player in his hand, if it is one."""
    edge = imposed_of(state).edge_of(state.seat)
    if card not in edge:
        return state
    left = tuple(other for other in edge if other != card)
    held = list(state.holding_list)
    held[state.place] = (*state.holding, card)
    imposed = imposed_of(state).with_edge(state.seat, left)
    return replace(state, holding_list=tuple(held), imposed=imposed)


def after_move(before: HandState, move: Move, after: HandState) -> HandState:
    """Return the position after a move with what is imposed carried on: turns end and begin."""
    imposed = imposed_of(after)
    if isinstance(move, DrawFromStock):
        imposed = replace(imposed, drawn=before.stock[:1], done=None)
    elif isinstance(move, OpenMeld):
        imposed = _partner_opened(imposed, move.seat, len(after.own.melds), after.players)
    after = replace(after, imposed=imposed)
    return settled(after_turn(after, before.seat) if isinstance(move, Discard) else after)


def after_turn(state: HandState, ended: Seat) -> HandState:
    """Return the position when that seat's turn has ended and another's begins, skipped ones passed over."""
    state = replace(state, imposed=_turn_ended(imposed_of(state), ended))
    for _ in range(state.players):
        if state.phase is OVER:
            return state
        skips = any(
            bar.name == "skip-turn" and bar.seat is state.seat for bar in imposed_of(state).bars
        )
        state = _turn_begun(state)
        if not skips:
            return state
        state = _passed_over(state)
    return state


def settled(state: HandState) -> HandState:
    """Return the position without bars that have had their time, and without a rare state if it is empty."""
    imposed = imposed_of(state)
    bars = tuple(bar for bar in imposed.bars if _still_holds(state, bar))
    imposed = replace(imposed, bars=bars)
    return replace(state, imposed=None if imposed.is_nothing else imposed)


def _with_edge(move: Move, edge: tuple[CardCopy, ...], verdict: Verdict) -> Verdict:
    if not isinstance(move, Discard):
        return verdict if isinstance(verdict, Illegal) else _at_edge(edge)
    return LEGAL if move.card == edge[0] else _at_edge(edge)


def _at_edge(edge: tuple[CardCopy, ...]) -> Illegal:
    return Illegal("ruling.barred", f"the penalised {edge[0].card} is the discard of this turn")


def _leaves(state: HandState, bar: Bar, move: Move) -> bool:
    """Whether the bar leaves the player that move."""
    if bar.name in _DRAWS and isinstance(move, (DrawFromStock, TakeDiscardPile)):
        return _leaves_draw(state, bar, move)
    if bar.name in _NO_MELD and isinstance(move, LAYS):
        return any(
            other.name == "must-play" and other.seat is bar.seat and _plays(state, other, move)
            for other in imposed_of(state).bars
        )
    match bar.name, move:
        case "forced-discard", Discard():
            choices = _choices(state, bar)
            return not choices or move.card in choices
        case "forced-discard", OpenMeld() | ExtendMeld():
            choices = _choices(state, bar)
            return not choices or bool(choices - set(move.cards))
        case "must-play", OpenMeld() | ExtendMeld() | Discard():
            return _leaves_due(state, bar, move)
        case "partner-may-not-open", OpenMeld():
            made = resolve(state.profile, move.cards, move.pins)
            rules = state.profile.wild_rules
            return isinstance(made, Illegal) or not any(
                takes(rules, made.shape, face) for face in bar.faces
            )
        case "may-not-add", ExtendMeld():
            return move.meld not in bar.melds
    return True


def _leaves_draw(state: HandState, bar: Bar, move: DrawFromStock | TakeDiscardPile) -> bool:
    wanted = bar.words[0] if bar.words else "pile"
    if wanted == "pile" and not state.discard_pile:
        # What is not there cannot be taken: the turn's draw is from the stock.
        return True
    return wanted == "either" or (wanted == "stock") is isinstance(move, DrawFromStock)


def _choices(state: HandState, bar: Bar) -> set[CardCopy]:
    """Return the held cards of which one is the discard; empty if the bar leaves them all."""
    held = set(state.holding)
    match bar.words:
        case ("any",):
            return set()
        case ("drawn",):
            return held & set(imposed_of(state).drawn)
        case ("other",):
            return {copy for copy in held if FACES[copy] not in bar.faces}
        case ("highest",):
            face = highest([copy.card for copy in held])
            return {copy for copy in held if copy.card == face}
    return {copy for copy in held if FACES[copy] in bar.faces}


def _due(state: HandState, bar: Bar) -> set[CardCopy]:
    """Return the cards of a bar that its seat still holds."""
    held = state.holding_list[seats(state.players).index(bar.seat)]
    return {copy for copy in held if copy in bar.cards}


def _plays(state: HandState, bar: Bar, move: OpenMeld | ExtendMeld | Discard) -> bool:
    """Whether the move plays a card that is due, in a way that is open to it."""
    due = _due(state, bar)
    if isinstance(move, Discard):
        return move.card in due and "discard" in bar.words
    if isinstance(move, OpenMeld):
        return "open" in bar.words and bool(due & set(move.cards))
    fits = "add" in bar.words and bool(due & set(move.cards))
    return fits and (not bar.least or move.meld == _least_important(state, due))


def _leaves_due(state: HandState, bar: Bar, move: OpenMeld | ExtendMeld | Discard) -> bool:
    due = _due(state, bar)
    if not due or _plays(state, bar, move):
        return True
    if bar.now or bar.words == ("discard",):
        return False
    if isinstance(move, Discard):
        return "discard" not in bar.words
    return not due & set(move.cards)


def _least_important(state: HandState, due: set[CardCopy]) -> int:
    """Return the number of the meld worth least, among those of the side that take one of the cards."""
    worth = [
        (meld.points + meld.bonus(state.profile), number)
        for number, meld in enumerate(state.own.melds, start=1)
        if any(isinstance(extend(state.profile, meld, (copy,)), Meld) for copy in due)
    ]
    return min(worth, default=(0, 0))[1]


def _partner_opened(imposed: Imposed, seat: Seat, number: int, players: int) -> Imposed:
    bars = tuple(
        replace(bar, melds=(*bar.melds, number))
        if bar.name == "may-not-add" and partner_of(bar.seat, players) is seat
        else bar
        for bar in imposed.bars
    )
    return replace(imposed, bars=bars)


def _turn_ended(imposed: Imposed, ended: Seat) -> Imposed:
    bars = tuple(
        bar for bar in imposed.bars if not (bar.seat is ended and bar.lasts is Lasts.THIS_TURN)
    )
    return replace(imposed, bars=bars, drawn=(), done=None)


_AT_TURN: Final = {Lasts.NEXT_TURN: Lasts.THIS_TURN, Lasts.UNTIL_SECOND: Lasts.UNTIL_TURN}


def _turn_begun(state: HandState) -> HandState:
    """Return the position with what ends and begins when the seat on turn begins its turn."""
    imposed, seat = imposed_of(state), state.seat
    bars = tuple(
        replace(bar, lasts=_AT_TURN.get(bar.lasts, bar.lasts)) if bar.seat is seat else bar
        for bar in imposed.bars
        if not (bar.seat is seat and bar.lasts is Lasts.UNTIL_TURN)
    )
    for thaw in imposed.thaws:
        if thaw.seat is seat:
            state = _thawed(state, thaw.side, thaw.meld)
    imposed = replace(
        imposed,
        bars=bars,
        thaws=tuple(thaw for thaw in imposed.thaws if thaw.seat is not seat),
        negatives=tuple(one for one in imposed.negatives if one.before is not seat),
    )
    return replace(state, imposed=imposed)


def _thawed(state: HandState, side: Side, number: int) -> HandState:
    place = list(Side).index(side)
    own = state.side_list[place]
    melds = tuple(
        replace(meld, frozen=False) if count == number else meld
        for count, meld in enumerate(own.melds, start=1)
    )
    sides = list(state.side_list)
    sides[place] = SideState(melds, own.pozzetto)
    return replace(state, side_list=(sides[0], sides[1]))


def _passed_over(state: HandState) -> HandState:
    """Return the position after a turn that was skipped."""
    imposed = imposed_of(state)
    bars = tuple(
        bar for bar in imposed.bars if not (bar.name == "skip-turn" and bar.seat is state.seat)
    )
    imposed = _turn_ended(replace(imposed, bars=bars), state.seat)
    left = None if state.last_turns is None else state.last_turns - 1
    if left == 0:
        return replace(state, imposed=imposed, last_turns=0, phase=OVER, end=End.TIMEOUT)
    seat = next_seat(state.seat, state.players)
    return replace(state, imposed=imposed, last_turns=left, seat=seat)


def _still_holds(state: HandState, bar: Bar) -> bool:
    partner = partner_of(bar.seat, state.players)
    match bar.lasts:
        case Lasts.PENALISED:
            return bool(imposed_of(state).edge_of(partner))
        case Lasts.HELD:
            held = state.holding_list[seats(state.players).index(partner)]
            faces: set[Card] = {copy.card for copy in (*held, *imposed_of(state).edge_of(partner))}
            return bool(faces & set(bar.faces))
    return True


def paying_melds(state: HandState, side: Side) -> list[Meld]:
    """Return the melds of a side whose burraco pays."""
    barred = {number for owner, number in imposed_of(state).no_burraco if owner is side}
    melds = state.sides[side].melds
    return [meld for number, meld in enumerate(melds, start=1) if number not in barred]


def negative_points(state: HandState, side: Side) -> tuple[int, int]:
    """Return how many points of a side's melds do not count, and what counts against it, zero or below."""
    imposed = imposed_of(state)
    counting = [
        copy
        for one in imposed.negatives
        if one.side is side and (one.before is None or state.end is End.CLOSE)
        for copy in one.cards
    ]
    edge = [
        copy
        for seat, cards in imposed.edge
        if side_of(seat, state.players) is side
        for copy in cards
    ]
    lie = {copy for meld in state.sides[side].melds for copy in meld.copies}
    turned = sum(copy.card.points for copy in counting if copy in lie)
    return turned, -sum(copy.card.points for copy in (*counting, *edge))


def side_place(state: HandState, seat: Seat) -> int:
    """Return where a seat's side stands in `side_list`."""
    return list(Side).index(side_of(seat, state.players))
