"""Frames: content with a checksum, stuffed so that 00 stands only between frames.

On the wire:  00 | COBS( session, sequence, message number, payload, CRC-32 ) | 00 [ | 00 ]

The 00 in front ends whatever text a board printed before the frame. The second 00 behind is there
when the length would be a multiple of 64: USB then needs an empty packet that some stacks forget.
Nothing here allocates for a received byte. Common subset of CPython and MicroPython.
"""

import binascii
import struct

# COBS needs one code byte for content of up to 253 bytes; 250 keeps a frame under 256 bytes on the
# wire, padding included, and makes the code 255 (a block without a zero behind it) impossible.
MAX_CONTENT = 250
HEADER_BYTES = 3
CRC_BYTES = 4
MAX_PAYLOAD = MAX_CONTENT - HEADER_BYTES - CRC_BYTES
MAX_FRAME = MAX_CONTENT + 4
# Where the content starts in a writer's buffer: behind the delimiter and the first code.
CONTENT_AT = 2
PAYLOAD_AT = CONTENT_AT + HEADER_BYTES
USB_PACKET_BYTES = 64


class FrameWriter:
    """One frame at a time, built in place: write the payload at PAYLOAD_AT, then `seal`."""

    def __init__(self) -> None:
        self.buffer = bytearray(MAX_FRAME)
        self.view = memoryview(self.buffer)
        self.sequence = 0

    def seal(self, session: int, number: int, payload_end: int) -> int:
        """Return the length of the frame now in `buffer`; its payload ends at `payload_end`."""
        buffer = self.buffer
        end = payload_end + CRC_BYTES
        if payload_end < PAYLOAD_AT or end > CONTENT_AT + MAX_CONTENT:
            raise ValueError(f"a frame's payload may have 0 to {MAX_PAYLOAD} bytes")
        buffer[2] = session & 0xFF
        buffer[3] = self.sequence
        buffer[4] = number
        self.sequence = (self.sequence + 1) & 0xFF
        crc = binascii.crc32(self.view[CONTENT_AT:payload_end])
        struct.pack_into("<I", buffer, payload_end, crc)
        # COBS in place: each zero becomes the distance to the next one.
        buffer[0] = 0
        code_at = 1
        for at in range(CONTENT_AT, end):
            if buffer[at] == 0:
                buffer[code_at] = at - code_at
                code_at = at
        buffer[code_at] = end - code_at
        buffer[end] = 0
        end += 1
        if end % USB_PACKET_BYTES == 0:
            buffer[end] = 0
            end += 1
        return end

    def frame(self, session: int, number: int, payload: bytes) -> bytes:
        """Return a whole frame around the payload."""
        end = PAYLOAD_AT + len(payload)
        if len(payload) <= MAX_PAYLOAD:
            self.buffer[PAYLOAD_AT:end] = payload
        return bytes(self.view[: self.seal(session, number, end)])


class FrameReader:
    """Bytes in, contents out; never raises, never grows, resumes at the next delimiter."""

    def __init__(self) -> None:
        self.content = bytearray(MAX_CONTENT)
        self.view = memoryview(self.content)
        self.good = 0
        self.bad = 0
        # The distance between the sequence numbers of two good frames, less one: what got lost.
        self.missed = 0
        self._sequence = -1
        self._length = 0
        self._block_left = 0
        self._started = False
        self._broken = False

    def feed(self, byte: int) -> int:
        """Take one byte; return the length of header and payload when it completes a good frame.

        The header and payload then stand in `content` until the next call. Otherwise return 0.
        """
        if byte == 0:
            return self._close() if self._started else 0
        if self._broken:
            return 0
        if self._block_left:
            self._block_left -= 1
        elif self._started:
            # A code byte behind the first: the zero it took the place of comes out.
            self._block_left = byte - 1
            byte = 0
        else:
            self._started = True
            self._block_left = byte - 1
            return 0
        if self._length == MAX_CONTENT:
            self._broken = True
            return 0
        self.content[self._length] = byte
        self._length += 1
        return 0

    def _close(self) -> int:
        length = self._length - CRC_BYTES
        whole = not self._broken and self._block_left == 0 and length >= HEADER_BYTES
        self._length = 0
        self._block_left = 0
        self._started = False
        self._broken = False
        if not whole or not self._checksum_fits(length):
            self.bad += 1
            return 0
        sequence = self.content[1]
        if self._sequence >= 0:
            self.missed += (sequence - self._sequence - 1) & 0xFF
        self._sequence = sequence
        self.good += 1
        return length

    def _checksum_fits(self, length: int) -> bool:
        expected: int = struct.unpack_from("<I", self.content, length)[0]
        return binascii.crc32(self.view[:length]) == expected
