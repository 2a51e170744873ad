"""Things that lie on a scale besides cards: their weight is no play, and hides none.

Nobody adds many cards to a pile at once, but for a discard pile that was lifted whole and comes back.
"""

import dataclasses
from typing import Final

from tallone.mat.events import PileChanged
from tallone.mat.zones import Zone

# A glass, keys or a phone weigh as much as so many cards at least.
LEAST: Final = 5
# A thing's weight taken for cards is wrong by so many.
LOOSE: Final = 3


@dataclasses.dataclass(slots=True)
class Things:
    """What lies on each scale besides cards, in cards' weights."""

    _on: dict[Zone, int] = dataclasses.field(default_factory=dict)

    def without(self, event: PileChanged, known: int) -> PileChanged | None:
        """Return the change of the cards alone; None if it was none. `known` cards lay there."""
        on = self._on.get(event.zone, 0)
        if event.delta >= LEAST and (known or on or event.zone is not Zone.DISCARD):
            back = event.zone is not Zone.DISCARD and event.count <= _FULL[event.zone]
            if not back:
                self._on[event.zone] = on + event.delta
                return None
        if not on:
            return event
        if -event.delta > on // 2:
            # Gone again; what is left over is cards.
            rest = event.delta + on
            self._on[event.zone] = 0
            if abs(rest) > LOOSE or not rest:
                return None
            return dataclasses.replace(event, delta=rest, count=max(0, known + rest))
        return dataclasses.replace(event, count=max(0, event.count - on))


# The most cards that are ever put down there at once, and lie there then.
_FULL: Final = {Zone.STOCK: 0, Zone.POZZETTO_1: 12, Zone.POZZETTO_2: 12}
