"""People who shuffle and deal without a machine: card after card over the reading place."""

from collections.abc import Generator
from typing import Final

from tallone.mat.zones import Zone
from tallone.press import Button, Press
from tallone.rules.cards.seats import Seat
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.room import Room

_READING_PLACE: Final = Zone.DISCARD
# Looks at the screen until somebody thinks that the card was not read, and until he gives up.
_AGAIN_AFTER: Final = 12
_GIVE_UP_AFTER: Final = 30


class ByHand:
    """Deals what has been gathered; `deal` says whether the hand was dealt."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def deal(self) -> Generator[float, None, bool]:
        """Shuffle, then pass each card to where the screen says. False: the deal was broken off."""
        room = self._room
        cards = room.world.take_hopper()
        room.rng.shuffle(cards)
        yield room.pace.of("load")
        for number, card in enumerate(cards):
            if not (yield from self._pass(card, number)):
                return False
        if room.screen.shown.phase == "pass":
            # No more cards, and the number says that some are missing.
            room.screen.press(Press(Button.OK))
            yield room.pace.of("look")
            return False
        return True

    def _pass(self, card: SimCard, number: int) -> Generator[float, None, bool]:
        """Lay a card on the reading place until it is counted, then where it belongs."""
        room = self._room
        yield from self._screen_back()
        place = room.screen.shown.next_place or ""
        room.world.place_pile([card], _READING_PLACE)
        for looks in range(_GIVE_UP_AFTER):
            yield room.pace.of("look")
            yield from self._screen_back()
            shown = room.screen.shown
            if shown.phase != "pass" or shown.passed == number + 1:
                break
            if looks == _AGAIN_AFTER:
                room.world.lift_all(_READING_PLACE)
                yield room.pace.of("pass")
                room.world.place_pile([card], _READING_PLACE)
        room.world.lift_all(_READING_PLACE)
        yield room.pace.of("pass")
        self._put(card, place)
        yield from self._screen_back()
        return room.screen.shown.phase in ("pass", "ready")

    def _screen_back(self) -> Generator[float, None, None]:
        """Wait while the screen is dark: the power is gone."""
        while self._room.screen.shown.phase in ("", "connect"):
            yield self._room.pace.of("look")

    def _put(self, card: SimCard, place: str) -> None:
        world = self._room.world
        seat = next((seat for seat in Seat if seat.value == place), None)
        if seat is not None:
            world.holdings[seat].append(card)
        else:
            world.place_pile([card], Zone(place))
