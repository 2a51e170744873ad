"""The simulated table as a process of its own, for a program that is started by somebody else.

`python -m tallone.simulator.serve FOLDER ...` says `ready` when the program may come to the table.
"""

import argparse
import sys
from pathlib import Path

from tallone.errors import TalloneError
from tallone.simulator.run import Options, SimulatedTable


def main() -> int:
    parser = argparse.ArgumentParser(prog="tallone.simulator.serve")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", default="fibur")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--hands", type=int, default=1)
    parser.add_argument("--pace", type=float, default=6.0)
    parser.add_argument("--noise", type=float, default=0.3)
    given = parser.parse_args()
    options = Options(
        hands=given.hands,
        seed=given.seed,
        profile=given.profile,
        players=given.players,
        pace=given.pace,
        noise=given.noise,
    )
    try:
        table = SimulatedTable(options, given.folder, visitor=True)
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
