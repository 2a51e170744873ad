"""What the mat is asked for: full reports when something may be missing, and where to look first."""

from typing import Final

from tallone.app.evening.outgoing.effects import Effects
from tallone.link.messages import Role
from tallone.mat.zones import LANES, Zone
from tallone.rules.cards.seats import Side

# A full report takes a round of every zone; more than one a second would only get in its own way.
_PAUSE_S: Final = 1.0
_FOCUS: Final = {
    side: sum(
        1 << place
        for place, zone in enumerate(Zone)
        # The boards' firmware knows two tiles a side, and the field has no bits for lanes.
        if zone not in LANES and (zone in (Zone.STOCK, Zone.DISCARD) or zone.side is side)
    )
    for side in Side
}


class MatRequests:
    """Sends REPORT_ALL and FOCUS, neither more often than is of use."""

    def __init__(self, effects: Effects) -> None:
        self._effects = effects
        self._requests = 0
        self._asked_at = -1e9
        self._focus = 0
        self._side: Side | None = None

    def mat_is_new(self) -> None:
        """The mat has just come up and knows no focus."""
        self._focus = 0
        self._side = None

    def report(self, now: float) -> None:
        """Ask for a full report, unless one was asked for a moment ago."""
        if now - self._asked_at < _PAUSE_S:
            return
        self._asked_at = now
        self._requests += 1
        self._effects.send(Role.MAT, "REPORT_ALL", self._requests)

    def focus_on(self, zone: Zone) -> None:
        """Tell that the next event is at that zone."""
        self._side = None
        self._send_focus(1 << tuple(Zone).index(zone))

    def focus(self, side: Side) -> None:
        """Tell where the next event is likely: on the piles, and before the side on turn."""
        if side is not self._side:
            self._side = side
            self._send_focus(_FOCUS[side])

    def _send_focus(self, wanted: int) -> None:
        if wanted != self._focus:
            self._focus = wanted
            self._effects.send(Role.MAT, "FOCUS", wanted)
