"""What MicroPython takes for what, in nanoseconds on the chip that was timed, and how boards compare with it.

The chip that was timed is an emulated RP2040 at 125 MHz, eight nanoseconds a cycle, without misses of its
flash cache, that ran the rp2 port of MicroPython 1.28. On it a CRC by table takes 471 us for 34 bytes and a
COBS encoder 557 us, as bytecode; the prices are those of the code that one sees in them, scaled to meet both.
What they were then held against without being made to fit is in docs/simulation.md.
"""

import dataclasses
from typing import Final, Literal

BoardName = Literal["rp2040", "rp2350", "ideal"]
BOARDS: Final[tuple[BoardName, ...]] = ("rp2040", "rp2350", "ideal")
DEFAULT_BOARD: Final[BoardName] = "rp2350"

LOCAL: Final = 500
CONSTANT: Final = 400
GLOBAL: Final = 1_000
ATTRIBUTE: Final = 1_600
STORE: Final = 500
STORE_ATTRIBUTE: Final = 2_000
OPERATION: Final = 1_200
SUBSCRIPT: Final = 2_000
BRANCH: Final = 600
ITERATION: Final = 1_500
# A call, by the caller; a method written in Python adds its entry, one in C is about the same.
CALL: Final = 6_000
ENTRY: Final = 5_000
AWAIT: Final = 8_000
RAISE: Final = 20_000
# Taking a block from the heap: the search for a free one, beside its share of the collections.
ALLOCATION: Final = 4_000

# Bytes of the port's 32-bit objects, in blocks of 16.
BLOCK: Final = 16
BOUND_METHOD: Final = 16
CLOSURE: Final = 32
BYTES_OBJECT: Final = 48
TEXT: Final = 64
LIST_OBJECT: Final = 64
EXCEPTION: Final = 64
# A function whose state is larger than this many words has its frame on the heap (py/objfun.c).
STATE_WORDS: Final = 11
FRAME_HEAD: Final = 32
WORD: Final = 4


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class BoardPace:
    """A board as the simulated interpreter sees it; a collection is one of the firmware's live objects."""

    thousandths: int  # time for the same code, of that of the chip that was timed
    collection_us: int
    heap: int  # bytes free when the program has started
    source: str


PACES: Final[dict[BoardName, BoardPace]] = {
    # perf_bench bm_chaos, micropython/micropython PR 19352, against 256.5 on the chip that was timed: 154.
    "rp2040": BoardPace(
        thousandths=1670,
        collection_us=27_000,
        heap=138_000,
        source="bm_chaos 154 against 256.5; a collection of 16 ms at 8 ns a cycle, times 1.67",
    ),
    # The same: bm_chaos 307, bm_hexiom 43.8 against 256.5 and 41.4; the slower of both is taken.
    "rp2350": BoardPace(
        thousandths=875,
        collection_us=14_000,
        heap=390_000,
        source="bm_hexiom 43.8, bm_chaos 307 against 41.4, 256.5; a collection of 14 ms at 7 ns a cycle",
    ),
}
