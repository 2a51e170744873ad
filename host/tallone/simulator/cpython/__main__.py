"""`python -m tallone.simulator.cpython ROLE CONTROL_FD FOLDER CAUSE`: a board's firmware on CPython.

Everything of the standard library that the firmware or this program needs is imported before the
firmware's folders come first on the path: they shadow `time` and `select`.
"""

import importlib.util
import io
import runpy
import sys
import types

from tallone.paths import firmware_folder
from tallone.simulator.cpython import channel, modules, tasks


def _shadow(name: str, path: str) -> None:
    """Put a module of the simulated board in the place of the built-in one."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


def main() -> None:
    """Run the firmware as `firmware/sim/sim_main.py` does under MicroPython."""
    folder = firmware_folder() / "sim"
    # Into an installed package nothing is written.
    sys.dont_write_bytecode = True
    # The wire is standard input and output, unbuffered as on the board.
    sys.stdin = types.SimpleNamespace(buffer=io.FileIO(0, "rb", closefd=False))
    sys.stdout = types.SimpleNamespace(buffer=io.FileIO(1, "wb", closefd=False))
    modules.install()
    sys.path[0] = str(folder)
    _shadow("lockstep", str(folder / "lockstep.py"))
    sys.modules["lockstep"].open = channel.Channel  # type: ignore[attr-defined]
    _shadow("time", str(folder / "time.py"))
    _shadow("select", str(folder / "select.py"))
    tasks.install(sys.modules["lockstep"])
    runpy.run_path(str(folder / "sim_main.py"), run_name="__main__")


main()
