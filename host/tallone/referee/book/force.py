"""Putting a hand where the cards really are, past what the rules allow.

The rules refuse an illegal move; a table cannot. Each function returns the position in which the
thing has happened and nothing else has changed. An arbiter's ruling is made of the same steps.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from tallone.referee.melding.hypotheses import Hypothesis
from tallone.rules import Discard, DrawFromStock, HandState, Move, Phase, TakeDiscardPile
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, next_seat, seats, side_of
from tallone.rules.hand.hand import End, PozzettoEntry

Cards = tuple[CardCopy, ...]


def all_of(
    hypotheses: Iterable[Hypothesis], change: Callable[[HandState], HandState], *moves: Move
) -> list[Hypothesis]:
    """Return every hypothesis after a change of its position, with moves to record for it."""
    return [
        dataclasses.replace(one, state=change(one.state), moves=one.moves + moves)
        for one in hypotheses
    ]


def found_in(state: HandState, card: CardCopy) -> HandState:
    """Return the position with the card in no holding, pile or pozzetto: it is elsewhere."""

    def rest(pile: Cards) -> Cards:
        return tuple(other for other in pile if other != card)

    return replace(
        state,
        holding_list=tuple(map(rest, state.holding_list)),
        stock=rest(state.stock),
        discard_pile=rest(state.discard_pile),
        pozzetti=tuple(map(rest, state.pozzetti)),
    )


def turned(state: HandState, card: CardCopy) -> HandState:
    """Return the first position when another card than the ledger's was turned face up.

    The ledger's card goes back on top, unless the one turned lay right under it: then a hand has
    put the top card into a pozzetto before play.
    """
    expected = state.discard_pile
    under = state.stock[:1] == (card,)
    state = found_in(replace(state, discard_pile=()), card)
    if under and state.pozzetti:
        *first, last = state.pozzetti
        changed = replace(state, pozzetti=(*first, last + expected))
    else:
        changed = replace(state, stock=expected + state.stock)
    return replace(changed, discard_pile=(card,))


def drawn(state: HandState, count: int) -> HandState:
    """Return the position after the player on turn took that many more cards from the stock."""
    taken = state.stock[:count]
    state = replace(state, stock=state.stock[count:])
    return held(state, state.seat, (*state.holding, *taken))


def put_back(state: HandState, card: CardCopy) -> HandState:
    """Return the position with the card back on top of the stock."""
    state = found_in(state, card)
    return replace(state, stock=(card, *state.stock))


def given(state: HandState, cards: Sequence[CardCopy], seat: Seat) -> HandState:
    """Return the position in which the seat holds those cards, wherever they were."""
    for card in cards:
        state = found_in(state, card)
    return held(state, seat, (*state.holdings[seat], *cards))


def swapped(
    state: HandState, one: Seat, other: Seat, dealt: Mapping[Seat, frozenset[CardCopy]]
) -> HandState:
    """Return the position in which two players hold each other's dealt cards; drawn ones stay."""
    mine, theirs = state.holdings[one], state.holdings[other]
    away = [card for card in mine if card in dealt[one]]
    here = [card for card in theirs if card in dealt[other]]
    state = held(state, one, [card for card in mine if card not in away] + here)
    return held(state, other, [card for card in theirs if card not in here] + away)


def held(state: HandState, seat: Seat, cards: Sequence[CardCopy]) -> HandState:
    """Return the position in which the seat holds exactly those cards."""
    holdings = list(state.holding_list)
    holdings[seats(state.players).index(seat)] = tuple(cards)
    return replace(state, holding_list=tuple(holdings))


def to_play(state: HandState) -> HandState:
    """Return the position in which the player on turn plays without having drawn."""
    return replace(state, phase=Phase.TO_PLAY)


def on_turn(state: HandState, seat: Seat, phase: Phase) -> HandState:
    """Return the position in which that seat is on turn."""
    return replace(state, seat=seat, phase=phase, just_taken=None, equal_held=False)


def passed(state: HandState) -> HandState:
    """Return the position after the player on turn has passed on without a discard."""
    after = on_turn(state, next_seat(state.seat, state.players), Phase.TO_DRAW)
    return replace(after, turns=state.turns + 1)


def discarded(state: HandState, cards: Sequence[CardCopy]) -> HandState:
    """Return the position after the player on turn put those cards on the pile, whatever he may."""
    for card in cards:
        state = found_in(state, card)
    state = replace(state, discard_pile=(*state.discard_pile, *cards))
    if not state.holding and not state.own.pozzetto_taken and state.pozzetti:
        state = _to_pozzetto(state)
    after = passed(state)
    if len(after.stock) <= state.profile.stock_floor:
        return replace(after, phase=Phase.OVER, end=End.STOCK)
    return after


def on_discard(state: HandState, seat: Seat) -> HandState:
    """Return the position after that seat's last discard brought the pozzetto, whatever was left in the hand."""
    if state.sides[side_of(seat, state.players)].pozzetto_taken or not state.pozzetti:
        return state
    taken = _to_pozzetto(replace(held(state, seat, ()), seat=seat))
    return replace(taken, seat=state.seat)


def exchanged(hypotheses: Iterable[Hypothesis], card: CardCopy, seat: Seat) -> list[Hypothesis]:
    """Return every way in which a seat came to a card of its partner's: for nothing, or for one of its own."""
    found: list[Hypothesis] = []
    for one in hypotheses:
        owner = next((of for of, cards in one.state.holdings.items() if card in cards), None)
        if owner is None:
            # In this one it lies elsewhere.
            continue
        got = given(one.state, (card,), seat)
        found.append(dataclasses.replace(one, state=got))
        found += [
            dataclasses.replace(one, state=given(got, (other,), owner), cost=one.cost + 1)
            for other in sorted(one.state.holdings[seat])
        ]
    return found


def padded(state: HandState) -> HandState:
    """Return the position with three foreign cards in the hand: no play then bars its turn's end."""
    spare = [card for card in state.stock[-3:] if card not in state.holding]
    return held(state, state.seat, (*state.holding, *spare))


def unpadded(state: HandState, original: HandState) -> HandState:
    """Return a padded position without the padding."""
    spare = {card for card in original.stock[-3:] if card not in original.holding}
    return held(state, state.seat, [card for card in state.holding if card not in spare])


def moved(hypotheses: Iterable[Hypothesis], move: Move) -> list[Hypothesis]:
    """Return the hypotheses after a move that a person states although the rules refuse it."""
    match move:
        case DrawFromStock(seat=seat):
            return all_of(
                hypotheses, lambda state: drawn(on_turn(state, seat, Phase.TO_PLAY), 1), move
            )
        case TakeDiscardPile(seat=seat):
            return all_of(
                hypotheses,
                lambda state: given(on_turn(state, seat, Phase.TO_PLAY), state.discard_pile, seat),
                move,
            )
        case Discard(seat=seat, card=card):
            return all_of(
                hypotheses,
                lambda state: discarded(on_turn(state, seat, Phase.TO_PLAY), (card,)),
                move,
            )
        case _:
            return []


def _to_pozzetto(state: HandState) -> HandState:
    first, second = state.side_list
    entry = PozzettoEntry.ON_DISCARD
    if state.own is first:
        sides = (replace(first, pozzetto=entry), second)
    else:
        sides = (first, replace(second, pozzetto=entry))
    taken, *rest = state.pozzetti
    state = replace(state, side_list=sides, pozzetti=tuple(rest))
    return held(state, state.seat, taken)
