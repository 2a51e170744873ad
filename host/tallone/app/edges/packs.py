"""The packs of an evening, out of the club's registry: which is in use in which hand."""

from collections.abc import Sequence
from pathlib import Path

from tallone.dealing.packs.deck_check import TagIndex
from tallone.dealing.packs.registry_db import RegistryDb, RegistryError
from tallone.errors import UsageError
from tallone.mat.registry import Registry

_HOW = "`tallone enrol pack NAME` enrols one, `tallone enrol import FILE` enters a file"


def open_registry(path: Path) -> RegistryDb:
    """Open a registry that must be there; raise UsageError."""
    if not path.is_file():
        raise UsageError(f"{path}: there is no registry of packs; {_HOW}")
    try:
        return RegistryDb(path)
    except RegistryError as error:
        raise UsageError(f"{error}; {_HOW}") from error


def packs_in_turn(path: Path, names: Sequence[str], *, whole: bool = True) -> tuple[TagIndex, ...]:
    """Return what certifying each of the packs needs to know; without names, the only pack's.

    Raises UsageError if there is no such pack, nobody can tell which, or, where it has to be `whole`, cards
    of it have no tag.
    """
    with open_registry(path) as registry:
        known = registry.packs()
        wanted = tuple(dict.fromkeys(filter(None, names)))
        if not wanted:
            if len(known) != 1:
                listed = ", ".join(known) or "none"
                raise UsageError(
                    f'{path}: which pack? pack = "…" in the settings says it; enrolled: {listed}'
                )
            wanted = tuple(known)
        for name in wanted:
            if name not in known:
                listed = ", ".join(known) or "none"
                raise UsageError(f"{path}: there is no pack {name[:40]}; enrolled: {listed}")
        indices = tuple(registry.index(name) for name in wanted)
    for index in indices if whole else ():
        _check_whole(index.own)
    return indices


def _check_whole(registry: Registry) -> None:
    missing = registry.missing
    if missing:
        shown = " ".join(map(str, missing[:6])) + (" …" if len(missing) > 6 else "")
        raise UsageError(
            f"pack {registry.pack}: {len(missing)} cards have no tag ({shown}); "
            f"`tallone enrol pack {registry.pack}` goes on"
        )
