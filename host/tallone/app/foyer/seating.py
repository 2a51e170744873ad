"""Who sits where: names, the draw with real cards, who deals first."""

import dataclasses
from collections.abc import Mapping
from typing import Final

from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, seats
from tallone.rules.match.seat_draw import (
    FirstDealer,
    NoSuchDrawError,
    RedrawNeeded,
    SeatOrder,
    rank_draws,
)

# Longer names are cut where they come in; the screen has room for these in any script.
MAX_NAME: Final = 40
_COPIES: Final = 2
_JOKERS: Final = 4


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Names by seat (a seat without one is not in it), the cards drawn, and who deals first."""

    players: int = 4
    names: Mapping[Seat, str] = dataclasses.field(default_factory=dict)
    draws: Mapping[Seat, tuple[Card, ...]] = dataclasses.field(default_factory=dict)
    dealer: Seat | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats(self.players)

    @property
    def unnamed(self) -> Seat | None:
        """The next seat that has no name yet."""
        return next((seat for seat in self.seats if seat not in self.names), None)

    def named(self, seat: Seat, name: str) -> "Seating":
        """Return it with that seat's name, cleaned; without, if nothing is left of it."""
        words = clean_name(name)
        names = {one: known for one, known in self.names.items() if one is not seat}
        return dataclasses.replace(self, names=names | {seat: words} if words else names)

    def swapped(self, one: Seat, other: Seat) -> "Seating":
        """Return it with two players' places changed; who deals is a person, and moves along."""
        names = dict(self.names)
        first, second = names.pop(one, ""), names.pop(other, "")
        names |= {seat: name for seat, name in ((other, first), (one, second)) if name}
        moved = {one: other, other: one}
        dealer = None if self.dealer is None else moved.get(self.dealer, self.dealer)
        return dataclasses.replace(self, names=names, dealer=dealer)

    # The draw. Cards are laid one at a time, by the seat that is asked.

    def drawing(self, rule: str) -> "SeatOrder | RedrawNeeded":
        """Return the order of the seats, or who has to draw (again)."""
        waiting = tuple(seat for seat in self.seats if not self.draws.get(seat))
        if waiting:
            return RedrawNeeded(seats=waiting)
        return rank_draws({seat: self.draws[seat] for seat in self.seats}, FirstDealer(rule))

    def drew(self, card: Card, rule: str) -> "Seating":
        """Return it with a card for the seat that is asked; unchanged where nobody is, or no pack has it."""
        asked = self.drawing(rule)
        if isinstance(asked, SeatOrder):
            return self
        seat = asked.seats[0]
        drawing = len(self.draws.get(seat, ()))
        of_it = [cards[drawing] for cards in self.draws.values() if len(cards) > drawing]
        if of_it.count(card) >= (_JOKERS if card.is_joker else _COPIES):
            return self
        after = dataclasses.replace(
            self, draws={**self.draws, seat: (*self.draws.get(seat, ()), card)}
        )
        try:
            settled = after.drawing(rule)
        except NoSuchDrawError:
            return self
        if isinstance(settled, SeatOrder):
            return dataclasses.replace(after, dealer=settled.dealer)
        return after


def clean_name(name: str) -> str:
    """Return a name as the screen and the journal take it: printable, one line, bounded."""
    printable = "".join(char if char.isprintable() else " " for char in name[: 4 * MAX_NAME])
    return " ".join(printable.split())[:MAX_NAME].strip()
