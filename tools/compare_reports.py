"""Do two trees behave alike? Makes the reports of simulated evenings, and compares them without times.

Run from the repository:

    python tools/compare_reports.py make FOLDER [--tree TREE] [--events 60] [--chain 6]
    python tools/compare_reports.py compare FOLDER OTHER

`make` runs `tallone simulate` once for each seed with the program of TREE (this one, if none is named)
and keeps a report each; what is there already is not run again. The seeds go round the five profiles,
two and four players and ten faults, of which every eleventh evening has none. `compare` leaves out
times and durations, prints where the others differ, and ends with status 1 if any does.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROFILES = ("fibur", "febur", "online", "classic-en", "fibur-2026")
FOR_TWO = ("online", "classic-en")
FAULTS = (
    None,
    "missing-card",
    "wrong-back",
    "double-feed",
    "short-pozzetto",
    "short-hand",
    "wrong-meld",
    "no-discard",
    "phantom-card",
    "draw-out-of-turn",
    "close-wild",
)
# Keys of the report that hold instants or durations.
TIMES = frozenset(("at", "latency_ms"))


def arguments_of(seed: int, level: str) -> list[str]:
    """Return what `tallone simulate` is asked for one seed."""
    fault = FAULTS[seed % len(FAULTS)]
    players = 2 + 2 * (seed // 2 % 2)
    profiles = PROFILES if players == 4 else FOR_TWO
    return [
        *("simulate", "--seed", str(seed), "--level", level, "--hands", "1"),
        *("--profile", profiles[seed % len(profiles)], "--players", str(players)),
        *(("--fault", fault) if fault else ()),
    ]


def make(folder: Path, tree: Path, counts: dict[str, int]) -> int:
    """Make the reports that are missing; return the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = os.pathsep.join(str(tree / part) for part in ("host", "firmware/lib"))
    for level, count in counts.items():
        for seed in range(1, count + 1):
            report = folder / f"{level}-{seed:04}.json"
            if report.exists():
                continue
            done = subprocess.run(
                [sys.executable, "-m", "tallone", *arguments_of(seed, level)],
                cwd=tree,
                env=os.environ | {"PYTHONPATH": paths},
                capture_output=True,
                check=False,
            )
            if done.returncode:
                # How it failed is part of how it behaves: the last line, without the tree's path.
                last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
                report.write_text(json.dumps({"failed": done.returncode, "said": last}))
            else:
                report.write_bytes(done.stdout)
            print(report.name, "failed" if done.returncode else "made", flush=True)
    return 0


def without_times(value: object) -> object:
    """Return a report's content without what hangs on clocks."""
    match value:
        case dict():
            return {key: without_times(held) for key, held in value.items() if key not in TIMES}
        case list():
            return [without_times(held) for held in value]
        case _:
            return value


def text_of(report: Path) -> bytes:
    content = json.loads(report.read_bytes())
    return json.dumps(without_times(content), sort_keys=True, indent=1).encode()


def compare(folder: Path, other: Path) -> int:
    """Print where the reports of two folders differ; return the exit status."""
    names = sorted(path.name for path in folder.glob("*.json"))
    unlike = 0
    missing = sorted({path.name for path in other.glob("*.json")} ^ set(names))
    for name in names:
        if name in missing:
            continue
        one, two = text_of(folder / name), text_of(other / name)
        if one != two:
            unlike += 1
            lines = zip(one.splitlines(), two.splitlines(), strict=False)
            first = next((pair for pair in lines if pair[0] != pair[1]), (b"", b""))
            print(
                f"{name}: {first[0].decode()[:200]}\n{'':{len(name)}}  {first[1].decode()[:200]}"
            )
    if missing:
        print(f"on one side only: {', '.join(missing)}")
    print(f"{len(names)} reports, {unlike} differ, {len(missing)} have no other")
    return 1 if unlike or missing or not names else 0


def main() -> int:
    """Make or compare; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_subparsers(dest="what", required=True)
    making = what.add_parser("make")
    making.add_argument("folder", type=Path)
    making.add_argument("--tree", type=Path, default=ROOT)
    making.add_argument("--events", type=int, default=60)
    making.add_argument("--chain", type=int, default=6)
    comparing = what.add_parser("compare")
    comparing.add_argument("folder", type=Path)
    comparing.add_argument("other", type=Path)
    asked = parser.parse_args()
    if asked.what == "compare":
        return compare(asked.folder, asked.other)
    counts = {"events": asked.events, "chain": asked.chain}
    return make(asked.folder, asked.tree.resolve(), counts)


if __name__ == "__main__":
    sys.exit(main())
