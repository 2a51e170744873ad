"""The slip after a hand: result, fairness and machine, as text, PDF and QR code.

Nothing here is hidden: a receipt is made when the hand is counted and its deal revealed.
"""

import dataclasses
import io
from collections.abc import Mapping
from typing import Final

import segno

from tallone.dealing.promise.commitment import FORMAT, SHOWN_WORDS, SIMULATION
from tallone.dealing.promise.paper import page, write_lines
from tallone.dealing.promise.reveal import Reveal
from tallone.dealing.promise.words import words_of

# Names come from outside; longer ones are cut.
_MAX_NAME: Final = 40
WIDTH: Final = 42  # characters of a line: what an 80 mm printer prints
# Of the journal's head hash: half of it tells any two journals apart.
_HEAD_DIGITS: Final = 32
_FIRMWARE_DIGITS: Final = 16
_PAPER_MM: Final = 80.0
_MARGIN_MM: Final = 4.0
_CODE_MM: Final = 46.0
_LINE_MM: Final = 5.0


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What stands on the slip. `labels` are the words in the table's language, by key."""

    reveal: Reveal
    profile: str
    assist: str
    totals: Mapping[str, int]  # side -> points of the hand
    names: Mapping[str, str]  # side -> who plays there
    journal_head: str
    program: str
    wall_clock: str
    labels: Mapping[str, str]


# The words a receipt needs; the catalogue of texts has them as `receipt.<key>`.
LABEL_KEYS: Final = (
    "table", "round", "hand", "rules", "assist", "result", "promise", "cut", "journal",
    "program", "not_played", "verify", "pack", "firmware",
    "match", "attempt", "broken", "numbers", "simulation",
)  # fmt: skip


def qr_text(reveal: Reveal) -> str:
    """Return what the slip's QR code says: enough to deal the hand again."""
    cut = "" if reveal.cut is None else reveal.cut
    fields = {
        "table": reveal.table,
        "round": reveal.round,
        "hand": reveal.hand,
        "players": reveal.players,
        "firmware": reveal.firmware,
        "pack": reveal.pack,
        "date": reveal.date,
        "match": reveal.match,
        "attempt": reveal.attempt,
        "broken": reveal.broken,
        "journal": reveal.journal,
        "source": reveal.source,
        "numbers": ",".join(map(str, reveal.numbers)),
        "cut": cut,
        "hash": reveal.commitment,
        "secret": reveal.secret,
    }
    return f"{FORMAT}:reveal?" + "&".join(f"{name}={value}" for name, value in fields.items())


def lines(receipt: Receipt) -> list[str]:
    """Return the slip as text, at most 42 characters a line."""
    reveal, label = receipt.reveal, receipt.labels
    head = f"{label['table']} {reveal.table}  {label['round']} {reveal.round}"
    told = [
        f"{head}  {label['hand']} {reveal.hand}",
        f"{label['match']} {reveal.match}  {label['attempt']} {reveal.attempt}  {reveal.date}",
        *([f"{reveal.broken} {label['broken']}"] if reveal.broken else []),
        *([label["simulation"]] if reveal.source == SIMULATION else []),
        receipt.wall_clock,
        f"{label['rules']}: {receipt.profile}",
        f"{label['assist']}: {receipt.assist}",
        f"{label['pack']}: {reveal.pack}",
        f"{label['firmware']}: {reveal.firmware[:_FIRMWARE_DIGITS] or '-'}",
    ]
    if reveal.aborted:
        told += ["", f"{label['not_played']}: {reveal.aborted}"]
    elif receipt.totals:
        told += ["", label["result"]]
        told += [_result(side, points, receipt) for side, points in receipt.totals.items()]
    words = words_of(bytes.fromhex(reveal.commitment)[:SHOWN_WORDS])
    told += ["", label["promise"], *_wrap(" ".join(words)), *_wrap(reveal.commitment)]
    if reveal.cut is not None:
        told.append(f"{label['cut']}: {reveal.cut}")
    if reveal.numbers:
        told.append(f"{label['numbers']}: {' '.join(f'{n:04}' for n in reveal.numbers)}")
    told += ["", f"{label['journal']}: {receipt.journal_head[:_HEAD_DIGITS]}"]
    told += [f"{label['program']}: {receipt.program}", label["verify"]]
    return [line[:WIDTH] for line in told]


def qr_svg(text: str) -> str:
    """Return a QR code as SVG text."""
    buffer = io.BytesIO()
    _code(text).save(buffer, kind="svg", scale=4, border=4)
    return buffer.getvalue().decode()


def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return a QR code as rows of modules, True for dark, without a border: for the screen."""
    return tuple(tuple(bool(module) for module in row) for row in _code(text).matrix)


def pdf(receipt: Receipt) -> bytes:
    """Return the slip as a PDF page as wide as the paper of a till printer."""
    told = lines(receipt)
    return slip(told, qr_text(receipt.reveal))


def slip(told: list[str], code: str) -> bytes:
    """Return lines and a QR code as a PDF page as wide as the paper of a till printer."""
    height = _LINE_MM * len(told) + _CODE_MM + 3 * _MARGIN_MM
    paper = page(_PAPER_MM, height, _MARGIN_MM, told[0])
    write_lines(paper, told, 9, _LINE_MM)
    buffer = io.BytesIO()
    _code(code).save(buffer, kind="png", scale=6, border=4)
    paper.image(buffer, x=(_PAPER_MM - _CODE_MM) / 2, y=paper.get_y() + 2, w=_CODE_MM)
    return bytes(paper.output())


def _result(side: str, points: int, receipt: Receipt) -> str:
    name = "".join(sign if sign.isprintable() else "?" for sign in receipt.names.get(side, ""))
    told = receipt.labels.get(side, side)
    return f"{told} {name[:_MAX_NAME]}"[: WIDTH - 7].ljust(WIDTH - 7) + f" {points:>6}"


def _wrap(text: str) -> list[str]:
    """Break text at spaces, or anywhere where there are none."""
    rows: list[str] = []
    for word in text.split():
        parts = [word[start : start + WIDTH] for start in range(0, len(word), WIDTH)]
        for part in parts:
            if rows and len(rows[-1]) + 1 + len(part) <= WIDTH:
                rows[-1] += f" {part}"
            else:
                rows.append(part)
    return rows


def _code(text: str) -> segno.QRCode:
    # Level M: a slip is folded and thumbed. A reveal has about 430 characters.
    return segno.make(text, error="m", micro=False)
