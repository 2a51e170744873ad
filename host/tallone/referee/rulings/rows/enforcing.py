"""What a program refuses beforehand, of what a table's code rules on afterwards: from the same rules."""

from collections.abc import Mapping
from typing import Final

from tallone.referee.rulings.rows.case import Case
from tallone.referee.rulings.rows.tables import rows_by_kind
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.melds.meld import Meld, extend_faces

# No act of a program's players can bring it about: no card is dealt, seen, dropped or left by hand.
IMPOSSIBLE: Final = "impossible"
# What no program refuses: the claims, time, tournament and slips, which follow the code as at a table.
_NOT_REFUSED: Final = (
    *("R1", "R2", "R3", "R4", "R5", "R6"),
    *(f"R{number}" for number in range(66, 81)),
)
# Acts that are refused, with the reason when the facts do not spell the act out.
_REFUSED: Final[Mapping[str, str]] = {
    "R22": "turn.not_drawn",
    "R23": "turn.not_drawn",
    "R25": "turn.not_yours",
    "R26": "turn.not_yours",
    "R27": "turn.not_yours",
    "R28": "turn.not_yours",
    "R29": "turn.already_drawn",
    "R35": "discard.just_taken",
    "R41": "meld.mixed",
    "R42": "meld.mixed",
    "R43": "meld.mixed",
    "R44": "meld.mixed",
    "R45": "turn.not_yours",
    "R49": "meld.identical_group",
    "R59": "close.no_discard",
    "R60": "close.no_burraco",
    "R61": "close.no_burraco",
    "R62": "close.wild",
    "R63": "close.no_discard",
    "R64": "close.no_discard",
}


def is_act(kind: str) -> bool:
    """Whether a program can keep that kind from happening: by refusing an act, or because there is none."""
    return rows_by_kind()[kind].row not in _NOT_REFUSED


def refusal_of(kind: str, case: Case) -> str | None:
    """Return the notation's code with which the act is refused, None if it is legal, or IMPOSSIBLE."""
    row = rows_by_kind()[kind].row
    if row not in _REFUSED:
        return IMPOSSIBLE
    if case.facts.act:
        return case.refusal
    if case.facts.cards and case.facts.has("meld") and row in ("R41", "R42", "R43", "R44"):
        return _refused_addition(case)
    return _REFUSED[row]


def _refused_addition(case: Case) -> str | None:
    meld: Meld = case.melds[case.meld - 1]
    made = extend_faces(case.profile, meld.shape, case.facts.cards)
    return made.code if isinstance(made, Illegal) else None
