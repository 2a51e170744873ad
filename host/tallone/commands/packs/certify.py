"""`tallone certify`: a pack through the throat, and a receipt that says what came of it."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone import __version__
from tallone.commands.language import LanguageOption, checked
from tallone.commands.packs.desk import (
    ConfigOption,
    CroupierOption,
    RegistryOption,
    SeedOption,
    SimulatedOption,
)
from tallone.errors import UsageError
from tallone.findings import FindingKind
from tallone.link.messages import Role
from tallone.outside import say

if TYPE_CHECKING:
    from tallone.app.edges.desk import Desk
    from tallone.commands.packs.desk import News
    from tallone.dealing.packs.certificate import Certificate
    from tallone.dealing.packs.deck_check import TagIndex
    from tallone.link.messages import Welcome


def certify(
    *,
    pack: Annotated[str, typer.Option("--pack", help="Which pack; else the settings say.")] = "",
    receipts: Annotated[
        Path | None, typer.Option("--receipts", help="A folder for text, PDF and QR code.")
    ] = None,
    arbiter: Annotated[
        bool, typer.Option("--arbiter", help="Also which cards; players are told how many.")
    ] = False,
    registry: RegistryOption = None,
    config: ConfigOption = None,
    croupier: CroupierOption = None,
    simulated: SimulatedOption = False,
    fault: Annotated[
        list[str] | None, typer.Option("--fault", help="Of the simulated pack, as in `simulate`.")
    ] = None,
    seed: SeedOption = 1,
    language: LanguageOption = "it",
) -> None:
    """Certify a pack now: 108 cards, each of this pack, each once. Exit status 1 if it is not so.

    The table's program must not hold the port. `tallone certify --croupier /dev/ttyACM1`;
    `tallone certify --simulated --fault missing-card` is a rehearsal.
    """
    from tallone import paths
    from tallone.app.edges.packs import packs_in_turn
    from tallone.commands.files import writable_folder
    from tallone.commands.packs.desk import at_desk, settings_of
    from tallone.dealing.packs import certificate as certificates

    lang = checked(language)
    if fault and not simulated:
        raise UsageError("--fault is for a simulated pack; give --simulated as well")
    if receipts is not None:
        writable_folder(receipts)
    settings = settings_of(config)
    file = registry or (None if simulated else paths.registry_file(settings.registry))
    names = (pack or settings.pack,)
    if file is not None:
        index = packs_in_turn(file, names)[0]
    addresses = {Role.CROUPIER: croupier or settings.croupier_serial}
    with at_desk(
        (Role.CROUPIER,), addresses, lang, simulated=simulated, seed=seed, faults=fault or ()
    ) as (desk, folder):
        if file is None:
            assert folder is not None, "only a simulated table brings its registry"
            file = folder / "registry.sqlite"
            index = packs_in_turn(file, (names[0] or "blue-and-red-1",))[0]
        news = run_certification(desk, index, settings.feed_speed, lang)
        made = _certificate(desk, news, index, settings.table, file, lang)
    say("\n".join(certificates.lines(made)))
    for finding in news.findings:
        if finding.kind is FindingKind.WRONG_PACK:
            say(_other_pack(str(finding.detail.get("pack", "")), index.own.pack, lang))
    if arbiter:
        say("\n".join(["", *certificates.arbiter_lines(news.findings, _words(news, lang))]))
    if receipts is not None:
        say(f"{_write(made, receipts)}")
    if not made.is_right:
        raise typer.Exit(1)


def run_certification(desk: "Desk", index: "TagIndex", speed: int, lang: str) -> "News":
    """Ask for the pack and pass it through the throat; return what was heard."""
    from tallone.commands.packs.desk import News, clear_first, help_machine, job_number
    from tallone.dealing.croupier.certify_job import CertifyJob
    from tallone.display.texts.phrases import text

    clear_first(desk, lang)
    name = index.own.pack
    desk.wait_for_ok("pack", text("desk.pack", lang, pack=name), pack=name)
    with News(lang) as news:
        job = CertifyJob(job_number(), speed, index)
        desk.run(job, news.hear, help_machine(lang))
        news.passed = job.passed
    news.check()
    return news


def _other_pack(found: str, wanted: str, lang: str) -> str:
    from tallone.display.texts.phrases import text

    if found:
        return text("notice.wrong_pack", lang, pack=found, wanted=wanted)
    return text("notice.unknown_pack", lang, wanted=wanted)


def _words(news: "News", lang: str) -> dict[str, str]:
    """Return the arbiter's words: of the kinds that were found, and of their details."""
    from tallone.dealing.packs.certificate import DETAILS
    from tallone.display.texts.phrases import text

    kinds = {
        finding.kind.value: text(f"finding.{finding.kind}", lang) for finding in news.findings
    }
    return kinds | {name: text(f"certificate.detail.{name}", lang) for name in DETAILS}


def _firmware(welcome: "Welcome", lang: str) -> str:
    """Return version and hash; where no bundle was installed there is no hash."""
    from tallone.display.texts.phrases import text

    if any(welcome.firmware_hash):
        return welcome.firmware
    return f"{welcome.firmware_version} ({text('certificate.no_bundle', lang)})"


def _certificate(  # noqa: PLR0917
    desk: "Desk", news: "News", index: "TagIndex", table: int, file: Path, lang: str
) -> "Certificate":
    from tallone.app.edges.packs import open_registry
    from tallone.dealing.packs import certificate as certificates
    from tallone.display.texts.phrases import text

    welcome = desk.meet(Role.CROUPIER)
    with open_registry(file) as registry:
        deals = next(pack.deals for pack in registry.summaries() if pack.name == index.own.pack)
    wrong = certificates.counted(news.findings)
    labels = {key: text(f"certificate.{key}", lang) for key in certificates.LABEL_KEYS}
    labels |= {kind: text(f"finding.{kind}", lang) for kind in wrong}
    return certificates.Certificate(
        pack=index.own.pack,
        deals=deals,
        table=table,
        machine=welcome.serial.hex(),
        firmware=_firmware(welcome, lang),
        passed=news.passed,
        is_right=certificates.is_right(news.findings, certified=news.certified),
        wrong=wrong,
        wall_clock=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        program=f"tallone {__version__}",
        labels=labels,
    )


def _write(made: "Certificate", folder: Path) -> Path:
    """Write the slip in its three forms; return where the text is."""
    from tallone.dealing.packs import certificate as certificates
    from tallone.dealing.promise.receipt import qr_svg

    folder.mkdir(parents=True, exist_ok=True)
    stamp = made.wall_clock.replace(":", "").partition("+")[0]
    name = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in made.pack)
    base = folder / f"certificate-{name}-{stamp}"
    text_file = base.with_suffix(".txt")
    text_file.write_text("\n".join(certificates.lines(made)) + "\n", encoding="utf-8")
    base.with_suffix(".pdf").write_bytes(certificates.pdf(made))
    base.with_suffix(".svg").write_text(qr_svg(certificates.qr_text(made)), encoding="utf-8")
    return text_file
