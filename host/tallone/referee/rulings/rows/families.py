"""Which row answers: rows of one irregularity at different moments are told apart by the facts."""

from collections.abc import Callable, Mapping
from typing import Final

from tallone.referee.rulings.facts import FactsError
from tallone.referee.rulings.rows.case import Case
from tallone.referee.rulings.rows.tables import RowKind, row_kinds, rows_by_kind
from tallone.rules.hand.hand import TO_DRAW

_LAYS: Final = ("open", "add")


def answering_row(kind: str, case: Case) -> RowKind:
    """Return the row that answers, whichever row of its family was asked for; FactsError as `Case`."""
    asked = rows_by_kind()[kind]
    choose = _FAMILIES.get(asked.family)
    return asked if choose is None else row_kinds()[choose(case, asked)]


def assumed_moment(kind: str) -> str | None:
    """Return when a fault of that kind was noticed, should nobody have said: the row's first moment."""
    moments = rows_by_kind()[kind].moments
    return moments[0] if moments else None


def _by_moment(*rows: str) -> "_Choose":
    """Return the choice of the first of these rows that answers at the moment."""

    def choose(case: Case, asked: RowKind) -> str:
        for row in rows:
            if case.noticed in row_kinds()[row].moments:
                return row
        return asked.row

    return choose


def _pack(case: Case, _asked: RowKind) -> str:
    if case.noticed in row_kinds()["R10"].moments:
        return "R10"
    if case.noticed == "count":
        return "R13"
    opened = any(own.melds for own in case.at.state.side_list)
    return "R11" if opened else "R12"


def _out_of_turn(case: Case, asked: RowKind) -> str:
    if case.by is case.on:
        raise FactsError("who acted out of turn is on turn in the position")
    if case.noticed in row_kinds()["R28"].moments:
        return "R28"
    verbs = [action.verb for action in case.facts.act]
    if any(verb in _LAYS for verb in verbs):
        return "R27"
    if verbs:
        return "R26" if verbs[0] == "take" else "R25"
    return asked.row if asked.row in ("R25", "R26") else "R25"


def _left(case: Case, _asked: RowKind) -> str:
    return "R30" if len(case.facts.cards) == 1 else "R31"


def _exposed(case: Case, _asked: RowKind) -> str:
    return "R36" if case.playable or not case.exposed else "R37"


def _wrong(case: Case, asked: RowKind) -> str:
    if case.noticed in row_kinds()["R42"].moments:
        return "R42"
    if case.noticed in row_kinds()["R43"].moments:
        return "R43"
    if case.wrong:
        return "R44" if case.wrong[0].on_group else "R41"
    return asked.row if asked.row in ("R41", "R44") else "R41"


def _short(case: Case, _asked: RowKind) -> str:
    return "R53" if _is_late(case) else "R52"


def _long(case: Case, _asked: RowKind) -> str:
    return "R55" if _is_late(case) else "R54"


def _is_late(case: Case) -> bool:
    """Whether a pozzetto can no longer be put right: played, or in the F.I.Bur. codes looked at."""
    looked = case.facts.flag("looked") and case.exposed_to != "anybody"
    return bool(case.facts.played) or looked


def _second_pozzetto(case: Case, _asked: RowKind) -> str:
    return "R60" if case.discarded is not None else "R59"


def _closing(case: Case, _asked: RowKind) -> str:
    if case.discarded is None:
        return "R64" if case.last_verb == "open" else "R63"
    wild = case.discarded.can_be_wild
    return "R62" if wild and case.has_burraco else "R61"


def _time_out(case: Case, asked: RowKind) -> str:
    if case.facts.side is not None or asked.row == "R67":
        return "R67"
    return "R68" if case.at.state.phase is TO_DRAW else "R66"


_Choose = Callable[[Case, RowKind], str]
_FAMILIES: Final[Mapping[str, _Choose]] = {
    "A": _pack,
    "B": _by_moment("R22", "R23"),
    "C": _out_of_turn,
    "D": _left,
    "E": _exposed,
    "F": _wrong,
    "G": _by_moment("R46", "R47"),
    "I": _short,
    "J": _long,
    "K": _second_pozzetto,
    "L": _closing,
    "M": _time_out,
}
