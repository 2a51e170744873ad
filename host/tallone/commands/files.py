"""Files named on the command line: looked at before any work is done for them."""

import os
from pathlib import Path

from tallone.errors import UsageError


def readable(path: Path) -> Path:
    """Return the path of a file that can be read; raise UsageError."""
    if not path.exists():
        raise UsageError(f"{path}: there is no such file")
    if not path.is_file():
        raise UsageError(f"{path}: is a folder, not a file")
    if not os.access(path, os.R_OK):
        raise UsageError(f"{path}: cannot be read; look at its owner and permissions")
    return path


def writable(path: Path) -> Path:
    """Return the path of a file that can be written, there or not; raise UsageError."""
    if path.is_dir():
        raise UsageError(f"{path}: is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent}: is not a folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{path}: cannot be written; give another place")
    return path


def writable_folder(path: Path) -> Path:
    """Return the path of a folder that can be written, there or to be made; raise UsageError."""
    there = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise UsageError(f"{there}: is a file; give a folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise UsageError(f"{there}: nothing can be written there; give another folder")
    return path
