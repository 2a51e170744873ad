"""An evening that stands at a phase, cheaply: one hand is played once, and its records taken up again.

`evening_at(Phase.COUNT, assist=Assist.GARA)` is the evening of that hand as its journal knows it, at the
moment at which it came to the phase. Nothing is played for it; whoever changes it changes his own.
"""

import dataclasses
import functools
import shutil
import tempfile
from pathlib import Path

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.evening.play import Noticed
from tallone.app.evening.presses import press
from tallone.app.headless.direct import DirectEvening
from tallone.app.recovery import Recovery
from tallone.app.screen.views import view_of
from tallone.app.table_options import setup_of, simulation_options
from tallone.assist import Assist
from tallone.config import Language
from tallone.findings import Finding, FoundIn
from tallone.journal.records import PhaseEntered, Pressed
from tallone.journal.storage.sealing import key_path
from tallone.press import Button, Press
from tallone.rules.cards.seats import Seat
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options
from tallone.simulator.faults.faults import parse

SEED = 1


class _KeepsKey(DirectEvening):
    """Keeps the first hand's key, which the program destroys once the hand is counted."""

    def __init__(self, folder):
        super().__init__(folder)
        self.path = key_path(folder / "none.sqlite", 1)

    def step(self, now):
        commands = super().step(now)
        if self.path.exists():
            self.key = self.path.read_bytes()
        return commands


@functools.cache
def _played(deal, faults, until):
    """Play one hand at the events level; return its folder, which has the hand's key, and its records."""
    folder = Path(tempfile.mkdtemp(prefix="standing-"))
    options = Options(
        level="events",
        noise=0,
        seed=SEED,
        profile="febur",
        deal=deal,
        until=until,
        faults=tuple(map(parse, faults)),
    )
    table = EventTable(options, folder, _KeepsKey)
    table.run(lambda _line: None)
    table.host.path.write_bytes(table.host.key)
    table.host.path.chmod(0o600)
    return folder, tuple(table.host.records)


def recorded(phase):
    """Return the folder and the records up to the moment at which an evening comes to that phase."""
    match phase:
        case Phase.PASS:
            folder, records = _played("manual", (), "ready")
        case Phase.STOPPED:
            folder, records = _played("machine", ("missing-card",), "ready")
        case Phase.PLAY | Phase.COUNT | Phase.MATCH_END:
            folder, records = _played("machine", (), "end")
        case _:
            folder, records = _played("machine", (), "ready")
    wanted = Phase.COUNT if phase is Phase.MATCH_END else phase
    end = next(
        (
            number
            for number, record in enumerate(records, start=1)
            if isinstance(record, PhaseEntered) and record.phase == wanted.value
        ),
        0,
    )
    return folder, records[:end]


def evening_at(phase, *, assist=Assist.CIRCOLO, **config):
    """Return an evening that has just come to that phase, with both boards up."""
    source, records = recorded(phase)
    folder = Path(tempfile.mkdtemp(prefix="evening-"))
    shutil.copytree(source, folder, dirs_exist_ok=True)
    setup = setup_of(simulation_options(folder, folder / "none.sqlite", window=False))
    changed = dataclasses.replace(setup.config, assist=assist, hands=1, **config)
    evening = Evening(dataclasses.replace(setup, config=changed))
    assert Recovery(evening).run(records) or phase is Phase.CONNECT
    if phase is not Phase.CONNECT:
        for role in sorted(setup.boards):
            evening.board_up(role, "", now_of(records))
    if phase is Phase.MATCH_END:
        evening.next_hand(now_of(records))
    evening.effects.take()
    assert evening.phase is phase
    return evening


def now_of(records):
    return records[-1].at if records else 0.0


def now(evening):
    """Return a moment at which the evening can stand: after all that its journal knows."""
    _, records = recorded(evening.phase)
    return now_of(records)


def seen(evening, at=None):
    """Return what people see then."""
    return view_of(evening, now(evening) if at is None else at, Language.ENGLISH)


def found(kind, *, turn=0, turn_ended=True, **fields):
    """Return a finding of play, made while South was on turn."""
    return Finding(
        kind=kind,
        phase=FoundIn.PLAY,
        turn=turn,
        on_turn=Seat.SOUTH,
        turn_ended=turn_ended,
        **fields,
    )


def notice(evening, finding, *, at, ended):
    """Let the play have found something at `at`; its turn ended at `ended`, or not yet if None."""
    evening.play.noticed.append(Noticed(finding=finding, found=at, ended=ended))


def push(evening, button, at=None, **entered):
    """Let somebody press a button; return the records that it leads to, the press itself left out."""
    press(evening, Press(Button(button), **entered), now(evening) if at is None else at)
    records, _ = evening.effects.take()
    return [record for record in records if not isinstance(record, Pressed)]
