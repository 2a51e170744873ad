"""The catalogue of findings: who is told what and when, how sure it is, what can mend it, which code says so.

House rule: screen, story, journal and arbiter ask this table; a fact about a kind stands here and nowhere
else. A code is cited only where its text speaks of the very case; a club's rules cite the code from which
they start.
"""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tallone.assist import Assist
from tallone.findings.kinds import FindingKind, FoundIn, Ground
from tallone.findings.telling import TELLS, Tell, Voice

FEBUR: Final = "febur"
FIBUR_2026: Final = "fibur-2026"
_BEFORE_PLAY: Final = (
    FoundIn.ENROL,
    FoundIn.CERTIFY,
    FoundIn.DEAL,
    FoundIn.LOAD,
    FoundIn.READY,
)
_DEAL_AGAIN: Final = "deal-again"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What is to be said of one kind of finding.

    `notice` is the text that players read when they are told anything; without one the screen shows it
    otherwise, if at all. `rule` explains it where the level teaches. `certainty` has a figure of judgement
    for each ground on which the referee finds it, from 0 to 1; other findings bring a measured one.
    `remedies` stand in the code's order. `refs` names the code's paragraph: by number where the sources
    number them, else by a name for it.
    """

    voice: Voice
    notice: str | None
    rule: str | None
    certainty: Mapping[Ground, float]
    remedies: Mapping[FoundIn, tuple[str, ...]]
    refs: Mapping[str, str]


def tell(kind: FindingKind, assist: Assist) -> Tell:
    """Return what players are told of a kind at an assist level."""
    return TELLS[CATALOGUE[kind].voice][assist]


def told(kind: FindingKind, assist: Assist) -> dict[str, str]:
    """Return who is told what, as the journal writes it."""
    return {"players": tell(kind, assist).value, "arbiter": "cards"}


def certainty(kind: FindingKind, ground: Ground) -> float:
    """Return how sure a finding on that ground is; KeyError if the kind is never found on it."""
    return CATALOGUE[kind].certainty[ground]


def remedies_of(kind: FindingKind, phase: FoundIn) -> tuple[str, ...]:
    """Return what can mend a finding made in that part of the hand, the code's own order first."""
    return CATALOGUE[kind].remedies.get(phase, ())


def ref_of(kind: FindingKind, code: str) -> str | None:
    """Return where a shipped code speaks of the kind; None if its text does not."""
    return CATALOGUE[kind].refs.get(code)


def _row(
    voice: Voice,
    notice: str | None = None,
    *in_play: str,
    before: tuple[str, ...] = (_DEAL_AGAIN,),
    deal: tuple[str, ...] | None = None,
    rule: str | None = None,
    seen: float | None = None,
    chosen: float | None = None,
    followed: float | None = None,
    late: float | None = None,
    waited: float | None = None,
    febur: str = "",
    fibur_2026: str = "",
) -> Row:
    grounds = zip(Ground, (seen, chosen, followed, late, waited), strict=True)
    remedies = dict.fromkeys(_BEFORE_PLAY, before)
    remedies[FoundIn.DEAL] = deal if deal is not None else before
    remedies |= {FoundIn.PLAY: in_play, FoundIn.COUNT: in_play}
    return Row(
        voice=voice,
        notice=notice,
        rule=rule,
        certainty=MappingProxyType({one: sure for one, sure in grounds if sure is not None}),
        remedies=MappingProxyType(remedies),
        refs=MappingProxyType(
            {code: ref for code, ref in ((FEBUR, febur), (FIBUR_2026, fibur_2026)) if ref}
        ),
    )


_ANNOUNCED, _COUNTED = Voice.ANNOUNCED, Voice.COUNTED
_FAULT, _ARBITERS = Voice.FAULT_OF_PLAY, Voice.ARBITERS
_FOREIGN: Final = "notice.foreign_card"
_MELD: Final = "notice.meld_not_valid"
_CLOSE: Final = "notice.close_not_valid"
_OUT: Final = "notice.out_of_turn"
_K = FindingKind

CATALOGUE: Final[Mapping[FindingKind, Row]] = MappingProxyType(
    {
        # The pack. A card that is missing or too many for the pack is one paragraph of the code;
        # of tags no code knows.
        _K.MISSING_CARD: _row(
            _COUNTED, "notice.cards_missing", "replace-deck", "arbiter-decides",
            before=("look-for-the-card",), deal=("look-for-the-card", _DEAL_AGAIN),
            waited=0.9, febur="deck-cards",
        ),
        _K.EXTRA_CARD: _row(
            _COUNTED, "notice.cards_extra", before=("take-the-card-out",), febur="deck-cards"
        ),
        _K.FOREIGN_CARD: _row(
            _COUNTED, _FOREIGN, "remove-card", "replace-deck",
            before=("take-the-card-out",), deal=("take-the-card-out", _DEAL_AGAIN),
            febur="deck-cards",
        ),
        _K.UNKNOWN_CARD: _row(
            _COUNTED, _FOREIGN, "remove-card", "replace-deck",
            before=("take-the-card-out",), deal=("take-the-card-out", _DEAL_AGAIN),
            seen=0.99, febur="deck-cards",
        ),
        _K.DUPLICATE_CARD: _row(
            _COUNTED, _FOREIGN,
            before=("take-the-card-out",), deal=("take-the-card-out", _DEAL_AGAIN),
            febur="deck-cards",
        ),
        _K.DUPLICATE_UID: _row(
            _COUNTED, _FOREIGN, "replace-deck",
            before=("replace-the-card",), deal=("replace-the-card", _DEAL_AGAIN), seen=0.99,
        ),
        _K.DEAD_TAG: _row(
            _COUNTED, "notice.unreadable",
            before=("replace-the-card",), deal=("replace-the-card", _DEAL_AGAIN),
        ),
        # Its notice names both packs, so the screen words it itself.
        _K.WRONG_PACK: _row(_COUNTED, before=("put-in-the-right-pack",)),
        # The croupier: while it needs a hand, its own screen says so.
        _K.DOUBLE_FEED: _row(
            _ANNOUNCED, before=("clear-the-card",), deal=("clear-the-card", _DEAL_AGAIN)
        ),
        _K.JAM: _row(_ANNOUNCED, before=("clear-the-card",)),
        _K.MACHINE_FAULT: _row(_ANNOUNCED, before=("clear-the-card",)),
        _K.MACHINE_CONTRADICTION: _row(_ANNOUNCED),
        _K.SHORT_RETURN: _row(_ANNOUNCED, before=("look-into-the-machine",), deal=(_DEAL_AGAIN,)),
        _K.LONG_RETURN: _row(_ANNOUNCED, before=("look-into-the-machine",), deal=(_DEAL_AGAIN,)),
        # The piles: before the first draw, or before a card of a pozzetto was played.
        _K.ZONE_NOT_EMPTY: _row(_COUNTED, "notice.clear_mat", before=("take-the-cards-away",)),
        _K.SHORT_POZZETTO: _row(
            _COUNTED, "notice.pozzetto_count", "refill-from-stock-bottom",
            before=("refill-from-stock-bottom",), deal=(_DEAL_AGAIN,),
            rule="rule.pozzetto_size", febur="pozzetti-short", fibur_2026="art. 23",
        ),
        _K.LONG_POZZETTO: _row(
            _COUNTED, "notice.pozzetto_count", "extras-under-the-stock",
            before=("extras-under-the-stock",), deal=(_DEAL_AGAIN,),
            rule="rule.pozzetto_size", febur="pozzetti-long", fibur_2026="art. 23",
        ),
        _K.SHORT_HAND: _row(_COUNTED, "notice.hand_count"),
        _K.LONG_HAND: _row(_COUNTED, "notice.hand_count"),
        _K.SHORT_STOCK: _row(_COUNTED, "notice.stock_short"),
        _K.LONG_STOCK: _row(_COUNTED, "notice.stock_over"),
        # The ledger. A wrong deal cannot be mended once play has begun; of cards that have gone
        # from hand to hand the codes do not speak.
        _K.CARD_MOVED: _row(
            _ARBITERS, None, "hand-stands", "arbiter-decides", seen=0.9, followed=0.8
        ),
        _K.SWAPPED_HANDS: _row(_ARBITERS, None, "hand-stands", "arbiter-decides", seen=0.9),
        _K.UNEXPLAINED: _row(
            _ARBITERS, None, "state-moves-by-hand", "arbiter-decides", seen=0.5
        ),
        # Drawing and taking.
        _K.TWO_DRAWN: _row(
            _FAULT, "notice.stock_short", "return-card", "arbiter-decides", rule="rule.one_draw"
        ),
        _K.DRAW_OUT_OF_TURN: _row(
            _FAULT, _OUT, "return-card", "draw-and-discard-next-turn",
            rule="rule.in_turn", seen=0.9, followed=0.7, waited=0.6, febur="out-of-turn",
        ),
        _K.TAKE_OUT_OF_TURN: _row(
            _FAULT, _OUT, "restore-pile", "draw-and-discard-next-turn",
            rule="rule.in_turn", seen=0.9, followed=0.7, waited=0.6, febur="out-of-turn",
        ),
        _K.FORGOTTEN_DRAW: _row(
            _FAULT, "notice.not_drawn", "draw-and-discard", "play-on",
            rule="rule.draw_first", seen=0.95, followed=0.6, febur="missing-draw",
        ),
        # Discarding. That a turn ends with one discard every code says; what follows if it does
        # not, none.
        _K.TWO_DISCARDS: _row(
            _FAULT, "notice.two_discards", "play-exposed-card-next-turn",
            rule="rule.one_discard", seen=0.9,
        ),
        _K.NO_DISCARD: _row(
            _FAULT, "notice.no_discard", "discard-now", "arbiter-decides",
            rule="rule.one_discard", followed=0.9, waited=0.8,
        ),
        _K.JUST_TAKEN_DISCARD: _row(
            _FAULT, "notice.just_taken", "discard-another",
            rule="rule.just_taken", seen=0.95, febur="pick-up",
        ),
        # Melds.
        _K.WRONG_MELD: _row(
            _FAULT, _MELD, "mend-from-hand", "penalised-cards", "freeze-meld",
            rule="rule.meld", seen=0.95, chosen=0.9, late=0.85,
            febur="wrong-melds", fibur_2026="art. 25",
        ),
        _K.IDENTICAL_GROUP: _row(
            _FAULT, _MELD, "merge-and-freeze", "discard-second-wild",
            rule="rule.identical_group", seen=0.9, chosen=0.9, febur="identical-groups",
        ),
        _K.PHANTOM_CARD: _row(
            _FAULT, "notice.card_too_many", "mend-from-hand", "penalised-cards", "freeze-meld",
            rule="rule.meld", seen=0.9, chosen=0.9, late=0.85, fibur_2026="art. 26",
        ),
        # Closings.
        _K.CLOSE_NO_BURRACO: _row(
            _FAULT, _CLOSE, "last-play-penalised",
            rule="rule.closing", seen=0.95, febur="art. 25", fibur_2026="art. 34-35",
        ),
        _K.CLOSE_NO_POZZETTO: _row(
            _FAULT, _CLOSE, "last-play-penalised", "arbiter-decides",
            rule="rule.closing", seen=0.95,
        ),
        _K.CLOSE_WILD: _row(
            _FAULT, _CLOSE, "last-play-back", "skip-a-turn-before-closing",
            rule="rule.closing", seen=0.95, febur="art. 26", fibur_2026="art. 34-35",
        ),
        _K.CLOSE_NO_DISCARD: _row(
            _FAULT, _CLOSE, "last-play-back", "discard-from-it",
            rule="rule.closing", seen=0.95, febur="art. 27", fibur_2026="art. 34-35",
        ),
        _K.CLOSE_TOO_EARLY: _row(
            _FAULT, _CLOSE, "last-play-back", rule="rule.closing", seen=0.95
        ),
        # The table itself: the header's signs and the notices of lost boards show it.
        _K.READER_DEAD: _row(
            _ANNOUNCED, None, "state-moves-by-hand", "replace-reader", before=(), seen=1.0
        ),
        _K.LINK_LOST: _row(_ANNOUNCED, before=()),
        _K.BOARD_RESTARTED: _row(_ANNOUNCED, before=()),
        _K.TAMPER: _row(_ANNOUNCED, before=()),
        _K.FIRMWARE_CHANGED: _row(_ANNOUNCED, before=()),
        _K.RESUMED: _row(_ANNOUNCED, before=()),
    }
)  # fmt: skip
