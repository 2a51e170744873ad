"""The command line: one Typer app, one line and exit status 2 for wrong input."""

import codecs
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from tallone import __version__
from tallone.commands import bench
from tallone.commands.boards import calibrate, doctor, firmware, link, rig
from tallone.commands.club import acts as club_acts
from tallone.commands.club import demo as club_demo
from tallone.commands.club import files as club_files
from tallone.commands.club import judge as club_judge
from tallone.commands.club import serve as club_serve
from tallone.commands.machine import arbiter, backup, health, release, setup
from tallone.commands.packs import certify, enrol
from tallone.commands.proof import audit, verify
from tallone.commands.rulebook import hand, judge, rules
from tallone.commands.table import guide, play, replay, screens, simulate, slip, watch
from tallone.commands.table import run as run_command
from tallone.errors import ConfigError, TalloneError, UsageError
from tallone.outside import PLAIN, plain, say, shown

# Typer exports these two by their children only, and carries its own copy of click.
ClickProblem: type[Exception] = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="tallone",
    help="The controller of a Burraco club table.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


@app.callback()
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", is_eager=True)
    ] = False,
) -> None:
    """The controller of a Burraco club table.

    [b]tallone play[/]      a whole hand on the simulated table
    [b]tallone doctor[/]    what this machine has and lacks
    """
    if version:
        say(f"tallone {__version__}")
    elif context.invoked_subcommand is None:
        say(context.get_help())


app.command("play")(play.play)
app.command("run")(run_command.run)
app.command("guide")(guide.guide)
app.command("watch")(watch.watch)
app.command("screens")(screens.screens)
app.command("simulate")(simulate.simulate)
app.command("judge")(judge.judge)
app.command("hand")(hand.hand)
app.command("replay")(replay.replay)
app.command("slip")(slip.slip)
app.command("verify-deal")(verify.verify_deal)
app.command("doctor")(doctor.doctor)
app.command("bench")(bench.bench)
app.command("certify")(certify.certify)
app.command("calibrate")(calibrate.calibrate)

_audit = typer.Typer(
    help="Audits with everything fixed beforehand. `tallone audit shuffle --n 5400`",
    rich_markup_mode="rich",
)
_audit.command()(audit.shuffle)
_audit.callback()(lambda: None)
app.add_typer(_audit, name="audit")
_rig = typer.Typer(
    help="A maker's first rig: what to measure before ordering. `tallone rig fan --simulated`",
    rich_markup_mode="rich",
)
_rig.command()(rig.fan)
_rig.command()(rig.throat)
app.add_typer(_rig, name="rig")
_enrol = typer.Typer(
    help="Which tag is which card: packs, single cards, copies. `tallone enrol list`",
    rich_markup_mode="rich",
)
for _name, _enrolling in (
    ("pack", enrol.pack),
    ("card", enrol.card),
    ("undo", enrol.undo),
    ("ban", enrol.ban),
    ("list", enrol.listing),
    ("export", enrol.export),
    ("import", enrol.import_),
):
    _enrol.command(_name)(_enrolling)
app.add_typer(_enrol, name="enrol")
_club = typer.Typer(
    help="The tournament: an event, its desk, its rules. `tallone club serve monday`",
    rich_markup_mode="rich",
)
_club.command("judge")(club_judge.judge)
_club.command("new")(club_serve.new)
_club.command("serve")(club_serve.serve)
_club.command("demo")(club_demo.demo)
_club.command("load")(club_demo.load)
_club.command("import")(club_acts.take_in)
_club.command("draw")(club_acts.draw)
_club.command("publish")(club_acts.publish)
_club.command("result")(club_acts.result)
_club.command("correct")(club_acts.correct)
_club.command("adjust")(club_acts.adjust)
_club.command("leave")(club_acts.leave)
_club.command("annul")(club_acts.annul)
_club.command("standing")(club_files.standing)
_club.command("export")(club_files.export)
_club.command("replay")(club_files.replay)
app.add_typer(_club, name="club")
_rules = typer.Typer(
    help="Rules: a profile as a page, and what differs between two. `tallone rules show fibur`",
    rich_markup_mode="rich",
)
_rules.command("show")(rules.show)
_rules.command("diff")(rules.diff)
app.add_typer(_rules, name="rules")
_arbiter = typer.Typer(
    help="The arbiter's panel at a table. `tallone arbiter pin`", rich_markup_mode="rich"
)
_arbiter.command()(arbiter.pin)
_arbiter.callback()(lambda: None)
app.add_typer(_arbiter, name="arbiter")
_journal = typer.Typer(
    help="Journals: whether they are whole. `tallone journal check night.journal`",
    rich_markup_mode="rich",
)
_journal.command("check")(replay.journal_check)
app.add_typer(_journal, name="journal")
_link = typer.Typer(
    help="The cable: ports, captures, figures. `tallone link ports`", rich_markup_mode="rich"
)
for _command in (link.ports, link.capture, link.decode, link.bench):
    _link.command()(_command)
app.add_typer(_link, name="link")
_firmware = typer.Typer(
    help="The boards' files: made, installed. `tallone firmware build`", rich_markup_mode="rich"
)
_firmware.command()(firmware.build)
_firmware.command()(firmware.install)
_firmware.command()(firmware.pair)
app.add_typer(_firmware, name="firmware")
_setup = typer.Typer(rich_markup_mode="rich", invoke_without_command=True)
_setup.callback()(setup.setup)
_setup.command()(setup.undo)
app.add_typer(_setup, name="setup")
_backup = typer.Typer(
    help="Journals, packs and settings on a stick, and back. `tallone backup make /media/stick`",
    rich_markup_mode="rich",
)
for _name, _copying in (("make", backup.make), ("look", backup.look), ("restore", backup.restore)):
    _backup.command(_name)(_copying)
app.add_typer(_backup, name="backup")
app.command("service")(backup.service)
app.command("health")(health.health)
_release = typer.Typer(
    help="Signed releases: made, tried out, taken back. `tallone release status`",
    rich_markup_mode="rich",
)
for _name, _releasing in (
    ("key", release.key),
    ("build", release.build),
    ("check", release.check),
    ("install", release.install),
    ("back", release.back),
    ("status", release.status),
):
    _release.command(_name)(_releasing)
app.add_typer(_release, name="release")


def run(arguments: Sequence[str]) -> int:
    """Run one command and return the exit status: 0 done, 1 failed, 2 wrong input."""
    # pygame would greet on standard output, where a report or an answer goes.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    _write_what_can_be_written()
    try:
        status = app(args=list(arguments), prog_name="tallone", standalone_mode=False)
    except ClickProblem as error:
        say(f"{_command_of(error)}: {_sentence(error)}", out=sys.stderr)
        return 2
    except (ConfigError, UsageError) as error:
        say(f"tallone: {shown(error)}", out=sys.stderr)
        return 2
    except TalloneError as error:
        say(f"tallone: {error}", out=sys.stderr)
        return 1
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        # A file or folder that was asked for and cannot be used after all: a full disk, a lost mount.
        say(f"tallone: {shown(error.filename or 'a file')}: {error.strerror}", out=sys.stderr)
        return 2
    return status if isinstance(status, int) else 0


def _write_what_can_be_written() -> None:
    """Let no character end the program: a terminal in ASCII, or a name that is no text."""
    codecs.register_error(PLAIN, plain)
    for stream in (sys.stdout, sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors=PLAIN)


def _command_of(error: BaseException) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context else "tallone"


def _sentence(error: BaseException) -> str:
    text = " ".join(str(getattr(error, "format_message", error.__str__)()).split())
    return f"{shown(text)} (`{_command_of(error)} --help` shows how)"
