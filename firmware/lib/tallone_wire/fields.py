# The names of every message's fields, in the order of its layout, the tail's last.
#
# Host only: the boards know fields by their places, and their own zones by number.

ZONES = (
    "stock",
    "discard",
    "pozzetto_1",
    "pozzetto_2",
    "meld_ns_1",
    "meld_ns_2",
    "meld_ew_1",
    "meld_ew_2",
    "throat",
)
# Of a RESULT, by number.
STATUSES = ("OK", "BUSY", "BAD", "UNKNOWN", "REFUSED")

FIELDS = {
    "HELLO": "protocol session",
    "WELCOME": (
        "protocol role boot_id session boot_reason first_event next_event "
        "last_command serial firmware_hash firmware_version"
    ),
    "COMMAND": "command body",
    "RESULT": "command status body",
    "EVENT": "event at_ms body",
    "EVENT_ACK": "event",
    "HEARTBEAT": "uptime_ms next_event lost_events free_kb",
    "HOST_HEARTBEAT": "event",
    "LOG": "level text",
    "EVENT_RESEND": "event",
    "PROVE": "asked",
    "PROOF": "answered flash tag",
    "PROVED": "tag",
    "ZONE_ROUND": "zone round flags total n_in tags",
    "SCALE_SETTLED": "scale centigrams spread",
    "SCALE_BUSY": "scale busy",
    "PRESENCE": "zone loaded agc",
    "READER_FAULT": "zone fault",
    "READER_OK": "zone",
    "REPORT_END": "request",
    "CARD_READ": "job pass_number index skew_us10 transit_ms current_ma tags",
    "CARD_STORED": "job pass_number index slot load",
    "PASS_DONE": "job pass_number count",
    "DELIVERED": "job step slot tray count",
    "CROUPIER_STATE": "job state fault index slot_loads",
    "MACHINE_FAULT": "job fault tries index",
    "MACHINE_CLEAR": "job",
    "LID": "open",
    "TAMPER": "open",
    "RESTART": "wait_s",
    "REPORT_ALL": "request",
    "FOCUS": "zones",
    "TARE": "scale",
    "CALIBRATE": "scale counts_per_gram_x100",
    "SET_AFI": "afi",
    "READ_BLOCK": "zone uid block",
    "WRITE_BLOCK": "zone uid block data",
    "READ_SIGNATURE": "zone uid",
    "STATS": "zone",
    "READ_SCALE": "scale",
    "JOB_BEGIN": "job kind slots speed",
    "FEED": "job pass_number",
    "ROUTE": "job pass_number index slot",
    "DELIVER": "job step slot tray",
    "JOB_END": "job",
    "JOB_ABORT": "job",
    "STATUS": "job",
    "RESUME": "job",
    "TAG_READ_BLOCK": "uid block",
    "TAG_SIGNATURE": "uid",
}
