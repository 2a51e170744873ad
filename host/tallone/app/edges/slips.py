"""Score slips made from a journal: of each match what every hand brought, to be signed, printed and read.

The same journal gives the same slip. Text and paper for people, CSV and JSON for programs.
"""

import dataclasses
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

import fpdf
import msgspec
import segno

from tallone.dealing.promise.paper import page, write_lines
from tallone.display.texts.phrases import signed, text
from tallone.errors import JournalError
from tallone.journal.records import (
    ArbiterActed,
    HandOver,
    PhaseEntered,
    Record,
    ScoreConfirmed,
    SessionOpened,
    Unsealed,
)
from tallone.rules.cards.seats import Seat, Side
from tallone.rules.match.match import ByHands, HandPoints, Match, MatchEnded, standing
from tallone.rules.match.victory_points import TABLES, table_for
from tallone.rules.profiles.profile import load_profile

FORMAT: Final = "tallone-slip/1"
MOST_BLANKS: Final = 400
_A4_MM: Final = (210.0, 297.0)
_TILL_MM: Final = 80.0
_MARGIN_MM: Final = 14.0
_SMALL_MARGIN_MM: Final = 4.0
_LINE_MM: Final = 6.5
_CODE_MM: Final = 34.0
_HEAD_DIGITS: Final = 32
_LINE: Final = "____________________"


class SlipHand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand: points by side, penalties in them, and who has confirmed (sides, or `arbiter`)."""

    hand: int
    points: dict[str, int]
    penalties: dict[str, int] = {}
    confirmed: tuple[str, ...] = ()
    corrected: bool = False


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """One match at one table; `victory_points` only where the code shares them out."""

    format: str = FORMAT
    table: int
    match: int
    rules: str
    assist: str
    hands: tuple[SlipHand, ...]
    totals: dict[str, int]
    victory_points: dict[str, int] | None = None
    journal: str = ""  # the head hash of the journal it was made from


@dataclasses.dataclass(slots=True)
class _Session:
    table: int = 0
    rules: str = ""
    assist: str = ""
    by_hands: int = 0


def slips_of(records: Sequence[Record], head: str) -> list[Slip]:
    """Return the slips of a journal's matches in order; raise JournalError if no hand was counted."""
    matches: list[list[SlipHand]] = [[]]
    session = _Session()
    opened = {one.record: one.order for one in records if isinstance(one, Unsealed)}
    ended = False
    for number, record in enumerate(records, start=1):
        match record:
            case SessionOpened():
                session = _session(record)
            case HandOver(hand=hand, result=result):
                points = {side: int(one["total"]) for side, one in result["sides"].items()}
                _put(matches[-1], SlipHand(hand=hand, points=points))
            case ScoreConfirmed(hand=hand):
                _put(
                    matches[-1],
                    SlipHand(
                        hand=hand,
                        points=record.points,
                        penalties=record.penalties,
                        confirmed=record.by,
                    ),
                )
            case ArbiterActed(what="correct", word="match-score"):
                _correct(matches[-1], record.order or opened.get(number, {}))
            case PhaseEntered(phase="match_end"):
                ended = True
            case PhaseEntered(phase="load") if ended:
                matches.append([])
                ended = False
            case _:
                pass
    found = [
        _slip(session, number, hands, head)
        for number, hands in enumerate(matches, start=1)
        if hands
    ]
    if not found:
        raise JournalError("the journal has no hand that was counted; play one to its end first")
    return found


def csv_of(slips: Iterable[Slip]) -> str:
    """Return slips as CSV for an Italian Excel: `;` between columns, one line a hand and one a total."""
    lines = ["tavolo;incontro;smazzata;NS;EW;penalità NS;penalità EW;VP NS;VP EW"]
    for slip in slips:
        for hand in slip.hands:
            values = (*_pair(hand.points), *_pair(hand.penalties), "", "")
            lines.append(_row(slip, hand.hand, values))
        shared = _pair(slip.victory_points) if slip.victory_points else ("", "")
        lines.append(_row(slip, "totale", (*_pair(slip.totals), "", "", *shared)))
    return "\r\n".join(lines) + "\r\n"


def json_of(slips: Sequence[Slip]) -> str:
    """Return slips as JSON; its schema is `schema()`."""
    return msgspec.json.format(msgspec.json.encode(slips), indent=2).decode() + "\n"


def schema() -> dict[str, Any]:
    """Return the JSON schema of a list of slips."""
    return msgspec.json.schema(list[Slip])


def qr_of(slip: Slip) -> str:
    """Return what a slip's QR code says: table, match, totals, and the journal's head hash."""
    totals = ",".join(f"{side}{points}" for side, points in slip.totals.items())
    head = slip.journal[:_HEAD_DIGITS]
    return f"TALLONE1:slip?table={slip.table}&match={slip.match}&totals={totals}&head={head}"


def lines_of(slip: Slip, language: str) -> list[str]:
    """Return a slip as lines of text, at most 42 characters each: what an 80 mm printer prints."""
    left, right = slip.totals

    def row(label: str, values: Sequence[str]) -> str:
        return f"{label[:18]:<18}{values[0]:>12}{values[1]:>12}"

    def points(label: str, of_sides: dict[str, int]) -> str:
        return row(label, [signed(of_sides.get(side, 0), language) for side in (left, right)])

    told = [
        text("slip.title", language, table=slip.table, match=slip.match),
        f"{text('receipt.rules', language)}: {slip.rules}"[:42],
        f"{text('receipt.assist', language)}: {slip.assist}",
        "",
        row("", (left, right)),
    ]
    for number, hand in enumerate(slip.hands, start=1):
        mark = " *" if hand.corrected else ""
        told.append(points(text("slip.hand", language, hand=number) + mark, hand.points))
        if any(hand.penalties.values()):
            told.append(points(text("slip.penalties", language), hand.penalties))
    told += ["", points(text("slip.total", language), slip.totals)]
    if slip.victory_points is not None:
        shared = [str(slip.victory_points[side]) for side in (left, right)]
        told.append(row(text("slip.victory_points", language), shared))
    if any(hand.corrected for hand in slip.hands):
        told += ["", f"* {text('slip.corrected', language)}"]
    told += ["", f"{text('receipt.journal', language)}: {slip.journal[:_HEAD_DIGITS]}"]
    for who in (left, right, text("minute.sign.arbiter", language)):
        told += ["", f"{who:<18}{_LINE}"]
    return told


def till_pdf(slips: Sequence[Slip], language: str) -> bytes:
    """Return slips as a strip 80 mm wide, one below the other."""
    told = [lines_of(slip, language) for slip in slips]
    tall = sum(len(lines) * 5.0 + _CODE_MM + 14 for lines in told) + 2 * _SMALL_MARGIN_MM
    paper = page(_TILL_MM, tall, _SMALL_MARGIN_MM, told[0][0])
    for slip, lines in zip(slips, told, strict=True):
        write_lines(paper, lines, 9, 5.0)
        _code(paper, qr_of(slip), (_TILL_MM - _CODE_MM) / 2, paper.get_y() + 2)
        paper.set_y(paper.get_y() + _CODE_MM + 10)
    return bytes(paper.output())


def a4_pdf(slips: Sequence[Slip], language: str) -> bytes:
    """Return slips on A4, two a page."""
    paper = page(*_A4_MM, _MARGIN_MM, text("slip.file", language))
    for place, slip in enumerate(slips):
        top = _half(paper, place)
        _table(paper, top, slip, language)
        _code(paper, qr_of(slip), _A4_MM[0] - _MARGIN_MM - _CODE_MM, top)
    return bytes(paper.output())


def blank_pdf(count: int, first: int, hands: int, language: str) -> bytes:
    """Return blank slips on A4, two a page, numbered from `first`."""
    paper = page(*_A4_MM, _MARGIN_MM, text("slip.blank", language, number=first))
    for place in range(count):
        top = _half(paper, place)
        paper.set_y(top)
        _write(paper, text("slip.blank", language, number=first + place), 16)
        _write(paper, text("slip.blank_head", language), 11)
        _columns(paper, ("", "NS", "EW"), bold=True)
        for number in range(1, hands + 1):
            _columns(paper, (text("slip.hand", language, hand=number), "", ""))
        _columns(paper, (text("slip.penalties", language), "", ""))
        _columns(paper, (text("slip.total", language), "", ""))
        _columns(paper, (text("slip.victory_points", language), "", ""))
        _sign(paper, ("NS", "EW"), language)
    return bytes(paper.output())


def _session(record: SessionOpened) -> _Session:
    profile = load_profile(record.profile)
    hands = record.config.get("hands", 0)
    name = str(record.profile.get("name", record.profile.get("base", "")))
    by_hands = int(hands) if profile.match != "points" and isinstance(hands, int) else 0
    return _Session(record.table, name, record.assist, by_hands)


def _put(hands: list[SlipHand], hand: SlipHand) -> None:
    """Add a hand, or put what is confirmed in the place of what was counted."""
    hands[:] = [one for one in hands if one.hand != hand.hand]
    hands.append(hand)


def _correct(hands: list[SlipHand], order: dict[str, Any]) -> None:
    values = order.get("values", {})
    place = values.get("hand", 0) if isinstance(values, dict) else 0
    if not isinstance(place, int) or not 1 <= place <= len(hands):
        return
    old = hands[place - 1]
    points = dict(zip(_names(old.points), (values["NS"], values["EW"]), strict=True))
    hands[place - 1] = msgspec.structs.replace(old, points=points, corrected=True)


def _slip(session: _Session, number: int, hands: Sequence[SlipHand], head: str) -> Slip:
    first, second = _names(hands[0].points)
    totals = {side: sum(hand.points[side] for hand in hands) for side in (first, second)}
    shared = None
    if session.by_hands and len(hands) >= session.by_hands:
        shared = _shared(session.by_hands, hands, (first, second))
    return Slip(
        table=session.table,
        match=number,
        rules=session.rules,
        assist=session.assist,
        hands=tuple(hands),
        totals=totals,
        victory_points=shared,
        journal=head,
    )


def _shared(
    by_hands: int, hands: Sequence[SlipHand], names: tuple[str, str]
) -> dict[str, int] | None:
    nearest = min(TABLES, key=lambda one: abs(one - by_hands))
    played = tuple(
        HandPoints(north_south=hand.points[names[0]], east_west=hand.points[names[1]])
        for hand in hands
    )
    form = ByHands(hands=by_hands, table=table_for(nearest))
    ended = standing(Match(format=form, first_dealer=Seat.NORTH, hands=played))
    if not isinstance(ended, MatchEnded) or ended.shared is None:
        return None
    return {name: ended.shared.of[side] for name, side in zip(names, Side, strict=True)}


def _names(of_sides: Iterable[str]) -> tuple[str, str]:
    """Return the two sides' names, North's first: a journal keeps no order of keys."""
    first, second = sorted(of_sides, key=lambda name: name[0] != "N")
    return first, second


def _pair(of_sides: dict[str, int]) -> tuple[str, str]:
    first, second = _names(of_sides) if len(of_sides) == 2 else ("NS", "EW")
    return str(of_sides.get(first, "")), str(of_sides.get(second, ""))


def _row(slip: Slip, what: object, values: Sequence[str]) -> str:
    return ";".join((str(slip.table), str(slip.match), str(what), *values))


def _half(paper: fpdf.FPDF, place: int) -> float:
    """Return where the slip of that place begins; every second one begins a page."""
    if place and place % 2 == 0:
        paper.add_page()
    return _MARGIN_MM + (_A4_MM[1] / 2 if place % 2 else 0.0)


def _table(paper: fpdf.FPDF, top: float, slip: Slip, language: str) -> None:
    paper.set_y(top)
    _write(paper, text("slip.title", language, table=slip.table, match=slip.match), 16)
    _write(paper, f"{text('receipt.rules', language)}: {slip.rules}, {slip.assist}", 10)
    names = tuple(slip.totals)
    paper.set_y(paper.get_y() + 3)
    _columns(paper, ("", *names), bold=True)
    for number, hand in enumerate(slip.hands, start=1):
        mark = " *" if hand.corrected else ""
        label = text("slip.hand", language, hand=number) + mark
        _columns(paper, (label, *(signed(hand.points[side], language) for side in names)))
        if any(hand.penalties.values()):
            taken = (signed(hand.penalties.get(side, 0), language) for side in names)
            _columns(paper, (text("slip.penalties", language), *taken))
    totals = (signed(slip.totals[side], language) for side in names)
    _columns(paper, (text("slip.total", language), *totals), bold=True)
    if slip.victory_points is not None:
        shared = (str(slip.victory_points[side]) for side in names)
        _columns(paper, (text("slip.victory_points", language), *shared), bold=True)
    if any(hand.corrected for hand in slip.hands):
        _write(paper, f"* {text('slip.corrected', language)}", 9)
    _write(paper, f"{text('receipt.journal', language)}: {slip.journal[:_HEAD_DIGITS]}", 9)
    _sign(paper, names, language)


def _write(paper: fpdf.FPDF, line: str, size: int) -> None:
    write_lines(paper, [line], size, _LINE_MM if size < 14 else _LINE_MM * 1.5)


def _columns(paper: fpdf.FPDF, values: Sequence[str], *, bold: bool = False) -> None:
    paper.set_font(size=13 if bold else 12)
    for place, (value, wide) in enumerate(zip(values, (70.0, 30.0, 30.0), strict=True)):
        paper.cell(wide, _LINE_MM * 1.2, value, border=1, align="R" if place else "L")
    paper.ln(_LINE_MM * 1.2)


def _sign(paper: fpdf.FPDF, names: Sequence[str], language: str) -> None:
    paper.set_y(paper.get_y() + 5)
    for who in (*names, text("minute.sign.arbiter", language)):
        _write(paper, f"{who}: {_LINE}", 11)


def _code(paper: fpdf.FPDF, content: str, x: float, y: float) -> None:
    buffer = io.BytesIO()
    segno.make(content, error="m", micro=False).save(buffer, kind="png", scale=6, border=4)
    paper.image(buffer, x=x, y=y, w=_CODE_MM)
