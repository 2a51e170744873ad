"""People at a simulated table where nobody plays: they load packs and lay single cards as they are asked.

What is wanted comes over the screen's channel: `ask` with its details, for `tallone enrol` and
`tallone certify`. The cards are those of the table's enrolled packs, or of a pack nobody knows yet.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Final

from tallone.link.messages import Role
from tallone.mat.zones import Zone
from tallone.press import Button, Press
from tallone.rules.cards.cards import PACK, CardCopy
from tallone.simulator.faults.faults import FaultPlan, Stage
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.room import Room
from tallone.simulator.room.tag_maker import sign

Script = Generator[float, None, None]
_LOOK_S: Final = 0.3
_NEW: Final = "new"


class Workshop:
    """Does what the screen asks for, until it says that all is done."""

    def __init__(
        self, room: Room, faults: FaultPlan, signed: Callable[[dict[str, str]], None]
    ) -> None:
        """`signed` tells the machine's models what tags answer when asked for their signature."""
        self.finished = False
        self.hands: list[object] = []
        self._room = room
        self._faults = faults
        self._signed = signed
        self._new = room.press.pack(_NEW)
        self._done = 0

    def run(self) -> None:
        """Begin to look at the screen."""
        self._go_on(self._attend())

    def _go_on(self, script: Script) -> None:
        try:
            pause = next(script)
        except StopIteration:
            self.finished = True
            return
        self._room.timeline.after(pause, lambda: self._go_on(script))

    def _attend(self) -> Script:
        while True:
            request = self._room.screen.shown.desk
            if request is not None and request.what == "done":
                return
            if request is not None and request.number > self._done:
                self._done = request.number
                yield from self._act(request.what, request.details)
            yield _LOOK_S

    def _act(self, what: str, asked: dict[str, str]) -> Script:
        room = self._room
        match what:
            case "deck":
                yield room.pace.of("load")
                self._load(self._named(asked, list(PACK)))
            case "pack":
                in_use = asked.get("pack") == room.pack[0].pack
                self._faults.at(Stage.PACK, 1, room)
                yield room.pace.of("load")
                cards = room.pack if in_use else self._of(asked.get("pack", ""))
                self._load(room.rng.sample(cards, len(cards)))
            case "card":
                yield room.pace.of("lay")
                self._lay(asked)
                return
            case "help":
                room.world.open_lid(is_open=True)
                yield room.pace.of("repair")
                room.machines.fault(Role.CROUPIER, {"kind": "clear"})
                room.world.open_lid(is_open=False)
            case _:
                yield room.pace.of("look")
        yield room.pace.of("press")
        room.screen.press(Press(Button.OK))

    def _of(self, pack: str) -> list[SimCard]:
        room = self._room
        known = {cards[0].pack: cards for cards in (room.pack, room.spare) if cards}
        return known.get(pack, self._new)

    def _named(self, asked: dict[str, str], among: Sequence[CardCopy]) -> list[SimCard]:
        """Return the cards that are asked for: those listed, in their order."""
        by_copy = {card.copy: card for card in self._of(asked.get("pack", ""))}
        wanted = [CardCopy.parse(name) for name in asked.get("cards", "").split()]
        return [by_copy[copy] for copy in wanted or among if copy in by_copy]

    def _load(self, cards: list[SimCard]) -> None:
        self._signed({card.uid_hex: sign(card.uid).hex() for card in cards})
        self._room.world.load_hopper(cards)

    def _lay(self, asked: dict[str, str]) -> None:
        """Take away what lies in the zone and lay the card asked for; a replacement is a new one."""
        room, zone = self._room, Zone(asked["zone"])
        room.world.lift_all(zone)
        if asked.get("fresh") == "yes":
            card = room.press.card(CardCopy.parse(asked["cards"]), _NEW, enrolled=False)
        else:
            [card] = self._named(asked, [])
        card.signature = sign(card.uid).hex()
        room.world.place(card, zone)
