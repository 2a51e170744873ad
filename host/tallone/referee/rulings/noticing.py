"""From what the table has seen to a question of the code: kind, facts, moment, and what only people know.

The moment moves on with play: the same fault asks another row once the next player has drawn, laid or
discarded, and once the hand is counted. Nothing here names a card that the finding does not name.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from tallone.findings.finding import Finding
from tallone.findings.kinds import OUT_OF_TURN, FindingKind, FoundIn
from tallone.mat.events import Seconds
from tallone.referee.rulings.answers import Asked
from tallone.referee.rulings.facts import FactsError, History, read_facts
from tallone.referee.rulings.rows.families import assumed_moment
from tallone.referee.rulings.rows.tables import RowKind, rows_by_kind
from tallone.referee.rulings.situation import Situation
from tallone.rules.cards.seats import seats
from tallone.rules.hand.hand import LAYS, OVER, TO_PLAY, HandState
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.profiles.profile import Profile

_K = FindingKind
# The kind of irregularity that each finding is; of the machine and of wires no code speaks.
KIND_OF: Final[Mapping[FindingKind, str]] = MappingProxyType(
    {
        _K.MISSING_CARD: "pack-fault-in-play",
        _K.EXTRA_CARD: "pack-fault-in-play",
        _K.FOREIGN_CARD: "pack-fault-in-play",
        _K.UNKNOWN_CARD: "pack-fault-in-play",
        _K.DUPLICATE_CARD: "pack-fault-in-play",
        _K.DUPLICATE_UID: "pack-fault-in-play",
        _K.WRONG_PACK: "pack-fault-before-play",
        _K.SHORT_POZZETTO: "short-pozzetto",
        _K.LONG_POZZETTO: "long-pozzetto",
        _K.SHORT_HAND: "wrong-count-dealt",
        _K.LONG_HAND: "wrong-count-dealt",
        _K.CARD_MOVED: "card-moved",
        _K.SWAPPED_HANDS: "card-moved",
        _K.TWO_DRAWN: "two-drawn",
        _K.DRAW_OUT_OF_TURN: "draw-out-of-turn",
        _K.TAKE_OUT_OF_TURN: "take-out-of-turn",
        _K.FORGOTTEN_DRAW: "missing-draw",
        _K.TWO_DISCARDS: "two-discards",
        _K.NO_DISCARD: "no-discard",
        _K.JUST_TAKEN_DISCARD: "discarded-just-taken",
        _K.WRONG_MELD: "wrong-meld",
        _K.IDENTICAL_GROUP: "identical-group",
        _K.PHANTOM_CARD: "phantom-in-old-meld",
        _K.CLOSE_NO_BURRACO: "close-no-burraco",
        _K.CLOSE_NO_POZZETTO: "close-no-pozzetto",
        _K.CLOSE_WILD: "close-wild",
        _K.CLOSE_NO_DISCARD: "close-last-card-attached",
        _K.CLOSE_TOO_EARLY: "close-too-early",
    }
)
# What no sensor can tell, by kind; the arbiter is asked.
_ABOUT_A_FAULT: Final = ("called", "acted")
_ASKED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "draw-out-of-turn": (*_ABOUT_A_FAULT, "hint"),
        "take-out-of-turn": (*_ABOUT_A_FAULT, "hint"),
        "short-pozzetto": ("looked", "played"),
        "long-pozzetto": ("looked", "played"),
        "pack-fault-in-play": (),
        "pack-fault-before-play": (),
        "wrong-count-dealt": (),
        "card-moved": (),
    }
)
_BEFORE_PLAY: Final[Mapping[FoundIn, str]] = MappingProxyType(
    {
        FoundIn.ENROL: "deal",
        FoundIn.CERTIFY: "deal",
        FoundIn.LOAD: "deal",
        FoundIn.DEAL: "deal",
        FoundIn.READY: "ready",
        FoundIn.COUNT: "count",
    }
)
# Of these the position is the one before the act; of others found later, the one now.
_OF_THE_ACT: Final = ("turn", "discarded")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What the table has followed of a hand: the position now, that before the turn in question, and its moves.

    `before` is None when the table does not know it; `moves` are those of that turn; `laid_since` is
    whether the player now on turn has laid anything.
    """

    now: HandState
    before: HandState | None = None
    moves: tuple[Move, ...] = ()
    laid_since: bool = False


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """A finding as a question: `facts` as plain values, `asks` the names of those that only people know."""

    kind: str
    facts: Mapping[str, object]
    profile: Profile
    players: int
    # None before a hand is played: then there is no position.
    situation: Situation | None
    moment: str
    certainty: float
    at: Seconds
    asks: tuple[str, ...]


def noticed(finding: Finding, hand: Followed) -> Noticed | None:
    """Return what a finding asks of the code now; None if it is no irregularity of the game."""
    kind = KIND_OF.get(finding.kind)
    if kind is None:
        return None
    when = moment(finding, hand)
    facts: dict[str, object] = {"noticed": when}
    if finding.seat is not None:
        facts["by"] = finding.seat.value
    just_done = when in _OF_THE_ACT and hand.before is not None and finding.seat is not None
    if just_done:
        facts |= _act(finding, hand.moves)
    elif finding.cards:
        facts["cards"] = " ".join(str(copy.card) for copy in finding.cards)
    state = hand.before if just_done and hand.before is not None else hand.now
    if not just_done and (meld := _meld_of(finding, hand.now)):
        facts["meld"] = meld
    situation = Situation(state, written=frozenset(seats(state.players)))
    counts = _counts(finding)
    return Noticed(
        kind=kind,
        facts=MappingProxyType(facts),
        profile=state.profile,
        players=state.players,
        situation=dataclasses.replace(situation, pozzetti=counts),
        moment=when,
        certainty=finding.certainty,
        at=finding.at,
        asks=_ASKED.get(kind, _ABOUT_A_FAULT),
    )


def moment(finding: Finding, hand: Followed) -> str:
    """Return how far play has gone since, in the words of `facts.MOMENTS`, seen from who erred."""
    if finding.phase in _BEFORE_PLAY:
        return _BEFORE_PLAY[finding.phase]
    if hand.now.phase is OVER:
        return "count"
    # Who acts in another's turn has no turn of his own that could end: the next to play is on turn.
    out_of_turn = finding.kind in OUT_OF_TURN
    ended = hand.now.turns - finding.turn - (not out_of_turn)
    if ended < 0:
        return "turn"
    if ended == 0:
        if hand.laid_since:
            return "next-played"
        if hand.now.phase is TO_PLAY:
            return "next-drew"
        return "turn" if out_of_turn else "discarded"
    return "next-played" if ended == 1 else "later"


def asked_of(
    one: Noticed,
    answers: Mapping[str, object],
    history: History | None = None,
    *,
    corrected: Mapping[str, object] = MappingProxyType({}),
) -> Asked:
    """Return the question with what people have said; raise FactsError for an answer that is none.

    `corrected` are facts that an arbiter states otherwise than the table has seen them.
    """
    unknown = [name for name in answers if name not in one.asks]
    if unknown:
        raise FactsError(f"{unknown[0][:40]!r} is not asked here")
    return Asked(
        profile=one.profile,
        kind=one.kind,
        facts=read_facts({**one.facts, **answers, **corrected}, one.players),
        situation=one.situation,
        history=history or History(),
    )


def stated(
    kind: str,
    given: Mapping[str, object],
    hand: Followed | None,
    *,
    profile: Profile,
    players: int,
    at: Seconds,
) -> Noticed:
    """Return what a person states as a question: the act that the table followed stands in it if he gives none.

    `hand` is the turn in question, None while no hand is played.
    """
    row = rows_by_kind()[kind]
    when = str(given.get("noticed") or assumed_moment(kind) or "turn")
    facts: dict[str, object] = {"noticed": when, **given}
    by = facts.get("by")
    state = None
    if hand is not None:
        just_done = when in _OF_THE_ACT and hand.before is not None and "act" in row.needs
        state = hand.before if just_done and hand.before is not None else hand.now
        if just_done and "act" not in facts and by in {seat.value for seat in seats(players)}:
            words = [word for move in hand.moves if (word := _written(move))]
            facts |= {"act": "; ".join(words)} if words else {}
    known = {name: value for name, value in facts.items() if value not in ((), "", None)}
    asks = tuple(dict.fromkeys((*row.needs, *_ASKED.get(kind, ()), *_of_claims(row))))
    return Noticed(
        kind=kind,
        facts=MappingProxyType(known),
        profile=profile,
        players=players,
        situation=None if state is None else Situation(state, written=frozenset(seats(players))),
        moment=when,
        certainty=1.0,
        at=at,
        asks=tuple(name for name in asks if name not in known),
    )


def _of_claims(row: RowKind) -> tuple[str, ...]:
    """Return the facts on which the right to a penalty of play hangs."""
    return _ABOUT_A_FAULT if row.voice == "f" else ()


def turn_of(moves: Sequence[Move], turn: int) -> tuple[Move, ...]:
    """Return the moves of a hand's turn, counted from 0; a turn ends with its discard."""
    found = []
    count = 0
    for move in moves:
        if count == turn:
            found.append(move)
        count += isinstance(move, Discard)
    return tuple(found)


def has_laid(moves: Sequence[Move]) -> bool:
    """Whether who is on turn after these moves has laid anything."""
    for move in reversed(moves):
        if isinstance(move, Discard):
            return False
        if isinstance(move, LAYS):
            return True
    return False


def _act(finding: Finding, moves: tuple[Move, ...]) -> dict[str, object]:
    """Return what the turn's moves and the finding's cards say that the player did."""
    words = [word for move in moves if (word := _word(finding, move))]
    wrong = " ".join(str(copy.card) for copy in finding.cards)
    match finding.kind:
        case _K.WRONG_MELD | _K.IDENTICAL_GROUP if wrong:
            place = len(words) - any(word.startswith("discard") for word in words)
            words.insert(place, f"open {wrong}")
        case _K.TWO_DRAWN | _K.TWO_DISCARDS | _K.NO_DISCARD | _K.CARD_MOVED if wrong:
            return {"cards": wrong}
        case _K.PHANTOM_CARD if wrong:
            return {"cards": wrong}
    return {"act": "; ".join(words)} if words else {}


def _word(finding: Finding, move: Move) -> str:
    # A draw that the table assumed where none was seen is no draw.
    draws = isinstance(move, DrawFromStock | TakeDiscardPile)
    return "" if draws and finding.kind is _K.FORGOTTEN_DRAW else _written(move)


def _written(move: Move) -> str:
    match move:
        case DrawFromStock():
            return "draw"
        case TakeDiscardPile():
            return "take"
        case OpenMeld(cards=cards):
            return f"open {' '.join(str(copy.card) for copy in cards)}"
        case ExtendMeld(meld=number, cards=cards):
            return f"add {number} {' '.join(str(copy.card) for copy in cards)}"
        case Discard(card=card):
            return f"discard {card.card}"
        case _:
            return ""


def _meld_of(finding: Finding, state: HandState) -> int:
    """Return the side's meld in which a finding's cards lie, or beside which; 0 if none is known."""
    if finding.seat is None or not finding.cards:
        return 0
    place = seats(state.players).index(finding.seat) % 2
    melds = state.side_list[place].melds
    for number, meld in enumerate(melds, start=1):
        if set(finding.cards) & set(meld.copies):
            return number
    return len(melds)


def _counts(finding: Finding) -> dict[int, int]:
    """Return the count of the pozzetto that a finding is about."""
    zones = {"pozzetto_1": 1, "pozzetto_2": 2}
    if finding.zone not in zones or finding.count is None:
        return {}
    return {zones[finding.zone]: finding.count}
