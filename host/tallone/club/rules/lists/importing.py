"""What people paste or hand in as files: entries, seatings, slips, with every problem named.

Lines with a problem are left out unless it is one that only asks for a look; all others are taken.
"""

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from tallone.club.rules.lists.names import Names, same_name
from tallone.club.rules.lists.pasted import Line, digits_of, lines_of, number_of
from tallone.club.rules.refusal import MAX_ROUNDS, Refused, shown, syntax
from tallone.club.rules.scoring import check_points

MAX_TABLE: Final = 1_000_000
_PAIR_SIGNS: Final = re.compile(r"\s+[-\u2013]\s+|/")
_COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "giocatore 1": "player_1",
        "player 1": "player_1",
        "giocatore 2": "player_2",
        "player 2": "player_2",
        "coppia": "pair",
        "pair": "pair",
        "tessera 1": "card_1",
        "card 1": "card_1",
        "tessera 2": "card_2",
        "card 2": "card_2",
        "circolo": "club",
        "club": "club",
        "provincia": "province",
        "province": "province",
        "regione": "region",
        "region": "region",
    }
)
_WITHOUT_HEADER: Final = ("player_1", "player_2", "club")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Problem:
    """A line with something wrong, what it is about, and what it is like."""

    line: int
    code: str
    what: str = ""
    to: str = ""

    def as_object(self) -> dict[str, Any]:
        """Return it as a plain object."""
        told = {"what": self.what, "to": self.to}
        return {"line": self.line, "code": self.code, **{k: v for k, v in told.items() if v}}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The rows that can be taken, as plain objects, and the problems by line."""

    rows: tuple[dict[str, Any], ...]
    problems: tuple[Problem, ...]


def import_text(shape: str, text: str) -> Imported:
    """Read pasted text of a shape; raise Refused `query.syntax` for one that is none."""
    return import_lines(shape, lines_of(text))


def import_lines(
    shape: str, lines: Sequence[Line], columns: Mapping[str, str] | None = None
) -> Imported:
    """Read lines of cells; `columns` maps headers of the file to names of ours."""
    read = SHAPES.get(shape)
    if read is None:
        syntax(f"there is no shape {shown(shape)}; there are {', '.join(SHAPES)}")
    work = read(columns or {})
    for number, (line, cells) in enumerate(lines):
        if number == 0 and work.header(line, cells):
            continue
        work.take(line, cells)
    return Imported(rows=tuple(work.rows()), problems=tuple(sorted(work.problems)))


class _Reading:
    """One shape while its lines are read."""

    # The cells in which a number belongs; none of them has one in a header.
    number_cells: tuple[int, ...] = ()

    def __init__(self, columns: Mapping[str, str]) -> None:
        self.columns = columns
        self.problems: list[Problem] = []

    def problem(self, line: int, code: str, what: str = "", to: str = "") -> None:
        self.problems.append(Problem(line=line, code=code, what=what, to=to))

    def header(self, line: int, cells: Sequence[str]) -> bool:
        del line
        return all(digits_of(_cell(cells, place)) is None for place in self.number_cells)

    def take(self, line: int, cells: Sequence[str]) -> None:
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        raise NotImplementedError


class _Entries(_Reading):
    """Pairs by header, else player 1, player 2, club."""

    def __init__(self, columns: Mapping[str, str]) -> None:
        super().__init__(columns)
        self.places: dict[str, int] = {name: n for n, name in enumerate(_WITHOUT_HEADER)}
        self.names = Names()
        self.cards: set[str] = set()
        self.entries: list[dict[str, Any]] = []

    def header(self, line: int, cells: Sequence[str]) -> bool:
        found: dict[str, int] = {}
        unknown: list[str] = []
        for place, cell in enumerate(cells):
            name = self.columns.get(cell) or _COLUMNS.get(_header_name(cell))
            if name and name not in found:
                found[name] = place
            elif cell:
                unknown.append(cell)
        if not found:
            return False
        self.places = found
        for cell in unknown:
            self.problem(line, "import.unknown_column", cell)
        return True

    def take(self, line: int, cells: Sequence[str]) -> None:
        given = {name: _cell(cells, place) for name, place in self.places.items()}
        players = [
            " ".join(name.split())
            for column in ("pair", "player_1", "player_2")
            for name in _PAIR_SIGNS.split(given.get(column, ""))
            if name.strip()
        ]
        if len(players) != 2:
            code = "import.too_many" if len(players) > 2 else "import.no_partner"
            self.problem(line, code, " / ".join(players))
            return
        cards = [given.get(column) or None for column in ("card_1", "card_2")]
        again = self._again(players, cards)
        if again is not None:
            self.problem(line, "import.duplicate_player", again)
            return
        for name in players:
            for other in self.names.like(name):
                self.problem(line, "import.similar", name, other)
            if len(name.split()) == 1:
                self.problem(line, "import.incomplete_name", name)
            self.names.add(name)
        self.cards |= {card for card in cards if card}
        entry: dict[str, Any] = {"entrant": len(self.entries) + 1, "players": players}
        if any(cards):
            entry["cards"] = cards
        entry |= {key: given[key] for key in ("club", "province", "region") if given.get(key)}
        self.entries.append(entry)

    def _again(self, players: Sequence[str], cards: Sequence[str | None]) -> str | None:
        """Return the player or card that has entered already, or comes twice in the line."""
        for name in players:
            if name in self.names:
                return name
        if same_name(players[0]) == same_name(players[1]):
            return players[1]
        named = [card for card in cards if card]
        if len(set(named)) < len(named):
            return named[0]
        return next((card for card in named if card in self.cards), None)

    def rows(self) -> list[dict[str, Any]]:
        return self.entries


@dataclasses.dataclass(slots=True)
class _Pairs:
    """The pairs of one table, and the line of the first."""

    line: int
    pairs: list[str]


class _Seating(_Reading):
    """Tables by group; each shape says where its cells are."""

    def __init__(self, columns: Mapping[str, str]) -> None:
        super().__init__(columns)
        self.tables: dict[tuple[str | None, int], _Pairs] = {}

    def add(self, line: int, group: str | None, cell: str, pair: str) -> None:
        table = self._table(line, cell)
        if table is None:
            return
        if not pair:
            self.problem(line, "import.no_pair")
            return
        here = self.tables.setdefault((group, table), _Pairs(line, []))
        if len(here.pairs) == 2:
            self.problem(line, "import.third_pair", pair)
            return
        here.pairs.append(pair)

    def _table(self, line: int, cell: str) -> int | None:
        table = digits_of(cell)
        if table is None or not 1 <= table <= MAX_TABLE:
            self.problem(line, "import.table_number", cell)
            return None
        return table

    def rows(self) -> list[dict[str, Any]]:
        groups = list(dict.fromkeys(group for group, _ in self.tables))
        found = []
        for (group, table), here in sorted(
            self.tables.items(), key=lambda item: (groups.index(item[0][0]), item[0][1])
        ):
            if len(here.pairs) == 1:
                self.problem(here.line, "import.half_table", here.pairs[0])
            a, b = (*here.pairs, None)[:2]
            found.append({"group": group, "table": table, "a": a, "b": b})
        return found


class _TwoRows(_Seating):
    """Group, table, pair; the first of a table is `a`."""

    number_cells = (1,)

    def take(self, line: int, cells: Sequence[str]) -> None:
        group = _cell(cells, 0) or None
        self.add(line, group, _cell(cells, 1), _cell(cells, 2))


class _Alphabetical(_Seating):
    """Pair, table."""

    number_cells = (1,)

    def take(self, line: int, cells: Sequence[str]) -> None:
        self.add(line, None, _cell(cells, 1), _cell(cells, 0))


class _ByTable(_Seating):
    """Table, a, b."""

    number_cells = (0,)

    def take(self, line: int, cells: Sequence[str]) -> None:
        table = self._table(line, _cell(cells, 0))
        if table is None:
            return
        pairs = [pair for pair in (_cell(cells, 1), _cell(cells, 2)) if pair]
        if (None, table) in self.tables:
            self.problem(line, "import.same_table", str(table))
        elif not pairs:
            self.problem(line, "import.no_pair")
        else:
            self.tables[None, table] = _Pairs(line, pairs)


class _Results(_Reading):
    """Round, table, points of a, points of b."""

    number_cells = (0, 1, 2, 3)

    def __init__(self, columns: Mapping[str, str]) -> None:
        super().__init__(columns)
        self.slips: dict[tuple[int, int], tuple[int, int]] = {}

    def take(self, line: int, cells: Sequence[str]) -> None:
        number, table = (digits_of(_cell(cells, place)) for place in (0, 1))
        points = [number_of(_cell(cells, place)) for place in (2, 3)]
        if number is None or not 1 <= number <= MAX_ROUNDS or None in points:
            wrong = 0 if number is None else 2 + points.index(None) if None in points else 0
            self.problem(line, "import.number", _cell(cells, wrong))
            return
        if table is None or not 1 <= table <= MAX_TABLE:
            self.problem(line, "import.table_number", _cell(cells, 1))
            return
        a, b = (total for total in points if total is not None)
        try:
            check_points((a, b))
        except Refused as error:
            self.problem(line, error.code, f"{a} {b}")
            return
        if (number, table) in self.slips:
            self.problem(line, "import.same_table", str(table))
            return
        self.slips[number, table] = (a, b)

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"round": number, "table": table, "points": list(points)}
            for (number, table), points in sorted(self.slips.items())
        ]


SHAPES: Final[Mapping[str, Callable[[Mapping[str, str]], _Reading]]] = MappingProxyType(
    {
        "entries": _Entries,
        "two_rows": _TwoRows,
        "by_table": _ByTable,
        "alphabetical": _Alphabetical,
        "results": _Results,
    }
)


def _cell(cells: Sequence[str], place: int) -> str:
    return cells[place] if place < len(cells) else ""


def _header_name(cell: str) -> str:
    """Return a header as the list of columns has it: `Giocatore_1`, `TESSERA  2`."""
    plain = " ".join(cell.casefold().replace("_", " ").replace(".", " ").split())
    return re.sub(r"(?<=[a-z])(?=[0-9])", " ", plain)
