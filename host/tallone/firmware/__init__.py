"""The boards' firmware as the host handles it: bundles, installing, figures."""

from tallone.firmware.allow_list import ROLES
from tallone.firmware.bundle import Bundle, Manifest, build, bundle_hash, read, write
from tallone.firmware.hello import ask
from tallone.firmware.install import Installed, install

__all__ = [
    "ROLES",
    "Bundle",
    "Installed",
    "Manifest",
    "ask",
    "build",
    "bundle_hash",
    "install",
    "read",
    "write",
]
