"""The three coils to one scale, as a picture: copper, terminals, sizes, and a card for comparison.

`python -m hardware.antenna.drawing` writes coils.svg.
"""

from pathlib import Path

from hardware.antenna import antenna
from hardware.antenna.antenna import Coil

PICTURE = Path(__file__).with_name("coils.svg")
CARD = (63.5, 88.9)
# Pixels of a millimetre; space between coils and round them, in millimetres.
SCALE, GAP, EDGE = 1.6, 34.0, 16.0


def svg() -> str:
    """Return the picture."""
    coils = list(antenna.load().coils.values())
    width = 2 * EDGE + sum(coil.width_mm for coil in coils) + GAP * (len(coils) - 1)
    height = 2 * EDGE + max(coil.height_mm for coil in coils) + 12
    shapes, left = [], EDGE
    for coil in coils:
        shapes += _coil(coil, left + coil.width_mm / 2, EDGE + coil.height_mm / 2)
        left += coil.width_mm + GAP
    style = 'font-family="sans-serif" font-size="6" fill="#222"'
    size = f'width="{width * SCALE:.0f}" height="{height * SCALE:.0f}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width:g} {height:g}">',
            '<rect width="100%" height="100%" fill="white"/>',
            f"<g {style}>",
            *shapes,
            "</g>",
            "</svg>",
            "",
        )
    )


def _coil(coil: Coil, x: float, y: float) -> list[str]:
    corners = antenna.path(coil)
    points = " ".join(f"{x + px:.2f},{y + py:.2f}" for px, py in corners)
    below = y + coil.height_mm / 2
    shapes = [
        (
            f'<polyline points="{points}" fill="none" stroke="#b35c1e" '
            f'stroke-width="{coil.track_mm:g}" stroke-linejoin="round"/>'
        )
    ]
    if min(coil.width_mm, coil.height_mm) > max(CARD):
        shapes.append(_card(x, y))
    for name, (px, py) in (("outer", corners[0]), ("inner", corners[-1])):
        shapes.append(f'<circle cx="{x + px:.2f}" cy="{y + py:.2f}" r="1.6" fill="#1e5cb3"/>')
        away = -3.5 if name == "outer" else 6.5
        shapes.append(
            f'<text x="{x + px + 3:.2f}" y="{y + py + away:.2f}" font-size="5">{name}</text>'
        )
    texts = (
        f"{coil.name}: {coil.width_mm:g} x {coil.height_mm:g} mm,",
        f"{coil.turns} turn{'s' if coil.turns > 1 else ''}, track {coil.track_mm:g}, gap {coil.gap_mm:g}",
    )
    for line, text in enumerate(texts):
        shapes.append(
            f'<text x="{x:.2f}" y="{below + 9 + 7 * line:.2f}" text-anchor="middle">{text}</text>'
        )
    return shapes


def _card(x: float, y: float) -> str:
    wide, high = CARD
    return (
        f'<rect x="{x - wide / 2:.2f}" y="{y - high / 2:.2f}" width="{wide}" height="{high}" rx="3" '
        f'fill="none" stroke="#999" stroke-dasharray="3 2" stroke-width="0.6"/>'
        f'<text x="{x:.2f}" y="{y + 2:.2f}" text-anchor="middle">a card</text>'
    )


if __name__ == "__main__":
    PICTURE.write_text(svg(), encoding="utf-8")
