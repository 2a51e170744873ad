# How loud the croupier may be: each row bounds every motor by the cards a second it may reach.
#
# Sound is calculated, not measured: about 18 dB for each tenfold speed of roller and rack.
from collections import namedtuple

# feed and push: rims of transport and exit nip, mm a second; rack: steps a second from standstill,
# at most, and how many more each second.
Limits = namedtuple("Limits", ("cards", "feed", "push", "rack_start", "rack_top", "rack_ramp"))

# A NEMA17 starts from rest at one turn a second (3,200 steps); it holds 0.4 Nm up to ten.
LIMITS = (
    Limits(2, 500, 800, 3200, 14000, 200_000),
    Limits(3, 800, 1200, 3200, 22000, 350_000),
    Limits(5, 1500, 2000, 3200, 31000, 600_000),
)


def limits_for(speed):
    """Return the fastest row of at most that many cards a second; the quietest if there is none."""
    found = LIMITS[0]
    for row in LIMITS:
        if row.cards <= speed:
            found = row
    return found
