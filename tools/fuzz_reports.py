#!/usr/bin/env python3
"""Let boards say anything, well formed, at every stage of an evening: `tools/fuzz_reports.py --reports 200000`.

An evening is played, taken up after a random record, and told reports with the values at the edges of every
field, in any order and from either board. Prints the seed first and what ended an evening, if anything did.
"""

import argparse
import collections
import random
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402
from tests.app.test_hostile_reports import hostile, played_with_keys, setup  # noqa: E402

from tallone.app.recovery import follow  # noqa: E402
from tallone.link.messages import Role  # noqa: E402
from tallone.link.reports import MatReport  # noqa: E402

_EACH = 400


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reports", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    given = parser.parse_args()
    print(f"seed {given.seed}")
    rng = random.Random(given.seed)  # noqa: S311
    ended: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        records, put_back = played_with_keys(folder, hands=1, seed=given.seed % 1000)
        reports = hostile(rng)
        for _ in range(given.reports // _EACH):
            put_back()
            followed = follow(setup(folder), records[: rng.randrange(1, len(records))])
            evening, now = followed.evening, followed.last_at
            for role in Role:
                evening.board_up(role, "00" * 8, now)
            dealt = evening.deal is not None and evening.deal.cut is not None
            job = evening.deal.job_number if dealt else 0
            try:
                for _ in range(_EACH):
                    said, now = next(reports), now + rng.choice((0.001, 0.05, 2.0))
                    if hasattr(said, "job") and rng.random() < 0.8:
                        said = msgspec.structs.replace(said, job=job)
                    role = Role.MAT if isinstance(said, MatReport) else Role.CROUPIER
                    evening.hear(role if rng.random() < 0.9 else rng.choice(list(Role)), said, now)
                    evening.tick(now)
            except Exception:
                ended[traceback.format_exc(limit=-2)] += 1
    for trace, times in ended.most_common():
        print(f"{times} times:\n{trace}")
    print(f"{given.reports} reports, {sum(ended.values())} evenings ended")
    return 1 if ended else 0


if __name__ == "__main__":
    sys.exit(main())
