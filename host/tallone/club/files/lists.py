"""An event's lists as sheets: entries, seating both ways, results, standing, prizes, federation."""

import dataclasses
import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence

from tallone.club.files.sheets import Cell, Sheet
from tallone.club.rules.meetings import Who
from tallone.club.rules.prizes import Prizes
from tallone.club.rules.record.state import Projection
from tallone.display.texts.phrases import text


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An entrant as lists show him."""

    number: int
    players: tuple[str, ...]
    cards: tuple[str | None, ...] = ()
    club: str = ""
    province: str = ""
    region: str = ""
    paid: bool = False

    @property
    def together(self) -> str:
        """All players in one cell."""
        return " - ".join(self.players)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """Everything that an event's lists are made of."""

    title: str
    held: dt.date
    entrants: Mapping[int, Named]
    state: Projection
    criteria: Sequence[str]
    language: str = "it"
    hands: int = 3

    def entries(self) -> Sheet:
        """Return who has entered."""
        rows = [
            (
                one.number, one.together, " - ".join(card or "" for card in one.cards).strip(" -"),
                one.club, one.province, one.region, self._word("yes" if one.paid else "no"),
            )
            for one in sorted(self.entrants.values(), key=lambda one: one.number)
        ]  # fmt: skip
        return self._sheet(
            "entries", ("number", "players", "cards", "club", "province", "region", "paid"), rows
        )

    def seating(self, number: int) -> Sheet:
        """Return a round by table; who rests stands at the foot."""
        seating = self.state.seatings[number]
        rows: list[tuple[Cell, ...]] = [
            (
                number,
                self._group(seats.a[0]),
                seats.table,
                _key(seats.a),
                self.side(seats.a),
                _key(seats.b),
                self.side(seats.b),
            )
            for seats in sorted(seating.tables, key=lambda one: one.table)
        ]
        rows += [
            (
                number,
                self._group(one),
                None,
                _key((one,)),
                self.side((one,)),
                self._word("rest"),
                None,
            )
            for one in seating.byes
        ]
        header = ("round", "group", "table", "a", "players", "b", "players")
        return self._sheet("seating", header, rows)

    def by_surname(self, number: int) -> Sheet:
        """Return a round by surname: where each player sits."""
        seating = self.state.seatings[number]
        rows: list[tuple[Cell, ...]] = []
        for seats in seating.tables:
            for line, side in (("a", seats.a), ("b", seats.b)):
                rows += [
                    (name, self._group(one), seats.table, self._word(line))
                    for one in side
                    for name in self._players(one)
                ]
        for one in seating.byes:
            rest = self._word("rest")
            rows += [(name, self._group(one), None, rest) for name in self._players(one)]
        rows.sort(key=lambda row: str(row[0]).casefold())
        return self._sheet("by_surname", ("player", "group", "table", "line"), rows)

    def results(self, number: int | None = None) -> Sheet:
        """Return the results of a round, or of all."""
        rows = [
            (
                one.round, one.table, self.side(one.a), self.side(one.b),
                *(one.points or (None, None)), *(one.mp or (None, None)), *(one.vp or (None, None)),
                one.state, one.source,
            )
            for one in self.state.results
            if number is None or one.round == number
        ]  # fmt: skip
        header = (
            "round",
            "table",
            "a",
            "b",
            "points_a",
            "points_b",
            "mp_a",
            "mp_b",
            "vp_a",
            "vp_b",
            "state",
            "source",
        )
        return self._sheet("results", header, rows)

    def standing(self) -> Sheet:
        """Return the standing with what parts each line from the one above, and VP by round."""
        penalties: dict[int, int] = defaultdict(int)
        for fact in self.state.adjustments:
            penalties[fact.entrant] += fact.vp
        rounds = sorted(self.state.seatings)
        rows: list[tuple[Cell, ...]] = []
        for row in self.state.rows:
            one = self._named(row.entrant)
            total = row.total
            rows.append(
                (
                    row.group, row.rank, row.entrant, one.together,
                    " - ".join(card or "" for card in one.cards).strip(" -"), one.club,
                    total.vp, total.mp, total.wins, total.rests, penalties[row.entrant], row.by or "",
                    *(total.vp_by_round.get(number) for number in rounds),
                )
            )  # fmt: skip
        header = (
            "group",
            "rank",
            "number",
            "players",
            "cards",
            "club",
            "vp",
            "mp",
            "wins",
            "rests",
            "penalties",
            "by",
        )
        notes = [text("club.criteria", self.language, criteria=", ".join(self.criteria))]
        if self.state.missing:
            notes.append(text("club.provisional", self.language, n=len(self.state.missing)))
        words = (
            *map(self._word, header),
            *(text("club.vp_of", self.language, number=one) for one in rounds),
        )
        return Sheet(
            title=self._word("standing"), header=words, rows=tuple(rows), notes=tuple(notes)
        )

    def prizes(self, prizes: Prizes) -> Sheet:
        """Return who wins what, in euros."""
        ranks = {row.entrant: row.rank for row in self.state.rows}
        rows = [
            (
                won.name or ranks.get(won.entrant),
                self._named(won.entrant).together,
                won.amount / 100,
            )
            for won in (*prizes.awards, *prizes.special)
        ]
        return self._sheet("prizes", ("rank", "players", "amount"), rows)

    def federation(self) -> Sheet:
        """Return one line a player, as a federation files a tournament."""
        rows: list[tuple[Cell, ...]] = []
        for row in self.state.rows:
            one = self._named(row.entrant)
            cards = (*one.cards, *(None,) * len(one.players))
            rows += [
                (
                    card,
                    name,
                    self.title,
                    self.held,
                    row.rank,
                    len(self.state.rows),
                    row.total.vp,
                    row.total.mp,
                )
                for name, card in zip(one.players, cards, strict=False)
            ]
        header = ("card", "player", "event", "date", "rank", "of", "vp", "mp")
        return self._sheet("federation", header, rows)

    def _sheet(self, name: str, header: Sequence[str], rows: Sequence[tuple[Cell, ...]]) -> Sheet:
        return Sheet(
            title=self._word(name), header=tuple(map(self._word, header)), rows=tuple(rows)
        )

    def _word(self, name: str) -> str:
        return text(f"club.{name}", self.language)

    def _named(self, entrant: int) -> Named:
        return self.entrants.get(entrant) or Named(number=entrant, players=(str(entrant),))

    def _players(self, entrant: int) -> tuple[str, ...]:
        return self._named(entrant).players

    def side(self, side: Who) -> str:
        """Return the players of a side in one line."""
        return " - ".join(self._named(one).together for one in side)

    def _group(self, entrant: int) -> Cell:
        return next((row.group for row in self.state.rows if row.entrant == entrant), None)


def _key(side: Who) -> str:
    return " - ".join(map(str, side))
