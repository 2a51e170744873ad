"""`tallone enrol`: which tag is which card: new packs, single cards, copies of the registry."""

import datetime as dt
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone.commands.language import LanguageOption, checked
from tallone.commands.packs.desk import (
    ConfigOption,
    CroupierOption,
    MatOption,
    RegistryOption,
    SeedOption,
    SimulatedOption,
)
from tallone.errors import UsageError
from tallone.link.messages import Role
from tallone.outside import say

if TYPE_CHECKING:
    from tallone.dealing.croupier.enrol_job import Genuine
    from tallone.dealing.packs.registry_db import RegistryDb
    from tallone.rules.cards.cards import CardCopy

PackArgument = Annotated[str, typer.Argument(help="The pack's name.")]
ForceMakerOption = Annotated[
    bool, typer.Option("--any-maker", help="Do not ask tags for their maker's signature.")
]
PassphraseOption = Annotated[
    Path | None,
    typer.Option("--passphrase-file", help="The passphrase is this file's first line."),
]


def pack(
    name: PackArgument,
    *,
    club: Annotated[str, typer.Option("--club", help="Whose pack it is.")] = "",
    on_mat: Annotated[
        bool, typer.Option("--on-mat", help="Card by card at the discard pile's place.")
    ] = False,
    any_maker: ForceMakerOption = False,
    check: Annotated[
        bool, typer.Option(help="Pass all 108 through the throat at the end.")
    ] = True,
    registry: RegistryOption = None,
    config: ConfigOption = None,
    croupier: CroupierOption = None,
    mat: MatOption = None,
    simulated: SimulatedOption = False,
    seed: SeedOption = 1,
    language: LanguageOption = "it",
) -> None:
    """Enrol a new pack, or go on with one: its decks in factory order through the throat.

    What is enrolled stays enrolled when it is interrupted. `tallone enrol pack club-1`;
    `tallone enrol pack club-1 --on-mat` needs no croupier.
    """
    from tallone import paths
    from tallone.commands.packs.desk import at_desk, settings_of
    from tallone.commands.packs.enrolling import Enroller
    from tallone.display.texts.phrases import text

    lang = checked(language)
    settings = settings_of(config)
    roles = (Role.MAT,) if on_mat else (Role.CROUPIER,)
    addresses = {
        Role.MAT: mat or settings.mat_serial,
        Role.CROUPIER: croupier or settings.croupier_serial,
    }
    with at_desk(roles, addresses, lang, simulated=simulated, seed=seed) as (desk, folder):
        file = registry or (
            folder / "enrolled.sqlite" if folder else paths.registry_file(settings.registry)
        )
        with _opened(file) as club_registry:
            if name not in club_registry.packs():
                club_registry.add_pack(name, club)
            enroller = Enroller(
                desk, club_registry, lang, _genuine(any_maker=any_maker, simulated=simulated)
            )
            try:
                if on_mat:
                    enroller.on_mat(name, enroller.missing(name))
                else:
                    enroller.through_the_throat(name, settings.feed_speed)
                    if check:
                        enroller.certify(name, settings.feed_speed)
            finally:
                club_registry.drop_empty(name)
        say(text("enrol.whole", lang, pack=name))


def card(
    name: PackArgument,
    which: Annotated[str, typer.Argument(help="The card, as `7Hb`: seven of hearts, blue back.")],
    *,
    why: Annotated[str, typer.Option("--why", help="Kept in the tag's history.")] = "replaced",
    any_maker: ForceMakerOption = False,
    registry: RegistryOption = None,
    config: ConfigOption = None,
    mat: MatOption = None,
    simulated: SimulatedOption = False,
    seed: SeedOption = 1,
    language: LanguageOption = "it",
) -> None:
    """Give one card a new tag: lay the new card at the discard pile's place. The old tag is banned.

    Not in the middle of a hand. `tallone enrol card club-1 7Hb --why bent`
    """
    from tallone import paths
    from tallone.commands.packs.desk import at_desk, settings_of
    from tallone.commands.packs.enrolling import Enroller

    lang = checked(language)
    copy = _copy(which)
    settings = settings_of(config)
    addresses = {Role.MAT: mat or settings.mat_serial}
    if not simulated:
        _must_have(registry or paths.registry_file(settings.registry), name)
    with at_desk((Role.MAT,), addresses, lang, simulated=simulated, seed=seed) as (desk, folder):
        file = registry or (
            folder / "registry.sqlite" if folder else paths.registry_file(settings.registry)
        )
        with _opened(file) as club_registry:
            enroller = Enroller(
                desk, club_registry, lang, _genuine(any_maker=any_maker, simulated=simulated)
            )
            enroller.replace(name, copy, why)


def undo(
    name: PackArgument,
    *,
    cards: Annotated[int, typer.Option("--cards", min=1, max=108, help="How many.")] = 1,
    registry: RegistryOption = None,
    config: ConfigOption = None,
    language: LanguageOption = "it",
) -> None:
    """Take back the last cards enrolled, as if they had never been read: `tallone enrol undo club-1`."""
    from tallone.commands.packs.enrolling import undo_last
    from tallone.display.texts.phrases import text

    lang = checked(language)
    with _registry(registry, config) as club_registry:
        for copy in undo_last(club_registry, name, cards, _now()):
            say(text("enrol.undone", lang, which=str(copy)))


def ban(
    name: PackArgument,
    which: Annotated[str, typer.Argument(help="The card, as `7Hb`.")],
    *,
    why: Annotated[str, typer.Option("--why", help="Kept in the tag's history.")] = "lost",
    registry: RegistryOption = None,
    config: ConfigOption = None,
    language: LanguageOption = "it",
) -> None:
    """Ban a card's tag for ever, without a new one yet: lost or copied.

    `tallone enrol ban club-1 7Hb --why lost`
    """
    from tallone.dealing.packs.registry_db import RegistryError
    from tallone.display.texts.phrases import text

    lang, copy = checked(language), _copy(which)
    with _registry(registry, config) as club_registry:
        uid = club_registry.registry(name).tags.get(copy)
        if uid is None:
            raise RegistryError(f"{copy} of pack {name} has no tag that could be banned")
        club_registry.revoke(uid, why, _now())
    say(text("enrol.banned", lang, which=str(copy), pack=name))


def listing(
    name: Annotated[str, typer.Argument(help="A pack, to list its cards.")] = "",
    *,
    registry: RegistryOption = None,
    config: ConfigOption = None,
    language: LanguageOption = "it",
) -> None:
    """List the packs, or what a pack lacks and what became of its tags: `tallone enrol list`."""
    from tallone.commands.packs.enrolling import pack_lines, pack_rows

    lang = checked(language)
    with _registry(registry, config) as club_registry:
        told = pack_lines(club_registry, name, lang) if name else pack_rows(club_registry, lang)
    say("\n".join(told))


def export(
    file: Annotated[Path, typer.Argument(help="Where to write; must not exist yet.")],
    *,
    encrypt: Annotated[
        bool, typer.Option("--encrypt", help="Under a passphrase, which is asked for.")
    ] = False,
    passphrase_file: PassphraseOption = None,
    registry: RegistryOption = None,
    config: ConfigOption = None,
    language: LanguageOption = "it",
) -> None:
    """Copy the whole registry into a file, encrypted or not: `tallone enrol export club.json`.

    Who has the file can tell the club's cards by their tags: encrypt what leaves the house.
    """
    from tallone.commands.files import writable
    from tallone.dealing.packs import registry_file as files
    from tallone.display.texts.phrases import text

    lang = checked(language)
    if file.exists():
        raise UsageError(f"{file} is there already; give another name")
    writable(file)
    with _registry(registry, config) as club_registry:
        content = club_registry.content()
    raw = files.write(content)
    if encrypt or passphrase_file is not None:
        raw = files.encrypt(raw, _passphrase(passphrase_file, confirm=True))
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(raw)
    say(text("enrol.exported", lang, file=str(file), n=len(content.packs)))


def import_(
    file: Annotated[Path, typer.Argument(help="A copy of a registry, or of one pack.")],
    *,
    passphrase_file: PassphraseOption = None,
    registry: RegistryOption = None,
    config: ConfigOption = None,
    language: LanguageOption = "it",
) -> None:
    """Enter a file: a whole registry into a new one, or one pack into any.

    `tallone enrol import club.json`
    """
    from tallone.commands.files import readable
    from tallone.commands.packs.enrolling import enter_file
    from tallone.dealing.packs import registry_file as files
    from tallone.dealing.packs.registry_db import RegistryError
    from tallone.display.texts.phrases import text

    lang = checked(language)
    if readable(file).stat().st_size > files.MAX_FILE_BYTES:
        raise UsageError(f"{file}: is larger than a registry can be")
    raw = file.read_bytes()
    try:
        if files.is_encrypted(raw):
            raw = files.decrypt(raw, _passphrase(passphrase_file, confirm=False))
        with _opened(_file(registry, config)) as club_registry:
            names = enter_file(club_registry, raw, _now())
    except RegistryError as error:
        raise UsageError(f"{file}: {error}") from error
    say(text("enrol.imported", lang, packs=", ".join(names), n=len(names)))


def _genuine(*, any_maker: bool, simulated: bool) -> "Genuine | None":
    """Return what checks signatures: NXP's key, or the simulated maker's."""
    from tallone.dealing.packs.originality import NXP, verify_signature
    from tallone.simulator.room.tag_maker import public_key

    if any_maker:
        return None
    maker = public_key() if simulated else NXP
    return lambda uid, signature: verify_signature(uid, signature, maker)


def _copy(which: str) -> "CardCopy":
    from tallone.rules.cards.cards import CardCopy, NoSuchCardError

    try:
        return CardCopy.parse(which)
    except NoSuchCardError as error:
        raise UsageError(f"{error}; a card is written 7Hb, QSr, JK1b") from error


def _file(registry: Path | None, config: Path | None) -> Path:
    from tallone import paths
    from tallone.commands.packs.desk import settings_of

    return registry or paths.registry_file(settings_of(config).registry)


def _registry(registry: Path | None, config: Path | None) -> "RegistryDb":
    from tallone.app.edges.packs import open_registry

    return open_registry(_file(registry, config))


def _opened(file: Path) -> "RegistryDb":
    """Open a registry, made if it is not there."""
    from tallone.commands.files import writable
    from tallone.dealing.packs.registry_db import RegistryDb, RegistryError

    try:
        return RegistryDb(writable(file))
    except RegistryError as error:
        raise UsageError(str(error)) from error


def _must_have(file: Path, name: str) -> None:
    from tallone.app.edges.packs import open_registry

    with open_registry(file) as club_registry:
        known = club_registry.packs()
    if name not in known:
        listed = ", ".join(known) or "none"
        raise UsageError(f"{file}: there is no pack {name[:40]}; enrolled: {listed}")


def _passphrase(file: Path | None, *, confirm: bool) -> str:
    """Return the passphrase from a file, or from somebody at the terminal who sees no letters."""
    from tallone.commands.files import readable

    if file is not None:
        return readable(file).read_text(encoding="utf-8", errors="replace").partition("\n")[0]
    if not sys.stdin.isatty():
        raise UsageError("a passphrase is needed: run it in a terminal, or give --passphrase-file")
    given: str = typer.prompt("Passphrase", hide_input=True, confirmation_prompt=confirm, err=True)
    return given


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
