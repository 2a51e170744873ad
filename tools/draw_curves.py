"""Measures the curves of the ready check and draws them for docs/verification.md.

Run from the repository: `python tools/draw_curves.py [--trials N]`. Writes docs/images/ready-*.svg, a
picture for each fault, and docs/images/ready-curves.json, the numbers behind them.
"""

import argparse
import dataclasses
import json
import math
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tallone.dealing.piles.belief import DOUBT_FROM
from tallone.simulator.studies.curves import CASES, WITNESSES, Curve, measure, measure_one

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
NUMBERS = IMAGES / "ready-curves.json"
SEED = 1
SAMPLE = 100
# The picture: a square for the curves, with room for words around it.
LEFT, TOP, SIDE = 70, 40, 400
WIDTH, HEIGHT = LEFT + SIDE + 250, TOP + SIDE + 60
FONT = 'font-family="sans-serif"'
COLOURS = ("#1b6e3c", "#b5651d", "#8a1c2b")
TITLES = {
    "pozzetto": "A card of a pozzetto lies on the stock",
    "stock": "A card of the stock has fallen to the floor",
}


def main() -> int:
    """Measure, write and draw; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=1000)
    trials = parser.parse_args().trials
    curves = list(measure(trials, SEED))
    content = {
        "trials": trials,
        "seed": SEED,
        "asked_from": DOUBT_FROM,
        "sample": [dataclasses.asdict(curve) for curve in sample()],
        "curves": [dataclasses.asdict(curve) for curve in curves],
    }
    NUMBERS.write_text(json.dumps(content, indent=None) + "\n", encoding="utf-8")
    for case in CASES:
        own = [curve for curve in curves if curve.case == case.name]
        (IMAGES / f"ready-{case.name}.svg").write_text(
            picture(TITLES[case.name], own, trials), encoding="utf-8"
        )
    for curve in curves:
        print(
            f"{curve.case}, noise {curve.noise:g}, {curve.witnesses}: found {curve.found:.3f}, "
            f"false alarms {curve.alarms:.4f}"
        )
    return 0


def sample() -> list[Curve]:
    """Return a small measurement, quick to repeat: it shows whether the numbers are current."""
    return list(measure_one(CASES[1], 3.0, SAMPLE, SEED))


def picture(title: str, curves: Sequence[Curve], trials: int) -> str:
    """Return the picture as SVG: found over false alarms, the latter on a logarithmic axis."""
    least = 0.5 / trials
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        words(LEFT, 24, title, size=16),
        *axes(least),
        words(
            LEFT + SIDE // 2, HEIGHT - 12, "false alarms, of piles that are right", anchor="middle"
        ),
        f'<g transform="translate(18,{TOP + SIDE // 2}) rotate(-90)">'
        + words(0, 0, "found", anchor="middle")
        + "</g>",
    ]
    noises = sorted({curve.noise for curve in curves})
    for number, curve in enumerate(curves):
        colour = COLOURS[noises.index(curve.noise)]
        dashes = ' stroke-dasharray="6 4"' if curve.witnesses == WITNESSES[0] else ""
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(curve.points, least))
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
        )
        if not dashes:
            parts.append(
                f'<circle cx="{across(curve.alarms, least):.1f}" cy="{up(curve.found):.1f}" r="5" '
                f'fill="{colour}"/>'
            )
        y = TOP + 20 + 22 * number
        x = LEFT + SIDE + 20
        parts.append(
            f'<line x1="{x}" y1="{y - 4}" x2="{x + 34}" y2="{y - 4}" stroke="{colour}" '
            f'stroke-width="2"{dashes}/>'
        )
        parts.append(words(x + 42, y, f"noise {curve.noise:g}, {curve.witnesses}"))
    y = TOP + 20 + 22 * (len(curves) + 1)
    parts.append(words(LEFT + SIDE + 20, y, f"dots: asked from a chance of {DOUBT_FROM:g}"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def axes(least: float) -> Iterable[str]:
    """Yield the frame, its lines and figures."""
    for power in range(math.ceil(math.log10(least)), 1):
        x = across(10.0**power, least)
        yield rule(x, TOP, x, TOP + SIDE)
        yield words(x, TOP + SIDE + 18, f"{10.0**power:g}", anchor="middle")
    for fifth in range(6):
        y = up(fifth / 5)
        yield rule(LEFT, y, LEFT + SIDE, y)
        yield words(LEFT - 8, y + 4, f"{fifth / 5:g}", anchor="end")
    yield words(LEFT, TOP + SIDE + 18, "0", anchor="middle")


def corners(points: Sequence[tuple[float, float]], least: float) -> Iterable[tuple[float, float]]:
    """Yield the curve's corners on the picture, from no alarm at all to nothing but alarms."""
    yield across(0.0, least), up(0.0)
    for alarms, found in points:
        yield across(alarms, least), up(found)


def across(alarms: float, least: float) -> float:
    """Return where so many false alarms are; none at all is the left edge."""
    share = 1 - math.log10(max(alarms, least)) / math.log10(least)
    return LEFT + SIDE * share


def up(found: float) -> float:
    return TOP + SIDE * (1 - found)


def rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#d8d8d8"/>'


def words(x: float, y: float, text: str, *, anchor: str = "start", size: int = 13) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {FONT} text-anchor="{anchor}" font-size="{size}">{text}</text>'


if __name__ == "__main__":
    sys.exit(main())
