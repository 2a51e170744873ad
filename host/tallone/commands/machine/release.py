"""`tallone release`: signed releases, made by whoever builds the program and tried out by a table."""

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from tallone.errors import UsageError
from tallone.outside import say

KEY = Annotated[
    Path, typer.Option("--key", help="The table's release key, as `setup --release-key` keeps it.")
]
PREFIX = Annotated[Path, typer.Option("--prefix", help="Where releases live.")]
_KEY = Path("/etc/tallone/release.pub")
_PREFIX = Path("/opt/tallone")


def key(
    folder: Annotated[Path, typer.Argument(help="Where to put the pair; must not hold one yet.")],
) -> None:
    """Make a pair of release keys: one to sign with, one for the tables: `tallone release key keys`."""
    from tallone.commands.files import writable_folder
    from tallone.upkeep.releases import release

    private, public = folder / "release-private.pem", folder / "release.pub"
    writable_folder(folder).mkdir(parents=True, exist_ok=True)
    for path in (private, public):
        if path.exists():
            raise UsageError(f"{path} is there already; a new key would lock the tables out")
    pem, text = release.new_key()
    private.touch(mode=0o600)
    private.write_bytes(pem)
    public.write_text(text + "\n", encoding="utf-8")
    say(f"{private}: keep it away from every table and network; it signs releases")
    say(f"{public}: give it to every table: sudo tallone setup --release-key {public}")


def build(
    file: Annotated[Path, typer.Argument(help="The release to write.")],
    *,
    version: Annotated[str, typer.Option("--version", help="Its version, like 0.2.0.")],
    key: Annotated[Path, typer.Option("--key", help="The private key.")],
    wheels: Annotated[Path, typer.Option("--wheels", help="Folder with all wheels.")],
    firmware: Annotated[
        Path | None, typer.Option("--firmware", help="What `tallone firmware build` made.")
    ] = None,
) -> None:
    """Pack wheels and the boards' bundles into one signed file.

    `tallone release build t.release --version 0.2.0 --key k.pem --wheels w`
    """
    from tallone.commands.files import readable, writable
    from tallone.upkeep.releases import release

    files = dict(release.wheels_in(wheels))
    if not any(name.startswith("wheels/tallone-") for name in files):
        raise UsageError(
            f"{wheels}: holds no wheel of the program; `pip wheel -w {wheels} .` makes it"
        )
    if firmware is not None:
        for path in sorted(firmware.rglob("*")):
            if path.is_file():
                files[f"firmware/{path.relative_to(firmware).as_posix()}"] = path
    made = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    manifest = release.build(writable(file), version, made, files, readable(key).read_bytes())
    say(f"{file}: release {manifest.version}, {len(manifest.files)} files, signed")


def check(file: Annotated[Path, typer.Argument(help="A release.")], *, key: KEY = _KEY) -> None:
    """Say whether a release is signed with this table's key: `tallone release check t.release`."""
    from tallone.commands.files import readable
    from tallone.upkeep.releases import release

    manifest = release.check(readable(file), _public(key))
    say(f"{file}: release {manifest.version} of {manifest.made}, signed with this table's key")


def install(
    file: Annotated[Path, typer.Argument(help="A release.")],
    *,
    key: KEY = _KEY,
    prefix: PREFIX = _PREFIX,
) -> None:
    """Put a release on trial: it starts next time, and the old one again if it does not keep its table.

    Never while a table plays: `sudo tallone release install t.release`
    """
    from tallone.commands.files import readable, writable_folder
    from tallone.upkeep.releases import installing

    _refuse_in_play()
    writable_folder(prefix)
    version = installing.install(readable(file), _public(key), prefix)
    say(
        f"release {version} is on trial: it starts next time; sudo systemctl restart tallone-table"
    )


def back(*, prefix: PREFIX = _PREFIX) -> None:
    """Put the release before this one on trial: `sudo tallone release back`."""
    from tallone.commands.files import writable_folder
    from tallone.upkeep.releases import installing

    _refuse_in_play()
    version = installing.go_back(writable_folder(prefix))
    say(f"release {version} starts next time; sudo systemctl restart tallone-table")


def status(*, prefix: PREFIX = _PREFIX) -> None:
    """Say which release is in use, on trial, failed, and which are here: `tallone release status`."""
    from tallone.upkeep.releases import installing

    state = installing.state_of(prefix)
    for name, words in (
        ("good", "in use"),
        ("trial", "on trial"),
        ("failed", "failed its trial"),
        ("before", "before it"),
    ):
        if state.get(name):
            say(f"{words}: {state[name]}")
    say(f"here: {', '.join(state['releases']) or 'none'}")


def _public(path: Path) -> str:
    if not path.is_file():
        raise UsageError(
            f"{path}: there is no release key; `sudo tallone setup --release-key FILE` gives the table one"
        )
    return path.read_text(encoding="ascii", errors="replace")[:200]


def _refuse_in_play() -> None:
    from tallone.upkeep.evening import table_plays

    if table_plays():
        raise UsageError(
            "the table is in use; end the evening first: sudo systemctl stop tallone-table"
        )
