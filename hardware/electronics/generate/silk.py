"""Where each part's reference is printed: the first place beside or inside it where nothing else is in the way."""

from collections.abc import Callable, Iterator
from typing import Any

import pcbnew

SIZE_MM, LINE_MM, GAP_MM = 1.0, 0.15, 0.25
Box = tuple[float, float, float, float]


def label(board: Any, places: dict[str, Any], at: Callable[[float, float], Any]) -> None:
    """Move every reference to a free place; put the board's name and what each connector is for on it."""
    parts = sorted(board.GetFootprints(), key=lambda part: part.GetReference())
    taken = [box for part in parts for box in _in_the_way(part)]
    edge = _box(board.GetBoardEdgesBoundingBox())
    for part in parts:
        reference = part.Reference()
        reference.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(SIZE_MM), pcbnew.FromMM(SIZE_MM)))
        reference.SetTextThickness(pcbnew.FromMM(LINE_MM))
        part.Value().SetVisible(False)
        if reference.IsVisible():
            taken.append(_settle(reference, part, _without_frames(part, taken), edge))
    for part in parts:
        for pole, x, y in _poles(part, edge):
            text = _text(board, pole)
            text.SetPosition(pcbnew.VECTOR2I(int(x), int(y)))
            taken.append(_box(text.GetBoundingBox()))
    for part in parts:
        words = _words(part)
        if words:
            taken.append(_settle(_text(board, words), part, taken, edge))
    for words, x, y in places.get("texts", ()):
        _text(board, words).SetPosition(at(x, y))


def _text(board: Any, words: str) -> Any:
    text = pcbnew.PCB_TEXT(board)
    text.SetText(words)
    text.SetLayer(pcbnew.F_SilkS)
    text.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(SIZE_MM), pcbnew.FromMM(SIZE_MM)))
    text.SetTextThickness(pcbnew.FromMM(LINE_MM))
    board.Add(text)
    return text


def _poles(part: Any, edge: Box) -> Iterator[tuple[str, float, float]]:
    """Yield plus and minus beside a supply's terminal, on the side of the board's middle."""
    device = part.GetFieldText("Device") if part.HasField("Device") else ""
    if not device.startswith("power_"):
        return
    box = part.GetCourtyard(pcbnew.F_CrtYd).BBox()
    to_right = pcbnew.ToMM(box.GetCenter().x) < (edge[0] + edge[2]) / 2
    x = box.GetRight() if to_right else box.GetLeft()
    x += pcbnew.FromMM(0.8 if to_right else -0.8)
    for pad in part.Pads():
        yield "+" if pad.GetNumber() == "1" else "-", x, pad.GetPosition().y


def _settle(reference: Any, part: Any, taken: list[Box], edge: Box) -> Box:
    for x, y, turn in _candidates(reference, part):
        reference.SetTextAngleDegrees(turn)
        reference.SetPosition(pcbnew.VECTOR2I(int(x), int(y)))
        box = _box(reference.GetBoundingBox())
        inside = (
            box[0] > edge[0] + 0.5 and box[1] > edge[1] + 0.5
            and box[2] < edge[2] - 0.5 and box[3] < edge[3] - 0.5
        )  # fmt: skip
        if inside and not any(_meet(box, other) for other in taken):
            return box
    raise SystemExit(f"there is no place for {reference.GetText()} beside {part.GetReference()}")


def _without_frames(part: Any, taken: list[Box]) -> list[Box]:
    """Return what is in the way, less the outlines of the part itself: its name may stand inside them."""
    outlines = {box for box in _drawn(part) if min(box[2] - box[0], box[3] - box[1]) > 2.0}
    return [box for box in taken if box not in outlines]


def _words(part: Any) -> str:
    """Return what is printed beside a connector or a test point."""
    device = part.GetFieldText("Device") if part.HasField("Device") else ""
    for start in ("reader_", "scale_"):
        device = device.removeprefix(start)
    if part.GetReference().startswith(("TP", "A")):
        return str(part.GetValue())
    return device.replace("_", " ") if part.GetReference().startswith("J") else ""


def _candidates(reference: Any, part: Any) -> Iterator[tuple[float, float, float]]:
    outline = part.GetCourtyard(pcbnew.F_CrtYd)
    found = outline.BBox() if outline.OutlineCount() else part.GetBoundingBox(False)
    left, top, right, bottom = found.GetLeft(), found.GetTop(), found.GetRight(), found.GetBottom()
    x, y = (left + right) / 2, (top + bottom) / 2
    half = pcbnew.FromMM(SIZE_MM / 2 + GAP_MM)
    across = pcbnew.FromMM(0.45 * SIZE_MM * len(reference.GetText()) + GAP_MM)
    upright = bottom - top > right - left
    # Inside the body first, along it; then above, below, right and left.
    yield x, y, 90 if upright else 0
    for share in (0.0, -0.3, 0.3):
        shift = share * (right - left)
        yield x + shift, top - half, 0
        yield x + shift, bottom + half, 0
    for share in (0.0, -0.3, 0.3):
        shift = share * (bottom - top)
        yield right + across, y + shift, 0
        yield left - across, y + shift, 0
        yield right + half, y + shift, 90
        yield left - half, y + shift, 90
    for step in (1.6, 3.2, 4.8):
        away = pcbnew.FromMM(step)
        yield x, top - half - away, 0
        yield x, bottom + half + away, 0
        for aslant in (-away, away):
            yield right + across, y + aslant, 0
            yield left - across, y + aslant, 0
            yield x + 2 * aslant, top - half - away, 0
            yield x + 2 * aslant, bottom + half + away, 0


def _drawn(part: Any) -> Iterator[Box]:
    """Yield the boxes of what is printed of a part."""
    for item in part.GraphicalItems():
        if item.GetLayer() == pcbnew.F_SilkS:
            yield _box(item.GetBoundingBox())


def _in_the_way(part: Any) -> Iterator[Box]:
    yield from _drawn(part)
    for pad in part.Pads():
        yield _box(pad.GetBoundingBox())


def _box(found: Any) -> Box:
    return tuple(
        pcbnew.ToMM(edge)
        for edge in (found.GetLeft(), found.GetTop(), found.GetRight(), found.GetBottom())
    )


def _meet(a: Box, b: Box) -> bool:
    gap = 0.1
    return a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap
