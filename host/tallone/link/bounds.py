"""What the fields of a report may hold: checked once, where it is decoded, so that nobody behind asks again.

A board may be damaged, of another version, or no board of ours at all. A report with a value out of its
bounds is none: it is counted, dropped and acknowledged.
"""

from collections.abc import Mapping
from typing import Final

from tallone_wire.fields import ZONES
from tallone_wire.messages import (
    CROUPIER_STATES,
    FAULTS,
    LOAD_UNKNOWN,
    MAX_TRIES,
    TAG_BYTES,
    TRAYS,
    MessageError,
)

_PACK: Final = 108
_SLOTS: Final = 12
# A slot holds eleven; a machine that says more is told so by the job, up to a whole pack.
_MOST_LOAD: Final = _PACK
# Places beyond the pack are those of cards that are too many; the machine stops long before.
_MOST_INDEX: Final = 1_000
_ROUND_FLAGS: Final = 7

# Report -> field -> the largest value that it may have; a field that is not named may be anything of its kind.
MOST: Final[Mapping[str, Mapping[str, int]]] = {
    "ZONE_ROUND": {"zone": len(ZONES) - 1, "flags": _ROUND_FLAGS},
    "SCALE_SETTLED": {"scale": len(ZONES) - 1},
    "SCALE_BUSY": {"scale": len(ZONES) - 1, "busy": 1},
    "PRESENCE": {"zone": len(ZONES) - 1, "loaded": 1},
    "READER_FAULT": {"zone": len(ZONES) - 1},
    "READER_OK": {"zone": len(ZONES) - 1},
    "CARD_READ": {"pass_number": 2, "index": _MOST_INDEX},
    "CARD_STORED": {
        "pass_number": 2,
        "index": _MOST_INDEX,
        "slot": _SLOTS - 1,
        "load": _MOST_LOAD,
    },
    "PASS_DONE": {"pass_number": 2, "count": _MOST_INDEX},
    "DELIVERED": {"slot": _SLOTS - 1, "tray": len(TRAYS) - 1, "count": _MOST_LOAD},
    "CROUPIER_STATE": {"state": len(CROUPIER_STATES) - 1, "fault": len(FAULTS) - 1},
    "MACHINE_FAULT": {"fault": len(FAULTS) - 1, "tries": MAX_TRIES},
    "LID": {"open": 1},
    "TAMPER": {"open": 1},
}


def check(name: str, fields: Mapping[str, object]) -> None:
    """Raise MessageError if a field of this report is out of its bounds."""
    for field, most in MOST.get(name, {}).items():
        value = fields[field]
        if not isinstance(value, int) or not 0 <= value <= most:
            raise MessageError(f"{name} with {field} out of its bounds")
    tags = fields.get("tags", ())
    if not isinstance(tags, tuple) or any(len(tag) != TAG_BYTES for tag in tags):
        raise MessageError(f"{name} with tags of another length")
    if name == "ZONE_ROUND":
        n_in = fields["n_in"]
        if not isinstance(n_in, int) or n_in > len(tags):
            raise MessageError("ZONE_ROUND in which more tags came than it names")
    if name == "CROUPIER_STATE":
        loads = fields["slot_loads"]
        if not isinstance(loads, bytes) or len(loads) != _SLOTS:
            raise MessageError("CROUPIER_STATE of another rack")
        if any(load > _MOST_LOAD and load != LOAD_UNKNOWN for load in loads):
            raise MessageError("CROUPIER_STATE with a slot out of its bounds")
