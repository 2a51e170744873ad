"""Plants bugs one by one in a copy of the program and asks the tests of the mirror to find each.

    python tools/plant_bugs.py [WORD]     only bugs whose name has that word

A bug is one text in one module put in place of another. The tests that are run are those of the module's
own file; a bug that they do not find shows a hole in them. The copy is thrown away. Prints a line for
each bug, and ends with status 1 if one survived or its text is no longer there.
"""

import dataclasses
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOK = "referee/book/book.py"
CHECKS = "referee/checks.py"
NOTICES = "app/screen/notices.py"
VIEWS = "app/screen/views.py"
PLAY = "app/evening/play.py"
PRESSES = "app/evening/presses.py"
EVENING = "app/evening/evening.py"
CATALOGUE = "findings/catalogue.py"
TELLING = "findings/telling.py"
OF_BOOK = ("tests/referee/test_book.py",)
OF_NOTICES = ("tests/app/test_notices.py",)
OF_VIEWS = ("tests/app/test_views.py",)
OF_PRESSES = ("tests/app/test_presses.py",)
OF_PLAY = ("tests/app/test_play.py",)
OF_FINDINGS = ("tests/findings",)


@dataclasses.dataclass(frozen=True, slots=True)
class Bug:
    """What goes wrong, where, by which change, and who must notice."""

    name: str
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]


def _kept(field: str) -> Bug:
    return Bug(
        f"a new turn keeps `{field}` of the old",
        BOOK,
        "            self.turn = Turn()\n",
        f"            self.turn = Turn({field}=self.turn.{field})\n",
        OF_BOOK,
    )


BUGS = (
    *(_kept(name) for name in ("excess", "is_retracted", "told", "drawn", "before_draw")),
    Bug(
        "too many events: the newest go",
        BOOK,
        "del self.waiting[:-MAX_WAITING]",
        "del self.waiting[MAX_WAITING:]",
        OF_BOOK,
    ),
    Bug(
        "a kind is told again in the same turn",
        BOOK,
        "        if kind in self.turn.told:\n            return\n",
        "",
        OF_BOOK,
    ),
    Bug(
        "a turn counts as over before its discard",
        BOOK,
        "turn_ended=is_late or hand.is_over or self.evidence().discard_at is not None",
        "turn_ended=True",
        OF_BOOK,
    ),
    Bug(
        "a late finding is put on the wrong turn",
        BOOK,
        "hand.turns - is_late",
        "hand.turns",
        OF_BOOK,
    ),
    Bug(
        "a draw put back is still drawn",
        BOOK,
        "self.change(drawn=None, before_draw=())",
        "self.change(before_draw=())",
        OF_BOOK,
    ),
    Bug(
        "waiting is over a moment late",
        BOOK,
        "self.now - since >= seconds",
        "self.now - since > seconds",
        OF_BOOK,
    ),
    Bug(
        "a cut of 108 is taken",
        EVENING,
        "range(PACK_CARDS)",
        "range(PACK_CARDS + 1)",
        OF_PRESSES,
    ),
    Bug(
        "a count is confirmed over an open question",
        PRESSES,
        "case Phase.COUNT if evening.play is not None and evening.play.question is None:",
        "case Phase.COUNT if evening.play is not None:",
        OF_PRESSES,
    ),
    Bug(
        "an answer outside of play is taken",
        EVENING,
        "if self.play is not None and self.phase in (Phase.PLAY, Phase.COUNT):",
        "if self.play is not None or self.phase is Phase.CUT:",
        OF_PRESSES,
    ),
    Bug(
        "an option that was not offered is taken",
        PLAY,
        "not 0 <= option < len(asked.options)",
        "not 0 <= option <= len(asked.options)",
        OF_PRESSES,
    ),
    Bug(
        "the arbiter cannot be sent away",
        EVENING,
        "= not self.arbiter_called",
        "= True",
        OF_PRESSES,
    ),
    Bug(
        "the two pozzetti are exchanged on the screen",
        VIEWS,
        "return (left == 2, left >= 1)",
        "return (left >= 1, left == 2)",
        OF_VIEWS,
    ),
    Bug(
        "gara shows the phase of the turn",
        VIEWS,
        "turn if level.turn_phase and not state.is_over else None",
        "None if state.is_over else turn",
        OF_VIEWS,
    ),
    Bug(
        "gara shows running points",
        VIEWS,
        "evening.setup.config.show_running_points and _level(evening).running_points",
        "evening.setup.config.show_running_points",
        OF_VIEWS,
    ),
    Bug(
        "gara shows how many cards the stock has",
        VIEWS,
        "evening.setup.config.show_stock_count and level.stock_count",
        "evening.setup.config.show_stock_count",
        OF_VIEWS,
    ),
    Bug(
        "the last draw is announced one card late",
        VIEWS,
        "left == state.profile.stock_floor",
        "left == state.profile.stock_floor - 1",
        OF_VIEWS,
    ),
    Bug(
        "gara tells faults of play",
        TELLING,
        "                Assist.GARA: Tell.NOTHING,\n",
        "                Assist.GARA: Tell.FACT_AFTER_DISCARD,\n",
        OF_NOTICES,
    ),
    Bug(
        "circolo tells faults of play before the discard",
        TELLING,
        "Assist.CIRCOLO: Tell.FACT_AFTER_DISCARD",
        "Assist.CIRCOLO: Tell.FACT",
        OF_NOTICES,
    ),
    Bug(
        "what waits for the discard is shown at once",
        NOTICES,
        "            return noticed.ended\n",
        "            return noticed.found\n",
        OF_NOTICES,
    ),
    Bug(
        "the arbiter's notice is never shown",
        NOTICES,
        "    if evening.arbiter_called:\n",
        "    if evening.arbiter_called and evening.phase is Phase.CONNECT:\n",
        OF_NOTICES,
    ),
    Bug(
        "a notice never goes",
        NOTICES,
        " and now - since <= STAYS_S\n    ]\n    for",
        "\n    ]\n    for",
        OF_NOTICES,
    ),
    Bug("the oldest finding stands", NOTICES, "one[0], reverse=True", "one[0]", OF_NOTICES),
    Bug(
        "a notice names who erred",
        NOTICES,
        "    if finding.on_turn is not None:\n        return finding.on_turn\n",
        "    if finding.seat is not None:\n        return finding.seat\n",
        OF_NOTICES,
    ),
    Bug(
        "the rule is explained at no level",
        NOTICES,
        "is not Tell.RULE else say(key)",
        "is not Tell.COUNT else say(key)",
        OF_NOTICES,
    ),
    Bug(
        "the screen never hears that a turn has ended",
        PLAY,
        "hand.is_over or hand.turns > noticed.finding.turn",
        "hand.is_over",
        OF_PLAY,
    ),
    Bug(
        "a turn ends for the screen one turn late",
        PLAY,
        "hand.turns > noticed.finding.turn",
        "hand.turns > noticed.finding.turn + 1",
        OF_PLAY,
    ),
    Bug(
        "the end of a hand ends no turn",
        PLAY,
        "(hand.is_over or hand.turns > noticed.finding.turn)",
        "hand.turns > noticed.finding.turn",
        OF_PLAY,
    ),
    Bug(
        "a card that was moved is announced",
        CATALOGUE,
        '_ARBITERS, None, "hand-stands", "arbiter-decides", seen=0.9, followed=0.8',
        '_COUNTED, _MELD, "hand-stands", "arbiter-decides", seen=0.9, followed=0.8',
        (*OF_FINDINGS, *OF_NOTICES),
    ),
    Bug(
        "a club's rules cite themselves",
        "findings/finding.py",
        "    code = profile.base\n",
        "    code = profile.name\n",
        OF_FINDINGS,
    ),
    Bug(
        "febur is cited for a hidden card",
        CATALOGUE,
        'late=0.85, fibur_2026="art. 26"',
        'late=0.85, febur="phantom-card", fibur_2026="art. 26"',
        OF_FINDINGS,
    ),
)


def main(word: str = "") -> int:
    """Plant every bug, print what the tests say, and return the exit status."""
    survived = 0
    with tempfile.TemporaryDirectory(prefix="planted-") as place:
        copy = Path(place)
        for name in ("host", "tests", "firmware"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        for bug in BUGS:
            if word in bug.name:
                found = _is_found(bug, copy)
                survived += not found
                print("found   " if found else "SURVIVED", bug.name, flush=True)
    return int(survived > 0)


def _is_found(bug: Bug, copy: Path) -> bool:
    path = copy / "host" / "tallone" / bug.file
    right = path.read_text()
    if right.count(bug.right) != 1:
        print(f"{bug.file}: {bug.right!r} stands there {right.count(bug.right)} times, not once")
        return False
    path.write_text(right.replace(bug.right, bug.wrong))
    try:
        return not _pass(bug.tests, copy)
    finally:
        path.write_text(right)


def _pass(tests: tuple[str, ...], copy: Path) -> bool:
    """Whether these tests pass in the copy."""
    paths = os.pathsep.join(str(copy / part) for part in ("host", "firmware/lib"))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        *tests,
    ]
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False)
    return ended.returncode == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
