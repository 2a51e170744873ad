"""Releases for tests: signed for real, with a small environment in place of a large one."""

from pathlib import Path

from tallone.upkeep.releases import release

PEM, PUBLIC = release.new_key()


def make(folder: Path, version: str, *, pem: bytes = PEM, size: int = 2000) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"tallone-{version}-py3-none-any.whl"
    wheel.write_bytes(version.encode() * (size // len(version)))
    target = folder / f"{version}.release"
    release.build(
        target, version, "2026-01-01T00:00:00+00:00", {f"wheels/{wheel.name}": wheel}, pem
    )
    return target


def fill(wheels: Path, folder: Path) -> None:
    """Make an environment that holds the wheel and a program that says which it is."""
    (folder / "bin").mkdir(parents=True)
    for wheel in wheels.iterdir():
        (folder / wheel.name).write_bytes(wheel.read_bytes())
    (folder / "bin/tallone").write_text(f"#!/bin/sh\necho {folder.name}\n")
