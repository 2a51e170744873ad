"""Run by the crash test: writes batches until it is killed, and says how far each one came."""

import sys
from pathlib import Path

from tallone.journal import JournalWriter
from tallone.journal.records import Pressed

with JournalWriter(Path(sys.argv[1])) as writer:
    for batch in range(100_000):
        records = [
            Pressed(at=float(batch), button="ok", value=batch) for _ in range(batch % 5 + 1)
        ]
        sys.stdout.write(f"{writer.append(records)}\n")
        sys.stdout.flush()
