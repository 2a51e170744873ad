"""What `tallone bench` says about the journal: how fast it is safe, and how fast it is read."""

import dataclasses
import time
from pathlib import Path
from typing import Final

from tallone.journal.records import MatSettled, Record
from tallone.journal.storage.reader import read
from tallone.journal.storage.writer import JournalWriter

# A hand leaves about this many records.
_HAND: Final = 1200


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class JournalFigures:
    """Rates on this machine's disk; a commit is one record that has reached it."""

    commit_p50_ms: float
    commit_p95_ms: float
    batch_of_ten_p50_ms: float
    read_records_per_s: float
    bytes_per_record: float


def measure(folder: Path, commits: int = 200) -> JournalFigures:
    """Write and read journals in that folder, which should be where the real ones are."""
    path = folder / "bench.journal"
    with JournalWriter(path) as writer:
        single = sorted(_timed(writer, [_record(number)]) for number in range(commits))
        batches = sorted(
            _timed(writer, [_record(number) for number in range(10)]) for _ in range(commits // 10)
        )
        writer.append([_record(number) for number in range(_HAND)])
        count = writer.count
    begun = time.perf_counter()
    read(path)
    took = time.perf_counter() - begun
    return JournalFigures(
        commit_p50_ms=single[len(single) // 2] * 1000,
        commit_p95_ms=single[len(single) * 95 // 100] * 1000,
        batch_of_ten_p50_ms=batches[len(batches) // 2] * 1000,
        read_records_per_s=count / took,
        bytes_per_record=path.stat().st_size / count,
    )


def _timed(writer: JournalWriter, records: list[Record]) -> float:
    begun = time.perf_counter()
    writer.append(records)
    return time.perf_counter() - begun


def _record(number: int) -> Record:
    fields = {"card": "7Hb", "zone": "discard"}
    return MatSettled(at=float(number), event="CardPlaced", fields=fields)
