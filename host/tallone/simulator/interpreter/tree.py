"""The counted copy of the whole firmware, made once for each process that wants it."""

import atexit
import functools
import shutil
import tempfile
from pathlib import Path
from typing import Final

from tallone.paths import firmware_folder
from tallone.simulator.interpreter.counting import counted, methods_of
from tallone.simulator.interpreter.prices import PACES, BoardName, BoardPace

# What runs on a board; `sim` is the world around it and costs nothing.
_FOLDERS: Final = ("boards", "croupier", "lib", "mat")


@functools.cache
def counting_tree() -> Path:
    """Return the folder of the copy; it is taken away when this process ends. Raises FileNotFoundError."""
    folder = Path(tempfile.mkdtemp(prefix="tallone-counted-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    write_tree(firmware_folder(), folder)
    return folder


def paced(board: BoardName | BoardPace) -> list[str]:
    """Return what follows a board's program on its command line so that code costs time; nothing for `ideal`."""
    pace = board if isinstance(board, BoardPace) else PACES.get(board)
    if pace is None:
        return []
    return [str(counting_tree()), *map(str, (pace.thousandths, pace.collection_us, pace.heap))]


def write_tree(firmware: Path, into: Path) -> None:
    """Write a counted copy of the firmware's own files into that folder."""
    files = [file for name in _FOLDERS for file in sorted((firmware / name).rglob("*.py"))]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    methods = methods_of(texts.values())
    for file, text in texts.items():
        target = into / file.relative_to(firmware)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(counted(text, methods), encoding="utf-8")
