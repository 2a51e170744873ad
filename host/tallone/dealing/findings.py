"""What the croupier and the checks before play notice, in the fields of the reports."""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tallone.rules.cards import CardCopy

NOTHING: Final[Mapping[str, str | int]] = MappingProxyType({})
# Players are told how many, only the arbiter which.
TOLD: Final[Mapping[str, str]] = MappingProxyType({"players": "count", "arbiter": "cards"})


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is not as it must be.

    `cards` are for the arbiter; `ref` names the paragraph of the rules, if one speaks of it.
    """

    kind: str
    phase: str  # certify, deal, ready, load
    zone: str | None = None
    count: int | None = None
    cards: tuple[CardCopy, ...] = ()
    certainty: float = 1.0
    ref: str = ""
    told: Mapping[str, str] = TOLD
    remedies: tuple[str, ...] = ()
    detail: Mapping[str, str | int] = NOTHING
