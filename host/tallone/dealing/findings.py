"""What the croupier and the checks before play notice, in the fields of the reports."""

import dataclasses
from collections.abc import Mapping

from tallone.rules.cards.cards import CardCopy


def told() -> dict[str, str]:
    """Return who is told what: players how many, only the arbiter which."""
    return {"players": "count", "arbiter": "cards"}


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
    told: Mapping[str, str] = dataclasses.field(default_factory=told)
    remedies: tuple[str, ...] = ()
    detail: Mapping[str, str | int] = dataclasses.field(default_factory=dict)
