"""What is refused, by its published code, and the reading of plain values that come from outside."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

SYNTAX: Final = "query.syntax"
# Bound every list and number from outside; a federal event has 1,200 players and 11 rounds.
MAX_ENTRANTS: Final = 10_000
MAX_ROUNDS: Final = 1_000
MAX_LIST: Final = 200_000
MAX_WHOLE: Final = 1_000_000_000
MAX_WORD: Final = 1_000
_MISSING: Final = object()


class Refused(Exception):  # noqa: N818 - what a person did, with its code; no fault of a program
    """A question or a fact that the rules refuse: a published code and a sentence for a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def refuse(code: str, message: str) -> NoReturn:
    """Raise Refused."""
    raise Refused(code, message)


def syntax(message: str) -> NoReturn:
    """Raise Refused for a field that is missing or of the wrong type."""
    raise Refused(SYNTAX, message)


def shown(value: object) -> str:
    """Write a foreign value for a message: printable and short."""
    return ascii(value)[:60]


def is_whole(value: object) -> bool:
    """Return whether a JSON value is a whole number: no fraction, no truth value."""
    return type(value) is int


def given(source: Mapping[str, Any], key: str) -> bool:
    """Return whether the field is there and not null."""
    return source.get(key) is not None


def whole(
    source: Mapping[str, Any],
    key: str,
    default: int | None = None,
    *,
    low: int = -MAX_WHOLE,
    high: int = MAX_WHOLE,
) -> int:
    """Return a whole number of the field, or the default where it is missing."""
    value = source.get(key, _MISSING)
    if value is _MISSING and default is not None:
        return default
    if value is _MISSING:
        syntax(f"{key!r} is missing; give a whole number")
    return as_whole(value, repr(key), low=low, high=high)


def as_whole(value: object, name: str, *, low: int = -MAX_WHOLE, high: int = MAX_WHOLE) -> int:
    """Return the value as a whole number within the bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        syntax(f"{name} must be a whole number from {low} to {high}, not {shown(value)}")
    return value


def seconds(source: Mapping[str, Any], key: str) -> float:
    """Return a time in seconds, whole or not."""
    value = source.get(key, _MISSING)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        syntax(f"{key!r} must be a time in seconds, not {shown(value)}")
    if abs(value) > 1e15:
        syntax(f"{key!r} lies beyond every calendar: {shown(value)}")
    return value


def word(source: Mapping[str, Any], key: str, default: str | None = None) -> str:
    """Return a text of the field, or the default where it is missing."""
    value = source.get(key, _MISSING)
    if value is _MISSING and default is not None:
        return default
    if not isinstance(value, str):
        syntax(f"{key!r} must be a text, not {shown(None if value is _MISSING else value)}")
    if len(value) > MAX_WORD:
        syntax(f"{key!r} is longer than {MAX_WORD} characters")
    return value


def truth(source: Mapping[str, Any], key: str, *, default: bool) -> bool:
    """Return a truth value of the field, or the default where it is missing."""
    value = source.get(key, default)
    if not isinstance(value, bool):
        syntax(f"{key!r} must be true or false, not {shown(value)}")
    return value


def items(source: Mapping[str, Any], key: str, *, needed: bool = False) -> list[Any]:
    """Return a list of the field; an empty one where it is missing and not needed."""
    value = source.get(key, _MISSING)
    if value is _MISSING and not needed:
        return []
    return as_list(value, repr(key))


def as_list(value: object, name: str) -> list[Any]:
    """Return the value as a list of bounded length."""
    if not isinstance(value, list) or len(value) > MAX_LIST:
        syntax(f"{name} must be a list of at most {MAX_LIST} items")
    return value


def as_object(value: object, name: str) -> dict[str, Any]:
    """Return the value as an object."""
    if not isinstance(value, dict):
        syntax(f"{name} must be an object, not {shown(value)}")
    return value


def objects(source: Mapping[str, Any], key: str, *, needed: bool = False) -> list[dict[str, Any]]:
    """Return a list of objects of the field."""
    return [as_object(one, f"an item of {key!r}") for one in items(source, key, needed=needed)]


def numbers(source: Mapping[str, Any], key: str, *, needed: bool = False) -> list[int]:
    """Return a list of whole numbers of the field."""
    return [as_whole(one, f"an item of {key!r}") for one in items(source, key, needed=needed)]


def pair(
    value: object, name: str, *, low: int = -MAX_WHOLE, high: int = MAX_WHOLE
) -> tuple[int, int]:
    """Return two whole numbers, of `a` and of `b`."""
    two = as_list(value, name)
    if len(two) != 2:
        syntax(f"{name} must be two numbers, of a and of b")
    return (as_whole(two[0], name, low=low, high=high), as_whole(two[1], name, low=low, high=high))


def entrant_key(text: object, name: str) -> int:
    """Return the entrant that a key of an object names."""
    if not isinstance(text, str) or not text.isascii() or not text.isdigit() or len(text) > 9:
        syntax(f"{name} must have entrants for keys, not {shown(text)}")
    return int(text)


def known(
    entrants: Sequence[int] | Mapping[int, Any] | set[int] | frozenset[int], one: int
) -> int:
    """Return the entrant; raise Refused `entrant.unknown` if it is not among those."""
    if one not in entrants:
        refuse(
            "entrant.unknown", f"{one} has not entered; look the number up in the list of entrants"
        )
    return one


def once(entrants: Sequence[int], where: str) -> None:
    """Raise Refused `entrant.twice` if an entrant is named twice."""
    seen: set[int] = set()
    for one in entrants:
        if one in seen:
            refuse("entrant.twice", f"{one} is named twice in {where}; strike one of the two")
        seen.add(one)
