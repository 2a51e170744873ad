"""`tallone backup` and `tallone service`: what a table writes to a stick."""

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from tallone import __version__
from tallone.errors import UsageError
from tallone.outside import say

DATA = Annotated[
    Path | None, typer.Option("--data", help="The table's data folder; else this user's.")
]
PASSPHRASE = Annotated[
    Path | None, typer.Option("--passphrase-file", help="File with the passphrase of the packs.")
]
# Where a set-up table keeps the passphrase under which packs leave the house.
_PASSPHRASE = "backup.passphrase"  # noqa: S105 - a file's name


def make(
    folder: Annotated[Path, typer.Argument(help="The stick, or any folder.")],
    *,
    data: DATA = None,
    passphrase_file: PASSPHRASE = None,
) -> None:
    """Copy journals, packs and settings into a folder, also while the table plays.

    `tallone backup make /media/stick`
    """
    from tallone.commands.files import writable_folder
    from tallone.upkeep import backup

    home = data_folder(data)
    passphrase = _passphrase(passphrase_file, home)
    now = dt.datetime.now().astimezone().isoformat(timespec="seconds")
    path = backup.make(
        home,
        writable_folder(folder) / "tallone-backups",
        program=__version__,
        made=now,
        table=_table(home),
        passphrase=passphrase,
    )
    say(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    if not passphrase and (home / "registry.sqlite").exists():
        say(
            "the packs are in it for anybody to read, and with them which tag is which card; "
            f"put a passphrase into {home / _PASSPHRASE} to lock them"
        )


def look(file: Annotated[Path, typer.Argument(help="A backup.")]) -> None:
    """Say what a backup holds: `tallone backup look FILE`."""
    from tallone.commands.files import readable
    from tallone.upkeep import backup

    contents = backup.read(readable(file))
    say(f"table {contents.table}, {contents.made}, program {contents.program}")
    for part in contents.files:
        say(f"  {part.name}: {part.bytes / 1e6:.1f} MB")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    *,
    data: DATA = None,
    passphrase_file: PASSPHRASE = None,
) -> None:
    """Bring a backup back, for example on a new card; what is there already is kept beside it.

    `sudo -u tallone tallone backup restore FILE --data /var/lib/tallone`
    """
    from tallone.commands.files import readable
    from tallone.upkeep import backup
    from tallone.upkeep.evening import table_plays

    if table_plays():
        raise UsageError(
            "the table is in use; end the evening first: sudo systemctl stop tallone-table"
        )
    home = data_folder(data)
    stamp = dt.datetime.now().astimezone().strftime("%Y%m%dT%H%M%S")
    done = backup.restore(
        readable(file), home, passphrase=_passphrase(passphrase_file, home), stamp=stamp
    )
    say("\n".join(done) if done else "the backup is empty; nothing was changed")


def service(
    folder: Annotated[Path, typer.Argument(help="The stick, or any folder.")],
    *,
    data: DATA = None,
) -> None:
    """Write one file for whoever helps from afar: versions, log, health; no names, no cards.

    `tallone service /media/stick`
    """
    from tallone.commands.boards.doctor import checks
    from tallone.commands.files import writable_folder
    from tallone.upkeep import evening, service_file
    from tallone.upkeep import health as counting

    home = data_folder(data)
    now = dt.datetime.now().astimezone()
    writable_folder(folder).mkdir(parents=True, exist_ok=True)
    target = folder / f"tallone-service-{_table(home):03}-{now:%Y%m%dT%H%M}.zip"
    facts = {
        "program": __version__,
        "made": now.isoformat(timespec="seconds"),
        "table": _table(home),
        "checks": [
            {"what": found.what, "seen": found.seen, "advice": found.advice} for found in checks()
        ],
        "health": counting.of_journals(sorted(home.glob("journal*.sqlite"))),
    }
    service_file.write(
        target, facts=facts, log=evening.recent_log(), journals=home.glob("journal*.sqlite")
    )
    say(f"{target}: {target.stat().st_size / 1e3:.0f} kB; it holds no names and no cards")


def data_folder(named: Path | None) -> Path:
    """Return the table's data folder; raise UsageError if the named one is none."""
    from tallone import paths

    if named is None:
        return paths.data_folder()
    if not named.is_dir():
        raise UsageError(f"--data {named}: is no folder")
    return named


def _table(home: Path) -> int:
    """Return the table's number; 1 where the settings do not say or cannot be read."""
    from tallone.config import load
    from tallone.errors import ConfigError

    try:
        return load(home / "table.toml").table
    except ConfigError:
        return 1


def _passphrase(named: Path | None, home: Path) -> str:
    from tallone.commands.files import readable

    path = readable(named) if named is not None else home / _PASSPHRASE
    if not path.is_file():
        return ""
    lines = path.read_text(encoding="utf-8", errors="replace")[:1000].splitlines()
    return lines[0].strip() if lines else ""
