"""One thing that is not as it must be, whoever found it: the croupier's job, the ready check or the referee."""

import dataclasses
from collections.abc import Mapping
from typing import Final

from tallone.findings.catalogue import ref_of, remedies_of
from tallone.findings.kinds import FindingKind, FoundIn
from tallone.mat.events import Seconds
from tallone.rules import Profile, load_profile
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat

_NO_TIME: Final = Seconds(0.0)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """Where a code speaks of an irregularity. A code that does not is not cited."""

    code: str
    edition: str
    ref: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that no legal move explains, or that is not as dealt. `cards` are for the arbiter alone.

    Only the referee gives `id` (counting from 1), `at`, `article` and what follows `turn`: a job knows no
    clock and no code. `turn` is how many turns had ended before the one in which it happened, `on_turn`
    whose turn that was, `turn_ended` whether its discard lay already when the finding was made. `zone` is
    a place of the mat or of the machine, `detail` what the machine adds.
    """

    kind: FindingKind
    phase: FoundIn
    zone: str | None = None
    count: int | None = None
    cards: tuple[CardCopy, ...] = ()
    certainty: float = 1.0
    seat: Seat | None = None
    id: int = 0
    at: Seconds = _NO_TIME
    turn: int = 0
    on_turn: Seat | None = None
    turn_ended: bool = True
    article: Article | None = None
    detail: Mapping[str, str | int] = dataclasses.field(default_factory=dict)

    @property
    def remedies(self) -> tuple[str, ...]:
        """What can mend it, in the order of the code."""
        return remedies_of(self.kind, self.phase)


def article_of(kind: FindingKind, profile: Profile) -> Article | None:
    """Return where a table's code speaks of a kind; a club's rules cite the code they start from."""
    code = profile.base
    ref = ref_of(kind, code)
    if ref is None:
        return None
    edition = profile.edition if profile.name == code else load_profile(code).edition
    return Article(code=code, edition=edition, ref=ref)
