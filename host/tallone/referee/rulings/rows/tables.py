"""The tables of rulings: what each code says of each irregularity, as data, checked when read.

A row's cases are tried in order; the first whose conditions all hold answers. A club's own file may put
other rows in the place of a code's.
"""

import dataclasses
import functools
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any, Final, Literal

from tallone.referee.rulings.facts import MOMENTS
from tallone.referee.rulings.rows.words import (
    CARDS_OF,
    CONDITIONS,
    EACH,
    LAPS,
    NUMBERS,
    SEATS,
    SIDES,
)
from tallone.rules.profiles.profile import nearest
from tallone.rules.rulings.effects import DISCARD_CHOICES, EFFECTS, Field, Kind

FAMILIES: Final = ("febur", "fibur")
BASES: Final = ("stated", "inferred", "silent", "unread", "practice")
# With these a code decides.
DECIDES: Final = ("stated", "inferred")
VOICES: Final = ("a", "c", "f", "p")
# Those that codes speak of, and what the table sees beside them.
CODED_ROWS: Final = tuple(f"R{number}" for number in range(1, 81))
ROWS: Final = (*CODED_ROWS, *(f"X{number}" for number in range(1, 8)))
_PENALISED: Final = ("by", "both", "nobody")
_MAX_CASES: Final = 16
_MAX_LABEL: Final = 200


class TableError(ValueError):
    """A table of rulings has a row that says nothing a program could follow."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RowKind:
    """A row of the catalogue: its kind, whom it is told, its family, the facts and moments it needs."""

    row: str
    kind: str
    voice: str
    family: str = ""
    needs: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Template:
    """An effect as a table writes it: its name, what it is given once for each of, and its words."""

    name: str
    each: str
    words: Mapping[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """One of the alternatives of a case."""

    name: str
    effects: tuple[Template, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One case of a row; `like` is the row whose case follows it. Others: the answer's keys."""

    when: tuple[str, ...] = ()
    effects: tuple[Template, ...] = ()
    like: str = ""
    options: tuple[Choice, ...] = ()
    chooser: str = ""
    cured: bool = False
    irregular: bool = True
    claim: Literal["", "shut", "open"] = ""
    penalised: str = ""
    basis: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a code says of an irregularity. Without a case it says nothing."""

    basis: str
    articles: tuple[str, ...]
    edition: str
    scope: str
    penalised: str
    cells: tuple[Cell, ...]
    source: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A code's rows, and how its claims lapse, who must have seen a card, which rows answer for others."""

    code: str
    edition: str
    claim: str
    exposed_to: str
    loss_of_right: tuple[str, ...]
    rows: Mapping[str, Row]


@functools.cache
def row_kinds() -> Mapping[str, RowKind]:
    """Return the catalogue by row, R1 to R80."""
    document = _document("kinds")
    return {
        row: RowKind(
            row=row,
            kind=entry["kind"],
            voice=entry["voice"],
            family=entry.get("family", ""),
            needs=tuple(entry.get("needs", ())),
            moments=tuple(entry.get("moments", ())),
        )
        for row, entry in document.items()
    }


@functools.cache
def rows_by_kind() -> Mapping[str, RowKind]:
    """Return the catalogue by kind."""
    return {entry.kind: entry for entry in row_kinds().values()}


@functools.cache
def table(family: str) -> Table:
    """Return the table of a code family."""
    document = _document(family)
    head = {key: document.pop(key) for key in ("code", "edition", "claim", "exposed_to")}
    loss = tuple(document.pop("loss_of_right"))
    base = table("febur").rows if family != "febur" else {}
    rows = {
        row: read_row(row, entry, head["edition"], base, head["code"])
        for row, entry in document.items()
    }
    return Table(**head, loss_of_right=loss, rows=rows)


def club_rows(written: Mapping[str, Any], family: str, edition: str) -> dict[str, Row]:
    """Return a club's own rows, over those of its family; raise TableError."""
    others = table(family).rows
    found = {}
    for name, entry in written.items():
        row = rows_by_kind()[name].row if name in rows_by_kind() else name
        if row not in ROWS:
            raise TableError(f"[ruling.{name[:40]}]{nearest(name, [*ROWS, *rows_by_kind()])}")
        if not isinstance(entry, Mapping):
            raise TableError(f"ruling.{name} is no table; write [ruling.{name}]")
        found[row] = read_row(row, entry, edition, others, family)
    return found


def read_row(
    name: str, written: Mapping[str, Any], edition: str, others: Mapping[str, Row], code: str
) -> Row:
    """Return a row from its TOML table; raise TableError."""
    keys = ("basis", "articles", "edition", "scope", "penalised", "case", "like", "source")
    _demand_keys(name, written, keys)
    like = others.get(name) if written.get("like") else None
    basis = _one_of(name, "basis", written.get("basis", "stated"), BASES)
    cells = tuple(_cell(name, entry) for entry in _list(name, "case", written.get("case", [])))
    if like is not None:
        cells = like.cells
    decides = basis in DECIDES
    if decides and not cells:
        raise TableError(f"{name}: a code that decides needs a case")
    penalised = written.get("penalised", like.penalised if like is not None else "nobody")
    return Row(
        basis=basis,
        articles=tuple(
            _text(name, "articles", article)
            for article in _list(name, "articles", written.get("articles", []))
        ),
        edition=_text(name, "edition", written.get("edition", edition)),
        scope=_one_of(
            name, "scope", written.get("scope", "it" if code == "fibur" else ""), ("", "it", "int")
        ),
        penalised=_one_of(name, "penalised", penalised, _PENALISED),
        cells=cells,
        source=_text(name, "source", written.get("source", "")),
    )


def _cell(row: str, written: object) -> Cell:
    if not isinstance(written, Mapping):
        raise TableError(f"{row}: a case is a table")
    keys = (
        "when", "effects", "as", "options", "chooser", "cured", "irregular", "claim", "penalised",
        "basis",
    )  # fmt: skip
    _demand_keys(row, written, keys)
    like = written.get("as", "")
    if like and like not in ROWS:
        raise TableError(f"{row}: as = {like!r} is no row")
    return Cell(
        when=tuple(_condition(row, one) for one in _list(row, "when", written.get("when", []))),
        effects=_templates(row, written.get("effects", [])),
        like=like,
        options=tuple(
            _choice(row, one) for one in _list(row, "options", written.get("options", []))
        ),
        chooser=_one_of(
            row, "chooser", written.get("chooser", ""), ("", "arbiter", *SEATS, *SIDES)
        ),
        cured=_flag(row, "cured", written.get("cured", False)),
        irregular=_flag(row, "irregular", written.get("irregular", True)),
        claim=_claim(row, written.get("claim", "")),
        penalised=_one_of(row, "penalised", written.get("penalised", ""), ("", *_PENALISED)),
        basis=_one_of(row, "basis", written.get("basis", ""), ("", *BASES)),
    )


def _choice(row: str, written: object) -> Choice:
    if not isinstance(written, Mapping):
        raise TableError(f"{row}: an option is a table with its name and its effects")
    name = _text(row, "name", written.get("name"))
    return Choice(name, _templates(row, written.get("effects", [])))


def _claim(row: str, written: object) -> Literal["", "shut", "open"]:
    claims: tuple[Literal[""], Literal["shut"], Literal["open"]] = ("", "shut", "open")
    for claim in claims:
        if written == claim:
            return claim
    raise TableError(f"{row}: claim = {written!r}: shut or open")


def _condition(row: str, written: object) -> str:
    words = written.split() if isinstance(written, str) else []
    name = next((word for word in words if word != "not"), "")
    if name not in CONDITIONS:
        raise TableError(f"{row}: no condition {written!r}{nearest(name, CONDITIONS)}")
    return " ".join(words)


def _templates(row: str, written: object) -> tuple[Template, ...]:
    return tuple(_template(row, one) for one in _list(row, "effects", written))


def _template(row: str, written: object) -> Template:
    if not isinstance(written, Mapping) or not isinstance(written.get("effect"), str):
        raise TableError(f"{row}: an effect is a table with its name under effect")
    words = dict(written)
    name, each = words.pop("effect"), words.pop("each", "")
    if name not in EFFECTS:
        raise TableError(f"{row}: no effect {name[:40]!r}{nearest(name, EFFECTS)}")
    if each and each not in EACH:
        raise TableError(f"{row}: {name}: no each {each!r}{nearest(str(each), EACH)}")
    schema = EFFECTS[name]
    _demand_keys(f"{row}: {name}", words, tuple(schema))
    for key, field in schema.items():
        if key in words:
            _demand_word(f"{row}: {name}: {key}", field, words[key])
        elif not (field.optional or each):
            raise TableError(f"{row}: {name} lacks {key}")
    if name == "forced-discard" and sum(key in words for key in DISCARD_CHOICES) != 1:
        raise TableError(f"{row}: {name} names one of {', '.join(DISCARD_CHOICES)}")
    return Template(name, each, words)


_WORDS: Final[Mapping[Kind, Mapping[str, object]]] = {
    Kind.SEAT: SEATS,
    Kind.SIDE: SIDES,
    Kind.CARD: CARDS_OF,
    Kind.CARDS: CARDS_OF,
    Kind.MELD: NUMBERS,
    Kind.NUMBER: NUMBERS,
    Kind.SEATS: LAPS,
}


def _demand_word(where: str, field: Field, written: object) -> None:
    known = _WORDS.get(field.kind)
    if known is not None:
        number = field.kind in (Kind.MELD, Kind.NUMBER) and type(written) is int
        if not number and (not isinstance(written, str) or written not in known):
            raise TableError(f"{where} = {written!r}{nearest(str(written), known)}")
    elif field.kind is Kind.FLAG:
        _flag(where, "value", written)
    elif field.kind is Kind.WORDS:
        if not isinstance(written, list) or not set(map(str, written)) <= set(field.words):
            raise TableError(f"{where} must be a list of {', '.join(field.words)}")
    elif written not in field.words:
        raise TableError(f"{where} = {written!r}{nearest(str(written), field.words)}")


def _demand_keys(where: str, written: Mapping[str, Any], keys: Sequence[str]) -> None:
    for key in written:
        if key not in keys:
            raise TableError(f"{where}: no key {key[:40]!r}{nearest(key, keys)}")


def _one_of(where: str, key: str, written: object, words: Sequence[str]) -> str:
    if not isinstance(written, str) or written not in words:
        raise TableError(
            f"{where}: {key} = {written!r}{nearest(str(written), filter(None, words))}"
        )
    return written


def _list(where: str, key: str, written: object) -> list[Any]:
    if not isinstance(written, list) or len(written) > _MAX_CASES:
        raise TableError(f"{where}: {key} must be a list of at most {_MAX_CASES}")
    return written


def _text(where: str, key: str, written: object) -> str:
    if not isinstance(written, str) or len(written) > _MAX_LABEL:
        raise TableError(f"{where}: {key} must be a text of at most {_MAX_LABEL} characters")
    return written


def _flag(where: str, key: str, written: object) -> bool:
    if type(written) is not bool:
        raise TableError(f"{where}: {key} must be true or false")
    return written


def _document(name: str) -> dict[str, Any]:
    text = (
        resources.files(__package__).joinpath("tables", f"{name}.toml").read_text(encoding="utf-8")
    )
    return tomllib.loads(text)


def is_moment(word: str) -> bool:
    """Whether a word names a moment at which a fault may be noticed."""
    return word in MOMENTS
