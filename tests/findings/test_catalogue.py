"""The catalogue of findings: it is whole, it tells what it must when it must, and it cites no code in vain."""

import ast
import re
from pathlib import Path

import pytest

import tallone
from tallone.assist import LEVELS, Assist
from tallone.findings import (
    CATALOGUE,
    CLOSINGS,
    OF_THE_LEDGER,
    OUT_OF_TURN,
    POZZETTO_KINDS,
    TELLS,
    Finding,
    FindingKind,
    FoundIn,
    Ground,
    Tell,
    Voice,
    article_of,
    certainty,
    tell,
    told,
)
from tallone.rules import PROFILE_NAMES, load_profile

HOST = Path(tallone.__file__).parent
# Words that are the name of a kind and of something else: a fault on the wire, and plain English.
ALSO = {
    "jam": ("croupier/faults.py", "events_croupier.py", "simulator/faults/faults.py"),
    "double-feed": ("croupier/faults.py", "events_croupier.py"),
    "resumed": (".py",),
}


# The codes have kinds of their own, and some are called alike.
OF_THE_CODES = "referee/rulings/"


def sources():
    return [path for path in sorted(HOST.rglob("*.py")) if "bench" not in path.parts]


def literals(path):
    """Yield the texts of a module that are values, not its docstrings."""
    tree = ast.parse(path.read_text())
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def test_every_kind_has_its_row_and_every_voice_its_level():
    assert set(CATALOGUE) == set(FindingKind)
    assert set(TELLS) == set(Voice)
    assert all(set(levels) == set(Assist) for levels in TELLS.values())
    assert set(LEVELS) == set(Assist)


def test_no_kind_stands_as_a_bare_literal_outside_its_enum_and_the_texts():
    kinds = {kind.value for kind in FindingKind}
    bare = [
        f"{name}: {literal}"
        for path in sources()
        if (name := path.relative_to(HOST).as_posix()) != "findings/kinds.py"
        and not name.startswith(OF_THE_CODES)
        for literal in literals(path)
        if literal in kinds and not any(map(name.endswith, ALSO.get(literal, ())))
    ]
    assert bare == []


def test_every_kind_is_found_by_somebody():
    named = set()
    for path in sources():
        if path.parent.name != "findings":
            named |= set(re.findall(r"FindingKind\.([A-Z_]+)", path.read_text()))
    assert named >= {kind.name for kind in FindingKind}


@pytest.mark.parametrize("voice", Voice)
def test_levels_speak_as_the_voices_say(voice):
    spoken = tuple(TELLS[voice][assist].value for assist in Assist)
    assert (
        spoken
        == {
            Voice.ANNOUNCED: ("fact", "fact", "rule"),
            Voice.COUNTED: ("count", "count", "rule"),
            Voice.FAULT_OF_PLAY: ("nothing", "fact-after-discard", "rule"),
            Voice.ARBITERS: ("nothing", "nothing", "nothing"),
        }[voice]
    )


def test_of_a_fault_of_play_gara_says_nothing_and_circolo_only_after_the_discard():
    of_play = [kind for kind, row in CATALOGUE.items() if row.voice is Voice.FAULT_OF_PLAY]
    assert set(of_play) >= CLOSINGS | OUT_OF_TURN
    for kind in of_play:
        assert tell(kind, Assist.GARA) is Tell.NOTHING
        assert tell(kind, Assist.CIRCOLO).waits
        assert CATALOGUE[kind].notice is not None
        assert CATALOGUE[kind].rule is not None


def test_where_cards_lie_is_told_to_nobody_but_the_arbiter():
    for kind in (*OF_THE_LEDGER, FindingKind.UNEXPLAINED):
        assert {tell(kind, assist) for assist in Assist} == {Tell.NOTHING}
        assert told(kind, Assist.DIDATTICA) == {"players": "nothing", "arbiter": "cards"}
        assert CATALOGUE[kind].notice is None


def test_sizes_of_pozzetti_are_counted_at_every_level():
    for kind in POZZETTO_KINDS:
        assert tell(kind, Assist.GARA) is tell(kind, Assist.CIRCOLO) is Tell.COUNT


def test_certainties_are_figures_of_judgement_below_certainty_itself():
    figures = [sure for row in CATALOGUE.values() for sure in row.certainty.values()]
    assert figures
    assert all(0.5 <= sure <= 1 for sure in figures)
    assert [kind for kind, row in CATALOGUE.items() if 1.0 in row.certainty.values()] == [
        FindingKind.READER_DEAD
    ]


def test_what_was_seen_is_surer_than_what_is_concluded():
    for row in CATALOGUE.values():
        seen = row.certainty.get(Ground.SEEN, 1.0)
        assert all(sure <= seen for sure in row.certainty.values())
    with pytest.raises(KeyError):
        certainty(FindingKind.JAM, Ground.SEEN)


# Where the text of a code speaks of the very case. Each of these was read in it; that of other kinds it
# does not speak, too.
CITED = {
    "febur": {
        "missing-card": "deck-cards",
        "extra-card": "deck-cards",
        "foreign-card": "deck-cards",
        "unknown-card": "deck-cards",
        "duplicate-card": "deck-cards",
        "short-pozzetto": "pozzetti-short",
        "long-pozzetto": "pozzetti-long",
        "draw-out-of-turn": "out-of-turn",
        "take-out-of-turn": "out-of-turn",
        "forgotten-draw": "missing-draw",
        "just-taken-discard": "pick-up",
        "wrong-meld": "wrong-melds",
        "identical-group": "identical-groups",
        "close-no-burraco": "art. 25",
        "close-wild": "art. 26",
        "close-no-discard": "art. 27",
    },
    "fibur-2026": {
        "short-pozzetto": "art. 23",
        "long-pozzetto": "art. 23",
        "wrong-meld": "art. 25",
        "phantom-card": "art. 26",
        "close-no-burraco": "art. 34-35",
        "close-wild": "art. 34-35",
        "close-no-discard": "art. 34-35",
    },
}


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_a_code_is_cited_where_its_text_speaks_of_the_case_and_nowhere_else(name):
    profile = load_profile(name)
    cited = {
        kind.value: article.ref
        for kind in FindingKind
        if (article := article_of(kind, profile)) is not None
    }
    assert cited == CITED.get(name, {})


def test_a_clubs_rules_cite_the_code_they_start_from_in_its_edition():
    club = load_profile({"base": "febur", "name": "our club", "edition": "spring"})
    article = article_of(FindingKind.CLOSE_WILD, club)
    assert (article.code, article.ref) == ("febur", "art. 26")
    assert article.edition == load_profile("febur").edition != "spring"


def test_what_can_mend_a_finding_depends_on_when_it_is_made():
    def remedies(phase):
        return Finding(kind=FindingKind.MISSING_CARD, phase=phase).remedies

    assert remedies(FoundIn.CERTIFY) == ("look-for-the-card",)
    assert remedies(FoundIn.DEAL) == ("look-for-the-card", "deal-again")
    assert remedies(FoundIn.COUNT) == ("replace-deck", "arbiter-decides")
    assert Finding(kind=FindingKind.WRONG_MELD, phase=FoundIn.PLAY).remedies[0] == "mend-from-hand"
