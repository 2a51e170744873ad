"""`tallone run`: the program at a table, with real boards or at a simulated one."""

import logging
from pathlib import Path
from typing import Annotated

import typer

from tallone.errors import UsageError


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
    sim: Annotated[
        Path | None, typer.Option("--sim", help="The folder of a simulated table.", hidden=True)
    ] = None,
) -> None:
    """Run a table with its two boards, for example `tallone run --config table.toml`."""
    from tallone import paths
    from tallone.app.open_table import TableOptions, open_table, simulation_options
    from tallone.commands.files import writable
    from tallone.config import Config, Dealing, load
    from tallone.sim_clock import SimulationOverError

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    settings = load(config) if config is not None else Config()
    if journal is not None:
        writable(journal)
    if sim is not None:
        if not (sim / "run.json").is_file():
            raise UsageError(f"{sim}: there is no simulated table")
        options = simulation_options(sim, journal or sim / "journal.sqlite", window=False)
    else:
        folder = paths.data_folder()
        addresses = {"mat": mat or settings.mat_serial}
        if settings.deal is Dealing.MACHINE:
            addresses["croupier"] = croupier or settings.croupier_serial
        missing = [role for role, address in addresses.items() if not address]
        if missing:
            raise UsageError(
                f"which port is the {' and the '.join(missing)}? Give --mat and --croupier, or mat_serial and "
                "croupier_serial in the settings; `tallone doctor` lists the boards it sees"
            )
        options = TableOptions(
            config=settings,
            journal=journal or folder / "journal.sqlite",
            registry=registry or paths.registry_file(settings.registry),
            packs=(settings.pack, settings.second_pack),
            addresses=addresses,
            story=True,
        )
    try:
        with open_table(options) as app:
            app.run()
    except SimulationOverError:
        pass
