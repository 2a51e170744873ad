"""What is kept beside the journal: a receipt for every deal, and how often a pack was dealt.

Both are made from records that are on the disk already, and from nothing else: what a power cut
has prevented is made up for at the next start. A place that cannot be written costs a receipt,
never the evening.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import msgspec

from tallone import __version__
from tallone.dealing.manual_deal import FORMAT as BY_HAND
from tallone.dealing.packs.registry_db import RegistryDb, RegistryError
from tallone.dealing.promise.receipt import LABEL_KEYS, Receipt, lines, pdf, qr_svg, qr_text
from tallone.dealing.promise.reveal import Reveal, write
from tallone.display.texts.phrases import text
from tallone.journal.records import (
    Committed,
    DealRevealed,
    HandOver,
    LedgerSealed,
    Record,
    SessionOpened,
)
from tallone.rules.cards.seats import Side

_LOG: Final = logging.getLogger(__name__)


class Keeper(Protocol):
    """Takes records once they are on the disk; `head` is the journal's hash after them."""

    def take(self, records: Sequence[Record], head: str) -> None: ...


def receipts_folder(journal: Path) -> Path:
    """Return where the receipts of that journal's deals are."""
    return journal.with_name(f"{journal.stem}-receipts")


class Receipts:
    """Writes each revealed deal as a reveal file and as a slip: text, PDF and QR code."""

    def __init__(self, folder: Path, language: str, wall_clock: Callable[[], str]) -> None:
        self._folder = folder
        self._labels: Mapping[str, str] = {
            **{key: text(f"receipt.{key}", language) for key in LABEL_KEYS},
            **{side.value: text(f"side.{side.value}", language) for side in Side},
        }
        self._wall_clock = wall_clock
        self._attempts: dict[str, tuple[int, int]] = {}  # commitment -> hand, attempt
        self._totals: dict[int, dict[str, int]] = {}
        self._profile = self._assist = ""

    def take(self, records: Sequence[Record], head: str) -> None:
        """Keep the deals that are revealed in these records; one that is kept stays as it is."""
        for record in records:
            match record:
                case SessionOpened(profile=profile, assist=assist):
                    # Journals of before clubs had names know the base only.
                    name = profile.get("name", profile.get("base", ""))
                    self._profile, self._assist = str(name), assist
                case Committed(commitment=commitment, hand=hand, attempt=attempt):
                    self._attempts[commitment] = (hand, attempt)
                case HandOver(hand=hand, result=result):
                    self._totals[hand] = _totals(result)
                case DealRevealed(reveal=revealed) if revealed.get("format") == BY_HAND:
                    self._keep_by_hand(record)
                case DealRevealed(reveal=revealed, hand=hand):
                    self._keep(msgspec.convert(revealed, Reveal), hand, head)
                case _:
                    pass

    def _keep_by_hand(self, record: DealRevealed) -> None:
        """Keep who was dealt what. It promises nothing, so it has no slip."""
        file = self._folder / f"hand-{record.hand:03d}-by-hand.json"
        if record.reveal.get("aborted") or file.exists():
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.format(msgspec.json.encode(record.reveal), indent=1))
        except OSError as error:
            _LOG.warning("the deal of hand %d cannot be kept: %s", record.hand, error)

    def _keep(self, reveal: Reveal, hand: int, head: str) -> None:
        _, attempt = self._attempts.get(reveal.commitment, (hand, 1))
        base = self._folder / f"hand-{hand:03d}-{attempt}"
        if base.with_suffix(".pdf").exists():
            return
        receipt = Receipt(
            reveal=reveal,
            profile=self._profile,
            assist=self._assist,
            totals={} if reveal.aborted else self._totals.get(hand, {}),
            names={},
            journal_head=head,
            program=f"tallone {__version__}",
            wall_clock=self._wall_clock(),
            labels=self._labels,
        )
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            base.with_suffix(".json").write_bytes(write(reveal))
            base.with_suffix(".txt").write_text("\n".join(lines(receipt)) + "\n", encoding="utf-8")
            base.with_suffix(".svg").write_text(qr_svg(qr_text(reveal)), encoding="utf-8")
            # Last: it says that all four are there.
            base.with_suffix(".pdf").write_bytes(pdf(receipt))
        except OSError as error:
            _LOG.warning("the receipt of hand %d cannot be kept: %s", hand, error)


class DealCounter:
    """Counts in the club's registry how often each pack has been dealt: cards wear."""

    def __init__(self, registry: Path) -> None:
        self._registry = registry
        self._packs: dict[int, str] = {}  # hand -> pack

    def take(self, records: Sequence[Record], head: str) -> None:  # noqa: ARG002 - a keeper's way
        """Count the deals that were finished in these records."""
        for record in records:
            if isinstance(record, Committed):
                self._packs[record.hand] = record.pack
            elif isinstance(record, LedgerSealed) and record.hand in self._packs:
                self._count(self._packs[record.hand])

    def resume(self, records: Sequence[Record]) -> None:
        """Take note of the deals in a journal that is taken up; they are counted already."""
        self._packs |= {
            record.hand: record.pack for record in records if isinstance(record, Committed)
        }

    def _count(self, pack: str) -> None:
        try:
            with RegistryDb(self._registry) as registry:
                registry.count_deal(pack)
        except RegistryError as error:
            _LOG.warning("a deal of pack %s is not counted: %s", pack, error)


def _totals(result: Mapping[str, object]) -> dict[str, int]:
    sides = result["sides"]
    assert isinstance(sides, dict), "the result object has sides"
    return {str(name): int(side["total"]) for name, side in sides.items()}
