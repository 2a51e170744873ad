"""Every row of both code families, on both sides of its point of no return.

A line says what each family answers: the names of the effects in their order; `cured` in front if it is too
late; `ok` if the code allows it; `silent`, `unread`, `practice` if it does not decide; alternatives after a
bar. `R23: ...` where another row of the family answers.
"""

import itertools

import pytest

from tallone.referee.rulings.query import answer_ruling
from tallone.referee.rulings.rows.tables import CODED_ROWS, ROWS, row_kinds, rows_by_kind, table

PLAY = {"seat": "S", "phase": "play"}
DRAW = {"seat": "S", "phase": "draw"}
FORGOT = DRAW | {"hands": {"S": "3H 4H 5H 9C KD"}, "pile": "6D", "top": "7D"}
WEST = DRAW | {"pile": "6D 10C", "top": "9H", "hands": {"W": "3C 4C 5C 9D KS"}}
PILE = DRAW | {"pile": "4C KD 9H"}
ONE = DRAW | {"pile": "9C", "hands": {"S": "9H KD"}}
BESIDE = PLAY | {"hands": {"S": "6H QS 9C"}, "melds": {"NS": ["3H 4H 5H"]}}
PARTNERS = {"seat": "N", "phase": "play", "hands": {"S": "6H KD 9C"}}
LAYING = PLAY | {"hands": {"S": "4H 5H 7H KD 9C"}}
MENDING = PLAY | {"hands": {"S": "4H 5H 7H 6H KD"}}
GROUP = PLAY | {"hands": {"S": "8H 7C KD"}, "melds": {"NS": ["7H 7D 7S"]}}
WRONG = {"seat": "E", "phase": "draw", "melds": {"NS": ["7H 8H 9H", "5C 6C 7C"]}}
EQUAL = PLAY | {"hands": {"S": "7H 7D 7C KD"}, "melds": {"NS": ["7H 7D 7S"]}}
WILDS = PLAY | {"hands": {"S": "7H 7C JK KD"}, "melds": {"NS": ["7H 7D JK", "3C 4C 5C"]}}
FULL = PLAY | {"hands": {"S": "7H 7D 7C 7S KD"}, "melds": {"NS": ["7H 7D 7S"]}}
SEVEN = ["2H 3H 4H 5H 6H 7H 8H"]


def closing(hand, *melds):
    return PLAY | {
        "hands": {"S": hand},
        "melds": {"NS": list(melds)},
        "pozzetto": {"NS": "direct"},
    }


def pozzetti(first, second):
    taken = {"NS": "discard"}
    return {"seat": "W", "phase": "draw", "pozzetto": taken, "pozzetti": {"1": first, "2": second}}


def noticed(moment, **others):
    return {"by": "S", "noticed": moment, **others}


RUN = {"cards": "4C", "meld": 1}
CASES = [
    ("R1", PLAY, {"by": "E"}, "nobody-plays", "nobody-plays"),
    ("R2", PLAY, {"by": "S", "acted": ["W"]}, "", ""),
    ("R3", PLAY, {"by": "S", "called": False}, "", ""),
    ("R4", PLAY, {"by": "S"}, "silent", " | - | warning | arbitral-score"),
    ("R5", PLAY, {"by": "S"}, "silent", "no-penalty"),
    ("R6", None, {"by": "NS"}, "silent", "warning"),
    ("R7", PLAY, {"by": "S"}, "silent", " | warning | arbitral-score"),
    ("R8", PLAY, {"by": "S"}, "silent", " | - | warning"),
    ("R9", PLAY, {"by": "S"}, *["practice | warning warning | close-hand"] * 2),
    ("R10", None, {"noticed": "deal"}, "replace-pack", "unread"),
    ("R10", None, {"noticed": "ready"}, "replace-pack", "unread"),
    ("R10", PLAY, {"noticed": "turn"}, "R12: replace-pack redeal", "R12: unread"),
    ("R11", WRONG, {"noticed": "later"}, "cured hand-stands replace-pack", "cured hand-stands"),
    ("R11", PLAY, {"noticed": "later"}, "R12: replace-pack redeal", "R12: unread"),
    ("R12", PLAY, {"noticed": "next-drew"}, "replace-pack redeal", "unread"),
    ("R12", WRONG, {"noticed": "later"}, "R11: cured hand-stands replace-pack", "R11: cured hand-stands"),
    ("R13", WRONG, {"noticed": "count"}, "cured hand-stands replace-pack", "unread"),
    ("R13", PLAY, {"noticed": "later"}, "R12: replace-pack redeal", "R12: unread"),
    ("R14", PLAY, {}, "void-hand", "unread"),
    ("R15", None, {"noticed": "deal"}, "redeal", "redeal"),
    ("R16", None, {"noticed": "ready"}, "silent", "redeal"),
    ("R16", PLAY, {"noticed": "later"}, "silent", "redeal"),
    ("R17", None, {"noticed": "deal"}, "redeal", "redeal"),
    ("R17", PLAY, {"noticed": "turn"}, "cured hand-stands", "cured hand-stands"),
    ("R18", None, {"for": "pozzetti"}, "take-cards", "take-cards"),
    ("R18", None, {"for": "hands"}, "take-cards", "take-cards"),
    ("R19", None, {"noticed": "ready"}, "silent", "redeal"),
    ("R20", PLAY, {}, "cover-card", "cover-card"),
    ("R21", DRAW, {}, " | forced-draw | take-pile", ""),
    (
        "R22", FORGOT, noticed("turn", act="open 3H 4H 5H"),
        "no-meld-this-turn forced-draw forced-discard",
        "no-meld-this-turn frozen-meld cards-count-negative forced-draw forced-discard",
    ),
    (
        "R22", FORGOT, noticed("discarded", act="open 3H 4H 5H; discard KD"),
        "R23: cured", "R23: practice | skip-turn",
    ),
    ("R22", FORGOT, noticed("turn", act="draw; open 3H 4H 5H"), "ok", "ok"),
    ("R23", FORGOT, noticed("later", act="discard KD"), "cured", "practice | skip-turn"),
    (
        "R23", FORGOT, noticed("turn", act="open 3H 4H 5H"),
        "R22: no-meld-this-turn forced-draw forced-discard",
        "R22: no-meld-this-turn frozen-meld cards-count-negative forced-draw forced-discard",
    ),
    (
        "R24", FORGOT, {"by": "S", "said_by": "partner"},
        "ok", "no-meld-this-turn forced-draw forced-discard",
    ),
    ("R24", FORGOT, {"by": "S", "said_by": "opponent"}, "ok", "ok"),
    ("R25", WEST, {"by": "W", "noticed": "turn"}, *["draw-back limited-turn"] * 2),
    (
        "R25", WEST, {"by": "W", "noticed": "turn", "hint": True},
        "draw-back limited-turn", "draw-back limited-turn limited-turn",
    ),
    ("R25", WEST, {"by": "W", "noticed": "next-played"}, "R28: cured", "R28: unread"),
    ("R26", WEST, {"by": "W", "noticed": "turn"}, *["restore-pile limited-turn"] * 2),
    (
        "R26", WEST, {"by": "W", "act": "take", "hint": True},
        "restore-pile limited-turn", "restore-pile limited-turn limited-turn",
    ),
    ("R26", WEST, {"by": "W", "noticed": "later"}, "R28: cured", "R28: unread"),
    (
        "R27", WEST, {"by": "W", "act": "draw; open 3C 4C 5C", "noticed": "turn"},
        *["no-meld-this-turn meld-aside forced-discard"] * 2,
    ),
    (
        "R27", WEST, {"by": "W", "act": "draw; open 3C 4C 5C", "noticed": "next-played"},
        "R28: cured", "R28: unread",
    ),
    ("R27", WEST, {"by": "W", "act": "take"}, *["R26: restore-pile limited-turn"] * 2),
    ("R28", WEST, {"by": "W", "noticed": "later"}, "cured", "unread"),
    (
        "R28", WEST, {"by": "W", "act": "draw; open 3C 4C 5C", "noticed": "next-drew"},
        *["R27: no-meld-this-turn meld-aside forced-discard"] * 2,
    ),
    (
        "R29", PLAY | {"top": "8C"}, {"by": "S", "act": "draw", "played": False},
        "no-meld-this-turn",
        "no-meld-this-turn draw-back forced-discard pozzetto-next-turn",
    ),
    (
        "R29", PLAY, {"by": "S", "act": "draw", "played": True},
        "no-meld-this-turn", "no-meld-this-turn forced-discard",
    ),
    ("R30", PILE, {"by": "S", "cards": "4C"}, *["no-meld-this-turn forced-discard"] * 2),
    (
        "R30", PILE, {"by": "S", "cards": "4C KD"},
        "R31: silent", "R31: no-meld-this-turn cards-back-to-hand forced-discard",
    ),
    (
        "R31", PILE, {"by": "S", "cards": "4C KD"},
        "silent", "no-meld-this-turn cards-back-to-hand forced-discard",
    ),
    ("R31", PILE, {"by": "S", "cards": "KD"}, *["R30: no-meld-this-turn forced-discard"] * 2),
    ("R32", PILE, {"by": "S"}, "take-pile", "take-pile"),
    ("R33", PILE, {"by": "S"}, "forced-draw", "forced-draw"),
    ("R34", PLAY, {"by": "E"}, *["practice | warning"] * 2),
    ("R35", ONE, {"by": "S", "act": "take; discard 9C"}, *["cards-back-to-hand forced-discard"] * 2),
    ("R35", ONE, {"by": "S", "act": "take; discard KD"}, "ok", "ok"),
    ("R36", BESIDE, {"by": "S", "cards": "6H", "seen_by": ["N"]}, "must-play", "must-play"),
    ("R36", BESIDE, {"by": "S", "cards": "6H", "seen_by": ["W"]}, "must-play", "ok"),
    ("R36", BESIDE, {"by": "S", "cards": "6H"}, "ok", "ok"),
    ("R36", BESIDE, {"by": "S", "cards": "6H", "declared": True}, "must-play", "must-play"),
    (
        "R36", BESIDE, {"by": "S", "cards": "QS", "seen_by": ["N"]},
        "R37: forced-discard", "R37: forced-discard",
    ),
    ("R37", BESIDE, {"by": "S", "cards": "QS", "seen_by": ["N"]}, *["forced-discard"] * 2),
    ("R37", BESIDE, {"by": "S", "cards": "6H", "seen_by": ["N"]}, *["R36: must-play"] * 2),
    (
        "R38", BESIDE, {"by": "S", "cards": "6H", "seen_by": ["W"]},
        "no-meld-this-turn must-play", "ok",
    ),
    (
        "R38", BESIDE, {"by": "S", "cards": "6H", "seen_by": ["N", "W"]},
        "no-meld-this-turn must-play", "must-play",
    ),
    (
        "R39", PARTNERS, {"by": "S", "cards": "6H", "seen_by": ["N"]},
        "must-play partner-may-not-open", "must-play may-not-add",
    ),
    (
        "R39", PARTNERS, {"by": "S", "cards": "6H", "seen_by": ["E"]},
        "must-play partner-may-not-open", "ok",
    ),
    (
        "R40", PLAY, {"by": "S", "cards": "6H"},
        "silent", "no-meld-this-turn forced-discard",
    ),
    (
        "R41", MENDING, noticed("turn", act="open 4H 5H 7H"),
        *["no-meld-this-turn mend forced-discard"] * 2,
    ),
    (
        "R41", LAYING, noticed("turn", act="open 4H 5H 7H"),
        *["no-meld-this-turn cards-to-table-penalised partner-may-not-close"] * 2,
    ),
    ("R41", MENDING, noticed("turn", act="open 4H 5H 6H"), "ok", "ok"),
    (
        "R41", WRONG, noticed("discarded", **RUN),
        "R42: cards-to-meld", "R42: cards-to-table-penalised",
    ),
    (
        "R41", WRONG, noticed("next-drew", cards="KS", meld=1),
        "R43: cards-to-table-penalised", "R43: frozen-meld cards-count-negative",
    ),
    (
        "R42", WRONG, noticed("discarded", cards="4C KS", meld=1),
        "cards-to-meld cards-to-table-penalised", "cards-to-table-penalised",
    ),
    (
        "R42", WRONG, noticed("later", cards="KS", meld=1),
        "R43: cards-to-table-penalised", "R43: frozen-meld cards-count-negative",
    ),
    (
        "R43", WRONG, noticed("count", cards="4C", meld=1),
        "cards-to-meld", "frozen-meld cards-count-negative",
    ),
    (
        "R43", WRONG, noticed("discarded", cards="KS", meld=1),
        "R42: cards-to-table-penalised", "R42: cards-to-table-penalised",
    ),
    (
        "R44", GROUP, noticed("turn", act="add 1 8H"),
        *["no-meld-this-turn cards-to-table-penalised partner-may-not-close"] * 2,
    ),
    ("R44", GROUP, noticed("turn", act="add 1 7C"), "ok", "ok"),
    (
        "R44", GROUP, noticed("next-drew", act="add 1 8H"),
        "R43: cards-to-table-penalised", "R43: frozen-meld cards-count-negative",
    ),
    (
        "R45", PLAY | {"hands": {"S": "3H 4H 5H KD"}}, {"by": "S", "act": "open 3H 4H 5H"},
        "silent", "frozen-meld cards-count-negative",
    ),
    ("R46", WRONG, noticed("turn", cards="10H", meld=1), "silent", "cards-to-meld"),
    ("R46", WRONG, noticed("turn", cards="KS", meld=1), "silent", "cards-to-table-penalised"),
    (
        "R46", WRONG, noticed("later", cards="KS", meld=1),
        "R47: silent", "R47: frozen-meld cards-count-negative",
    ),
    ("R47", WRONG, noticed("later", cards="10H", meld=1), "silent", "frozen-meld cards-count-negative"),
    ("R47", WRONG, noticed("turn", cards="10H", meld=1), "R46: silent", "R46: cards-to-meld"),
    ("R48", WRONG, noticed("discarded", cards="4C"), "silent", "cards-back-to-hand must-play"),
    (
        "R49", EQUAL, noticed("turn", act="open 7H 7D 7C"),
        "merge-melds frozen-meld", "no-meld-this-turn merge-melds frozen-meld forced-discard",
    ),
    (
        "R49", FULL, noticed("turn", act="open 7H 7D 7C 7S"),
        "merge-melds frozen-meld",
        "no-meld-this-turn merge-melds frozen-meld no-burraco forced-discard",
    ),
    (
        "R49", WILDS, noticed("turn", act="open 7H 7C JK"),
        "merge-melds cards-to-meld frozen-meld",
        "no-meld-this-turn merge-melds frozen-meld forced-discard",
    ),
    (
        "R49", WILDS | {"melds": {"NS": ["7H 7D JK"]}}, noticed("turn", act="open 7H 7C JK"),
        "merge-melds forced-discard frozen-meld",
        "no-meld-this-turn merge-melds frozen-meld forced-discard",
    ),
    (
        "R49", WILDS | {"hands": {}, "seat": "W"}, noticed("later", cards="7H 7C JK", meld=1),
        "merge-melds cards-to-meld frozen-meld", "merge-melds frozen-meld cards-count-negative",
    ),
    ("R49", EQUAL | {"melds": {"NS": ["8H 8D 8S"]}}, noticed("turn", act="open 7H 7D 7C"), "ok", "ok"),
    ("R50", WRONG, {"by": "S", "meld": 1}, "silent", "no-burraco"),
    ("R51", PLAY, {"by": "S", "cards": "4C", "declared": False}, "silent", "opponents-place"),
    ("R51", PLAY, {"by": "S", "cards": "4C", "declared": True}, "silent", "ok"),
    ("R52", pozzetti(10, 11), {"by": "S"}, "pozzetto-fill", "pozzetto-fill pozzetto-fill"),
    ("R52", pozzetti(10, 10), {"by": "S"}, *["pozzetto-fill pozzetto-fill"] * 2),
    ("R52", pozzetti(10, 11), {"by": "S", "looked": True}, "pozzetto-fill", "R53: cured"),
    ("R52", pozzetti(10, 11), {"by": "S", "played": True}, "R53: cured", "R53: cured"),
    ("R53", pozzetti(10, 10), {"by": "S", "played": True}, "cured", "cured pozzetto-fill"),
    ("R53", pozzetti(11, 10), {"by": "S"}, "R52: pozzetto-fill", "R52: pozzetto-fill"),
    ("R54", pozzetti(12, 11), {"by": "S"}, "pozzetto-trim", "pozzetto-trim"),
    ("R54", pozzetti(12, 11), {"by": "S", "looked": True}, "pozzetto-trim", "R55: cured"),
    ("R55", pozzetti(12, 12), {"by": "S", "played": True}, "cured", "cured pozzetto-trim"),
    ("R55", pozzetti(12, 12), {"by": "S"}, *["R54: pozzetto-trim"] * 2),
    ("R56", PLAY, {"by": "S", "played": True}, *["cured hand-stands other-side-takes"] * 2),
    ("R56", PLAY, {"by": "S", "played": False}, *["cured hand-stands"] * 2),
    ("R57", PLAY, {"by": "S"}, "warning", "warning"),
    ("R58", PLAY, {"by": "S", "looked": False}, "silent", "pozzetto-back"),
    ("R58", PLAY, {"by": "S", "looked": True}, "silent", "cured"),
    (
        "R59", closing("KH KD KS", *SEVEN), {"by": "S", "act": "open KH KD KS"},
        "cards-to-table-penalised",
        "pozzetto-back cards-back-to-hand forced-discard may-not-close may-not-add",
    ),
    (
        "R59", closing("9H 10H", *SEVEN), {"by": "S", "act": "add 1 9H 10H"},
        "cards-to-table-penalised",
        "pozzetto-back cards-back-to-hand forced-discard may-not-close",
    ),
    (
        "R59", closing("9H KD", *SEVEN), {"by": "S", "act": "add 1 9H; discard KD"},
        "R60: close-stands", "R60: pozzetto-back close-stands",
    ),
    (
        "R60", closing("7H 8H KD", "4H 5H 6H"), {"by": "S", "act": "add 1 7H 8H; discard KD"},
        "cards-to-table-penalised discard-stays",
        "pozzetto-back cards-to-table-penalised discard-stays",
    ),
    (
        "R60", closing("9H 10H", *SEVEN), {"by": "S", "act": "add 1 9H 10H"},
        "R59: cards-to-table-penalised",
        "R59: pozzetto-back cards-back-to-hand forced-discard may-not-close",
    ),
    (
        "R61", closing("7H 8H KD", "4H 5H 6H"), {"by": "S", "act": "add 1 7H 8H; discard KD"},
        *["cards-to-table-penalised discard-stays"] * 2,
    ),
    (
        "R61", closing("9H 2S", *SEVEN), {"by": "S", "act": "add 1 9H; discard 2S"},
        "R62: cards-back-to-hand may-not-close",
        "R62: cards-back-to-hand discard-stays may-not-close",
    ),
    ("R61", closing("9H KD", *SEVEN), {"by": "S", "act": "add 1 9H; discard KD"}, "ok", "ok"),
    (
        "R62", closing("9H 2S", *SEVEN), {"by": "S", "act": "add 1 9H; discard 2S"},
        "cards-back-to-hand may-not-close", "cards-back-to-hand discard-stays may-not-close",
    ),
    (
        "R62", closing("KH KD KS", *SEVEN), {"by": "S", "act": "open KH KD KS"},
        "R64: cards-back-to-hand forced-discard may-not-close partner-may-not-open",
        "R64: cards-back-to-hand forced-discard may-not-close may-not-add",
    ),
    (
        "R63", closing("9H 10H", *SEVEN), {"by": "S", "act": "add 1 9H 10H"},
        *["cards-back-to-hand forced-discard may-not-close"] * 2,
    ),
    (
        "R64", closing("KH KD KS", *SEVEN), {"by": "S", "act": "open KH KD KS"},
        "cards-back-to-hand forced-discard may-not-close partner-may-not-open",
        "cards-back-to-hand forced-discard may-not-close may-not-add",
    ),
    (
        "R64", closing("9H 10H", *SEVEN), {"by": "S", "act": "add 1 9H 10H"},
        *["R63: cards-back-to-hand forced-discard may-not-close"] * 2,
    ),
    ("R65", None, {"by": "NS"}, *[" | reconstruct | arbitral-score"] * 2),
    ("R66", PLAY, {}, "last-turns", "last-turns"),
    ("R66", DRAW, {}, "R68: last-turns", "R68: last-turns"),
    ("R67", PLAY, {"by": "S"}, "last-turns", "unread"),
    ("R68", DRAW, {}, "last-turns", "last-turns"),
    ("R68", PLAY, {}, "R66: last-turns", "R66: last-turns"),
    ("R69", PLAY, {"by": "S", "held": 3, "seconds": 10}, "silent", "ok"),
    ("R69", PLAY, {"by": "S", "held": 3, "seconds": 11}, "silent", "time"),
    ("R69", PLAY, {"by": "S", "held": 10, "seconds": 20}, "silent", "ok"),
    ("R69", PLAY, {"by": "S", "held": 11, "seconds": 40}, "silent", "ok"),
    ("R69", PLAY, {"by": "S", "held": 11, "seconds": 46, "given": 5}, "silent", "forced-discard"),
    ("R70", None, {"by": "NS", "hands": 3}, "award substitution", "award award"),
    ("R70", None, {"by": "NS", "hands": 3, "both": True}, "substitution", "award award"),
    ("R71", None, {"by": "NS", "hands": 4}, "award report", "award award report"),
    ("R72", None, {"by": "S", "played": 5, "matches": 8}, "substitution", "substitution"),
    ("R73", None, {"by": "NS", "minutes": 5, "hands": 3}, "silent", "ok"),
    ("R73", None, {"by": "NS", "minutes": 6, "hands": 3}, "silent", "points"),
    ("R73", None, {"by": "NS", "minutes": 10, "hands": 3}, "silent", "points"),
    ("R73", None, {"by": "NS", "minutes": 11, "hands": 3}, "silent", "award award"),
    ("R74", None, {"tables_complete": True, "round1_over": False}, "entry", "entry"),
    ("R74", None, {"tables_complete": False, "round1_over": True}, "entry", "entry"),
    ("R74", None, {"tables_complete": False, "round1_over": False}, *[" | entry | entry"] * 2),
    ("R75", None, {"by": "NS", "hands": 3, "rested": False}, "award", "award"),
    ("R75", None, {"by": "NS", "hands": 3, "rested": True}, "bye-passes", "bye-passes"),
    ("R76", None, {"ranked": False}, "slip", "slip"),
    ("R76", None, {"ranked": True}, "cured slip", "cured slip"),
    ("R77", None, {"ranked": True, "agreed": True}, "slip", "slip"),
    ("R77", None, {"ranked": True, "agreed": False}, "slip", "slip"),
    ("R78", None, {"ranked": True}, "slip", "slip"),
    ("R79", None, {"published": False}, "slip", "slip"),
    ("R79", None, {"published": True}, "slip", "slip"),
    ("R80", None, {}, "silent", "slip"),
]  # fmt: skip
PROFILES = ("febur", "fibur-2026")
ASKED = [
    (f"{row}.{profile}.{number}", row, position, facts, profile, expected)
    for number, (row, position, facts, *both) in enumerate(CASES)
    for profile, expected in zip(PROFILES, both, strict=True)
]


def ask(profile, kind, position, facts, **others):
    query = {"op": "ruling", "profile": profile, "kind": kind, "facts": facts, **others}
    if position is not None:
        query["position"] = position
    return answer_ruling(query)


def said(answer, asked):
    """Write an answer as the table of this file has it."""
    assert answer["ok"], answer
    words = [effect["effect"] for effect in answer["effects"]]
    if not answer["irregular"]:
        words = ["ok"]
    elif not answer["says"]:
        words = [answer["basis"]]
    elif answer["cured"]:
        words = ["cured", *words]
    text = " ".join(words)
    for option in answer["options"]:
        names = " ".join(effect["effect"] for effect in option["effects"])
        text += f" | {names or '-'}"
    return text if answer["row"] == asked else f"{answer['row']}: {text}"


@pytest.mark.parametrize(
    ("row", "position", "facts", "profile", "expected"),
    [asked[1:] for asked in ASKED],
    ids=[asked[0] for asked in ASKED],
)
def test_a_row_says_on_each_side_of_its_point_what_its_code_says(
    row, position, facts, profile, expected
):
    answer = ask(profile, row_kinds()[row].kind, position, facts)
    assert said(answer, row) == expected


def test_every_row_is_asked_for():
    assert {row for row, *_ in CASES} == set(CODED_ROWS)


def test_every_kind_has_one_row_and_every_row_one_kind():
    assert len(rows_by_kind()) == len(row_kinds()) == len(ROWS) == 80 + 7


@pytest.mark.parametrize("family", ["febur", "fibur"])
def test_every_row_has_its_cell_in_the_table_of_the_family(family):
    assert list(table(family).rows) == list(ROWS)


def test_what_a_code_decides_is_cited_and_what_it_does_not_is_not():
    for family, row in itertools.product(("febur", "fibur"), ROWS):
        cell = table(family).rows[row]
        assert bool(cell.articles) is (cell.basis in ("stated", "inferred")), (family, row)


@pytest.mark.parametrize("level", ["gara", "circolo", "didattica"])
def test_no_level_is_told_more_than_the_voice_of_the_row(level):
    for row, position, facts, *_ in CASES:
        answer = ask("febur", row_kinds()[row].kind, position, facts)
        voice = row_kinds()[answer["row"]].voice
        told = {
            "a": ("fact", "fact", "rule"),
            "c": ("count", "count", "rule"),
            "f": ("nothing", "fact-after-discard", "rule"),
            "p": ("nothing", "nothing", "rule"),
        }
        wanted = dict(zip(("gara", "circolo", "didattica"), told[voice], strict=True))
        assert answer["tell"][level] == wanted[level]


@pytest.mark.parametrize(
    ("history", "effects"),
    [
        ({}, [{"effect": "warning", "side": "NS"}]),
        ({"same": {"NS": 1}}, [{"effect": "vp", "side": "NS", "vp": -1}]),
        ({"same": {"EW": 1}}, [{"effect": "warning", "side": "NS"}]),
    ],
)
def test_a_pozzetto_seen_early_again_costs_a_point(history, effects):
    for profile in PROFILES:
        answer = ask(profile, "pozzetto-seen-early", PLAY, {"by": "S"}, history=history)
        assert answer["effects"] == effects


def test_a_second_warning_costs_a_victory_point():
    answer = ask("fibur", "second-warning", None, {"by": "NS"}, history={"warnings": {"NS": 1}})
    assert [effect["effect"] for effect in answer["effects"]] == ["warning", "vp"]
    assert answer["cites"] == [
        {
            "code": "fibur",
            "edition": "2012-13, by commentary",
            "article": "20",
            "scope": "it",
            "borrowed": True,
        }
    ]


@pytest.mark.parametrize("profile", ["online", "classic-en"])
def test_codes_of_programs_have_no_remedy_at_a_table(profile):
    facts = {"by": "S", "act": "open 3H 4H 5H", "noticed": "turn"}
    answer = ask(profile, "missing-draw", FORGOT, facts, mode="table")
    assert (answer["says"], answer["basis"], answer["irregular"]) == (False, "silent", True)
    assert answer["cured"] is None
    facts = {"by": "S", "act": "draw; open 3H 4H 5H", "noticed": "turn"}
    assert not ask(profile, "missing-draw", FORGOT, facts, mode="table")["irregular"]


@pytest.mark.parametrize(
    "row", [row for row in CODED_ROWS if row_kinds()[row].voice == "f" or row == "R57"]
)
def test_in_febur_the_right_to_a_penalty_is_lost_by_acting_or_not_calling(row):
    position, facts = next((case[1], case[2]) for case in CASES if case[0] == row)
    kind = row_kinds()[row].kind
    if not ask("febur", kind, position, facts)["irregular"]:
        return
    acted = ["N"] if facts["by"] == "W" else ["W"]
    for more, answering in (({"acted": acted}, "R2"), ({"called": False}, "R3")):
        answer = ask("febur", kind, position, facts | more)
        assert (answer["row"], answer["effects"]) == (answering, [])
        assert answer["claim"]["open"] is False
        again = ask("fibur-2026", kind, position, facts | more)
        assert again["row"] not in ("R2", "R3")
