"""Positions of real hands with few cards, for trying everything; some after a one-card pile was taken."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace
from tests.rules.positions import random_deal
from tests.rules.proofs.agreement import placed
from tests.rules.proofs.try_everything import Small, Tried
from tests.rules.proofs.try_everything import legal_moves as tried_moves

from tallone.bots import RandomBot, SensibleBot
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import seats
from tallone.rules.cards.verdicts import LEGAL
from tallone.rules.hand.apply import apply
from tallone.rules.hand.hand import HandState, Phase, start
from tallone.rules.hand.judge import judge
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import Discard, ExtendMeld, OpenMeld, TakeDiscardPile
from tallone.rules.profiles.profile import Profile


def small_positions(profile: Profile, rng: Random, most_cards: int) -> Iterator[HandState]:
    """Yield positions in which the player has drawn and holds few cards, for ever."""
    while True:
        players = rng.choice((2, 4))
        state = start(profile, random_deal(rng, players, rng.choice(seats(players))))
        bot = rng.choice((RandomBot, SensibleBot))()
        while not state.is_over:
            if state.phase is Phase.TO_DRAW:
                lone = _after_a_lone_card(state, rng)
                if lone is not None and len(lone.holding) <= most_cards:
                    yield lone
            elif len(state.holding) <= most_cards:
                yield state
            state = apply(state, bot.choose(state, rng))


def disagreement(state: HandState) -> str | None:
    """Compare the program's legal moves with those found by trying everything."""
    fast = {tried_of(move) for move in legal_moves(state)}
    slow = tried_moves(small_of(state))
    if fast == slow:
        return None
    melds = " | ".join(meld.text() for meld in state.own.melds)
    return (
        f"{state.profile.name}: {_faces(state.holding)} on {melds}, just taken {state.just_taken}: "
        f"only fast {sorted(fast - slow)}, only slow {sorted(slow - fast)}"
    )


def _after_a_lone_card(state: HandState, rng: Random) -> HandState | None:
    """Return the position after taking a pile of one card, which may be like one that is held."""
    if not state.discard_pile:
        return None
    pile = [*state.discard_pile]
    twins = [copy for copy in state.stock if any(copy.card == held.card for held in state.holding)]
    card = rng.choice(twins) if twins and rng.random() < 0.5 else pile.pop()
    stock = tuple(copy for copy in (*state.stock, *pile) if copy != card)
    state = replace(state, discard_pile=(card,), stock=stock)
    take = TakeDiscardPile(state.seat)
    return apply(state, take) if judge(state, take) is LEGAL else None


def small_of(state: HandState) -> Small:
    order = seats(state.players)
    own = order.index(state.seat)
    first = (order.index(state.dealer) + 1) % len(order)
    opponents = [place for place in range(len(order)) if (place - own) % 2]
    played = all(state.turns > (place - first) % len(order) for place in opponents)
    return Small(
        profile=state.profile.name,
        holding=tuple(str(copy.card) for copy in state.holding),
        melds=tuple(placed(meld) for meld in state.own.melds),
        had_pozzetto=state.own.pozzetto_taken,
        taken_card="" if state.just_taken is None else str(state.just_taken.card),
        held_an_equal=state.equal_held,
        opponents_played=played,
    )


def tried_of(move) -> Tried:
    match move:
        case OpenMeld(cards=cards):
            return Tried("open", 0, _sorted(cards))
        case ExtendMeld(meld=number, cards=cards):
            return Tried("add", number, _sorted(cards))
        case Discard(card=card):
            return Tried("discard", 0, (str(card.card),))


def _sorted(cards: tuple[CardCopy, ...]) -> tuple[str, ...]:
    return tuple(sorted(str(copy.card) for copy in cards))


def _faces(cards: tuple[CardCopy, ...]) -> str:
    return " ".join(str(copy.card) for copy in cards)
