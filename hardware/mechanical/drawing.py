"""Line drawings as SVG: visible edges black, hidden ones thin and grey, the part's name and size below."""

import re
from pathlib import Path

from build123d import Color, Compound, ExportSVG, LineType, Location, Shape, Vector

# From the front, a little from the right and above.
VIEW = (1.0, -1.5, 1.1)
_SIZE = 150.0
_NUMBER = re.compile(r"-?\d+\.\d+")


def bounds(shapes: list[Shape]) -> tuple[Vector, Vector]:
    """Return the corners of the box round all shapes."""
    boxes = [shape.bounding_box() for shape in shapes]
    low = Vector(*(min(getattr(box.min, axis) for box in boxes) for axis in "XYZ"))
    high = Vector(*(max(getattr(box.max, axis) for box in boxes) for axis in "XYZ"))
    return low, high


def draw(
    shapes: list[Shape],
    path: Path,
    caption: str,
    *,
    view: tuple[float, float, float] = VIEW,
    up: tuple[float, float, float] = (0, 0, 1),
    hidden: bool = True,
    new: list[Shape] | None = None,
) -> None:
    """Draw shapes as seen from `view`; `new` ones stand out in blue."""
    everything = [*shapes, *(new or [])]
    low, high = bounds(everything)
    middle = (low + high) * 0.5
    far = middle + Vector(*view).normalized() * (high - low).length * 6
    visible, unseen = Compound(
        children=[_plain(shape) for shape in everything]
    ).project_to_viewport(far, up, middle)
    box = Compound(children=list(visible)).bounding_box().size
    exporter = ExportSVG(margin=8, scale=_SIZE / max(box.X, box.Y, 1), precision=2)
    exporter.add_layer("seen", line_color=Color(0, 0, 0), line_weight=0.35)
    exporter.add_layer(
        "hidden", line_color=Color(0.6, 0.6, 0.6), line_weight=0.15, line_type=LineType.ISO_DASH
    )
    exporter.add_layer("new", line_color=Color(0, 0.2, 0.75), line_weight=0.6)
    if hidden and unseen:
        exporter.add_shape(unseen, layer="hidden")
    exporter.add_shape(visible, layer="seen")
    exporter.write(path)
    _finish(path, caption)


def _plain(shape: Shape) -> Shape:
    # A shape may be in several places; the compound must not take it from another.
    return shape.moved(Location())


def _finish(path: Path, caption: str) -> None:
    """Add the caption, and round every number so that the file is small and the same each time."""
    text = path.read_text(encoding="utf-8")
    text = _NUMBER.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), text)
    head = re.search(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"', text)
    x, y, width, height = (float(number) for number in head.groups())
    lines = caption.split("\n")
    extra = 6.0 * len(lines) + 2
    text = text.replace(head[0], f'viewBox="{x:g} {y:g} {width:g} {height + extra:g}"', 1)
    text = re.sub(r'height="([\d.]+)mm"', f'height="{height + extra:g}mm"', text, count=1)
    words = "".join(
        f'<text x="{x + width / 2:g}" y="{y + height + 5 + 6 * number:g}" font-family="sans-serif"'
        f' font-size="4.5" text-anchor="middle" fill="black">{line}</text>\n'
        for number, line in enumerate(lines)
    )
    text = text.replace("</svg>", words + "</svg>")
    path.write_text(text.rstrip() + "\n", encoding="utf-8")
