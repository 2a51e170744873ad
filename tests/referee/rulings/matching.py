"""What an answer must have, compared as the contract of rulings says: what is not listed does not matter."""

import re
from typing import Any

from tallone.referee.rulings.query import answer_ruling

_IN_ANY_ORDER = ("cards", "one_of", "hands", "pile")
_ENDS = ("_include", "_exclude")


def mismatches(query: dict[str, Any]) -> list[str]:
    """Ask the query and return what of its `expect` the answer lacks."""
    found = answer_ruling(query)
    return [
        f"{key}: wanted {wanted}, found {found.get(key.removesuffix('_include'))}"
        for key, wanted in query["expect"].items()
        if not _has(found, key, wanted)
    ]


def _has(found: dict[str, Any], key: str, wanted: Any) -> bool:
    if key.endswith(_ENDS):
        name = key.rpartition("_")[0]
        there = [any(_same(name, one, other) for other in found.get(name, [])) for one in wanted]
        return all(there) if key.endswith("_include") else not any(there)
    return key in found and _same(key, wanted, found[key])


def _same(key: str, wanted: Any, found: Any) -> bool:
    if isinstance(wanted, dict):
        inner = {name: "hands" if key == "hands" else name for name in wanted}
        return isinstance(found, dict) and all(
            name in found and _same(inner[name], value, found[name])
            for name, value in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(_same(key, one, other) for one, other in zip(wanted, found, strict=True))
        )
    if key in _IN_ANY_ORDER and isinstance(wanted, str) and isinstance(found, str):
        return _faces(wanted) == _faces(found)
    return type(wanted) is type(found) and wanted == found


def _faces(cards: str) -> list[str]:
    return sorted(re.sub(r"\(=[^)]*\)", "", cards).split())
