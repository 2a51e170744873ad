"""Captures: bounded, readable by their owner only, and silent about hidden cards."""

import re
import stat

import pytest
from tests.link.test_bounds import hostile_bodies

from tallone.errors import LinkError
from tallone.link.line.capture import (
    MAGIC,
    RECENT_CHUNKS,
    CaptureWriter,
    Chunk,
    Direction,
    Recent,
    decode,
    read_capture,
)
from tallone_wire.frame import FrameWriter
from tallone_wire.messages import TABLE, pack, pack_body

CARD = bytes.fromhex("0102030405060ae0")


def frame(name, *fields):
    return FrameWriter().frame(1, TABLE[name][0], pack(name, *fields))


def lines(raw, direction=Direction.FROM_BOARD, **options):
    return [line[16:] for line in decode([Chunk(1.5, direction, raw)], **options)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evening.cap"


CHUNKS = [
    Chunk(1.0, Direction.TO_BOARD, frame("HOST_HEARTBEAT", 5)),
    Chunk(1.25, Direction.FROM_BOARD, b""),
    Chunk(1.5, Direction.FROM_BOARD, frame("LOG", 2, "ciao")),
]


def write(path, chunks=CHUNKS, **options):
    writer = CaptureWriter(path, **options)
    for chunk in chunks:
        writer.write(chunk)
    writer.close()
    return writer


def test_what_is_written_is_read(path):
    write(path)
    assert list(read_capture(path)) == CHUNKS


def test_file_is_for_its_owner_only(path):
    write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_torn_end_is_passed_over(path):
    write(path)
    whole = path.read_bytes()
    for cut in range(1, len(CHUNKS[2].raw) + 13):
        path.write_bytes(whole[:-cut])
        assert list(read_capture(path)) == CHUNKS[:2]


def test_file_stops_at_its_limit(path):
    writer = write(path, CHUNKS * 50, limit=500)
    assert writer.full
    assert path.stat().st_size <= 500
    read = list(read_capture(path))
    assert read == (CHUNKS * 50)[: len(read)]


def test_file_of_another_kind_is_refused(path):
    path.write_text("Dear diary")
    with pytest.raises(LinkError, match="not a capture"):
        list(read_capture(path))


def test_file_that_is_not_there_is_told(path):
    with pytest.raises(LinkError, match="No such file"):
        list(read_capture(path))


@pytest.mark.parametrize("head", [b"\0" * 8 + b"\x07" + bytes(4), bytes(9) + b"\xff\xff\xff\xff"])
def test_damage_is_told_with_its_place(path, head):
    path.write_bytes(MAGIC + head + bytes(50))
    with pytest.raises(LinkError, match=f"damaged at byte {len(MAGIC)}"):
        list(read_capture(path))


def test_lines_have_time_direction_and_names():
    chunks = [
        Chunk(1.0, Direction.TO_BOARD, frame("COMMAND", 7, pack_body("TARE", 2))),
        Chunk(1.25, Direction.FROM_BOARD, frame("RESULT", 7, 0, b"")),
        Chunk(1.5, Direction.FROM_BOARD, frame("EVENT", 9, 77, pack_body("PRESENCE", 1, 1, 300))),
    ]
    assert list(decode(chunks)) == [
        "      1.0000 -> COMMAND command=7: TARE scale=2",
        "      1.2500 <- RESULT command=7 status=OK",
        "      1.5000 <- EVENT event=9 at_ms=77: PRESENCE zone=discard loaded=1 agc=300",
    ]


def test_frame_in_two_chunks_is_one_line():
    raw = frame("HOST_HEARTBEAT", 5)
    chunks = [Chunk(1.0, Direction.TO_BOARD, raw[:4]), Chunk(2.0, Direction.TO_BOARD, raw[4:])]
    assert list(decode(chunks)) == ["      2.0000 -> HOST_HEARTBEAT event=5"]


def test_text_and_bad_frames_have_lines():
    said = b"\0Traceback (most recent call last):\r\n\0"
    # What a board says beside its frames may name anything, too.
    assert lines(said) == ["text of 34 characters", "1 bad frames"]
    assert lines(said, show_tags=True)[0] == "text 'Traceback (most recent call last):'"


@pytest.mark.parametrize(
    "name", [name for name, row in TABLE.items() if row[0] in range(0x30, 0x50)]
)
def test_no_line_tells_which_of_the_croupiers_cards_went_where(name):
    """Of any report, with any values: only the job, the pass and how things stand."""
    told = set()
    for body in hostile_bodies(name):
        for line in lines(frame("EVENT", 9, 77, body)):
            told |= set(re.findall(r"(\w+)=", line.partition(": ")[2]))
    assert told <= {"job", "pass_number", "state", "fault", "tries", "step", "open", "tags"}


@pytest.mark.parametrize(
    "command", [("ROUTE", 7, 1, 45, 9), ("DELIVER", 7, 3, 9, 2), ("TAG_SIGNATURE", b"12345678")]
)
def test_no_line_tells_where_a_card_is_sent(command):
    [line] = lines(frame("COMMAND", 5, pack_body(*command)))
    assert not re.search(r"slot|index|tray|12345678|3132", line.partition(": ")[2])


def test_messages_that_cannot_be_read_have_lines():
    writer = FrameWriter()
    raw = writer.frame(1, 0xEE, b"xyz") + writer.frame(1, TABLE["EVENT_ACK"][0], b"")
    raw += writer.frame(1, TABLE["EVENT"][0], bytes(8))
    assert lines(raw) == [
        "message 0xee of 3 bytes, not in the table",
        "EVENT_ACK, unreadable: EVENT_ACK of 0 bytes",
        "EVENT, unreadable: a body with an unknown number",
    ]


def test_tags_that_lie_open_on_the_mat_are_shown():
    [line] = lines(frame("EVENT", 1, 0, pack_body("ZONE_ROUND", 4, 1, 0, 1, 1, (CARD,))))
    assert line.endswith("zone=meld_ns_1 round=1 flags=0 total=1 n_in=1 tags=[0102030405060ae0]")


HIDDEN = [
    frame("EVENT", 1, 0, pack_body("CARD_READ", 1, 1, 3, 0, 0, 0, (CARD,))),
    frame("COMMAND", 1, pack_body("TAG_READ_BLOCK", CARD, 0)),
    frame("RESULT", 1, 0, CARD),
]


@pytest.mark.parametrize("raw", HIDDEN)
def test_cards_in_the_croupier_are_not_shown(raw):
    [line] = lines(raw)
    assert CARD.hex() not in line
    assert repr(CARD) not in line


def test_cards_in_the_croupier_are_shown_when_asked_for():
    [line] = lines(HIDDEN[0], show_tags=True)
    assert CARD.hex() in line


def test_numbers_beyond_the_names_are_shown_as_numbers():
    assert lines(frame("RESULT", 1, 77, b"ab")) == ["RESULT command=1 status=77 body=2 bytes"]


def test_memory_keeps_the_last_chunks():
    recent = Recent()
    for number in range(RECENT_CHUNKS + 10):
        recent.write(Chunk(float(number), Direction.TO_BOARD, frame("EVENT_ACK", number)))
    assert len(recent.lines()) == 40
    assert recent.lines()[-1].endswith(f"EVENT_ACK event={RECENT_CHUNKS + 9}")
