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
    # A lane a column of cards; after the throat, for the numbers on the wire stay as they were.
    LANE_NS_1 = "lane_ns_1"
    LANE_NS_2 = "lane_ns_2"
    LANE_NS_3 = "lane_ns_3"
    LANE_NS_4 = "lane_ns_4"
    LANE_NS_5 = "lane_ns_5"
    LANE_NS_6 = "lane_ns_6"
    LANE_NS_7 = "lane_ns_7"
    LANE_NS_8 = "lane_ns_8"
    LANE_NS_9 = "lane_ns_9"
    LANE_NS_10 = "lane_ns_10"
    LANE_EW_1 = "lane_ew_1"
    LANE_EW_2 = "lane_ew_2"
    LANE_EW_3 = "lane_ew_3"
    LANE_EW_4 = "lane_ew_4"
    LANE_EW_5 = "lane_ew_5"
    LANE_EW_6 = "lane_ew_6"
    LANE_EW_7 = "lane_ew_7"
    LANE_EW_8 = "lane_ew_8"
    LANE_EW_9 = "lane_ew_9"
    LANE_EW_10 = "lane_ew_10"

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


LANES_A_SIDE = 10
NS_LANES = tuple(Zone(f"lane_ns_{number}") for number in range(1, LANES_A_SIDE + 1))
EW_LANES = tuple(Zone(f"lane_ew_{number}") for number in range(1, LANES_A_SIDE + 1))
LANES = (*NS_LANES, *EW_LANES)
WEIGHED = (Zone.STOCK, Zone.DISCARD, Zone.POZZETTO_1, Zone.POZZETTO_2)
# The two tiles a side of a mat without lanes; what lies on one tells nothing of its kind.
RUN_TILES = (Zone.MELD_NS_1, Zone.MELD_EW_1)
GROUP_TILES = (Zone.MELD_NS_2, Zone.MELD_EW_2)
MELD_TILES = (*RUN_TILES, *GROUP_TILES)
MELD_ZONES = (*MELD_TILES, *LANES)
_SIDES = {
    **dict.fromkeys((Zone.MELD_NS_1, Zone.MELD_NS_2, *NS_LANES), Side.NORTH_SOUTH),
    **dict.fromkeys((Zone.MELD_EW_1, Zone.MELD_EW_2, *EW_LANES), Side.EAST_WEST),
}


def beside(zone: Zone) -> tuple[Zone, ...]:
    """Return the lanes right beside a lane: its cards may be heard there. None beside other zones."""
    for lanes in (NS_LANES, EW_LANES):
        if zone in lanes:
            place = lanes.index(zone)
            return (*lanes[max(0, place - 1) : place], *lanes[place + 1 : place + 2])
    return ()
