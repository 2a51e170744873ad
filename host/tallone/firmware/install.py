"""Putting a bundle on a board so that at every moment it is whole or knows that it is not.

New files arrive under temporary names and are read back. Then the manifest goes, the start file
comes first, the others after it, and what the bundle does not have goes too. The new manifest comes
last: without one, or with a file that differs from it, the board does not start its program.

What was there before is read first. A board that does not answer with its new firmware gets it back.
"""

import dataclasses
import hashlib
import time
from collections.abc import Callable
from typing import Final

import msgspec

from tallone.errors import FirmwareError, LinkError
from tallone.firmware.allow_list import START
from tallone.firmware.bundle import MANIFEST, Bundle, Manifest
from tallone.firmware.greeting import ask, ask_to_restart
from tallone.firmware.shell import Shell, Survey
from tallone.link.messages import Welcome

# What a person needs to pull a cable and plug it in again, with some to spare.
WAY_IN_S: Final = 60.0
# How long the board waits for the REPL after it has been asked to restart.
_BOARD_WAITS_S: Final = 30
_RETRY_S: Final = 0.3
# From reset to WELCOME: USB, the check of all files, the program's own start.
START_S: Final = 20.0
# Far above a bundle's.
_MOST_FILES: Final = 200
_FRESH: Final = ".new"
# As firmware/lib/own_key.py: without this file a board is not paired.
_KEY: Final = "pair.json"
_CODE: Final = (".py", ".mpy", _FRESH)
Say = Callable[[str], None]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What an installation has done; `welcome` is the restarted board's."""

    written: int
    removed: int
    welcome: Welcome


def install(
    bundle: Bundle,
    address: str,
    say: Say,
    *,
    force: bool = False,
    way_in_s: float = WAY_IN_S,
    start_s: float = START_S,
) -> Installed:
    """Install a bundle and wait for the board's WELCOME; raise FirmwareError with what to do.

    `force` puts it onto a board that has the other role's files. A board that does not answer within
    `start_s` gets back what it had, if that was whole.
    """
    shell = way_in(bundle.manifest.role, address, say, way_in_s)
    try:
        _check_fit(bundle, shell, force=force)
        if shell.read(_KEY):
            # Whoever is here has its inner cover open. Another bundle would not start under the old seal.
            shell.run(_remove([_KEY]))
            say(
                f"the board was paired: pair it again, `tallone firmware pair {bundle.manifest.role}`"
            )
        before = _what_is_there(shell)
        written, removed = put(bundle, shell, say, force=force)
        shell.run(_START_AT_ONCE)
        shell.reset()
    finally:
        shell.close()
    say("restarting the board")
    try:
        welcome = _await(bundle, address, start_s)
    except FirmwareError as error:
        if before is None or before.manifest == bundle.manifest:
            raise
        _put_back(before, address, say, way_in_s, start_s, why=error)
        raise FirmwareError(
            f"{error}; the firmware {before.manifest.version} that was there before is back and answers"
        ) from error
    return Installed(written=written, removed=removed, welcome=welcome)


def _what_is_there(shell: Shell) -> Bundle | None:
    """Return the whole bundle that the board has, or None if it has none."""
    try:
        manifest = msgspec.json.decode(shell.read(MANIFEST), type=Manifest)
    except msgspec.DecodeError:
        return None
    if len(manifest.files) > _MOST_FILES:
        return None
    contents = {place: shell.read(place) for place in manifest.files}
    hashes = {place: hashlib.sha256(content).hexdigest() for place, content in contents.items()}
    return Bundle(manifest=manifest, contents=contents) if hashes == manifest.files else None


def _put_back(
    before: Bundle,
    address: str,
    say: Say,
    way_in_s: float,
    start_s: float,
    *,
    why: FirmwareError,
) -> None:
    say(f"{why}: what was there before is put back")
    shell = way_in(before.manifest.role, address, say, way_in_s)
    try:
        put(before, shell, say, force=True)
        shell.run(_START_AT_ONCE)
        shell.reset()
    finally:
        shell.close()
    _await(before, address, start_s)


def put(bundle: Bundle, shell: Shell, say: Say, *, force: bool = False) -> tuple[int, int]:
    """Bring the board's files to those of the bundle; return how many were written and removed."""
    _check_fit(bundle, shell, force=force)
    survey = shell.survey()
    if bundle.manifest.mpy not in (0, survey.mpy):
        raise FirmwareError(
            f"the bundle has .mpy files of version {bundle.manifest.mpy}, the board's MicroPython reads "
            f"{survey.mpy}: put MicroPython 1.24 or newer on the board"
        )
    wanted = bundle.manifest.files
    changed = [place for place in wanted if survey.files.get(place) != wanted[place]]
    expected = {*wanted, *(place + _FRESH for place in changed)}
    surplus = [path for path in survey.files if path.endswith(_CODE) and path not in expected]
    if not changed and not surplus and shell.read(MANIFEST) == bundle.manifest_file:
        say("every file is there already")
        return 0, 0
    _upload(bundle, shell, changed, survey, say)
    shell.run(_remove([MANIFEST] if MANIFEST in survey.files else []))
    # From here until the manifest is back the board does not start its program.
    for place in sorted(changed, key=lambda place: place != START):
        shell.run(f"import os\nos.rename({place + _FRESH!r},{place!r})")
    shell.run(_remove(surplus))
    _check_whole(bundle, shell, survey)
    shell.write(MANIFEST + _FRESH, bundle.manifest_file)
    if shell.read(MANIFEST + _FRESH) != bundle.manifest_file:
        raise FirmwareError(
            "the manifest reads back differently from what was written; install again"
        )
    shell.run(f"import os\nos.rename({MANIFEST + _FRESH!r},{MANIFEST!r})\n{_SYNC}")
    return len(changed), len(surplus)


# Who asked the board to wait, as in firmware/lib/restart.py, is served.
_START_AT_ONCE: Final = "import os\nif 'wait.txt' in os.listdir():\n os.remove('wait.txt')"
# Only some ports have it; on the boards a closed file is on the flash.
_SYNC: Final = "getattr(os,'sync',bool)()"


def way_in(role: str, address: str, say: Say, seconds: float) -> Shell:
    """Return the board's shell: it is at its REPL, restarts when asked, or a person restarts it."""
    try:
        return Shell(address)
    except FirmwareError:
        pass
    asked = False
    try:
        asked = ask_to_restart(address, role, _BOARD_WAITS_S)
    except FirmwareError as error:
        say(str(error))
    if not asked:
        say("the board cannot be asked to restart: pull its cable and plug it in again")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return Shell(address)
        except (FirmwareError, LinkError):
            time.sleep(_RETRY_S)
    raise FirmwareError(
        f"{address} does not show its REPL; if MicroPython itself is missing, put it on the board first"
    )


def _check_fit(bundle: Bundle, shell: Shell, *, force: bool) -> None:
    try:
        there = msgspec.json.decode(shell.read(MANIFEST), type=Manifest)
    except msgspec.DecodeError:
        return
    role = bundle.manifest.role
    if there.role != role and not force:
        raise FirmwareError(
            f"this board is the {there.role}, not the {role}: another port, or --force to change it"
        )


def _upload(bundle: Bundle, shell: Shell, changed: list[str], survey: Survey, say: Say) -> None:
    folders = {place.rpartition("/")[0] for place in changed}
    parents = {path for folder in folders for path in _upwards(folder)}
    for folder in sorted(parents - set(survey.folders)):
        shell.run(f"import os\nos.mkdir({folder!r})")
    for number, place in enumerate(changed, 1):
        content = bundle.contents[place]
        say(f"{number} of {len(changed)}: {place}, {len(content)} bytes")
        shell.write(place + _FRESH, content)
    found = shell.survey().files
    for place in changed:
        if found.get(place + _FRESH) != bundle.manifest.files[place]:
            raise FirmwareError(
                f"{place} reads back differently from what was written: is the flash full or worn?"
            )


def _check_whole(bundle: Bundle, shell: Shell, before: Survey) -> None:
    # An empty folder would be taken for a module of its name.
    kept = {path for place in bundle.manifest.files for path in _upwards(place.rpartition("/")[0])}
    for folder in sorted(set(before.folders) - kept, reverse=True):
        shell.run(f"import os\ntry:\n os.rmdir({folder!r})\nexcept OSError:\n pass")
    found = {path: digest for path, digest in shell.survey().files.items() if path.endswith(_CODE)}
    if found != bundle.manifest.files:
        wrong = sorted(set(found.items()) ^ set(bundle.manifest.files.items()))
        raise FirmwareError(f"{wrong[0][0]} on the board is not the bundle's; install again")


def _await(bundle: Bundle, address: str, start_s: float) -> Welcome:
    end = time.monotonic() + start_s
    while time.monotonic() < end:
        try:
            welcome = ask(address, bundle.manifest.role)
        except LinkError:
            welcome = None
        if welcome is None:
            time.sleep(_RETRY_S)
            continue
        if welcome.firmware_hash != bundle.short_hash:
            raise FirmwareError(
                f"the board runs {welcome.firmware_hash.hex()}, not {bundle.short_hash.hex()}; install again"
            )
        return welcome
    raise FirmwareError("the files are on the board, but its program does not answer")


def _remove(paths: list[str]) -> str:
    return "".join(["import os\n", *(f"os.remove({path!r})\n" for path in paths)])


def _upwards(folder: str) -> list[str]:
    parts = folder.split("/") if folder else []
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]
