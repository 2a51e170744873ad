"""Whether two names are the same but for how they are written, or nearly the same."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

# Shorter names differ by one letter too often to be told.
LONG: Final = 6
_APOSTROPHES: Final = frozenset("'\u2019\u2018`\u00b4\u02bc")


def same_name(name: str) -> str:
    """Return the name without case, accents, apostrophes and spaces: equal for the same name."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(
        sign
        for sign in apart
        if not unicodedata.combining(sign) and not sign.isspace() and sign not in _APOSTROPHES
    ).casefold()


def near(one: str, other: str) -> bool:
    """Return whether two plain names differ by one letter, or by two neighbours exchanged."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    if len(one) > len(other):
        one, other = other, one
    first = next((place for place, sign in enumerate(one) if sign != other[place]), len(one))
    rest, other_rest = one[first:], other[first:]
    if len(one) < len(other):
        return rest == other_rest[1:]
    exchanged = len(rest) > 1 and rest[1] + rest[0] + rest[2:] == other_rest
    return rest[1:] == other_rest[1:] or exchanged


class Names:
    """Names met so far; those near a new one are found without looking at all of them."""

    def __init__(self) -> None:
        self._by_part: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._known: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return same_name(name) in self._known

    def add(self, name: str) -> None:
        """Remember a name."""
        plain = same_name(name)
        self._known.add(plain)
        for part in set(_parts(plain)):
            self._by_part[part].append((plain, name))

    def like(self, name: str) -> list[str]:
        """Return the names met that are nearly this one, in the order they came."""
        plain = same_name(name)
        if len(plain) < LONG:
            return []
        found: dict[str, None] = {}
        for part in dict.fromkeys(_parts(plain)):
            for other, written in self._by_part.get(part, ()):
                if len(other) >= LONG and near(plain, other):
                    found[written] = None
        return list(found)


def _parts(plain: str) -> Iterator[str]:
    """Return halves of a name: two that differ at one place share one, cut here or next to it."""
    middle = len(plain) // 2
    for cut in (middle - 1, middle, middle + 1):
        yield f"^{plain[:cut]}"
        yield f"{plain[-cut:] if cut > 0 else ''}$"
