"""The host as a closed machine: no core file, no look from outside, files for their owner alone.

Secrets of a deal lie in this process's memory. The service unit forbids core files and swap as well; here
it holds however the program was started.
"""

import contextlib
import ctypes
import logging
import os
import resource
import stat
import sys
from pathlib import Path
from typing import Final

_LOG: Final = logging.getLogger(__name__)
_UMASK: Final = 0o077
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
# prctl(2): no core file, and no other program of the same user may look into the memory.
_SET_DUMPABLE: Final = 4


def close_process() -> None:
    """Forbid core files and foreign looks into this process; what it makes from now on is its owner's."""
    os.umask(_UMASK)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


def make_own(path: Path) -> None:
    """Make a file for its owner alone, there or not yet; one of somebody else's stays as it is."""
    with contextlib.suppress(OSError):
        if not path.exists():
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            return
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and mode & _OTHERS:
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
            _LOG.info("%s: others could read it; now only its owner can", path)
