"""`tallone run`: the program at a table, with real boards or at a simulated one."""

import logging
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone import paths
from tallone.errors import UsageError
from tallone.link.messages import Role
from tallone.upkeep.releases import installing
from tallone.upkeep.supervisor import Supervisor

if TYPE_CHECKING:
    from tallone.config import Config


def run(
    *,
    config: Annotated[Path | None, typer.Option("--config", help="Settings, a TOML file.")] = None,
    journal: Annotated[
        Path | None,
        typer.Option("--journal", help="Where the evening is written; taken up if it exists."),
    ] = None,
    registry: Annotated[
        Path | None, typer.Option("--registry", help="The file with the club's packs.")
    ] = None,
    mat: Annotated[
        str | None, typer.Option("--mat", help="The mat's port or USB serial number.")
    ] = None,
    croupier: Annotated[
        str | None, typer.Option("--croupier", help="The croupier's port or USB serial number.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", help="Folder of journal and packs, where they are not named."),
    ] = None,
    share: Annotated[
        Path | None,
        typer.Option("--share", help="A file for `tallone watch`: what the screen shows."),
    ] = None,
    sim: Annotated[
        Path | None, typer.Option("--sim", help="The folder of a simulated table.", hidden=True)
    ] = None,
) -> None:
    """Run a table with its two boards, for example `tallone run --config table.toml`."""
    from tallone.app.open_table import open_table
    from tallone.app.table_options import TableOptions, simulation_options
    from tallone.closed import close_process
    from tallone.commands.files import writable
    from tallone.config import Dealing
    from tallone.profile_file import table_profile
    from tallone.sim_clock import SimulationOverError

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # Libraries tell of their work only when it goes wrong.
    logging.getLogger("tallone").setLevel(logging.INFO)
    own = data_folder(data) / "table.toml" if sim is None else None
    settings = _settings(config, own)
    if sim is None:
        table_profile(settings.profile, settings.players)
    if journal is not None:
        writable(journal)
    if sim is not None:
        if not (sim / "run.json").is_file():
            raise UsageError(f"{sim}: there is no simulated table")
        options = simulation_options(sim, journal or sim / "journal.sqlite", window=False)
    else:
        home = data_folder(data)
        addresses = {Role.MAT: mat or settings.mat_serial}
        if settings.deal is Dealing.MACHINE:
            addresses[Role.CROUPIER] = croupier or settings.croupier_serial
        missing = [role for role, address in addresses.items() if not address]
        if missing:
            raise UsageError(
                f"which port is the {' and the '.join(missing)}? Give --mat and --croupier, or mat_serial and "
                "croupier_serial in the settings; `tallone doctor` lists the boards it sees"
            )
        options = TableOptions(
            config=settings,
            journal=journal or home / "journal.sqlite",
            registry=registry or registry_file(settings.registry, data),
            packs=(settings.pack, settings.second_pack),
            addresses=addresses,
            story=True,
            foyer=True,
            share=share,
            settings_file=config or home / "table.toml",
            members=Path(settings.members) if settings.members else home / "members.txt",
            first_run=config is None and not (home / "table.toml").exists(),
        )
    if sim is None:
        close_process()
    keeping = Keeping(None if sim is not None else data_folder(data))
    try:
        with open_table(options) as app:
            app.run(keeping)
    except SimulationOverError:
        pass
    finally:
        keeping.supervisor.stopping()
    if app.wants_power_off:
        subprocess.run(["systemctl", "poweroff"], check=False)  # noqa: S607


def _settings(named: Path | None, own: Path | None) -> "Config":
    """Return the settings of the named file, or of the one that the screen has written."""
    from tallone.config import Config, load

    if named is not None:
        return load(named)
    return load(own) if own is not None and own.exists() else Config()


class Keeping:
    """Told on every turn of the main loop: keeps systemd's patience, and says when a release has held."""

    def __init__(self, data: Path | None) -> None:
        """`data`: where the word for the release goes; None: to nobody."""
        self.supervisor = Supervisor()
        self._data = data
        self._begun: float | None = None
        self._release = installing.own_version() if data is not None else ""

    def __call__(self) -> bool:
        """Return False: nothing here ends the program."""
        now = time.monotonic()
        if self._begun is None:
            self._begun = now
            self.supervisor.ready()
        self.supervisor.alive(now)
        if self._data is not None and self._release and now - self._begun >= installing.TRIAL_S:
            installing.tell_good(self._data, self._release)
            self._release = ""
        return False


def data_folder(named: Path | None) -> Path:
    """Return the folder of journal and packs, named or the user's; raise UsageError."""
    if named is not None and not named.is_dir():
        raise UsageError(f"--data {named}: is no folder")
    return named or paths.data_folder()


def registry_file(named: str, data: Path | None) -> Path:
    """Return the file of packs: the settings', or the one in the data folder."""
    return (
        data / "registry.sqlite" if data is not None and not named else paths.registry_file(named)
    )
