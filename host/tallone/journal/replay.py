"""A journal back into hands: each as a notation text, and as the story of the evening."""

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Final

from tallone.journal.records import (
    Answered,
    Committed,
    CutMade,
    DealAborted,
    DealReady,
    DealRevealed,
    Found,
    HandFact,
    HandOver,
    Json,
    LinkChanged,
    MoveSeen,
    MovesRevised,
    MoveText,
    Overridden,
    PlayEnded,
    Record,
    SessionOpened,
)
from tallone.rules.notation.read import read_hand
from tallone.rules.notation.write import profile_text
from tallone.rules.profiles.profile import load_profile

_FIRST: Final = "pozzetto_1"
_SECOND: Final = "pozzetto_2"
_DEFAULT_PROFILE: Final = {"base": "fibur"}


@dataclasses.dataclass(slots=True)
class HandTold:
    """One hand as a journal tells it. `deal` is empty until the reveal."""

    number: int
    profile: dict[str, Json]
    players: int = 4
    dealer: str = "N"
    commitment: str = ""
    deal: dict[str, str] = dataclasses.field(default_factory=dict)
    moves: list[MoveText] = dataclasses.field(default_factory=list)
    result: dict[str, Json] = dataclasses.field(default_factory=dict)
    end: str = ""

    def turns(self) -> list[str]:
        """Return the notation's lines after the `---`: a turn each, or a call from outside."""
        lines: list[str] = []
        turn, late = list[MoveText](), list[str]()
        for move in self.moves:
            if move.seat is not None:
                turn.append(move)
            elif turn and self._calls_count_later:
                late.append(move.action)
            else:
                lines.append(move.action)
            if move.action.startswith("discard"):
                lines += [_turn_line(turn), *late]
                turn, late = [], []
        return [*lines, _turn_line(turn), *late] if turn else lines

    def moves_of(self, turns: int) -> int:
        """Return how many moves the first so many turns have."""
        ends = [
            place
            for place, move in enumerate(self.moves, start=1)
            if move.action.startswith("discard")
        ]
        return ends[turns - 1] if turns <= len(ends) else len(self.moves)

    @property
    def _calls_count_later(self) -> bool:
        """Whether time called in a turn is written after it: where it counts the same."""
        return load_profile(self.profile).time_out == "next_lap"

    def bgn(self, turns: int | None = None) -> str:
        """Return the hand as a notation file, all of it or its first turns.

        Before the reveal nobody may know the deal; then only the turns can be told, as a comment.
        """
        lines = self.turns()[:turns]
        if not self.deal:
            told = [
                f"# hand {self.number}: the deal is not revealed yet",
                *(f"# {x}" for x in lines),
            ]
            return "\n".join(told) + "\n"
        text = self._text(self.deal, lines)
        if {_FIRST, _SECOND} <= self.deal.keys() and read_hand(
            text, may_stop_in_turn=True
        ).problem:
            # The other pozzetto was the nearer one: the notation's first is the one taken first.
            other = self.deal | {_FIRST: self.deal[_SECOND], _SECOND: self.deal[_FIRST]}
            exchanged = self._text(other, lines)
            if not read_hand(exchanged, may_stop_in_turn=True).problem:
                return exchanged
        return text

    def _text(self, deal: dict[str, str], lines: list[str]) -> str:
        piles = {place.replace("pozzetto_", "pozzetto "): cards for place, cards in deal.items()}
        header = [
            "BGN 1",
            f"profile: {profile_text(load_profile(self.profile))}",
            f"players: {self.players}",
            f"dealer: {self.dealer}",
            *(
                f"{place if len(place) > 1 else f'hand {place}'}: {cards}"
                for place, cards in piles.items()
            ),
        ]
        return "\n".join([*header, "---", *lines]) + "\n"


def _turn_line(turn: list[MoveText]) -> str:
    return f"{turn[0].seat}: {'; '.join(move.action for move in turn)}"


def hands(records: Iterable[Record]) -> list[HandTold]:
    """Return the hands of a journal in order; a deal that was aborted is not one."""
    told: dict[int, HandTold] = {}
    profile: dict[str, Json] = _DEFAULT_PROFILE
    for record in records:
        if isinstance(record, SessionOpened):
            profile = record.profile
        if not isinstance(record, HandFact) or record.hand < 1:
            continue
        hand = told.setdefault(record.hand, HandTold(record.hand, profile))
        _tell(hand, record)
    return [hand for _, hand in sorted(told.items()) if hand.moves or hand.deal]


def _tell(hand: HandTold, record: HandFact) -> None:
    match record:
        case Committed():
            hand.players, hand.dealer = record.players, record.dealer
            hand.commitment = record.commitment
            hand.moves, hand.deal = [], {}
        case MoveSeen():
            del hand.moves[record.index :]
            hand.moves.append(record.move)
        case MovesRevised():
            hand.moves[record.index :] = record.moves
        case PlayEnded():
            hand.end = record.end
        case HandOver():
            hand.result = record.result
        case DealRevealed():
            # The reveal of an aborted deal does not say what was played.
            if record.reveal.get("commitment") == hand.commitment and not record.reveal.get(
                "aborted"
            ):
                hand.deal = dict(record.reveal.get("deal", {}))
        case _:
            pass


def first_turns(records: Iterable[Record], turns: int) -> Iterator[Record]:
    """Yield the records without what was played in a hand after so many turns."""
    kept = list(records)
    last = {hand.number: hand.moves_of(turns) for hand in hands(kept)}
    hand = over = 0
    for record in kept:
        if isinstance(record, HandFact) and record.hand != hand:
            hand, over = record.hand, 0
        if isinstance(record, (MoveSeen, MovesRevised)):
            over = over or record.index >= last.get(hand, 0)
        if not over or not isinstance(record, _PLAY):
            yield record


_PLAY: Final = (MoveSeen, MovesRevised, Found, Answered, Overridden)


def story(records: Iterable[Record]) -> Iterator[str]:
    """Yield the evening in one line an event, without any card that is not on the table."""
    for record in records:
        line = _deal_line(record) or _play_line(record)
        if line:
            yield f"{_clock(record.at)}  {line}"


def _clock(at: float) -> str:
    minutes, seconds = divmod(at, 60)
    return f"{int(minutes):4d}:{seconds:04.1f}"


def _deal_line(record: Record) -> str:
    match record:
        case SessionOpened():
            again = " again" if record.resumed else ""
            rules = record.profile.get("name", record.profile.get("base"))
            return f"Table {record.table} opens{again}: {rules}, {record.assist}"
        case Committed():
            return f"Hand {record.hand}: commitment {' '.join(record.words)}"
        case CutMade():
            return f"Hand {record.hand}: cut at {record.value}"
        case DealAborted():
            return f"Hand {record.hand}: deal broken off ({record.reason})"
        case DealReady():
            return (
                f"Hand {record.hand}: {', '.join(map(str, record.barrier.values()))} cards dealt"
            )
        case DealRevealed():
            return f"Hand {record.hand}: secret revealed"
        case _:
            return ""


def _play_line(record: Record) -> str:
    match record:
        case MoveSeen():
            return f"  {record.index + 1:3d}. {record.move.seat or ''} {record.move.action}"
        case MovesRevised():
            moves = "; ".join(f"{move.seat or ''} {move.action}" for move in record.moves)
            return f"       from move {record.index + 1} on it was: {moves}"
        case Found():
            where = f" at {record.zone}" if record.zone else ""
            count = "" if record.count is None else f" ({record.count} cards)"
            return f"       ! {record.what}{where}{count}"
        case Answered():
            return f"       question {record.question}: answer {record.option + 1}"
        case Overridden():
            return f"       {record.who} puts {record.what} right: {record.why}"
        case PlayEnded():
            return f"Hand {record.hand}: over by {record.end}"
        case HandOver():
            return f"Hand {record.hand}: {_totals(record.result)}"
        case LinkChanged():
            return f"{record.board}: {record.what}"
        case _:
            return ""


def _totals(result: dict[str, Json]) -> str:
    sides = result.get("sides", {})
    return ", ".join(f"{side} {points.get('total')}" for side, points in sides.items())
