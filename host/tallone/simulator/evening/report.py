"""The report of a simulated run: what was done to the table, what the program found, what is true.

The program's side comes from its journal alone, as any other reader of a journal would get it.
"""

import bisect
import collections
import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from tallone.journal.records import (
    Asked,
    DealRevealed,
    Found,
    HandOver,
    LatencySampled,
    LinkChanged,
    MatSettled,
    MoveText,
    Record,
    ScreenShown,
    Unsealed,
)
from tallone.journal.replay import HandTold, hands
from tallone.rules.cards.cards import SUITS, CardCopy
from tallone.simulator.faults.faults import Injected
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.truth import HandTruth, MoveKey

_MICROS: Final = 1_000_000
# Suit signs as a screen may write them, in the order of SUITS.
_SIGNS: Final = "♥♦♣♠"
_CARD: Final = re.compile(r"(?<![\w])(10|[2-9AJQKT])([HDCS♥♦♣♠])[br]?(?![\w])")
_ROLE: Final = re.compile(r"\(=[^)]*\)")
JsonObject = dict[str, object]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What the simulated world knows that the report needs."""

    laid: Sequence[tuple[int, SimCard, str]]
    hands: Sequence[HandTruth]
    injected: Sequence[Injected]
    hand_began: Mapping[int, int]


class Reporter:
    """Builds the report from one or more evenings; hands are numbered through them all."""

    def __init__(self, *, seed: int, profile: str, level: str, noise: float) -> None:
        self._head: JsonObject = {
            "seed": seed,
            "profile": profile,
            "level": level,
            "noise": noise,
        }
        self._injected: list[JsonObject] = []
        self._findings: list[JsonObject] = []
        self._hands: list[JsonObject] = []
        self._leaks: list[JsonObject] = []
        self._link: collections.Counter[str] = collections.Counter()
        self._to_event: list[float] = []
        self._to_screen: list[float] = []

    @property
    def hands(self) -> list[JsonObject]:
        """The hands so far, as in the report."""
        return self._hands

    @property
    def card_to_event(self) -> list[float]:
        """Milliseconds from each card laid to its event."""
        return self._to_event

    def add(self, records: Sequence[Record], seen: Seen) -> None:
        """Take in an evening."""
        before = len(self._hands)
        self._injected += [
            {"fault": done.name, "hand": before + done.hand, "detail": done.detail}
            for done in seen.injected
        ]
        self._findings += _findings(records, before)
        told = {hand.number: hand for hand in hands(records)}
        over = {record.hand: record for record in records if isinstance(record, HandOver)}
        asked = collections.Counter(r.hand for r in records if isinstance(r, Asked))
        self._hands += [
            _hand(truth, told.get(truth.number), over.get(truth.number), asked[truth.number])
            for truth in seen.hands
        ]
        self._leaks += _leaks(records, seen)
        self._link.update(_link(records))
        self._to_event += _card_latencies(records, seen.laid)
        self._to_screen += _sampled(records, "event_to_screen")

    def content(self) -> JsonObject:
        """Return the report as the JSON object of the contract."""
        names = ("frames", "resent", "crc_errors", "reconnects")
        return {
            **self._head,
            "injected": self._injected,
            "findings": self._findings,
            "hands": self._hands,
            "link": {name: self._link[name] for name in names},
            "latency_ms": {
                "card_to_event": percentiles(self._to_event),
                "event_to_screen": percentiles(self._to_screen),
            },
            "leaks": self._leaks,
        }


def write(content: JsonObject) -> bytes:
    """Return the report's text."""
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def cut_short(content: JsonObject, asked: int) -> str:
    """Say why fewer hands were played than were asked for; empty if they all were."""
    played = content["hands"]
    assert isinstance(played, list), "hands are a list in every report"
    if len(played) >= asked:
        return ""
    lost = [
        number
        for number, hand in enumerate(played, start=1)
        if isinstance(hand, dict) and hand.get("end") == "open"
    ]
    where = ", ".join(map(str, lost)) or "the one after"
    return (
        f"{len(played)} of {asked} hands were played: the table never came to the count of hand "
        f"{where}, so the arbiter ended that evening; the report holds what was played"
    )


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Return p50, p95 and p99, to a tenth; 0 where there is nothing."""
    ordered = sorted(values)

    def at(share: float) -> float:
        if not ordered:
            return 0
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)

    return {"p50": at(0.5), "p95": at(0.95), "p99": at(0.99)}


def _findings(records: Sequence[Record], before: int) -> list[JsonObject]:
    unsealed = {record.record: record.cards for record in records if isinstance(record, Unsealed)}
    return [
        {
            "kind": found.what,
            "hand": before + found.hand,
            "phase": found.phase,
            "zone": found.zone,
            "count": found.count,
            "cards": list(found.cards or unsealed.get(number, ())),
            "certainty": found.certainty,
            "article": dict(found.article) or None,
            "told": dict(found.told),
            "remedies": list(found.remedies),
            "at": round(found.at, 3),
        }
        for number, found in enumerate(records, start=1)
        if isinstance(found, Found)
    ]


def _hand(
    truth: HandTruth, told: HandTold | None, over: HandOver | None, questions: int
) -> JsonObject:
    result = over.result if over is not None else {}
    return {
        "end": result.get("end", "open"),
        "score": _totals(result),
        # What was not read; the sheet says of such points that they are not known.
        "unread": list(over.unread) if over is not None else [],
        "truth": truth.scores(),
        "turns": over.turns if over is not None else 0,
        "moves_tracked": _agreeing(move_keys(told.moves) if told else [], truth.keys),
        "moves_true": len(truth.keys),
        "resolved_by_people": over.resolved_by_people if over is not None else 0,
        "questions": questions,
        "bgn": told.bgn() if told else "",
    }


def _totals(result: Mapping[str, object]) -> dict[str, object]:
    sides = result.get("sides")
    if not isinstance(sides, dict):
        return {}
    return {str(name): side.get("total") for name, side in sides.items() if isinstance(side, dict)}


def move_keys(moves: Sequence[MoveText]) -> list[MoveKey]:
    """Return what can be compared of a hand's moves in the journal."""
    keys = []
    turn = 1
    for move in moves:
        verb, *words = _ROLE.sub("", move.action).split()
        meld = int(words.pop(0)) if verb == "add" and words and words[0].isdecimal() else 0
        hidden = verb not in ("open", "add", "discard")
        faces = () if hidden else tuple(sorted(_face(word) for word in words))
        if move.seat is not None:
            keys.append(MoveKey(turn, move.seat, verb, meld, faces))
        turn += verb == "discard"
    return keys


def _face(word: str) -> str:
    if word.upper().startswith("JK"):
        return "JK"
    return word.rstrip("br").upper().replace("T", "10")


def _agreeing(tracked: Iterable[MoveKey], true: Iterable[MoveKey]) -> int:
    """How many of the true moves the program has, each counted once."""
    left = list(tracked)
    count = 0
    for key in true:
        if key in left:
            left.remove(key)
            count += 1
    return count


def _link(records: Sequence[Record]) -> dict[str, int]:
    last: dict[str, Mapping[str, int]] = {}
    lost = 0
    for record in records:
        if isinstance(record, LinkChanged):
            last[record.board] = record.counters or last.get(record.board, {})
            lost += record.what == "lost"
    names = ("frames", "resent", "crc_errors")
    sums = {name: sum(counters.get(name, 0) for counters in last.values()) for name in names}
    return {**sums, "reconnects": lost}


def _card_latencies(
    records: Sequence[Record], laid: Sequence[tuple[int, SimCard, str]]
) -> list[float]:
    """Milliseconds from each card laid to the journal's record of it."""
    times: dict[tuple[str, str], list[int]] = {}
    for at, card, zone in laid:
        times.setdefault((card.name, zone), []).append(at)
    found = []
    for record in records:
        if isinstance(record, MatSettled) and record.event == "CardPlaced":
            known = times.get((str(record.fields["card"]), str(record.fields["zone"])), [])
            index = bisect.bisect_right(known, round(record.at * _MICROS))
            if index:
                found.append(record.at * 1000 - known[index - 1] / 1000)
    return found


def _sampled(records: Sequence[Record], stage: str) -> list[float]:
    return [
        value
        for record in records
        if isinstance(record, LatencySampled) and record.stage == stage
        for value in record.milliseconds
    ]


def _leaks(records: Sequence[Record], seen: Seen) -> list[JsonObject]:
    """Faces on the screen, and cards in plain records, that nobody could have seen by then."""
    leaks: list[JsonObject] = []
    revealed = {r.hand: r.at for r in records if isinstance(r, DealRevealed | HandOver)}
    for record in records:
        if not isinstance(record, ScreenShown | Found) or record.at >= revealed.get(
            record.hand, float("inf")
        ):
            continue
        named = _named(record)
        if named:
            public = _public(seen, record.hand, round(record.at * _MICROS))
            leaks += [
                {"where": type(record).__name__, "card": face, "at": round(record.at, 3)}
                for face in sorted(named - public)
            ]
    return leaks


def _named(record: ScreenShown | Found) -> set[str]:
    if isinstance(record, Found):
        return {str(CardCopy.parse(card).card) for card in record.cards}
    return {
        rank.replace("T", "10") + (SUITS[_SIGNS.index(suit)].value if suit in _SIGNS else suit)
        for text in record.texts
        for rank, suit in _CARD.findall(text)
    }


def _public(seen: Seen, hand: int, now: int) -> set[str]:
    """The faces that have lain face up in this hand by then."""
    began = seen.hand_began.get(hand, 0)
    return {str(card.copy.card) for at, card, _zone in seen.laid if began <= at <= now}
