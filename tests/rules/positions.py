"""Positions and hands written in the notation, with the cards that do not matter filled in."""

import random

from msgspec.structs import replace

from tallone.rules.cards.cards import PACK, CardCopy
from tallone.rules.cards.seats import Seat, seats
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.hand.apply import apply
from tallone.rules.hand.hand import Deal, HandState, PozzettoEntry, start
from tallone.rules.hand.judge import judge
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.melds.meld import Meld, resolve
from tallone.rules.notation.read import HandRecord, read_hand
from tallone.rules.notation.words import written_card
from tallone.rules.profiles.profile import Profile, load_profile


def random_deal(rng: random.Random, players: int = 4, dealer: Seat = Seat.NORTH) -> Deal:
    """Return a shuffled deal."""
    pack = list(PACK)
    rng.shuffle(pack)
    piles = [tuple(pack[place : place + 11]) for place in range(0, 11 * (players + 2), 11)]
    return Deal(
        players=players,
        dealer=dealer,
        hands=tuple(piles[:players]),
        pozzetti=(piles[players], piles[players + 1]),
        stock=tuple(pack[11 * (players + 2) :]),
    )


def hand_text(
    turns: str = "",
    *,
    profile: str = "febur",
    dealer: str = "W",
    players: int = 4,
    stock: str = "",
    pozzetti: tuple[str, str] = ("", ""),
    **hands: str,
) -> str:
    """Return a hand's text: packets begin with the cards given, the least of the others fill up.

    What fills is dealt from the end of the pack, so that low cards stay for the stock's top.
    """
    names = [seat.value for seat in seats(players)]
    wanted = {f"hand {name}": (hands.get(name, ""), 11) for name in names}
    wanted |= {f"pozzetto {number}": (pozzetti[number - 1], 11) for number in (1, 2)}
    wanted["stock"] = (stock, 108 - 11 * (players + 2))
    named = [word for words, _ in wanted.values() for word in words.split()]
    rest = [str(copy.card) for copy in PACK]
    for word in named:
        rest.remove(str(written_card(word).face))
    random.Random(7).shuffle(rest)
    lines = [f"profile: {profile}", f"players: {players}", f"dealer: {dealer}"]
    for key, (words, size) in wanted.items():
        fill = [rest.pop() for _ in range(size - len(words.split()))]
        lines.append(f"{key}: {' '.join([*words.split(), *fill])}")
    text = "\n".join(["BGN 1", *lines, "---"]) + "\n"
    return text + "".join(f"{line.strip()}\n" for line in turns.strip().splitlines())


def position(
    holding: str,
    *,
    profile: str | dict = "febur",
    melds: tuple[str, ...] = (),
    theirs: tuple[str, ...] = (),
    pile: str = "",
    stock: int | None = None,
    taken: bool = True,
    drawn: bool = True,
    turns: int = 8,
    players: int = 4,
) -> HandState:
    """Return a made-up position with North on turn, built by hand from a deal.

    North holds exactly the cards named; the melds are his side's. Cards are moved, never copied.
    """
    rules = load_profile(profile)
    left = list(PACK)
    held = take(left, holding)
    ours = tuple(_laid(rules, left, text) for text in melds)
    other = tuple(_laid(rules, left, text) for text in theirs)
    discards = take(left, pile)
    others = [left[place * 11 : place * 11 + 11] for place in range(players - 1)]
    left = left[11 * (players - 1) :]
    pozzetti = [tuple(left[:11]), tuple(left[11:22])]
    left = left[22:]
    deal = random_deal(random.Random(1), players, seats(players)[-1])
    state = start(rules, deal)
    ours_state, their_state = state.side_list
    if taken:
        ours_state = replace(ours_state, pozzetto=PozzettoEntry.DIRECT)
        pozzetti = pozzetti[1:]
    if drawn:
        state = apply(state, DrawFromStock(state.seat))
    return replace(
        state,
        holding_list=(tuple(held), *(tuple(cards) for cards in others)),
        stock=tuple(left[: stock if stock is not None else len(left)]),
        discard_pile=tuple(discards),
        pozzetti=tuple(pozzetti),
        side_list=(replace(ours_state, melds=ours), replace(their_state, melds=other)),
        turns=turns,
    )


def take(left: list[CardCopy], words: str) -> list[CardCopy]:
    """Take the cards named out of what is left and return them."""
    found = []
    for word in words.split():
        card = written_card(word)
        copy = card.copy or next(copy for copy in left if copy.card == card.face)
        left.remove(copy)
        found.append(copy)
    return found


def _laid(profile: Profile, left: list[CardCopy], text: str) -> Meld:
    cards = [written_card(word) for word in text.split()]
    copies = take(left, " ".join(word.partition("(")[0] for word in text.split()))
    pins = tuple((card.face, card.role) for card in cards if card.role)
    meld = resolve(profile, copies, pins)
    assert isinstance(meld, Meld), meld
    return meld


def move(state: HandState, text: str) -> Move:
    """Read one action of the seat on turn, such as `add 1 6H`; nothing is judged."""
    verb, *words = text.split()
    seat = state.seat
    if verb == "draw":
        return DrawFromStock(seat)
    if verb == "take":
        return TakeDiscardPile(seat)
    number = int(words.pop(0)) if verb == "add" else 0
    cards = [written_card(word) for word in words]
    left = sorted(state.holding)
    copies = []
    for card in cards:
        fitting = [copy for copy in left if copy.card == card.face]
        copies.append(fitting[0] if fitting else next(c for c in PACK if c.card == card.face))
        if fitting:
            left.remove(fitting[0])
    pins = tuple((card.face, card.role) for card in cards if card.role)
    if verb == "open":
        return OpenMeld(seat, tuple(copies), pins)
    if verb == "add":
        return ExtendMeld(seat, number, tuple(copies), pins)
    return Discard(seat, copies[0])


def verdict(state: HandState, *actions: str) -> str:
    """Make all actions but the last; return the last one's error code, or `legal`."""
    for action in actions[:-1]:
        state = apply(state, move(state, action))
    judged = judge(state, move(state, actions[-1]))
    return judged.code if isinstance(judged, Illegal) else "legal"


def after(state: HandState, *actions: str) -> HandState:
    """Make the actions of the seat on turn, which must be legal."""
    for action in actions:
        state = apply(state, move(state, action))
    return state


def record_of(text: str) -> HandRecord:
    """Return the record of a hand without problems."""
    reading = read_hand(text, may_stop_in_turn=True)
    assert reading.problem is None, reading.problem
    assert reading.record is not None
    return reading.record
