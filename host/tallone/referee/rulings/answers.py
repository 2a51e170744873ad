"""A question about an irregularity, and what a code answers: plain frozen values."""

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal

from tallone.referee.rulings.facts import Facts, History
from tallone.referee.rulings.situation import Situation
from tallone.rules.cards.seats import Seat, Side
from tallone.rules.profiles.profile import Profile
from tallone.rules.rulings.effects import Effect

Mode = Literal["table", "enforce"]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question: the rules, the kind, the position, the facts and what came before."""

    profile: Profile
    kind: str
    facts: Facts
    situation: Situation | None = None
    history: History = dataclasses.field(default_factory=History)
    mode: Mode | None = None
    club: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class Cite:
    """Where a code says it. `scope`: `it`, `int`, or nothing where a code has one wording."""

    code: str
    edition: str
    article: str
    scope: str = ""
    borrowed: bool = False

    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "code": self.code,
            "edition": self.edition,
            "article": self.article,
        }
        if self.scope:
            found["scope"] = self.scope
        return found | ({"borrowed": True} if self.borrowed else {})


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """One alternative: its name and its effects."""

    name: str
    effects: tuple[Effect, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Claim:
    """Whose right a penalty is, whether it still is, and until when."""

    side: Side | None = None
    open: bool = False
    until: str | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a code says. `says` False: it does not decide, and `cured` is None; see `basis` for why."""

    row: str
    kind: str
    mode: Mode
    irregular: bool
    says: bool
    basis: str
    cites: tuple[Cite, ...] = ()
    cured: bool | None = False
    penalised: tuple[Side, ...] = ()
    effects: tuple[Effect, ...] = ()
    options: tuple[Option, ...] = ()
    chooser: Seat | Side | str | None = None
    claim: Claim = Claim()
    refused: str | None = None
    tell: Mapping[str, str] = dataclasses.field(default_factory=dict)
