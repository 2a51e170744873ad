"""`tallone play`: a whole hand on the simulated table, in a window or told in the terminal."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tallone.commands import children
from tallone.errors import SimulationError, UsageError
from tallone.outside import say

# Simulated seconds a real second: a hand of some minutes then takes about one.
_PACE = 6.0
# How long the last score sheet stays on a real screen.
_LINGER_S = 30.0


def play(
    *,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another number, another hand.")] = 1,
    profile: Annotated[
        str, typer.Option("--profile", help="The rules: a name or a club's file.")
    ] = "fibur",
    players: Annotated[int, typer.Option("--players", help="2 or 4.")] = 4,
    hands: Annotated[int, typer.Option("--hands", min=1, max=20, help="How many hands.")] = 1,
    pace: Annotated[
        float, typer.Option("--pace", min=0.1, max=1000, help="Simulated seconds a real second.")
    ] = _PACE,
    language: Annotated[str, typer.Option("--language", help="it or en.")] = "it",
    suits: Annotated[
        str, typer.Option("--suits", help="classic or safe (four colours).")
    ] = "classic",
    size: Annotated[str, typer.Option("--size", help="Window size.")] = "1280x800",
    fullscreen: Annotated[
        bool, typer.Option("--fullscreen", help="Cover the whole screen.")
    ] = False,
    hub: Annotated[
        Path | None,
        typer.Option(
            "--hub", help="A ticket: this table plays in the hall of `tallone club serve`."
        ),
    ] = None,
    pictures: Annotated[
        Path | None,
        typer.Option("--pictures", help="Where pictures go; without a screen `tallone-pictures`."),
    ] = None,
) -> None:
    """Play a whole hand: the boards' real firmware, simulated cards and people, the real program.

    `tallone play --seed 7 --profile febur`; `tallone play --pictures out` keeps pictures too.
    """
    from tallone.commands.files import writable_folder
    from tallone.config import Config, Language
    from tallone.profile_file import table_profile, whole_name

    if players not in (2, 4):
        raise UsageError(f"--players {players} cannot be played; it is 2 or 4")
    table_profile(profile, players)
    if language not in {item.value for item in Language}:
        raise UsageError(f"--language {language} is not known; it is it or en")
    if suits not in ("classic", "safe"):
        raise UsageError(f"--suits {suits} is not known; it is classic or safe")
    if pictures is not None:
        writable_folder(pictures)
    width, height = _size(size)
    config = Config(
        language=Language(language),
        suits=suits,
        width=width,
        height=height,
        fullscreen=fullscreen,
        hall=str(hub or ""),
    )
    with tempfile.TemporaryDirectory(prefix="tallone-") as folder:
        table = children.start(
            [
                sys.executable,
                "-m",
                "tallone.simulator.evening.serve",
                folder,
                "--seed",
                str(seed),
                "--profile",
                whole_name(profile),
                "--players",
                str(players),
                "--hands",
                str(hands),
                "--pace",
                str(pace),
            ]
        )
        try:
            _show(Path(folder), table, config, pictures)
        finally:
            children.end(table)


def _show(
    folder: Path, table: "subprocess.Popen[str]", config: object, pictures: Path | None
) -> None:
    """Wait until the simulated table stands, then run the program at it."""
    from tallone import paths
    from tallone.app.open_table import open_table
    from tallone.app.table_options import simulation_options
    from tallone.config import Config
    from tallone.sim_clock import SimulationOverError
    from tallone.simulator.clockwork.boards import WITHOUT_MICROPYTHON

    assert isinstance(config, Config)
    assert table.stdout is not None
    if table.stdout.readline().strip() != "ready":
        raise SimulationError(
            "the simulated table could not be set up; its own message stands above"
        )
    fallback = Path("tallone-pictures")
    if paths.micropython() is None:
        say(WITHOUT_MICROPYTHON)
    options = simulation_options(
        folder,
        folder / "journal.sqlite",
        window=True,
        pictures=pictures,
        fallback_pictures=fallback,
        config=config,
    )
    with open_table(options) as app:
        if not app.has_screen:
            say(f"No screen here: the story is told below, pictures go to {pictures or fallback}/")
        try:
            app.run()
        except SimulationOverError:
            app.linger(_LINGER_S)
    _print_scores(folder / "journal.sqlite")


def _print_scores(journal: Path) -> None:
    from tallone.journal.records import HandOver
    from tallone.journal.storage.reader import read

    overs = {record.hand: record for record in read(journal) if isinstance(record, HandOver)}
    for number, over in sorted(overs.items()):
        sides = over.result["sides"]
        totals = ", ".join(f"{name} {side['total']}" for name, side in sides.items())
        say(f"Hand {number}: {totals} ({over.turns} turns, ended by {over.result['end']})")


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise UsageError(f"--size {text} is not a size; write it like 1280x800")
    return int(width), int(height)
