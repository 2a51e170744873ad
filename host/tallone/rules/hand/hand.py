"""One hand (smazzata) as a frozen value: who holds what, what lies where, who is on turn."""

import dataclasses
import enum
from typing import Final

import msgspec

from tallone.rules.cards.cards import PACK, CardCopy
from tallone.rules.cards.quick import quick
from tallone.rules.cards.seats import Seat, Side, next_seat, seats, side_of
from tallone.rules.hand.imposed import Imposed
from tallone.rules.hand.moves import ExtendMeld, OpenMeld
from tallone.rules.melds.meld import Meld
from tallone.rules.profiles.profile import Profile

HOLDING: Final = 11


@quick
class Phase(enum.Enum):
    """Where the turn stands."""

    TO_DRAW = "draw"  # the seat on turn has not drawn or taken yet
    TO_PLAY = "play"  # it has, and may lay cards until it discards
    OVER = "over"  # nothing more can be played


# Aliases for what is asked often: looking a member up on its class runs a hook of Enum.
TO_DRAW: Final = Phase.TO_DRAW
TO_PLAY: Final = Phase.TO_PLAY
OVER: Final = Phase.OVER


@quick
class End(enum.Enum):
    """How a hand ended; OPEN while it goes on."""

    CLOSE = "close"
    STOCK = "stock"
    TIMEOUT = "timeout"
    STALL = "stall"
    VOID = "void"  # an arbiter's: worth nothing to anybody
    ARBITER = "arbiter"  # an arbiter ends it, and what lies there counts
    OPEN = "open"


@quick
class PozzettoEntry(enum.Enum):
    """How a side came to its pozzetto."""

    NOT_TAKEN = "not taken"
    DIRECT = "direct"  # without discarding: the same turn goes on
    ON_DISCARD = "on discard"  # with the discard: played from the next turn


NOT_TAKEN: Final = PozzettoEntry.NOT_TAKEN


class DealError(ValueError):
    """The cards of a deal are not a pack, or their counts are wrong."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What was dealt. `stock` is top first; its first card is turned to begin the pile."""

    players: int
    dealer: Seat
    hands: tuple[tuple[CardCopy, ...], ...]  # in the order of `seats(players)`
    pozzetti: tuple[tuple[CardCopy, ...], tuple[CardCopy, ...]]
    stock: tuple[CardCopy, ...]

    def __post_init__(self) -> None:
        order = seats(self.players)
        if self.dealer not in order or len(self.hands) != len(order):
            raise DealError("a deal has one hand for each seat, and the dealer sits at one")
        packets = (*self.hands, *self.pozzetti)
        if any(len(packet) != HOLDING for packet in packets):
            raise DealError(f"hands and pozzetti have {HOLDING} cards each")
        dealt = [*self.stock, *(copy for packet in packets for copy in packet)]
        if len(dealt) != len(PACK) or len(set(dealt)) != len(PACK):
            raise DealError("a deal has each of the 108 cards once")


class SideState(msgspec.Struct, frozen=True, gc=False):
    """What a side has on the table."""

    melds: tuple[Meld, ...] = ()
    pozzetto: PozzettoEntry = PozzettoEntry.NOT_TAKEN

    @property
    def pozzetto_taken(self) -> bool:
        return self.pozzetto is not NOT_TAKEN


class HandState(msgspec.Struct, frozen=True, gc=False):
    """A position of a hand. Made by `start` and `apply` only.

    `stock` is top first, `discard_pile` bottom first; `just_taken` is the card of a one-card pile taken
    in this turn; `last_turns` counts the turns left after a time-out, None without one.
    `imposed` is what rulings have laid on the hand, None as long as there was none.
    """

    profile: Profile
    players: int
    dealer: Seat
    seat: Seat
    phase: Phase
    holding_list: tuple[tuple[CardCopy, ...], ...]
    stock: tuple[CardCopy, ...]
    discard_pile: tuple[CardCopy, ...]
    pozzetti: tuple[tuple[CardCopy, ...], ...]
    side_list: tuple[SideState, SideState]
    just_taken: CardCopy | None = None
    equal_held: bool = False
    turns: int = 0
    last_turns: int | None = None
    end: End = End.OPEN
    closed_by: Seat | None = None
    imposed: Imposed | None = None

    @property
    def side(self) -> Side:
        """The side on turn."""
        return side_of(self.seat, self.players)

    @property
    def holdings(self) -> dict[Seat, tuple[CardCopy, ...]]:
        return dict(zip(seats(self.players), self.holding_list, strict=True))

    @property
    def sides(self) -> dict[Side, SideState]:
        return dict(zip(Side, self.side_list, strict=True))

    @property
    def place(self) -> int:
        """The seat on turn, counted from North."""
        return _PLACES[self.players][self.seat]

    @property
    def holding(self) -> tuple[CardCopy, ...]:
        """What the seat on turn holds."""
        return self.holding_list[self.place]

    @property
    def own(self) -> SideState:
        """The side on turn's state."""
        return self.side_list[self.place % 2]

    @property
    def is_over(self) -> bool:
        return self.phase is OVER


_PLACES: Final = {
    players: {seat: place for place, seat in enumerate(seats(players))} for players in (2, 4)
}


LAYS: Final = (OpenMeld, ExtendMeld)


def start(profile: Profile, deal: Deal) -> HandState:
    """Return the position in which the first player is to draw: the first stock card is turned."""
    return HandState(
        profile=profile,
        players=deal.players,
        dealer=deal.dealer,
        seat=next_seat(deal.dealer, deal.players),
        phase=Phase.TO_DRAW,
        holding_list=deal.hands,
        stock=deal.stock[1:],
        discard_pile=deal.stock[:1],
        pozzetti=deal.pozzetti,
        side_list=(SideState(), SideState()),
    )
