"""The coast: the files in the simulator between a board's firmware alone and its chips, compiled.

They share the heap that is measured and are no part of what is; compiled they take least of it.
"""

from pathlib import Path
from typing import Final

from tallone.firmware.allow_list import Source
from tallone.firmware.bundle import compiled
from tallone.paths import firmware_folder

COAST: Final = "coast"
# Compiled name -> source under `firmware/sim`.
_FILES: Final = {
    "lockstep": "apart/lockstep.py",
    "machine": "apart/machine.py",
    "rp2": "apart/rp2.py",
    "select": "select.py",
    "time": "time.py",
    "virtual_tasks": "virtual_tasks.py",
}


def write_coast(bundles: Path) -> None:
    """Write the coast beside the roles' bundles, for `Alone`; raise FirmwareError without a compiler."""
    folder = bundles / COAST
    folder.mkdir(parents=True, exist_ok=True)
    for name, place in _FILES.items():
        source = Source(file=firmware_folder() / "sim" / place, place=f"{name}.mpy")
        (folder / source.place).write_bytes(compiled(source))
