#!/usr/bin/env python3
"""Turn single bits of a journal and read it: `python tools/flip_journals.py JOURNAL --flips 1200 --seed 1`.

Every flip must end in one line, or leave every record as it was. Prints what did not, and a summary.
"""

import argparse
import contextlib
import random
import sys
import tempfile
from pathlib import Path

from tallone.errors import JournalError
from tallone.journal.storage.reader import check, read
from tallone.journal.storage.writer import JournalWriter


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("journal", type=Path)
    parser.add_argument("--flips", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)  # noqa: S311
    good, records = given.journal.read_bytes(), read(given.journal)
    told = unused = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "turned.journal"
        for _ in range(given.flips):
            turned = bytearray(good)
            place = rng.randrange(len(turned) * 8)
            turned[place // 8] ^= 1 << place % 8
            file.write_bytes(turned)
            try:
                check(file)
                whole = read(file) == records
                unused, wrong = unused + whole, wrong + (not whole)
            except JournalError:
                told += 1
            except Exception as error:
                wrong += 1
                print(f"bit {place}: {type(error).__name__}: {error}")
            with contextlib.suppress(JournalError):
                JournalWriter(file).close()
    print(f"{given.flips} bits: {told} told, {unused} in bytes that nothing uses, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
