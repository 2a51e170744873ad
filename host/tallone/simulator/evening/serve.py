"""The simulated table as a process of its own, for a program that is started by somebody else.

`python -m tallone.simulator.evening.serve FOLDER ...` says `ready` when the program may come to the table.
"""

import argparse
import sys
from pathlib import Path

from tallone.errors import TalloneError
from tallone.simulator.evening.run import Options, SimulatedTable
from tallone.simulator.faults.faults import parse
from tallone.simulator.interpreter.prices import BOARDS, DEFAULT_BOARD
from tallone.simulator.people.workshop import Workshop


def main() -> int:
    parser = argparse.ArgumentParser(prog="tallone.simulator.evening.serve")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", default="fibur")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--hands", type=int, default=1)
    parser.add_argument("--pace", type=float, default=6.0)
    parser.add_argument("--noise", type=float, default=0.3)
    parser.add_argument("--board", choices=BOARDS, default=DEFAULT_BOARD)
    parser.add_argument("--fault", action="append", default=[])
    # People who load packs and lay single cards as they are asked, and do not play.
    parser.add_argument("--workshop", action="store_true")
    given = parser.parse_args()
    options = Options(
        hands=given.hands,
        seed=given.seed,
        profile=given.profile,
        players=given.players,
        pace=given.pace or None,
        faults=tuple(parse(name) for name in given.fault),
        noise=given.noise,
        board=given.board,
    )
    try:
        table = SimulatedTable(options, given.folder, visitor=True)
        if given.workshop:
            table.people = Workshop(
                table.setting.room, table.setting.faults, table.senses.signatures
            )
        try:
            table.run(lambda _line: None)
        finally:
            table.close()
    except TalloneError as error:
        sys.stderr.write(f"tallone: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
