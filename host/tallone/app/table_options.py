"""What one run of the program is asked for, and the evening's set-up and first record that follow from it."""

import dataclasses
import datetime as dt
import os
import random
from pathlib import Path
from typing import Final

import msgspec

from tallone import __version__
from tallone.app.edges.packs import packs_in_turn
from tallone.app.evening.setup import Setup
from tallone.club.hall.ticket import read_ticket
from tallone.config import Assist, Config, Dealing
from tallone.errors import ConfigError
from tallone.journal.records import SessionOpened
from tallone.link.messages import Role
from tallone.profile_file import profile_of
from tallone.rules import ProfileError

ROLES: Final = tuple(Role)
_PSEUDO_TERMINALS: Final = "/dev/pts/"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """What one run of the program is asked for."""

    config: Config
    journal: Path
    registry: Path  # the club's, with all its packs
    packs: tuple[str, ...]  # in turn, one for each hand; empty: the only one there is
    addresses: dict[Role, str]  # role -> port's path or USB serial number
    simulation: Path | None = None  # folder of the simulated table
    window: bool = True
    story: bool = False
    pictures: Path | None = None
    # Without a screen the story is told in the terminal and pictures go here.
    fallback_pictures: Path | None = None
    seed: int | None = None  # of the secrets; only a simulation has one
    rehearse: bool = False
    foyer: bool = False  # whether people set the evening up at the screen
    settings_file: Path | None = None  # which the screen writes; None: it writes none
    members: Path | None = None  # the club's list of names
    share: Path | None = None  # where the picture is shared with second screens
    first_run: bool = False  # no settings yet: they are asked one by one


def of_ticket(config: Config) -> Config:
    """Return the settings with the table's number as its ticket has it: results count under that one."""
    if not config.hall:
        return config
    return dataclasses.replace(config, table=read_ticket(Path(config.hall)).table)


def simulation_options(
    folder: Path,
    journal: Path,
    *,
    window: bool,
    pictures: Path | None = None,
    fallback_pictures: Path | None = None,
    config: Config | None = None,
) -> TableOptions:
    """Return the options for a simulated table, from the settings that it left in its folder."""
    settings = msgspec.json.decode((folder / "run.json").read_bytes())
    base = config or Config()
    changed = dataclasses.replace(
        base,
        profile=settings["profile"],
        players=settings["players"],
        hands=settings["hands"],
        assist=Assist(settings["assist"]),
        deal=Dealing(settings["deal"]),
        # Simulated people have nothing to put in that a seed would not give.
        numbers=settings.get("numbers", False),
    )
    screens = settings.get("screens")
    return TableOptions(
        config=changed,
        journal=journal,
        registry=folder / "registry.sqlite",
        packs=tuple(settings["packs"]),
        addresses={role: str(folder / f"{role}.tty") for role in ROLES},
        simulation=folder,
        window=window,
        pictures=pictures or (Path(screens) if screens else None),
        fallback_pictures=fallback_pictures,
        seed=settings["seed"],
        rehearse=settings.get("rehearse_certify", False),
    )


def setup_of(options: TableOptions, records: int = 0) -> Setup:
    """Return what the options say; `records` is how many the journal has, for a seed used once."""
    config = of_ticket(options.config)
    try:
        profile = profile_of(config.profile)
    except ProfileError as error:
        raise ConfigError(str(error)) from error
    # A simulated table repeats itself; a real one never.
    if options.seed is not None:
        _only_simulated(options)
    seeded = random.Random(f"{options.seed} after {records}").randbytes  # noqa: S311
    source = os.urandom if options.seed is None else seeded
    return Setup(
        config=config,
        profile=profile,
        packs=packs_in_turn(options.registry, options.packs, whole=False),
        journal=options.journal,
        random_bytes=source,
        rehearse=options.rehearse,
        is_seeded=options.seed is not None,
        date=_today if options.seed is None else str,
    )


def _only_simulated(options: TableOptions) -> None:
    """Raise ConfigError if secrets from a seed could come to a real board: whoever knows it knows the deal."""
    for role, address in options.addresses.items():
        real = Path(address).resolve()
        if options.simulation is None or (
            real.exists() and not str(real).startswith(_PSEUDO_TERMINALS)
        ):
            raise ConfigError(
                f"{address}: the {role} is no simulated board; a seed is for simulations only"
            )


def session_opened(setup: Setup, now: float, *, resumed: bool) -> SessionOpened:
    """Return the first record of an evening: what holds at this table."""
    config = {
        key: getattr(value, "value", value)
        for key, value in dataclasses.asdict(setup.config).items()
    }
    return SessionOpened(
        at=now,
        program=__version__,
        versions={},
        config=config,
        profile=setup.profile.document(),
        assist=setup.config.assist.value,
        pack=", ".join(index.own.pack for index in setup.packs),
        table=setup.config.table,
        players=setup.config.players,
        wall_clock=wall_clock(),
        resumed=resumed,
    )


def wall_clock() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _today() -> str:
    return dt.datetime.now().astimezone().date().isoformat()
