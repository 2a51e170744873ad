"""Pairs of hands that differ only in what players must not be told, and what their screens differ in.

One hand is played at the events level. What its mat saw is then shown to two evenings, and after each
event and each few seconds everything that players see is compared, until the hand is counted. Of the
other evening

* `hidden`: the cards that never lay face up before the count are exchanged among their places at random;
* `moved`: besides, two cards that are played later were dealt to each other's players, as if they had
  gone from hand to hand: a finding that is the arbiter's alone;
* `noticed`: a fault of play was made in both, and the other table has noticed only what its level tells
  by then.

The terminal's story, and what can be pressed, are made from the same view: where it is the same, so are they.
"""

import contextlib
import dataclasses
import enum
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.evening.play import Noticed
from tallone.app.headless.direct import DirectEvening
from tallone.app.recovery import Recovery
from tallone.app.screen.views import view_of
from tallone.app.table_options import setup_of, simulation_options
from tallone.assist import Assist
from tallone.config import Language
from tallone.display.views.view import TableView
from tallone.errors import SimulationError
from tallone.findings import CLOSINGS, OF_THE_LEDGER, OUT_OF_TURN, FindingKind
from tallone.journal.mat_events import event_of
from tallone.journal.records import MatSettled, PhaseEntered, Record
from tallone.mat.events import CardPlaced
from tallone.rules import PACK, Deal
from tallone.rules.cards.cards import CardCopy
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options
from tallone.simulator.faults.faults import parse
from tallone.simulator.faults.irregularities import IRREGULARITIES

# Faults that are made in both evenings of a pair of the kind `noticed`; what the simulator calls them.
FAULTS: Final = tuple(
    fault
    for fault in sorted(IRREGULARITIES)
    if fault != "card-lost"  # found only at the count
)
# Of the catalogue these two sets are a second opinion.
ARBITERS_ALONE: Final = frozenset(map(str, OF_THE_LEDGER)) | {str(FindingKind.UNEXPLAINED)}
FAULTS_OF_PLAY: Final = frozenset(map(str, CLOSINGS | OUT_OF_TURN)) | {
    str(kind)
    for kind in (
        FindingKind.TWO_DRAWN,
        FindingKind.FORGOTTEN_DRAW,
        FindingKind.TWO_DISCARDS,
        FindingKind.NO_DISCARD,
        FindingKind.JUST_TAKEN_DISCARD,
        FindingKind.WRONG_MELD,
        FindingKind.IDENTICAL_GROUP,
        FindingKind.PHANTOM_CARD,
    )
}
_LOOK_EVERY_S: Final = 4.0


class Pair(enum.Enum):
    """What the two evenings differ in."""

    HIDDEN = "hidden"
    MOVED = "moved"
    NOTICED = "noticed"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """The first moment at which the two screens differ: the parts of the view, and both findings then."""

    seed: int
    at: float
    parts: tuple[str, ...]
    findings: tuple[tuple[str, ...], tuple[str, ...]]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A hand's records up to its count, the folder with its key, and what its mat saw in play."""

    folder: Path
    before: tuple[Record, ...]
    seen: tuple[MatSettled, ...]


def search_pair(
    seed: int, kind: Pair, assist: Assist, *, profile: str = "febur", players: int = 4
) -> Hint | None:
    """Return where the screens of a pair part, or None if players see the same to the end.

    Raises SimulationError if the hand cannot be played.
    """
    chance = random.Random(f"{seed} {kind.value}")  # noqa: S311 - which pair it is, nothing secret
    fault = chance.choice(FAULTS) if kind is Pair.NOTICED else None
    options = Options(
        level="events",
        noise=1,
        seed=seed,
        profile=profile,
        players=players,
        faults=() if fault is None else (parse(fault),),
    )
    with tempfile.TemporaryDirectory(prefix="hints-") as place:
        played = _play(Path(place), options)
        one, other = (_evening(played, assist) for _ in range(2))
        if kind is not Pair.NOTICED:
            _deal_otherwise(other, played.seen, kind, chance)
        for evening in (one, other):
            evening.begin_play()
        return _compare(seed, one, other, played.seen, forgets=kind is Pair.NOTICED)


def _play(folder: Path, options: Options) -> Played:
    table = EventTable(options, folder, _KeepsKey)
    table.run(lambda _line: None)
    host = table.host
    assert isinstance(host, _KeepsKey), "the table's host is the one that it was given"
    host.key_path.write_bytes(host.key)
    host.key_path.chmod(0o600)
    records = host.records
    turned = _place_of(records, Phase.TURN_FIRST)
    counted = _place_of(records, Phase.COUNT)
    seen = tuple(one for one in records[turned:counted] if isinstance(one, MatSettled))
    return Played(folder=folder, before=tuple(records[:turned]), seen=seen)


def _place_of(records: Sequence[Record], phase: Phase) -> int:
    for number, record in enumerate(records, start=1):
        if isinstance(record, PhaseEntered) and record.phase == phase.value:
            return number
    raise SimulationError(f"the hand never came to the phase {phase.value}")


class _KeepsKey(DirectEvening):
    """Keeps the hand's key, which the program destroys once the hand is counted."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.key_path = folder / "none.sqlite.hand1.key"
        self.key = b""

    def step(self, now: float) -> Sequence[tuple[str, str, tuple[int, ...]]]:
        """Let time pass, and look whether the key is still there."""
        commands = super().step(now)
        if self.key_path.exists():
            self.key = self.key_path.read_bytes()
        return commands


def _evening(played: Played, assist: Assist) -> Evening:
    """Return the evening at its first card, at that level."""
    folder = played.folder
    setup = setup_of(simulation_options(folder, folder / "none.sqlite", window=False))
    evening = Evening(
        dataclasses.replace(setup, config=dataclasses.replace(setup.config, assist=assist))
    )
    Recovery(evening).run(played.before)
    # A board that is missed would be the notice of the whole hand.
    for role in sorted(setup.boards):
        evening.board_up(role, "", played.before[-1].at)
    return evening


def _deal_otherwise(
    evening: Evening, seen: Sequence[MatSettled], kind: Pair, chance: random.Random
) -> None:
    """Put other hidden cards into the hidden places of an evening's sealed deal."""
    assert evening.deal is not None, "an evening at its first card has a deal"
    deal = evening.deal.deal
    assert deal is not None, "an evening at its first card has a finished deal"
    events = [event_of(record) for record in seen]
    shown = [event.card for event in events if isinstance(event, CardPlaced)]
    public = {*shown, deal.stock[0]}
    hidden = [card for card in PACK if card not in public]
    mixed = hidden.copy()
    chance.shuffle(mixed)
    places = dict(zip(hidden, mixed, strict=True))
    if kind is Pair.MOVED:
        places |= _exchanged(deal, shown, chance)

    def changed(cards: Sequence[CardCopy]) -> tuple[CardCopy, ...]:
        return tuple(places.get(card, card) for card in cards)

    first, second = deal.pozzetti
    evening.deal.deal = dataclasses.replace(
        deal,
        hands=tuple(map(changed, deal.hands)),
        pozzetti=(changed(first), changed(second)),
        stock=changed(deal.stock),
    )


def _exchanged(
    deal: Deal, shown: Sequence[CardCopy], chance: random.Random
) -> dict[CardCopy, CardCopy]:
    """Return two cards of two players' dealt hands, both played later, each for the other."""
    played = [[card for card in hand if card in shown] for hand in deal.hands]
    first, second = chance.sample([cards for cards in played if cards], 2)
    one, other = chance.choice(first), chance.choice(second)
    return {one: other, other: one}


def _compare(
    seed: int, one: Evening, other: Evening, seen: Sequence[MatSettled], *, forgets: bool
) -> Hint | None:
    for at in _times(one, other, seen):
        if Phase.COUNT in (one.phase, other.phase):
            # Counted: what was held is told to everybody. That both are over is compared.
            return None if one.phase is other.phase else _hint(seed, at, one, other, ("phase",))
        views = [view_of(one, at, Language.ITALIAN)]
        if forgets:
            with _without_what_is_not_told(other):
                views.append(view_of(other, at, Language.ITALIAN))
        else:
            views.append(view_of(other, at, Language.ITALIAN))
        if views[0] != views[1]:
            return _hint(seed, at, one, other, _differing(*views))
    return None


@contextlib.contextmanager
def _without_what_is_not_told(evening: Evening) -> Iterator[None]:
    """Let the evening have noticed, for a look, only what its level tells by now."""
    assert evening.play is not None, "an evening in play has a play"
    noticed, assist = evening.play.noticed, evening.setup.config.assist
    evening.play.noticed = [one for one in noticed if _is_told(one, assist)]
    try:
        yield
    finally:
        evening.play.noticed = noticed


def _is_told(noticed: Noticed, assist: Assist) -> bool:
    """Whether players may know of it: written from what the levels promise, not from the catalogue."""
    kind = noticed.finding.kind.value
    if kind in ARBITERS_ALONE:
        return False
    if kind in FAULTS_OF_PLAY:
        return assist is Assist.DIDATTICA or (
            assist is Assist.CIRCOLO and noticed.ended is not None
        )
    return True


def _times(one: Evening, other: Evening, seen: Sequence[MatSettled]) -> Iterator[float]:
    """Let both evenings live through what the mat saw; yield the moments at which people look."""
    now = seen[0].at
    for record in seen:
        while now + _LOOK_EVERY_S < record.at:
            now += _LOOK_EVERY_S
            for evening in (one, other):
                evening.tick(now)
            yield now
        for evening in (one, other):
            evening.mat_event(event_of(record), record.at)
        now = record.at
        yield now


def _differing(one: TableView, other: TableView) -> tuple[str, ...]:
    """Return the parts of the view that differ; of the body its fields."""
    parts = []
    for field in dataclasses.fields(TableView):
        mine, others = getattr(one, field.name), getattr(other, field.name)
        if mine == others:
            continue
        if field.name != "body" or type(mine) is not type(others):
            parts.append(field.name)
            continue
        parts += [
            f"body.{part.name}"
            for part in dataclasses.fields(mine)
            if getattr(mine, part.name) != getattr(others, part.name)
        ]
    return tuple(parts)


def _hint(seed: int, at: float, one: Evening, other: Evening, parts: tuple[str, ...]) -> Hint:
    found = tuple(
        tuple(noticed.finding.kind.value for noticed in evening.play.noticed)
        if evening.play
        else ()
        for evening in (one, other)
    )
    return Hint(seed=seed, at=round(at, 3), parts=parts, findings=(found[0], found[1]))
