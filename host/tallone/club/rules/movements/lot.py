"""The first round by lot, drawn in public: a seed, a hash, no choice left to anybody."""

import hashlib
from collections.abc import Sequence


def drawn_order(seed: str, number: int, entrants: Sequence[int]) -> tuple[int, ...]:
    """Return the entrants by ascending SHA-256 (hex) of `seed/round/entrant`."""
    return tuple(
        sorted(
            entrants,
            key=lambda one: hashlib.sha256(f"{seed}/{number}/{one}".encode()).hexdigest(),
        )
    )
