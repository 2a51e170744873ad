"""The receipt of a certification: which pack, which machine, which firmware, and the result.

Everybody may read it: it tells how many cards are wrong in which way, and no card. Which cards they
are is a page of its own for the arbiter.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from tallone.dealing.promise.receipt import WIDTH, slip
from tallone.findings import Finding, FindingKind

FORMAT: Final = "tallone-certificate-1"
# Troubles on the way that say nothing about the pack once every card has passed.
_MENDED: Final = frozenset({FindingKind.JAM, FindingKind.DOUBLE_FEED, FindingKind.MACHINE_FAULT})


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What stands on the slip. `labels` are the words in the reader's language, by key."""

    pack: str
    deals: int  # how often the pack has been dealt
    table: int
    machine: str  # serial number of the croupier's board
    firmware: str  # version and hash
    passed: int  # cards through the throat
    is_right: bool
    wrong: Mapping[str, int]  # kind of finding -> cards; of a right pack, what the machine mended
    wall_clock: str
    program: str
    labels: Mapping[str, str]


# The words a certificate needs; the catalogue has them as `certificate.<key>`, kinds as `finding.<kind>`.
LABEL_KEYS: Final = (
    "title", "table", "pack", "deals", "machine", "firmware", "program", "cards", "right", "wrong",
)  # fmt: skip
# The details of a pack's findings; the catalogue has them as `certificate.detail.<name>`.
DETAILS: Final = ("position", "pack", "uid", "instead_of", "expected", "fault", "pass", "bad")


def is_right(findings: Sequence[Finding], *, certified: bool) -> bool:
    """Return whether the pack is right: certified, and nothing but what the machine has mended."""
    return certified and all(finding.kind in _MENDED for finding in findings)


def counted(findings: Sequence[Finding]) -> dict[str, int]:
    """Return how many cards are wrong in which way."""
    wrong: dict[str, int] = {}
    for finding in findings:
        bad = finding.detail.get("bad")
        cards = bad if isinstance(bad, int) else max(1, len(finding.cards))
        wrong[finding.kind] = wrong.get(finding.kind, 0) + cards
    return wrong


def qr_text(certificate: Certificate) -> str:
    """Return what the slip's QR code says: the same for a program."""
    fields = {
        "pack": certificate.pack,
        "table": certificate.table,
        "machine": certificate.machine,
        "firmware": certificate.firmware,
        "cards": certificate.passed,
        "result": "right" if certificate.is_right else "wrong",
        "at": certificate.wall_clock,
        **certificate.wrong,
    }
    return f"{FORMAT}?{urlencode(fields)}"


def lines(certificate: Certificate) -> list[str]:
    """Return the slip as text, at most 42 characters a line."""
    label = certificate.labels
    told = [
        label["title"],
        certificate.wall_clock,
        "",
        f"{label['table']} {certificate.table}",
        f"{label['pack']}: {certificate.pack}",
        f"{label['deals']}: {certificate.deals}",
        f"{label['cards']}: {certificate.passed}",
        "",
        label["right" if certificate.is_right else "wrong"],
    ]
    for kind, count in certificate.wrong.items():
        told.append(f"{count} x {label.get(kind, kind)}")
    told += [
        "",
        f"{label['machine']}: {certificate.machine}",
        f"{label['firmware']}: {certificate.firmware}",
        f"{label['program']}: {certificate.program}",
    ]
    return [line[:WIDTH] for line in told]


def pdf(certificate: Certificate) -> bytes:
    """Return the slip as a PDF page as wide as the paper of a till printer."""
    return slip(lines(certificate), qr_text(certificate))


def arbiter_lines(findings: Sequence[Finding], labels: Mapping[str, str]) -> list[str]:
    """Return what only the arbiter is told: cards, tags and places in the pack.

    `labels` are the words in the reader's language: of each kind, and of each detail of a finding.
    """
    told = []
    for finding in findings:
        cards = " ".join(map(str, finding.cards)) or "-"
        detail = ", ".join(
            f"{labels.get(name, name)} {value}" for name, value in finding.detail.items()
        )
        told.append(f"{labels.get(finding.kind, finding.kind)}: {cards}  {detail}".rstrip())
    return told
