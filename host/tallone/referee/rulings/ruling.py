"""rule(asked) -> what the club's code says of an irregularity. Nothing is decided: an arbiter does that."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tallone.referee.rulings.answers import Asked, Cite, Claim, Mode, Option, Ruling
from tallone.referee.rulings.facts import Facts, FactsError
from tallone.referee.rulings.rows.case import Case
from tallone.referee.rulings.rows.enforcing import IMPOSSIBLE, is_act, refusal_of
from tallone.referee.rulings.rows.families import answering_row, assumed_moment
from tallone.referee.rulings.rows.tables import (
    DECIDES,
    Cell,
    Choice,
    Row,
    RowKind,
    Table,
    Template,
    club_rows,
    rows_by_kind,
    table,
)
from tallone.referee.rulings.rows.words import (
    CARDS_OF,
    CONDITIONS,
    EACH,
    LAPS,
    NUMBERS,
    SEATS,
    SIDES,
)
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side, side_of
from tallone.rules.profiles.profile import Profile
from tallone.rules.rulings.effects import EFFECTS, Effect, Kind, Value, effect

# The code family that a shipped profile's rulings come from; the others know no remedy.
FAMILY_OF: Final = {"febur": "febur", "fibur": "fibur", "fibur-2026": "fibur"}
# No federation stands behind this profile.
_BORROWED: Final = "fibur"
_LEVELS: Final = ("gara", "circolo", "didattica")
_VOICES: Final = {
    "a": ("fact", "fact", "rule"),
    "c": ("count", "count", "rule"),
    "f": ("nothing", "fact-after-discard", "rule"),
    "p": ("nothing", "nothing", "rule"),
}
# Faults of play: a right to their penalty can be lost.
_OF_PLAY: Final = ("R36", "R37", "R38", "R39", "R40", "R57")
# Rows after the hand: nobody claims anything.
_UNCLAIMED: Final = tuple(f"R{number}" for number in range(66, 81) if number != 69)
# Rows that are about no irregularity of a player's, with what is left of a claim.
_MAX_LIKE: Final = 4


class UnknownKindError(ValueError):
    """No irregularity has that name."""


def rule(asked: Asked) -> Ruling:
    """Return what the code says; raise UnknownKindError, FactsError or TableError."""
    if asked.kind not in rows_by_kind():
        raise UnknownKindError(f"no kind {asked.kind[:40]!r} of irregularity")
    mode = asked.mode or _usual_mode(asked.profile)
    family = FAMILY_OF.get(asked.profile.base)
    found = table(family) if family is not None else None
    case = _case(asked, found)
    _demand_facts(rows_by_kind()[asked.kind], case, mode)
    if mode == "enforce" and is_act(asked.kind):
        return _enforced(asked.kind, case)
    if case.facts.act and case.is_just_done:
        case.demand_possible()
    kind = answering_row(asked.kind, case)
    if found is None:
        return _without_code(asked.kind, kind, case, mode)
    rows = {**found.rows, **_own_rows(asked, family or "")}
    ruling = _by_table(kind, case, found, rows)
    ruling = dataclasses.replace(ruling, kind=asked.kind, mode=mode)
    return _right_lost(ruling, kind, case, found, rows) or ruling


def mode_of(asked: Asked) -> Mode:
    """Return whether a question is answered before the act or after it."""
    return asked.mode or _usual_mode(asked.profile)


def _usual_mode(profile: Profile) -> Mode:
    return "table" if profile.base in FAMILY_OF else "enforce"


def _own_rows(asked: Asked, family: str) -> Mapping[str, Row]:
    if not asked.club:
        return {}
    return club_rows(asked.club, family, asked.profile.edition)


def _case(asked: Asked, found: Table | None) -> Case:
    facts = asked.facts
    if facts.noticed is None:
        facts = dataclasses.replace(facts, noticed=_assumed(asked.kind, facts))
    exposed_to = found.exposed_to if found is not None else "anybody"
    return Case(asked.profile, asked.situation, facts, asked.history, exposed_to)


def _assumed(kind: str, facts: Facts) -> str | None:
    moment = assumed_moment(kind)
    ended = any(action.verb == "discard" for action in facts.act)
    return "discarded" if moment == "turn" and ended else moment


def _demand_facts(kind: RowKind, case: Case, mode: Mode) -> None:
    # What comes before a discard, and what a family's other row answers, needs no act.
    late = case.facts.noticed not in (None, "turn")
    for name in kind.needs:
        if name == "act" and (late or mode == "enforce"):
            continue
        if name == "acted" or case.facts.has(name):
            continue
        raise FactsError(f"the fact {name!r} is missing")


def _enforced(kind: str, case: Case) -> Ruling:
    """Return the answer of a program that refuses the act beforehand."""
    code = refusal_of(kind, case)
    row = rows_by_kind()[kind]
    if code != IMPOSSIBLE:
        row = answering_row(kind, case)
    return Ruling(
        row=row.row,
        kind=kind,
        mode="enforce",
        irregular=code is not None,
        says=True,
        basis="stated",
        refused=code,
        tell=_tell(row),
    )


def _without_code(kind: str, row: RowKind, case: Case, mode: Mode) -> Ruling:
    """Return the answer for rules that know no remedy."""
    irregular = not case.facts.act or not is_act(kind) or case.refusal is not None
    return Ruling(
        row=row.row,
        kind=kind,
        mode=mode,
        irregular=irregular,
        says=not irregular,
        basis="silent" if irregular else "stated",
        cured=None if irregular else False,
        tell=_tell(row),
    )


def _by_table(kind: RowKind, case: Case, found: Table, rows: Mapping[str, Row]) -> Ruling:
    """Return what the row says, in mode `table` and under the row's own kind."""
    row = rows[kind.row]
    cell = _cell(row, case, rows)
    basis = (cell.basis or row.basis) if cell is not None else row.basis
    says = basis in DECIDES
    cured = cell.cured if cell is not None else False
    irregular = cell is None or cell.irregular
    penalised: tuple[Side, ...] = ()
    if says and irregular and not cured and cell is not None:
        penalised = _penalised(cell.penalised or row.penalised, case)
    if not irregular:
        # That a code allows it is an answer, whatever it says where it does not.
        says = True
        basis = "stated" if basis not in DECIDES else basis
    return Ruling(
        row=kind.row,
        kind=kind.kind,
        mode="table",
        irregular=irregular,
        says=says,
        basis=basis,
        cites=_cites(row, found, case.profile),
        cured=cured if says else None,
        penalised=penalised,
        effects=_effects(cell, case, rows) if cell is not None and irregular else (),
        options=_options(cell, case) if cell is not None else (),
        chooser=_chooser(cell, case),
        claim=_claim(kind, cell, case, found, says=says and irregular, penalised=penalised),
        tell=_tell(kind),
    )


def _right_lost(
    ruling: Ruling, kind: RowKind, case: Case, found: Table, rows: Mapping[str, Row]
) -> Ruling | None:
    """Return the ruling of the row on a lost right, where it answers for a fault of play."""
    of_play = kind.voice == "f" or kind.row in _OF_PLAY
    if not (of_play and found.loss_of_right and ruling.irregular):
        return None
    lost = None
    if any(seat is not case.facts.by and _is_innocent(seat, case) for seat in case.facts.acted):
        lost = "R2"
    elif not case.facts.flag("called"):
        lost = "R3"
    if lost is None:
        return None
    row = rows[lost]
    answering = next(entry for entry in rows_by_kind().values() if entry.row == lost)
    return Ruling(
        row=lost,
        kind=ruling.kind,
        mode=ruling.mode,
        irregular=True,
        says=True,
        basis=row.basis,
        cites=_cites(row, found, case.profile),
        claim=Claim(case.side.other, open=False, until=found.claim),
        tell=_tell(answering),
    )


def _is_innocent(seat: Seat, case: Case) -> bool:
    return side_of(seat, case.players) is not case.facts.side


def _cell(row: Row, case: Case, rows: Mapping[str, Row]) -> Cell | None:
    """Return the case that answers, that of another row where this one only points there."""
    cell = _answering(row, case)
    for _ in range(_MAX_LIKE):
        if cell is None or not cell.like or cell.effects:
            break
        other = _answering(rows[cell.like], case)
        cell = other and dataclasses.replace(other, penalised=cell.penalised or other.penalised)
    return cell


def _answering(row: Row, case: Case) -> Cell | None:
    """Return the first case whose conditions hold; None if the code says nothing here."""
    return next((cell for cell in row.cells if _all_hold(cell, case)), None)


def _all_hold(cell: Cell, case: Case) -> bool:
    return all(_holds(condition, case) for condition in cell.when)


def _holds(condition: str, case: Case) -> bool:
    negated = condition.startswith("not ")
    name, _, argument = condition.removeprefix("not ").partition(" ")
    return CONDITIONS[name](case, argument) is not negated


def _effects(
    cell: Cell, case: Case, rows: Mapping[str, Row], depth: int = 0
) -> tuple[Effect, ...]:
    found = tuple(_made(cell.effects, case))
    if not cell.like or depth >= _MAX_LIKE:
        return found
    other = _answering(rows[cell.like], case)
    return found if other is None else found + _effects(other, case, rows, depth + 1)


def _options(cell: Cell, case: Case) -> tuple[Option, ...]:
    return tuple(_option(choice, case) for choice in cell.options)


def _option(choice: Choice, case: Case) -> Option:
    return Option(choice.name, tuple(_made(choice.effects, case)))


def _made(templates: tuple[Template, ...], case: Case) -> Iterator[Effect]:
    """Yield the effects of templates; those about no card, or about a partner that there is not, are none."""
    for template in templates:
        if case.players == 2 and template.words.get("seat") == "partner":
            continue
        each = EACH[template.each](case) if template.each else [{}]
        for own in each:
            fields = _fields(template, case, own)
            if fields is not None:
                yield effect(template.name, **fields)


def _fields(template: Template, case: Case, own: Mapping[str, Value]) -> dict[str, Value] | None:
    found: dict[str, Value] = {}
    for key, field in EFFECTS[template.name].items():
        value = own[key] if key in own else _value(field.kind, template.words.get(key), case)
        if value == () or (value is None and key in template.words):
            return None
        if value is not None:
            found[key] = value
    return found


def _value(kind: Kind, word: Any, case: Case) -> Value | None:
    if word is None:
        return None
    match kind:
        case Kind.SEAT:
            return SEATS[word](case)
        case Kind.SIDE:
            return SIDES[word](case)
        case Kind.CARDS:
            return CARDS_OF[word](case)
        case Kind.CARD:
            cards: tuple[Card, ...] = CARDS_OF[word](case)
            return cards[0] if cards else None
        case Kind.SEATS:
            return LAPS[word](case)
        case Kind.MELD | Kind.NUMBER if isinstance(word, str):
            return NUMBERS[word](case)
        case Kind.WORDS:
            return tuple(word)
        case _:
            found: Value = word
            return found


def _penalised(word: str, case: Case) -> tuple[Side, ...]:
    if word == "both":
        return (Side.EAST_WEST, Side.NORTH_SOUTH)
    return (case.side,) if word == "by" else ()


def _chooser(cell: Cell | None, case: Case) -> Seat | Side | str | None:
    if cell is None or not cell.chooser:
        return None
    if cell.chooser in SEATS:
        return SEATS[cell.chooser](case)
    if cell.chooser in SIDES:
        return SIDES[cell.chooser](case)
    return cell.chooser


def _claim(
    kind: RowKind,
    cell: Cell | None,
    case: Case,
    found: Table,
    *,
    says: bool,
    penalised: tuple[Side, ...],
) -> Claim:
    if cell is not None and cell.claim:
        return Claim(case.side.other, open=cell.claim == "open", until=found.claim)
    claims = kind.row not in _UNCLAIMED and len(penalised) == 1
    return Claim(case.side.other, open=True, until=found.claim) if says and claims else Claim()


def _cites(row: Row, found: Table, profile: Profile) -> tuple[Cite, ...]:
    return tuple(
        Cite(found.code, row.edition, article, row.scope, profile.base == _BORROWED)
        for article in row.articles
    )


def _tell(kind: RowKind) -> dict[str, str]:
    return dict(zip(_LEVELS, _VOICES[kind.voice], strict=True))
