"""How surely the faults of a deal are found: what must be found for each, and tables over many seeds.

A run goes up to the moment at which the finding must have come: to the deal that is broken off for it,
or to piles that are right. It counts as found only with the right kind, place and number of cards.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

from tallone.errors import TalloneError
from tallone.findings import FindingKind
from tallone.simulator.evening.options import Level, Options, Until
from tallone.simulator.evening.report import JsonObject
from tallone.simulator.faults.faults import parse

Outcome = Literal["found", "miscounted", "missed", "failed", "no occasion"]
# Runs one evening and returns its report.
Run = Callable[[Options], JsonObject]


@dataclasses.dataclass(frozen=True, slots=True)
class Expectation:
    """Of a finding: its kinds, how many cards it must count, and where.

    Which cards it names is sealed until the hand is counted; whole hands show that.
    """

    kinds: tuple[str, ...]
    count: Callable[[JsonObject], object]
    zone: Callable[[JsonObject], object] | None = None
    hands: int = 1
    # Up to which moment it must have come.
    until: Until = "ready"


def _cards(number: int) -> Callable[[JsonObject], object]:
    return lambda _detail: number


def _of(name: str) -> Callable[[JsonObject], object]:
    return lambda detail: detail.get(name)


def _before(name: str) -> Callable[[JsonObject], object]:
    """Return the cards before that one; the last of them may still be on its way to its slot."""

    def counts(detail: JsonObject) -> object:
        index = detail[name]
        assert isinstance(index, int)
        return range(index - 1, index + 1)

    return counts


EXPECTED: Final = {
    FindingKind.MISSING_CARD: Expectation(
        (FindingKind.MISSING_CARD,), _cards(107), until="stopped"
    ),
    FindingKind.EXTRA_CARD: Expectation((FindingKind.EXTRA_CARD,), _cards(109), until="stopped"),
    FindingKind.FOREIGN_CARD: Expectation(
        (FindingKind.FOREIGN_CARD,), _cards(108), until="stopped"
    ),
    FindingKind.UNKNOWN_CARD: Expectation(
        (FindingKind.UNKNOWN_CARD,), _cards(108), until="stopped"
    ),
    "wrong-back": Expectation(
        (FindingKind.FOREIGN_CARD, FindingKind.DUPLICATE_CARD), _cards(108), until="stopped"
    ),
    FindingKind.DUPLICATE_UID: Expectation(
        (FindingKind.DUPLICATE_UID,), _cards(108), until="stopped"
    ),
    FindingKind.DEAD_TAG: Expectation((FindingKind.DEAD_TAG,), _cards(108), until="stopped"),
    # The card that sticks is the one after so many others.
    FindingKind.DOUBLE_FEED: Expectation((FindingKind.DOUBLE_FEED,), _before("index")),
    FindingKind.JAM: Expectation((FindingKind.JAM,), _before("index")),
    "jam-hard": Expectation((FindingKind.JAM,), _before("index")),
    FindingKind.SHORT_POZZETTO: Expectation(
        (FindingKind.SHORT_POZZETTO,), _cards(10), zone=_of("zone"), until="stopped"
    ),
    FindingKind.LONG_POZZETTO: Expectation(
        (FindingKind.LONG_POZZETTO,), _cards(12), zone=_of("zone"), until="stopped"
    ),
    # Left behind by a hand before the program came up; or by the first hand, which is played out.
    "old-pozzetto@pack": Expectation(
        (FindingKind.ZONE_NOT_EMPTY,), _of("count"), zone=_of("left")
    ),
    "old-pozzetto": Expectation(
        (FindingKind.ZONE_NOT_EMPTY,), _of("count"), zone=_of("left"), hands=2
    ),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Trial:
    """One run: what became of the fault, and the kinds found that nothing was wrong with."""

    seed: int
    outcome: Outcome
    others: tuple[str, ...] = ()
    note: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One fault over many seeds; None instead of a name: nothing was put in."""

    fault: str | None
    trials: tuple[Trial, ...]

    def seeds(self, *outcomes: Outcome) -> list[int]:
        """The seeds of the trials that ended so."""
        return [trial.seed for trial in self.trials if trial.outcome in outcomes]

    @property
    def tried(self) -> int:
        """Trials in which there was an occasion for the fault."""
        return len(self.trials) - len(self.seeds("no occasion"))

    @property
    def alarms(self) -> list[int]:
        """The seeds of trials in which something was found that was not there."""
        return [trial.seed for trial in self.trials if trial.others]

    def is_good(self, *, misses: float, alarms: float) -> bool:
        """Whether no greater share of the trials failed, or raised a false alarm."""
        lost = self.tried - len(self.seeds("found"))
        return lost <= misses * self.tried and len(self.alarms) <= alarms * self.tried


def attempt(run: Run, fault: str | None, seed: int, noise: float, level: Level) -> Trial:
    """Make one run of the fault, or of a clean deal, and judge it."""
    expected = EXPECTED[fault] if fault else None
    options = Options(
        hands=expected.hands if expected else 1,
        seed=seed,
        level=level,
        noise=noise,
        until=expected.until if expected else "ready",
        faults=(parse(fault),) if fault else (),
    )
    try:
        report = run(options)
    except TalloneError as error:
        unused = "could not be put in" in str(error)
        return Trial(seed, "no occasion" if unused else "failed", note=str(error)[:200])
    return judged(report, expected, seed)


def judged(report: JsonObject, expected: Expectation | None, seed: int) -> Trial:
    """Compare a report with what must be found; without an expectation nothing must."""
    findings = report["findings"]
    assert isinstance(findings, list)
    if expected is None:
        return Trial(seed, "found", tuple(found["kind"] for found in findings))
    [injected] = _objects(report["injected"])
    detail = injected["detail"]
    assert isinstance(detail, dict)
    ours = [found for found in findings if found["kind"] in expected.kinds]
    others = tuple(found["kind"] for found in findings if found not in ours)
    right = [found for found in ours if _agrees(found, expected, detail)]
    outcome: Outcome = "missed"
    if ours:
        outcome = "found" if right and len(ours) == len(right) else "miscounted"
    note = "" if outcome == "found" else f"{detail} -> {[_short(found) for found in ours]}"[:200]
    return Trial(seed, outcome, others, note)


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a table in Markdown, with the seeds of what went wrong."""
    lines = [
        "| Fault | Runs | Found, right kind and count | Wrong count | Missed | Other alarms | Seeds |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        found = len(row.seeds("found")) if row.fault else 0
        share = f"{found} ({found / max(1, row.tried):.1%})" if row.fault else "–"
        wrong, missed = row.seeds("miscounted"), row.seeds("missed", "failed")
        seeds = ", ".join(map(str, sorted({*wrong, *missed, *row.alarms})[:12])) or "–"
        lines.append(
            f"| {f'`{row.fault}`' if row.fault else 'none'} | {row.tried} | {share} | {len(wrong)} "
            f"| {len(missed)} | {len(row.alarms)} | {seeds} |"
        )
    return "\n".join(lines)


def _agrees(
    found: Mapping[str, object], expected: Expectation, detail: Mapping[str, object]
) -> bool:
    injected = dict(detail)
    count = expected.count(injected)
    if found["count"] not in (count if isinstance(count, range) else (count,)):
        return False
    return expected.zone is None or found["zone"] == expected.zone(injected)


def _short(found: Mapping[str, object]) -> str:
    return f"{found['kind']} {found['zone']} {found['count']}"


def _objects(value: object) -> list[JsonObject]:
    assert isinstance(value, list)
    return value
