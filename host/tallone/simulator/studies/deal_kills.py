"""The program killed with SIGKILL between loading the pack and the ready check, and what becomes of the deal.

After the restart either the same deal goes on, and every card lies where the sealed ledger says; or it
is voided with its reason and its secret published, and another is dealt. Whatever commitment stood on
the screen is in the journal.
"""

import dataclasses
import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from tallone.dealing.promise.sealed import Purpose
from tallone.journal.records import (
    Committed,
    DealAborted,
    DealReady,
    DealRevealed,
    LedgerSealed,
    Record,
)
from tallone.journal.storage.reader import read
from tallone.journal.storage.sealing import HandKey
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import PACK
from tallone.rules.cards.seats import seats
from tallone.simulator.clockwork.conductor import SECOND
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.program import JOURNAL, Program
from tallone.simulator.evening.run import SimulatedTable
from tallone.simulator.faults.faults import POWERLESS_S
from tallone.simulator.room.world import World

# About as long as loading, cutting, dealing and carrying takes.
DEAL_S: Final = 60.0
# A step of the program takes a few milliseconds; it is killed somewhere in one or between two.
_STEP_S: Final = 0.012
How = Literal["went on", "voided"]
# Until a program that is just starting is there to be killed.
_AGAIN_S: Final = 0.7


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Killed:
    """What became of one deal; `kills` are simulated seconds and what the screen said at that moment.

    `problems` must be empty.
    """

    seed: int
    kills: tuple[tuple[float, str], ...]
    how: How
    problems: tuple[str, ...]


def kill_deal(
    seed: int, instants: Sequence[float], *, while_working: bool = False, noise: float = 1.0
) -> Killed:
    """Deal a hand, kill the program at those times, let it come back, and look at what is left.

    Without `while_working` it is killed between two steps of the program, so that the run repeats
    itself; with it a few real milliseconds later, in the middle of whatever it does.
    """
    with tempfile.TemporaryDirectory(prefix="tallone-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        table = SimulatedTable(Options(seed=seed, noise=noise, until="ready"), folder)
        kills: list[tuple[float, str]] = []
        chance = random.Random(f"{seed} kill")

        def kill() -> None:
            program = table.program
            if not table.gate.attached or program.is_doomed:
                table.conductor.after(_AGAIN_S, kill)
                return
            phase = table.gate.shown.phase or "start"
            kills.append((table.conductor.now / SECOND, phase))
            if while_working and isinstance(program, Program):
                program.kill_within(chance.uniform(0.0, _STEP_S))
            else:
                program.kill()
                table.conductor.after(POWERLESS_S, program.start)

        for at in instants:
            table.conductor.at(round(at * SECOND), kill)
        try:
            table.run(lambda _line: None)
            records = read(folder / JOURNAL)
            problems = [
                *_lost(records, table.gate.commitments),
                *_unsettled(records),
                *_misplaced(records, folder, table.world, table.options.players),
            ]
        finally:
            table.close()
    voided = any(isinstance(record, DealAborted) for record in records)
    return Killed(
        seed=seed,
        kills=tuple(kills),
        how="voided" if voided else "went on",
        problems=tuple(problems),
    )


def _lost(records: Sequence[Record], shown: Sequence[str]) -> list[str]:
    """Commitments that people have seen and the journal has not."""
    known = {" ".join(record.words) for record in records if isinstance(record, Committed)}
    return [f"the commitment {words!r} is lost" for words in shown if words not in known]


def _unsettled(records: Sequence[Record]) -> list[str]:
    """Commitments that are neither played nor voided with reason and secret."""
    made = [record.commitment for record in records if isinstance(record, Committed)]
    voided = {
        record.commitment: record.reason for record in records if isinstance(record, DealAborted)
    }
    revealed = [record for record in records if isinstance(record, DealRevealed)]
    problems = [
        f"the commitment {one[:8]} was given up without a word"
        for one in made[:-1]
        if not voided.get(one)
    ]
    if len(set(made)) != len(made):
        problems.append("a commitment was made twice")
    if len(revealed) != len(voided):
        problems.append("a voided deal was not revealed")
    if not made or made[-1] in voided:
        problems.append("no deal came to its end")
    if sum(isinstance(record, DealReady) for record in records) != 1:
        problems.append("the piles were not found right once")
    return problems


def _misplaced(records: Sequence[Record], folder: Path, world: World, players: int) -> list[str]:
    """Places at which other cards lie than the sealed ledger says."""
    sealed = [record for record in records if isinstance(record, LedgerSealed)]
    if not sealed:
        return ["there is no ledger"]
    key = HandKey.load(folder / JOURNAL, sealed[-1].hand, bytes)
    ledger: Mapping[str, list[int]] = key.open(sealed[-1].sealed_ledger, "ledger").open_for(
        Purpose.RECOVERY, msgspec.json.decode
    )
    piles = {seat.value: world.holdings[seat] for seat in seats(players)}
    piles |= {zone.value: world.zones[zone] for zone in (Zone.POZZETTO_1, Zone.POZZETTO_2)}
    # The ledger's stock is in the order of its draws; in a hand or pozzetto there is no order.
    stock = [card.copy for card in reversed(world.zones[Zone.STOCK])]
    wrong = [] if stock == [PACK[number] for number in ledger["stock"]] else ["stock"]
    wrong += [
        place
        for place, cards in piles.items()
        if sorted(card.copy for card in cards) != sorted(PACK[number] for number in ledger[place])
    ]
    return [f"other cards lie at {place}" for place in wrong]
