"""The catalogue of findings: who is told what, which remedies a code offers, and where it says so.

A code is cited only where its text is known to speak of the case; otherwise facts only.
"""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tallone.mat.events import Seconds
from tallone.mat.zones import Zone
from tallone.referee.outcomes import Article, Finding
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat

FEBUR: Final = "febur"
FIBUR_2026: Final = "fibur-2026"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """One kind of finding. `players` is what they are told: `nothing`, `fact` or `count`."""

    players: str
    remedies: tuple[str, ...]
    refs: Mapping[str, str]


def _kind(players: str, *remedies: str, febur: str = "", fibur_2026: str = "") -> Irregularity:
    refs = {code: ref for code, ref in ((FEBUR, febur), (FIBUR_2026, fibur_2026)) if ref}
    return Irregularity(players=players, remedies=remedies, refs=MappingProxyType(refs))


# Remedies stand in the code's own order. Numbered articles where the sources number them; a name
# where the code has a paragraph without a number.
CATALOGUE: Final[Mapping[str, Irregularity]] = MappingProxyType(
    {
        # Before the first draw, or before a card of it was played.
        "short-pozzetto": _kind(
            "count", "refill-from-stock-bottom", febur="pozzetti-short", fibur_2026="art. 23"
        ),
        "long-pozzetto": _kind(
            "count", "excess-under-stock", febur="pozzetti-long", fibur_2026="art. 23"
        ),
        # The deal cannot be mended once play has begun: it stands.
        "card-moved": _kind("nothing", "hand-stands", "arbiter-decides", febur="deal-faults"),
        "swapped-hands": _kind("nothing", "hand-stands", "arbiter-decides", febur="deal-faults"),
        "missing-card": _kind("count", "replace-deck", "arbiter-decides", febur="deck-faults"),
        "unknown-card": _kind("count", "remove-card", "replace-deck", febur="deck-faults"),
        "duplicate-uid": _kind("count", "replace-deck", febur="deck-faults"),
        # Drawing and taking.
        "two-drawn": _kind("fact", "return-card", "arbiter-decides", febur="draw-excess"),
        "draw-out-of-turn": _kind(
            "fact", "return-card", "draw-and-discard-next-turn", febur="out-of-turn"
        ),
        "take-out-of-turn": _kind(
            "fact", "restore-pile", "draw-and-discard-next-turn", febur="out-of-turn"
        ),
        "forgotten-draw": _kind("nothing", "draw-and-discard", "play-on", febur="missing-draw"),
        # Discarding.
        "two-discards": _kind("fact", "play-exposed-card-next-turn", febur="exposed-card"),
        "no-discard": _kind("fact", "discard-now", "arbiter-decides", febur="turn-phases"),
        "just-taken-discard": _kind("fact", "discard-another", febur="one-card-pile"),
        # Melds.
        "wrong-meld": _kind(
            "fact", "mend-from-hand", "penalised-cards", "freeze-meld",
            febur="wrong-meld", fibur_2026="art. 25",
        ),
        "identical-group": _kind(
            "fact", "merge-and-freeze", "discard-second-wild", febur="identical-combinations"
        ),
        "phantom-card": _kind(
            "nothing", "mend-from-hand", "penalised-cards", "freeze-meld",
            febur="phantom-card", fibur_2026="art. 26",
        ),
        "meld-out-of-turn": _kind("fact", "meld-aside-and-frozen", febur="out-of-turn"),
        # Closings.
        "close-no-burraco": _kind(
            "fact", "last-play-penalised", febur="art. 25", fibur_2026="art. 34-35"
        ),
        "close-no-pozzetto": _kind("fact", "last-play-penalised", "arbiter-decides"),
        "close-wild": _kind(
            "fact", "last-play-back", "skip-a-turn-before-closing",
            febur="art. 26", fibur_2026="art. 34-35",
        ),
        "close-no-discard": _kind(
            "fact", "last-play-back", "discard-from-it", febur="art. 27", fibur_2026="art. 34-35"
        ),
        "close-too-early": _kind("fact", "last-play-back"),
        # The table itself.
        "reader-dead": _kind("fact", "state-moves-by-hand", "replace-reader"),
        "unexplained": _kind("nothing", "state-moves-by-hand", "arbiter-decides"),
    }
)  # fmt: skip


def finding(
    number: int,
    kind: str,
    *,
    code: str,
    edition: str,
    phase: str,
    at: Seconds,
    certainty: float,
    seat: Seat | None = None,
    zone: Zone | None = None,
    count: int | None = None,
    cards: tuple[CardCopy, ...] = (),
) -> Finding:
    """Return the finding of a kind of the catalogue under a code."""
    entry = CATALOGUE[kind]
    ref = entry.refs.get(code)
    return Finding(
        id=number,
        kind=kind,
        phase=phase,
        at=at,
        certainty=certainty,
        seat=seat,
        zone=zone,
        count=count,
        cards=cards,
        article=Article(code=code, edition=edition, ref=ref) if ref else None,
        told=MappingProxyType({"players": entry.players, "arbiter": "cards"}),
        remedies=entry.remedies,
        text_key=f"finding.{kind}",
    )
