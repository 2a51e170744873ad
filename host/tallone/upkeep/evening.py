"""Whether this machine's table is in use: nothing is renewed in an evening."""

import shutil
import subprocess
from typing import Final

_UNIT: Final = "tallone-table.service"


def table_plays() -> bool:
    """Return whether systemd runs the table's program now."""
    systemctl = shutil.which("systemctl")
    if systemctl is None:
        return False
    asked = subprocess.run(  # noqa: S603 - a fixed question
        (systemctl, "is-active", "--quiet", _UNIT), check=False, capture_output=True
    )
    return asked.returncode == 0


def recent_log() -> str:
    """Return what the table's program has logged this week; nothing where there is no journalctl."""
    journalctl = shutil.which("journalctl")
    if journalctl is None:
        return ""
    asked = subprocess.run(  # noqa: S603 - a fixed question
        (
            journalctl,
            "--unit",
            _UNIT,
            "--since",
            "-7d",
            "--no-pager",
            "--output",
            "short-iso",
            "--no-hostname",
        ),
        check=False,
        capture_output=True,
    )
    return asked.stdout.decode("utf-8", "replace")
