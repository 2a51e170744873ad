"""Frames: known bytes, identity, and whatever a cable can do to them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.wire.vectors import is_one_frame, load, read, report, write

from tallone_wire.frame import MAX_CONTENT, MAX_FRAME, MAX_PAYLOAD, FrameReader, FrameWriter

VECTORS = Path(__file__).parent / "vectors.txt"
payloads = st.binary(max_size=MAX_PAYLOAD) | st.integers(0, MAX_PAYLOAD).map(bytes)
heads = st.binary(min_size=3, max_size=3)
contents = st.tuples(heads, payloads).map(b"".join)


@pytest.mark.parametrize(("name", "wire", "expected"), load(VECTORS))
def test_vector_is_read_as_it_says(name, wire, expected):
    assert read(wire) == expected, name


@pytest.mark.parametrize(
    ("name", "wire", "expected"),
    [vector for vector in load(VECTORS) if is_one_frame(vector[1], vector[2])],
)
def test_vector_of_one_frame_is_written_so(name, wire, expected):
    assert write(expected[0]) == wire, name


def test_vectors_cover_the_bytes_that_serial_ports_treat_in_their_own_way():
    raw = b"".join(content for _, _, out in load(VECTORS) for content in out)
    assert set(bytes.fromhex("00 03 04 0a 0d 11 13")) <= set(raw)


def test_report_of_vectors_has_no_complaint():
    assert not [line for line in report(VECTORS) if ": good" not in line or "other" in line]


@given(contents)
def test_what_is_written_is_read(content):
    assert read(write(content)) == [content]


@given(contents)
def test_frame_has_zeros_only_at_its_ends_and_never_fills_a_usb_packet(content):
    frame = write(content)
    assert frame[0] == 0
    assert 0 not in frame[1:].rstrip(b"\0")
    assert frame[-1] == 0
    assert len(frame) % 64
    assert len(frame) < 256


@pytest.mark.parametrize("fill", [b"\0", b"\x55"])
def test_every_length_of_payload_passes(fill):
    for size in range(MAX_PAYLOAD + 1):
        content = b"\x01\x02\x03" + fill * size
        frame = write(content)
        assert read(frame) == [content]
        assert len(frame) % 64
        assert len(frame) <= MAX_FRAME


@given(st.lists(contents, max_size=6), st.randoms(use_true_random=False))
def test_frames_glued_together_or_cut_anywhere_come_out_the_same(many, rng):
    reader = FrameReader()
    stream = b"".join(map(write, many))
    found = []
    while stream:
        cut = rng.randint(1, len(stream))
        found += read(stream[:cut], reader)
        stream = stream[cut:]
    assert found == many


@given(st.binary(max_size=600), contents)
def test_any_noise_before_a_frame_is_survived(noise, content):
    reader = FrameReader()
    read(noise, reader)
    assert read(write(content), reader)[-1:] == [content]


@given(contents, st.data())
def test_a_flipped_bit_never_gives_another_content(content, data):
    frame = bytearray(write(content))
    at = data.draw(st.integers(0, 8 * len(frame) - 1))
    frame[at // 8] ^= 1 << (at % 8)
    assert read(bytes(frame) + b"\0") in ([], [content])


@given(contents, st.data())
def test_a_frame_cut_short_gives_nothing(content, data):
    frame = write(content).rstrip(b"\0")
    kept = frame[: data.draw(st.integers(1, len(frame) - 1))]
    assert read(kept + b"\0") == []


def test_reader_never_keeps_more_than_a_frame():
    reader = FrameReader()
    read(b"\x01" * 100_000, reader)
    assert len(reader.content) == MAX_CONTENT
    assert reader.bad == 0
    assert read(b"\0" + write(b"\x01\x02\x03"), reader) == [b"\x01\x02\x03"]
    assert reader.bad == 1


def test_reader_counts_good_bad_and_missed():
    writer, reader = FrameWriter(), FrameReader()
    frames = [writer.frame(1, 5, bytes((number,))) for number in range(6)]
    read(frames[0] + frames[1][:-3] + b"\0" + frames[2] + frames[5], reader)
    assert (reader.good, reader.bad, reader.missed) == (3, 1, 3)


def test_sequence_passes_through_zero():
    writer, reader = FrameWriter(), FrameReader()
    for _ in range(600):
        read(writer.frame(1, 5, b""), reader)
    assert (reader.good, reader.missed) == (600, 0)


def test_payload_beyond_the_bound_is_refused():
    with pytest.raises(ValueError, match=str(MAX_PAYLOAD)):
        FrameWriter().frame(1, 5, bytes(MAX_PAYLOAD + 1))


def test_payload_that_ends_before_it_begins_is_refused():
    with pytest.raises(ValueError, match=str(MAX_PAYLOAD)):
        FrameWriter().seal(1, 5, 4)
