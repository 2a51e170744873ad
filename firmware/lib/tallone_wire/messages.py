# The messages between host and boards: number, name and layout, in one table.
#
# Common subset of CPython and MicroPython; used by both ends. A layout is a struct format
# (little-endian) for the fixed fields, then at most one tail: "*" = raw bytes to the end, "*8" =
# a list of 8-byte items (UIDs, least significant byte first as on the air), "*text" = UTF-8.
# The fields' names stand in fields.py, which no board needs.
#
# Trays and other words travel as numbers: their index in the tuples below; zones and statuses by
# those of fields.py.

import struct

TRAYS = ("N", "E", "S", "W", "pozzetto_1", "pozzetto_2", "stock", "return", "reject")
ROLES = ("mat", "croupier")

# A row: the number, the layout.
# 0x01-0x0f link, 0x10-0x2f mat reports, 0x30-0x4f croupier reports, 0x50-0x5f commands to both
# boards, 0x60-0x7f commands to the mat, 0x80-0x9f commands to the croupier.
TABLE = {
    # -- Link: both ends of the session itself
    # Host: who are you? Opens a session; repeated until it is answered.
    "HELLO": (0x01, "<HI"),
    # Board: the answer to HELLO. The first four fields are the same in every protocol. Reports
    # first_event to next_event - 1 are still kept; last_command is the last one done in this boot.
    "WELCOME": (0x02, "<HBIIBIII8s8s*text"),
    # Host: do this. Numbers count up by one in each boot of the board.
    "COMMAND": (0x03, "<I*"),
    # Board: the answer to a command; status as below. Repeated with it.
    "RESULT": (0x04, "<IB*"),
    # Board: a report, with the board's time modulo 2**30. Kept until it is acknowledged.
    "EVENT": (0x05, "<II*"),
    # Host: everything up to this event is in the journal; the board may forget it.
    "EVENT_ACK": (0x06, "<I"),
    # Board, once a second. lost_events counts the reports of this boot that found no room.
    "HEARTBEAT": (0x07, "<IIIH"),
    # Host, once a second, with the last EVENT_ACK's number.
    "HOST_HEARTBEAT": (0x08, "<I"),
    # Board: a line for the host's log; may get lost. Levels as Python's, divided by ten.
    "LOG": (0x09, "<B*text"),
    # Host: this event is missing; send again from here on.
    "EVENT_RESEND": (0x0A, "<I"),
    # Host, to a paired board: prove who you are; 16 bytes by chance. Repeated until it is answered.
    "PROVE": (0x0B, "<16s"),
    # Board: 16 bytes of its own by chance, what its flash holds under the key, and a tag over all.
    "PROOF": (0x0C, "<16s16s16s"),
    # Host: a tag over both questions; from here on every command carries a tag of this session.
    "PROVED": (0x0D, "<16s"),
    # -- Mat reports (bodies of EVENT)
    # One inventory round of a zone: sent when the set differs from the one last reported, and for
    # the five rounds after a change; silence means "the same again". Of the tags the first `n_in`
    # have come, the rest have gone; at most 28 fit. flags: 1 unresolved collision, 2 more follows
    # in the next message, 4 first of a full report (forget what was known of this zone).
    "ZONE_ROUND": (0x10, "<BHBBB*8"),
    # A scale's weight came to rest at another value: hundredths of a gram above tare, and the
    # spread of the last samples in the same unit.
    "SCALE_SETTLED": (0x11, "<BiH"),
    # A scale is being leaned on or shaken (1), or at rest again (0).
    "SCALE_BUSY": (0x12, "<BB"),
    # Presence-only zones: whether something loads the coil, with the AGC value it was judged by.
    "PRESENCE": (0x13, "<BBH"),
    # A reader does not answer; what lies in its zone is as last reported.
    "READER_FAULT": (0x14, "<BB"),
    # A reader answers again.
    "READER_OK": (0x15, "<B"),
    # Everything that REPORT_ALL asked for has been reported.
    "REPORT_END": (0x16, "<I"),
    # -- Croupier reports (bodies of EVENT)
    # A card lies in the throat, read alone: `tags` holds every UID seen (one if all is well);
    # skew and transit from the barriers; the host answers with ROUTE.
    "CARD_READ": (0x30, "<IBHHHH*8"),
    # A card has passed the exit barrier into a slot, which now holds `load` cards.
    "CARD_STORED": (0x31, "<IBHBB"),
    # The hopper is empty: `count` cards passed both barriers in this pass.
    "PASS_DONE": (0x32, "<IBH"),
    # A slot was emptied into a tray; `count` cards passed on the way.
    "DELIVERED": (0x33, "<IBBBB"),
    # What the croupier is doing (CROUPIER_STATES, FAULTS), and how many cards each slot holds.
    "CROUPIER_STATE": (0x34, "<IBBH*"),
    # Something went wrong (FAULTS); `tries` as at MAX_TRIES below.
    "MACHINE_FAULT": (0x35, "<IBBH"),
    # The fault last told is over.
    "MACHINE_CLEAR": (0x36, "<I"),
    # The lid was opened (1) or closed (0).
    "LID": (0x37, "<B"),
    # The inner cover was opened (1) or closed (0).
    "TAMPER": (0x38, "<B"),
    # -- Commands to either board (bodies of COMMAND)
    # Stop safely and start anew; then wait so many seconds for new firmware before the program
    # starts. BUSY while something moves.
    "RESTART": (0x50, "<B"),
    # -- Commands to the mat (bodies of COMMAND)
    # Report every zone and scale anew, then REPORT_END with this number.
    "REPORT_ALL": (0x60, "<I"),
    # One bit for each zone: where the next event is likely; these are read more often.
    "FOCUS": (0x61, "<H"),
    # What lies on this scale now is nothing.
    "TARE": (0x62, "<B"),
    # The scale's counts for a gram, times 100.
    "CALIBRATE": (0x63, "<Bi"),
    # Read only tags of this application family; 0 = every tag.
    "SET_AFI": (0x64, "<B"),
    # Answered with the four bytes of a tag's block.
    "READ_BLOCK": (0x65, "<B8sB"),
    # Write four bytes into a tag's block.
    "WRITE_BLOCK": (0x66, "<B8sB4s"),
    # Answered with the signature of a tag's maker.
    "READ_SIGNATURE": (0x67, "<B8s"),
    # Answered with counters of a zone, or of the whole mat (255).
    "STATS": (0x68, "<B"),
    # Answered with tare and calibration as they are stored, weight and spread of the last rest in
    # hundredths of a gram, and one of SCALE_STATES: layout SCALE_READING.
    "READ_SCALE": (0x69, "<B"),
    # -- Commands to the croupier (bodies of COMMAND); each names its job and its place in it
    # A job begins; kind as in JOB_KINDS.
    "JOB_BEGIN": (0x80, "<IBBB"),
    # Feed the hopper's cards one by one; each is read, then waits for its ROUTE.
    "FEED": (0x81, "<IB"),
    # The card in the throat goes into this slot.
    "ROUTE": (0x82, "<IBHB"),
    # Empty a slot into a tray.
    "DELIVER": (0x83, "<IBBB"),
    # The job is done.
    "JOB_END": (0x84, "<I"),
    # Stop the job where it is; what lies in the rack stays there.
    "JOB_ABORT": (0x85, "<I"),
    # Say CROUPIER_STATE.
    "STATUS": (0x86, "<I"),
    # A person has cleared the fault; go on.
    "RESUME": (0x87, "<I"),
    # As READ_BLOCK, in the throat.
    "TAG_READ_BLOCK": (0x88, "<8sB"),
    # As READ_SIGNATURE, in the throat.
    "TAG_SIGNATURE": (0x89, "<8s"),
}

# The answer to READ_SCALE: tare in counts, counts a gram times 100, weight, spread, state.
SCALE_READING = "<iiiHB"
SCALE_STATES = ("rest", "restless", "busy", "silent")

JOB_KINDS = ("certify", "deal", "return", "enrol")

# CROUPIER_STATE.state: "person" = stopped until RESUME; "cut" = a power cut left a job open, which
# RESUME takes up again and JOB_ABORT gives up.
CROUPIER_STATES = ("idle", "ready", "feeding", "delivering", "person", "cut")

# MACHINE_FAULT.fault and CROUPIER_STATE.fault; a refused command has one of them as its body.
# "order" = a packet did not come back in its order; "places" = what lies in the rack is not known.
FAULTS = (
    "none", "jam", "double-feed", "skew", "no-feed", "no-route", "rack", "eject", "barrier",
    "reader", "memory", "lid", "power", "host", "slot-full", "not-empty", "order", "places",
)  # fmt: skip
# MACHINE_FAULT.tries below this: the machine is trying again by itself, and MACHINE_CLEAR follows
# if that helps. At this number it has given up: a person must act, then RESUME.
MAX_TRIES = 2

# CROUPIER_STATE.slot_loads: one byte for each slot of the rack; this value = not known.
LOAD_UNKNOWN = 255

# Of a RESULT.
OK = 0  # done, or begun: what follows comes as events
BUSY = 1  # not now; ask again
BAD = 2  # the fields make no sense
UNKNOWN = 3  # this board has no such command
REFUSED = 4  # understood, but it must not be done

TAG_BYTES = 8


class MessageError(ValueError):
    """Bytes that are no message of the table, or fields that don't fit their layout."""


def name_of(number: int) -> str | None:
    """Return the name of a message, or None if the table has no such number."""
    for name, row in TABLE.items():
        if row[0] == number:
            return name
    return None


def parts_of(name: str) -> tuple[str, int, str]:
    """Return the struct format of a message's fixed fields, their count, and its tail or ""."""
    layout = TABLE[name][1]
    at = layout.find("*")
    tail = layout[at:] if at >= 0 else ""
    if tail:
        layout = layout[:at]
    count = 0
    for sign in layout:
        if sign.isalpha():
            count += 1
    return layout, count, tail


def pack_into(
    buffer: bytearray | memoryview, at: int, name: str, fields: tuple[object, ...]
) -> int:
    """Write the fields behind `at`, without the message's number; return where they end.

    A tail of tags is a tuple of 8-byte items, or one buffer in which they follow each other.
    """
    layout, fixed, tail = parts_of(name)
    if len(fields) != fixed + (1 if tail else 0):
        raise MessageError(f"{name} with {len(fields)} fields")
    end = at + struct.calcsize(layout)
    if end > len(buffer):
        raise MessageError(f"{name} does not fit")
    struct.pack_into(layout, buffer, at, *(fields[:fixed] if tail else fields))
    if tail:
        body = _tail_bytes(name, tail, fields[fixed])
        at = end
        end = at + len(body)
        if end > len(buffer):
            raise MessageError(f"{name} has a tail that is too long")
        buffer[at:end] = body
    return end


def _tail_bytes(name: str, tail: str, value: object) -> bytes | bytearray | memoryview:
    if tail == "*text" and isinstance(value, str):
        return value.encode()
    if tail == "*8" and isinstance(value, (tuple, list)):
        value = b"".join(value)
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise MessageError(f"{name} has a tail of another kind")
    if tail == "*8" and len(value) % TAG_BYTES:
        raise MessageError(f"{name} has a tag of other than 8 bytes")
    return value


def pack(name: str, *fields: object) -> bytes:
    """Return the fields of a message in its layout."""
    buffer = bytearray(256)
    return bytes(memoryview(buffer)[: pack_into(buffer, 0, name, fields)])


def pack_body(name: str, *fields: object) -> bytes:
    """Return a message as the body of an EVENT or COMMAND: its number, then its fields."""
    return bytes((TABLE[name][0],)) + pack(name, *fields)


def unpack(name: str, payload: bytes) -> tuple[object, ...]:
    """Return the fields of a message: ints and bytes, then the tail (bytes, text or tags)."""
    layout, _fixed, tail = parts_of(name)
    size = struct.calcsize(layout)
    if len(payload) < size or (not tail and len(payload) != size):
        raise MessageError(f"{name} of {len(payload)} bytes")
    fixed: tuple[object, ...] = struct.unpack_from(layout, payload, 0)
    if not tail:
        return fixed
    rest = payload[size:]
    if tail == "*text":
        try:
            return fixed + (rest.decode(),)
        except UnicodeError:
            raise MessageError(f"{name} with a text that is not UTF-8") from None
    if tail == "*8":
        if len(rest) % TAG_BYTES:
            raise MessageError(f"{name} with a tag of other than 8 bytes")
        tags = [rest[at : at + TAG_BYTES] for at in range(0, len(rest), TAG_BYTES)]
        return fixed + (tuple(tags),)
    return fixed + (rest,)


def unpack_body(body: bytes) -> tuple[str, tuple[object, ...]]:
    """Return name and fields of the body of an EVENT or COMMAND."""
    name = name_of(body[0]) if body else None
    if name is None:
        raise MessageError("a body with an unknown number")
    return name, unpack(name, body[1:])
