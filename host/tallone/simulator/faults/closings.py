"""The closings that the rules do not allow, tried all the same; what else cannot be laid or drawn."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from tallone.mat.zones import RUN_TILES, Zone
from tallone.rules import (
    Discard,
    ExtendMeld,
    Illegal,
    MeldKind,
    Move,
    explain,
    extend,
    next_seat,
    resolve,
)
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat
from tallone.rules.melds.grades import BURRACO
from tallone.simulator.faults.acts import AtPlay, Irregular, Script

# Seconds until somebody has said that this was wrong, and it is put right.
_PUT_RIGHT_S: Final = 6.0


def close_no_burraco(players: AtPlay, move: Move) -> Irregular | None:
    """The last card is discarded without a burraco."""
    if _has_burraco(players):
        return None

    def fits(laid: CardCopy, tile: Zone, last: CardCopy) -> bool:
        # With a burraco made of what this turn laid it would be a legal closing.
        found = readings(players, [(laid, tile)])
        return not (last.card.can_be_wild or any(map(_has_long_meld, found)))

    return _close(players, move, fits)


def close_wild(players: AtPlay, move: Move) -> Irregular | None:
    """The last card discarded is a wild."""
    return _close(players, move, lambda _laid, _tile, last: last.card.can_be_wild)


def close_no_discard(players: AtPlay, move: Move) -> Irregular | None:
    """The last cards are laid, and none is left to discard."""
    held = _last_two(players, move)
    if held is None:
        return None
    for tiles in itertools.product(*(_places_for(players, card) for card in held)):
        laid = list(zip(held, tiles, strict=True))
        # Two wilds may each have a place, and together none.
        if any(readings(players, laid)):
            return _undone(players, move, laid)
    return None


def identical_group(players: AtPlay, move: Move) -> Irregular | None:
    """A second group of a rank is laid."""
    state, profile = players.truth.state, players.truth.profile
    ranks = {meld.rank for meld in state.own.melds if meld.kind is MeldKind.GROUP}
    if not isinstance(move, Discard):
        return None
    others = _others(players, move, 3)
    for cards in itertools.combinations(others, 3):
        meld = resolve(profile, cards)
        if not isinstance(meld, Illegal) and meld.rank in ranks:
            tile = players.tile_of(ExtendMeld(move.seat, _number_of(players, meld.rank), cards))
            return _undone(players, move, [(card, tile) for card in cards], and_move=True)
    return None


def wild_moved(players: AtPlay, move: Move) -> Irregular | None:
    """A wild that has lain locked since an earlier turn is slid aside."""
    state, profile = players.truth.state, players.truth.profile
    if not isinstance(move, Discard):
        return None
    others = _others(players, move, 1)
    before = players.truth.turn_began.own.melds
    for number, (old, meld) in enumerate(zip(before, state.own.melds, strict=False), start=1):
        if old.shape.wild_position != meld.shape.wild_position:
            # Where a wild laid in this turn stands, no sensor tells.
            continue
        for card in others:
            verdict = extend(profile, meld, (card,))
            locked = isinstance(verdict, Illegal) and verdict.code == "meld.wild_locked"
            tile = players.tile_of(ExtendMeld(move.seat, number, (card,)))
            if locked and not any(readings(players, [(card, tile)])):
                return _undone(players, move, [(card, tile)], and_move=True)
    return None


def draw_out_of_turn(players: AtPlay, move: Move) -> Irregular | None:
    """The next player but one draws while another has not discarded."""
    if not isinstance(move, Discard) or len(players.truth.state.stock) < 12:
        return None
    room = players.room
    seat = _next_but_one(move.seat, room.players)

    def script() -> Script:
        # As long as anybody takes to draw: two cards that leave at once are two drawn by one.
        yield room.pace.of("think")
        cards = room.world.lift_top(Zone.STOCK)
        yield _PUT_RIGHT_S
        room.world.place_pile(cards, Zone.STOCK)
        yield room.pace.of("draw")
        yield from players.make(move)

    return Irregular({"seat": seat.value}, script())


def take_out_of_turn(players: AtPlay, move: Move) -> Irregular | None:
    """The next player but one takes the pile while another has not discarded."""
    if not isinstance(move, Discard) or not players.truth.state.discard_pile:
        return None
    room = players.room
    seat = _next_but_one(move.seat, room.players)

    def script() -> Script:
        yield room.pace.of("think")
        cards = room.world.lift_all(Zone.DISCARD)
        yield _PUT_RIGHT_S
        for card in cards:
            room.world.place(card, Zone.DISCARD)
        yield room.pace.of("take")
        yield from players.make(move)

    return Irregular(
        {"seat": seat.value, "cards": len(players.truth.state.discard_pile)}, script()
    )


def card_lost(players: AtPlay, move: Move) -> Irregular | None:
    """A card falls under the table and is found when the pack is not whole."""
    if not isinstance(move, Discard):
        return None
    others = [card for card in players.truth.state.holding if card != move.card]
    if len(others) < 4:
        return None
    room, seat = players.room, move.seat
    copy = room.rng.choice(others)

    def script() -> Script:
        card = room.world.out_of_hand(seat, copy)
        players.truth.lose(copy, seat)
        room.pack.remove(card)
        room.repairs.append(lambda: room.pack.append(card))
        yield from players.make(move)

    return Irregular({"seat": seat.value, "card": str(copy)}, script())


def _others(players: AtPlay, move: Discard, count: int) -> list[CardCopy]:
    """The cards beside the discard, if some are left when so many are laid: else it looks like a closing."""
    others = [card for card in players.truth.state.holding if card != move.card]
    return others if len(others) > count else []


def _close(
    players: AtPlay, move: Move, fits: Callable[[CardCopy, Zone, CardCopy], bool]
) -> Irregular | None:
    held = _last_two(players, move)
    if held is None:
        return None
    for laid, last in (held, held[::-1]):
        for tile in _places_for(players, laid):
            if fits(laid, tile, last):
                return _undone(players, move, [(laid, tile), (last, Zone.DISCARD)])
    return None


def _last_two(players: AtPlay, move: Move) -> Sequence[CardCopy] | None:
    """The player's last two cards, if he may think of closing with them."""
    state = players.truth.state
    if not isinstance(move, Discard) or not state.own.pozzetto_taken or len(state.holding) != 2:
        return None
    return state.holding


def _undone(
    players: AtPlay,
    move: Move,
    laid: Sequence[tuple[CardCopy, Zone]],
    *,
    and_move: bool = False,
) -> Irregular:
    """Lay those cards, and take them back when somebody has objected; then, or before, the move."""
    room, world = players.room, players.room.world
    assert isinstance(move, Discard)
    seat = move.seat

    def script() -> Script:
        yield room.pace.of("ponder")
        cards = [(world.out_of_hand(seat, copy), zone) for copy, zone in laid]
        for card, zone in cards:
            world.place(card, zone)
            yield room.pace.of("lay")
        if and_move:
            yield from players.make(move)
        yield _PUT_RIGHT_S
        for card, zone in cards:
            world.holdings[seat].append(world.lift(card, zone))
        yield room.pace.of("take")
        if not and_move:
            yield from players.make(move)

    detail: dict[str, object] = {
        "seat": seat.value,
        "cards": [str(copy) for copy, _zone in laid],
    }
    return Irregular(detail, script())


def _places_for(players: AtPlay, card: CardCopy) -> list[Zone]:
    """The tiles of the melds of the own side that the card fits."""
    state, profile = players.truth.state, players.truth.profile
    found: dict[Zone, None] = {}
    for number, meld in enumerate(state.own.melds, start=1):
        if not isinstance(extend(profile, meld, [card]), Illegal):
            found.setdefault(players.tile_of(ExtendMeld(state.seat, number, (card,))))
    return list(found)


def _has_burraco(players: AtPlay) -> bool:
    state = players.truth.state
    return any(meld.grade(players.truth.profile) for meld in state.own.melds)


def readings(players: AtPlay, more: Iterable[tuple[CardCopy, Zone]]) -> Iterator[list[int]]:
    """Yield the sizes of the melds in every legal way to read what this turn laid, with those cards."""
    truth = players.truth
    melds = truth.turn_began.own.melds
    lain = {copy for meld in melds for copy in meld.copies}
    runs: list[CardCopy] = []
    groups: list[CardCopy] = []
    for meld in truth.state.own.melds:
        laid = runs if meld.kind is MeldKind.RUN else groups
        laid += [copy for copy in meld.copies if copy not in lain]
    for card, tile in more:
        (runs if tile in RUN_TILES else groups).append(card)
    for way in explain(truth.profile, melds, runs, groups):
        sizes = [meld.size for meld in melds] + [len(cards) for cards in way.opens]
        for number, cards in way.adds:
            sizes[number - 1] += len(cards)
        yield sizes


def _has_long_meld(sizes: Iterable[int]) -> bool:
    return max(sizes) >= BURRACO


def _number_of(players: AtPlay, rank: int) -> int:
    melds = players.truth.state.own.melds
    return 1 + next(index for index, meld in enumerate(melds) if meld.rank == rank)


def _next_but_one(seat: Seat, players: int) -> Seat:
    following = next_seat(seat, players)
    return following if players == 2 else next_seat(following, players)
