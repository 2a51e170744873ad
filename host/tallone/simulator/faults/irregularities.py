"""What people do wrong at play, and put right again some seconds later when somebody says so.

Each function looks at the legal move that is about to be made and returns what it does instead, or
None if this is not the moment. After its script the table stands as after the legal move.
"""

from collections.abc import Callable
from typing import Final

from tallone.findings import FindingKind
from tallone.mat.zones import Zone
from tallone.rules import (
    Discard,
    DrawFromStock,
    Illegal,
    Move,
    OpenMeld,
    legal_moves,
    next_seat,
    resolve,
    seats,
)
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, side_of
from tallone.simulator.faults import closings
from tallone.simulator.faults.acts import AtPlay, Irregular, Script
from tallone.simulator.room.room import Room
from tallone.simulator.room.truth import HandTruth

# Seconds until somebody has said that this was wrong, and it is put right.
_PUT_RIGHT_S: Final = 6.0
# A card hidden under a meld comes to light, and is taken back before its owner's next turn.
_HIDDEN_S: Final = 2.5
_FOUND_S: Final = 7.0
_MICROS: Final = 1_000_000


def two_drawn(players: AtPlay, move: Move) -> Irregular | None:
    """Two cards are taken from the stock."""
    if not isinstance(move, DrawFromStock) or len(players.truth.state.stock) < 12:
        return None
    world = players.room.world

    def script() -> Script:
        yield players.room.pace.of("think")
        drawn, second = world.lift_top(Zone.STOCK, 2)
        world.holdings[move.seat].append(drawn)
        yield _PUT_RIGHT_S
        world.place_pile([second], Zone.STOCK)
        yield players.room.pace.of("draw")

    return Irregular({"seat": move.seat.value}, script())


def two_discards(players: AtPlay, move: Move) -> Irregular | None:
    """Two cards are dropped on the pile as one."""
    others = _others(players, move)
    if not isinstance(move, Discard) or len(others) < 3:
        return None
    world = players.room.world
    extra = players.room.rng.choice(others)

    def script() -> Script:
        yield players.room.pace.of("ponder")
        world.place(world.out_of_hand(move.seat, move.card), Zone.DISCARD)
        card = world.out_of_hand(move.seat, extra)
        world.place(card, Zone.DISCARD)
        yield _PUT_RIGHT_S
        world.holdings[move.seat].append(world.lift(card, Zone.DISCARD))
        yield players.room.pace.of("discard")

    return Irregular({"seat": move.seat.value, "card": str(extra)}, script())


def no_discard(players: AtPlay, move: Move) -> Irregular | None:
    """A player passes on without discarding; the next one draws."""
    state = players.truth.state
    if not isinstance(move, Discard) or not _others(players, move) or len(state.stock) < 12:
        return None
    world = players.room.world
    following = next_seat(move.seat, players.room.players)

    def script() -> Script:
        yield players.room.pace.of("think")
        world.holdings[following] += world.lift_top(Zone.STOCK)
        players.must_draw_next(is_drawn=True)
        yield _PUT_RIGHT_S
        yield from players.make(move)

    return Irregular({"seat": move.seat.value}, script())


def forgotten_draw(players: AtPlay, move: Move) -> Irregular | None:
    """A player melds before drawing."""
    if not isinstance(move, DrawFromStock):
        return None
    meld = _meld_in_hand(players, move.seat)
    if meld is None:
        return None
    world = players.room.world

    def script() -> Script:
        cards = [world.out_of_hand(move.seat, copy) for copy in meld.cards]
        zone = players.tile_of(meld)
        for card in cards:
            world.place(card, zone)
            yield players.room.pace.of("lay")
        yield _PUT_RIGHT_S
        for card in cards:
            world.holdings[move.seat].append(world.lift(card, zone))
        yield from players.make(move)

    return Irregular(
        {"seat": move.seat.value, "cards": [str(copy) for copy in meld.cards]}, script()
    )


def wrong_meld(players: AtPlay, move: Move) -> Irregular | None:
    """Three cards that make no meld are laid and left over the discard."""
    others = _others(players, move)
    if not isinstance(move, Discard) or len(others) < 5:
        return None
    junk = players.room.rng.sample(others, 3)
    if not isinstance(resolve(players.truth.profile, junk), Illegal):
        return None
    world = players.room.world
    zone = _run_tile(players, move.seat)
    if any(closings.readings(players, [(card, zone) for card in junk])):
        return None

    def script() -> Script:
        cards = [world.out_of_hand(move.seat, copy) for copy in junk]
        for card in cards:
            world.place(card, zone)
            yield players.room.pace.of("lay")
        yield from players.make(move)
        yield _PUT_RIGHT_S
        for card in cards:
            world.holdings[move.seat].append(world.lift(card, zone))
        yield players.room.pace.of("take")

    return Irregular({"seat": move.seat.value, "cards": [str(copy) for copy in junk]}, script())


def phantom_card(players: AtPlay, move: Move) -> Irregular | None:
    """A card slips under a meld with the discard, and comes to light in the next turn."""
    others = _others(players, move)
    if not isinstance(move, Discard) or len(others) < 3:
        return None
    side = side_of(move.seat, players.room.players)
    lying = players.room.world.zones
    zone = next((zone for zone in Zone if zone.side is side and lying[zone]), None)
    if zone is None:
        return None
    hidden = players.room.rng.choice(others)
    world, timeline, seat = players.room.world, players.room.timeline, move.seat

    def script() -> Script:
        card = world.out_of_hand(seat, hidden)
        card.askew_until = timeline.now + round(_HIDDEN_S * _MICROS)
        world.place(card, zone)
        timeline.after(_HIDDEN_S, lambda: world.touch(zone))
        timeline.after(_FOUND_S, lambda: world.holdings[seat].append(world.lift(card, zone)))
        yield from players.make(move)

    return Irregular({"seat": seat.value, "card": str(hidden)}, script())


def card_passed(players: AtPlay, move: Move) -> Irregular | None:
    """Partners exchange a card under the table."""
    truth, room = players.truth, players.room
    if room.players != 4 or not isinstance(move, DrawFromStock):
        return None
    seat = move.seat
    partner = next_seat(next_seat(seat, 4), 4)
    mine, yours = truth.state.holdings[seat], truth.state.holdings[partner]
    if not mine or not yours:
        return None
    given, got = room.rng.choice(mine), room.rng.choice(yours)

    def script() -> Script:
        exchange(room, truth, (seat, given), (partner, got))
        yield room.pace.of("take")
        yield from players.make(move)

    return Irregular(
        {"seats": [seat.value, partner.value], "cards": [str(given), str(got)]}, script()
    )


def early_pozzetto_look(players: AtPlay, move: Move) -> Irregular | None:
    """Somebody lifts a corner of the pozzetto before the discard: nothing that a sensor feels."""
    if not isinstance(move, Discard) or len(players.truth.state.holding) != 1:
        return None
    return Irregular({"seat": move.seat.value}, players.make(move))


def exchange(
    room: Room, truth: HandTruth, one: tuple[Seat, CardCopy], other: tuple[Seat, CardCopy]
) -> None:
    """Let two seats swap a card, in the world and in what is true."""
    _hand_over(room, truth, one[1], one[0], other[0])
    _hand_over(room, truth, other[1], other[0], one[0])


def _others(players: AtPlay, move: Move) -> list[CardCopy]:
    """What the player would still hold after the discard."""
    card = move.card if isinstance(move, Discard) else None
    return [held for held in players.truth.state.holding if held != card]


def _meld_in_hand(players: AtPlay, seat: Seat) -> OpenMeld | None:
    """A meld that the player could lay without the card to be drawn."""
    drawn = players.truth.preview(DrawFromStock(seat))
    held = set(players.truth.state.holding)
    for move in legal_moves(drawn):
        if isinstance(move, OpenMeld) and held.issuperset(move.cards):
            return move
    return None


def _run_tile(players: AtPlay, seat: Seat) -> Zone:
    side = side_of(seat, players.room.players)
    return next(zone for zone in (Zone.MELD_NS_1, Zone.MELD_EW_1) if zone.side is side)


def _swapped_hands(room: Room, truth: HandTruth) -> dict[str, object]:
    one, other = seats(room.players)[:2]
    theirs = truth.state.holdings
    for card in theirs[one]:
        _hand_over(room, truth, card, one, other)
    for card in theirs[other]:
        _hand_over(room, truth, card, other, one)
    return {"seats": [one.value, other.value]}


def _uneven_hands(room: Room, truth: HandTruth) -> dict[str, object]:
    giver, taker = room.rng.sample(seats(room.players), 2)
    card = room.rng.choice(truth.state.holdings[giver])
    _hand_over(room, truth, card, giver, taker)
    return {"from": giver.value, "to": taker.value, "card": str(card)}


def _hand_over(room: Room, truth: HandTruth, card: CardCopy, giver: Seat, taker: Seat) -> None:
    room.world.holdings[taker].append(room.world.out_of_hand(giver, card))
    truth.give(card, giver, taker)


# Before the first card is turned: what is done, with the detail for the report.
BEGINNINGS: Final[dict[str, Callable[[Room, HandTruth], dict[str, object]]]] = {
    FindingKind.SWAPPED_HANDS: _swapped_hands,
    FindingKind.SHORT_HAND: _uneven_hands,
    FindingKind.LONG_HAND: _uneven_hands,
}
IRREGULARITIES: Final[dict[str, Callable[[AtPlay, Move], Irregular | None]]] = {
    FindingKind.TWO_DRAWN: two_drawn,
    FindingKind.TWO_DISCARDS: two_discards,
    FindingKind.NO_DISCARD: no_discard,
    FindingKind.FORGOTTEN_DRAW: forgotten_draw,
    FindingKind.WRONG_MELD: wrong_meld,
    FindingKind.PHANTOM_CARD: phantom_card,
    "card-passed": card_passed,
    "card-lost": closings.card_lost,
    FindingKind.DRAW_OUT_OF_TURN: closings.draw_out_of_turn,
    FindingKind.TAKE_OUT_OF_TURN: closings.take_out_of_turn,
    FindingKind.IDENTICAL_GROUP: closings.identical_group,
    "wild-moved": closings.wild_moved,
    FindingKind.CLOSE_NO_BURRACO: closings.close_no_burraco,
    FindingKind.CLOSE_WILD: closings.close_wild,
    FindingKind.CLOSE_NO_DISCARD: closings.close_no_discard,
    "early-pozzetto-look": early_pozzetto_look,
}
