"""Line drawings as SVG: new parts blue, what was there grey; or one shape in black with its hidden edges."""

from itertools import pairwise
from pathlib import Path

import numpy as np
from build123d import Compound, Edge, GeomType, Location, Shape, Vector
from scipy.spatial import cKDTree

HERE = Location()
# The longer side of a drawing, and its margin, mm on paper.
_SIZE = 170.0
_MARGIN = 5.0
# Small parts are not drawn larger than so many times their size.
_LARGEST = 3.0
# The caption needs so much.
_NARROWEST = 110.0
# Colour, width and dashes of a line, mm.
_BLACK = ("#000", 0.25, "")
_GREY = ("#777", 0.2, "")
_BLUE = ("#0033cc", 0.4, "")
_FAINT = ("#aaa", 0.12, "1 0.7")
# More hidden edges than this hide the visible ones.
_HIDDEN_MOST = 260


def bounds(shapes: list[Shape]) -> tuple[Vector, Vector]:
    """Return the corners of the box round all shapes."""
    boxes = [shape.bounding_box() for shape in shapes]
    low = Vector(*(min(getattr(box.min, axis) for box in boxes) for axis in "XYZ"))
    high = Vector(*(max(getattr(box.max, axis) for box in boxes) for axis in "XYZ"))
    return low, high


def draw(
    old: list[Shape],
    new: list[Shape],
    path: Path,
    caption: str,
    view: tuple[float, float, float],
    *,
    up: tuple[float, float, float] = (0, 0, 1),
    plain: bool = False,
    scale: float | None = None,
) -> None:
    """Draw shapes as seen from the direction `view`; plain: all black, with hidden edges if they are few."""
    low, high = bounds([*old, *new])
    middle = (low + high) * 0.5
    far = middle + Vector(*view).normalized() * (high - low).length * 6

    def project(shapes: list[Shape]) -> tuple[list[np.ndarray], list[np.ndarray]]:
        # A shape may stand in several places; the compound gets its own copy.
        whole = Compound(children=[shape.moved(HERE) for shape in shapes])
        seen, unseen = whole.project_to_viewport(far, up, middle)
        return [_line(edge) for edge in seen], [_line(edge) for edge in unseen]

    seen, unseen = project([*old, *new])
    if plain:
        layers = [(_FAINT, unseen if len(unseen) <= _HIDDEN_MOST else []), (_BLACK, seen)]
    else:
        fresh = _among(seen, project(new)[0])
        there = [line for line, is_new in zip(seen, fresh, strict=True) if not is_new]
        layers = [
            (_GREY, there),
            (_BLUE, [line for line, is_new in zip(seen, fresh, strict=True) if is_new]),
        ]
    path.write_text(_svg(layers, caption, scale), encoding="utf-8")


def _line(edge: Edge) -> np.ndarray:
    """Return an edge as points: two for a straight one, else so many that it looks round."""
    count = 2 if edge.geom_type == GeomType.LINE else 10 + min(50, int(edge.length / 1.5))
    return np.array(
        [(point.X, point.Y) for point in edge.positions(list(np.linspace(0, 1, count)))]
    )


def _along(line: np.ndarray, step: float) -> np.ndarray:
    """Return points along a line, not farther apart than a step."""
    pieces = []
    for start, end in pairwise(line):
        count = int(np.linalg.norm(end - start) / step) + 2
        pieces.append(start + np.outer(np.linspace(0, 1, count), end - start))
    return np.concatenate(pieces)


def _among(lines: list[np.ndarray], others: list[np.ndarray]) -> list[bool]:
    """Return for each line whether it lies on the others: whether it belongs to a new part."""
    tree = cKDTree(np.concatenate([_along(line, 0.7) for line in others]))
    return [bool((tree.query(_along(line, 3.0))[0] < 0.5).all()) for line in lines]


def _svg(
    layers: list[tuple[tuple[str, float, str], list[np.ndarray]]],
    caption: str,
    scale: float | None,
) -> str:
    points = np.concatenate([line for _style, lines in layers for line in lines])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = scale or min(_SIZE / max(*(high - low), 1.0), _LARGEST)
    width, height = (high - low) * scale + 2 * _MARGIN
    shift = max(0.0, (_NARROWEST - width) / 2)
    width += 2 * shift
    words = _wrapped(caption, int(width / 2.2))
    tall = height + 5.5 * len(words) + 2
    box = f'width="{width:.1f}mm" height="{tall:.1f}mm" viewBox="0 0 {width:.1f} {tall:.1f}"'
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f'<rect width="{width:.1f}" height="{tall:.1f}" fill="#fff"/>',
    ]
    for (colour, weight, dashes), lines in layers:
        data = " ".join(
            dict.fromkeys(_path((line - low) * scale + [shift, 0], height) for line in lines)
        )
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        text.append(
            f'<path fill="none" stroke="{colour}" stroke-width="{weight}" stroke-linecap="round"'
            f'{dashed} d="{data}"/>'
        )
    for number, line in enumerate(words):
        text.append(
            f'<text x="{width / 2:.1f}" y="{height + 4 + 5.5 * number:.1f}" font-family="sans-serif"'
            f' font-size="4" text-anchor="middle">{line}</text>'
        )
    return "\n".join([*text, "</svg>"]) + "\n"


def _path(line: np.ndarray, height: float) -> str:
    places = [f"{_MARGIN + x:.1f} {height - _MARGIN - y:.1f}" for x, y in line]
    return "M" + " L".join(places)


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= max(width, 30):
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
