"""What the evening itself has found: recorded, and kept a while for the screen."""

from typing import Final

from tallone.app.evening.outgoing.effects import Effects
from tallone.journal.records import Found

# More than the screen ever looks back at.
_KEPT: Final = 8


class Noticeboard:
    """Records findings; what concerns one place and stays true is told once a hand."""

    def __init__(self, effects: Effects) -> None:
        self.recent: list[tuple[float, Found]] = []
        self._effects = effects
        self._told: set[tuple[str, str | None]] = set()

    def tell(self, found: Found, *, again: bool = False) -> None:
        """Record a finding; without `again`, only if the same of the same place was not told yet."""
        about = (found.what, found.zone)
        if about in self._told and not again:
            return
        self._told.add(about)
        self._effects.record(found)
        self.recent = [*self.recent[1 - _KEPT :], (found.at, found)]

    def next_hand(self) -> None:
        """Forget what was told of the hand before."""
        self._told.clear()
