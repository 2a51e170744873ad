"""Bytes from a port into frames, and into the readable text that stands between them."""

import dataclasses
from collections.abc import Iterator

from tallone.link.messages import StrayText, clean_text
from tallone_wire.frame import HEADER_BYTES, MAX_FRAME, FrameReader

# Text is looked at in pieces of this length; a frame is shorter.
_MAX_PIECE = 2 * MAX_FRAME
# Shorter text than this is taken for noise, and so is anything with more than one odd byte in ten.
_LEAST_TEXT = 4
_TEXT_BYTES = frozenset({0x09, 0x0A, 0x0D, *range(0x20, 0x7F)})


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """The content of a good frame; the name of its message is not yet looked up."""

    session: int
    number: int
    payload: bytes


class Intake:
    """Takes chunks of any size; keeps at most one unfinished piece."""

    def __init__(self) -> None:
        self.reader = FrameReader()
        self._piece = bytearray()

    def take(self, chunk: bytes) -> Iterator[Frame | StrayText]:
        """Yield every frame and every text that ends in this chunk."""
        for byte in chunk:
            length = self.reader.feed(byte)
            if length:
                self._piece.clear()
                header = self.reader.content
                payload = bytes(self.reader.view[HEADER_BYTES:length])
                yield Frame(header[0], header[2], payload)
                continue
            if byte:
                self._piece.append(byte)
            if self._piece and (byte == 0 or len(self._piece) == _MAX_PIECE):
                if _is_text(self._piece):
                    yield StrayText(text=clean_text(bytes(self._piece)))
                self._piece.clear()


def _is_text(piece: bytearray) -> bool:
    odd = sum(byte not in _TEXT_BYTES for byte in piece)
    return len(piece) >= _LEAST_TEXT and odd * 10 <= len(piece)
