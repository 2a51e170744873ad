"""The zones of the mat, and what each one's witnesses can tell."""

import enum

from tallone.rules.cards.seats import Side


class Zone(enum.StrEnum):
    """A place on the mat; the value is its name on the wire."""

    STOCK = "stock"
    DISCARD = "discard"
    POZZETTO_1 = "pozzetto_1"
    POZZETTO_2 = "pozzetto_2"
    MELD_NS_1 = "meld_ns_1"
    MELD_NS_2 = "meld_ns_2"
    MELD_EW_1 = "meld_ew_1"
    MELD_EW_2 = "meld_ew_2"
    THROAT = "throat"

    @property
    def side(self) -> Side | None:
        """The side whose melds lie here; None for the other zones."""
        return _SIDES.get(self)

    @property
    def identifies(self) -> bool:
        """Whether tags read here are believed card by card."""
        return self in _SIDES or self in (Zone.DISCARD, Zone.THROAT)

    @property
    def is_weighed(self) -> bool:
        return self in WEIGHED


WEIGHED = (Zone.STOCK, Zone.DISCARD, Zone.POZZETTO_1, Zone.POZZETTO_2)
# Printed on the mat: the first tile of a side is for runs, the second for groups.
RUN_TILES = (Zone.MELD_NS_1, Zone.MELD_EW_1)
GROUP_TILES = (Zone.MELD_NS_2, Zone.MELD_EW_2)
_SIDES = {
    Zone.MELD_NS_1: Side.NORTH_SOUTH,
    Zone.MELD_NS_2: Side.NORTH_SOUTH,
    Zone.MELD_EW_1: Side.EAST_WEST,
    Zone.MELD_EW_2: Side.EAST_WEST,
}
