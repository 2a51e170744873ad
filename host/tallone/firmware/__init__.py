"""The boards' firmware as the host handles it: bundles, installing, figures."""

from tallone.firmware.allow_list import ROLES, firmware_version
from tallone.firmware.bundle import (
    MANIFEST,
    PROCESSORS,
    TO_INSTALL,
    Bundle,
    Manifest,
    build,
    bundle_hash,
    read,
    tools,
    write,
)
from tallone.firmware.greeting import ask, who_is
from tallone.firmware.install import Installed, install

__all__ = [
    "MANIFEST",
    "PROCESSORS",
    "ROLES",
    "TO_INSTALL",
    "Bundle",
    "Installed",
    "Manifest",
    "ask",
    "build",
    "bundle_hash",
    "firmware_version",
    "install",
    "read",
    "tools",
    "who_is",
    "write",
]
