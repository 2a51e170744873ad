"""Cards in a fan over a lane's coil: how many answer at which pitch, for three inlays. Standard library only.

`python -m hardware.antenna.fans` draws fans.svg; the tables stand in docs/build/fans.md. `--tune` prints the
least voltage in any fan of one to fourteen over the inlay's tuning.
"""

import argparse
import random
from dataclasses import replace
from pathlib import Path

from tallone.simulator import induction
from tallone.simulator.induction import Inlay, Model, Place

CARDS = Path(__file__).resolve().parent.parent / "cards.toml"
PICTURE = Path(__file__).with_name("fans.svg")
PITCHES = tuple(range(4, 25))
SHOWN_PITCHES = (8, 10, 12, 16, 18)
LONGEST = 14
# Of a fan as people lay it: each card off its place by so much, evenly drawn; all inlays mistuned by such a share.
LOOSE_MM, LOOSE_DEG, MISTUNED = 2.0, 6.0, 0.02
DRAWS, SEED = 3, 1
# A card counts as readable if it answers in at least this share of the rounds: five rounds then find it.
READABLE = 0.5


def load() -> Model:
    return induction.load(CARDS)


def even(model: Model, inlay: Inlay, pitch: float, count: int = LONGEST) -> list[float]:
    """Return how likely each card of an even fan answers."""
    places = induction.even_fan(model, count, pitch)
    return induction.chances(model, induction.voltages(model, places, inlay))


def loose(model: Model, inlay: Inlay, pitch: float, dice: random.Random) -> list[float]:
    """Return the same of a fan laid by hand, with inlays that miss their tuning together."""
    places = [
        Place(
            x_mm=place.x_mm + dice.uniform(-LOOSE_MM, LOOSE_MM),
            y_mm=place.y_mm + dice.uniform(-LOOSE_MM, LOOSE_MM),
            z_mm=place.z_mm,
            turn_deg=dice.uniform(-LOOSE_DEG, LOOSE_DEG),
        )
        for place in induction.even_fan(model, LONGEST, pitch)
    ]
    off = replace(inlay, tuned_mhz=inlay.tuned_mhz * (1 + dice.uniform(-MISTUNED, MISTUNED)))
    return induction.chances(model, induction.voltages(model, places, off, step=induction.COARSE))


def readable(shares: list[float]) -> int:
    return sum(share >= READABLE for share in shares)


def across(model: Model, inlay: Inlay, count: int = 7) -> list[float]:
    """Return the chances of a fan at the comb's pitch with one more card turned across its upper end."""
    fan = induction.even_fan(model, count, model.comb_mm)
    top = fan[-1]
    turned = Place(x_mm=0.0, y_mm=top.y_mm, z_mm=top.z_mm + model.thickness_mm, turn_deg=90.0)
    return induction.chances(model, induction.voltages(model, [*fan, turned], inlay))


def least_volt(model: Model, inlay: Inlay, pitch: float) -> float:
    """Return the least voltage on any chip of fans of one to fourteen."""
    return min(
        min(induction.voltages(model, induction.even_fan(model, count, pitch), inlay))
        for count in range(1, LONGEST + 1)
    )


# Tables and picture --------------------------------------------------------------------------


def inlay_table(model: Model | None = None) -> str:
    """Return what each inlay is, and how its neighbours couple."""
    model = model or load()
    rows = [
        (
            "| Inlay | Turns | L | Tuned alone | k at 0.4, 8, 12, 16, 32 mm | Alone on the coil "
            "| Least of 1 to 14 at the comb |"
        ),
        "|---|---:|---:|---:|---|---:|---:|",
    ]
    for inlay in model.inlays.values():
        ks = ", ".join(
            f"{induction.coupling(inlay, 0.0, pitch, model.thickness_mm):.2f}"
            for pitch in (0.0, 8.0, 12.0, 16.0, 32.0)
        )
        alone = induction.voltages(model, induction.even_fan(model, 1, 0.0), inlay)[0]
        rows.append(
            f"| {inlay.title} | {inlay.winding.turns} | {inlay.winding.inductance() * 1e6:.2f} µH "
            f"| {inlay.tuned_mhz:g} MHz | {ks} | {alone:.1f} V "
            f"| {least_volt(model, inlay, model.comb_mm):.1f} V |"
        )
    return "\n".join(rows)


def fan_table(model: Model | None = None) -> str:
    """Return how many of fourteen cards answer at each pitch, laid evenly and by hand."""
    model = model or load()
    head = " | ".join(f"{pitch} mm" for pitch in SHOWN_PITCHES)
    rows = [
        f"| Readable of {LONGEST} | {head} |",
        "|---|" + "---:|" * len(SHOWN_PITCHES),
    ]
    for inlay in model.inlays.values():
        cells = []
        for pitch in SHOWN_PITCHES:
            dice = random.Random(SEED)  # noqa: S311  a repeatable sample, no secret
            laid = sorted(readable(loose(model, inlay, pitch, dice)) for _ in range(DRAWS))
            cells.append(f"{readable(even(model, inlay, pitch))} / {laid[0]} to {laid[-1]}")
        rows.append(f"| {inlay.title} | {' | '.join(cells)} |")
    return "\n".join(rows)


def tables() -> str:
    """Return both tables in Markdown."""
    return f"{inlay_table()}\n\n{fan_table()}"


def specification(model: Model | None = None) -> str:
    """Return what a maker of RFID cards is asked for, as text to send."""
    model = model or load()
    inlay, chip = model.inlay, model.chip
    w = inlay.winding
    size = f"{w.long_mm:g} x {w.wide_mm:g} mm over the outermost track"
    etched = (
        f"{w.turns} turns, track {w.track_mm:g}, gap {w.gap_mm:g} mm, etched aluminium or copper"
    )
    return f"""**Cards, as a text to send to a maker of RFID cards** ([why](fans.md)):

> Playing cards of PVC laminate, 63.5 x 88.9 mm, corners 3 mm, {model.thickness_mm:g} mm thick
> (0.3 to 0.5, within 0.03 in one lot), opaque, no bump over the chip.
> Chip: NXP ICODE SLIX2 (SL2S2602), {chip.farad * 1e12:g} pF, ISO 15693, each UID once.
> Inlay: {size}, its long side across the card (along the 63.5 mm), its middle in the card's
> middle within 1 mm; {etched}; {w.inductance() * 1e6:.1f} microhenry.
> Resonance in the finished card, alone: {inlay.tuned_mhz:g} MHz, {100 * MISTUNED:g} % at most off.
> Not 13.56: a fan of cards is read, not one card. Q 10 to 25.
> First: 20 sample cards with this inlay and 20 with your usual strip, before the packs."""


def svg() -> str:
    """Return the curves: readable cards of fourteen, evenly laid, over the pitch."""
    model = load()
    left, top, wide, high = 50.0, 20.0, 520.0, 260.0

    def at(pitch: float, cards: float) -> tuple[float, float]:
        share = (pitch - PITCHES[0]) / (PITCHES[-1] - PITCHES[0])
        return left + wide * share, top + high * (1 - cards / LONGEST)

    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="350" viewBox="0 0 600 350">',
        '<rect width="100%" height="100%" fill="white"/>',
        '<g font-family="sans-serif" font-size="12" fill="#222">',
    ]
    for cards in range(0, LONGEST + 1, 2):
        x, y = at(PITCHES[0], cards)
        lines.append(f'<path d="M{x:g} {y:.1f}h{wide:g}" stroke="#ddd"/>')
        lines.append(f'<text x="{x - 8:g}" y="{y + 4:.1f}" text-anchor="end">{cards}</text>')
    for pitch in PITCHES[::2]:
        x, y = at(pitch, 0)
        lines.append(f'<text x="{x:.1f}" y="{y + 18:g}" text-anchor="middle">{pitch}</text>')
    comb = at(model.comb_mm, 0)[0]
    lines.append(
        f'<path d="M{comb:.1f} {top:g}v{high:g}" stroke="#888" stroke-dasharray="4 3"/>'
        f'<text x="{comb + 4:.1f}" y="{top + 12:g}">the comb</text>'
    )
    colours = ("#1e5cb3", "#b35c1e", "#777777")
    for number, (inlay, colour) in enumerate(zip(model.inlays.values(), colours, strict=True)):
        points = [at(pitch, sum(even(model, inlay, pitch))) for pitch in PITCHES]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(
            f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        x = left + 10 + 190 * number
        lines.append(f'<text x="{x:g}" y="342" fill="{colour}">{inlay.title}</text>')
    x, y = at(PITCHES[-1], 0)
    lines.append(f'<text x="{x:g}" y="{y + 34:g}" text-anchor="end">pitch, mm</text>')
    lines.append('<text x="8" y="14">cards of 14 that answer</text>')
    return "\n".join((*lines, "</g>", "</svg>", ""))


def tune(model: Model) -> str:
    """Return the least voltage in any fan over tuning, for three pitches."""
    rows = ["MHz    12 mm   14 mm   16 mm"]
    for tenth in range(120, 181, 5):
        inlay = replace(model.inlay, tuned_mhz=tenth / 10)
        volts = [f"{least_volt(model, inlay, pitch):5.2f} V" for pitch in (12, 14, 16)]
        rows.append(f"{tenth / 10:4.1f} {' '.join(volts)}")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.antenna.fans", description=__doc__)
    parser.add_argument("--tune", action="store_true", help="print tunings, draw nothing")
    if parser.parse_args().tune:
        print(tune(load()))
    else:
        PICTURE.write_text(svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
