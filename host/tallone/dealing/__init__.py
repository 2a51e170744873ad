"""And back: what the croupier should do, how it is promised, and how anyone can check it."""

from tallone.dealing.croupier.certify_job import CertifyJob, ClearJob
from tallone.dealing.croupier.deal_job import DealJob
from tallone.dealing.croupier.outputs import (
    Certified,
    GoesOn,
    JobAborted,
    JobCommand,
    JobDone,
    JobOutput,
    NeedsPerson,
    Progress,
)
from tallone.dealing.croupier.plan import DealPlan, ledger
from tallone.dealing.croupier.reports import decode_report
from tallone.dealing.packs.deck_check import TagIndex
from tallone.dealing.promise.commitment import (
    Commitment,
    DealError,
    Terms,
    commit,
    draw_secret,
    expand,
)
from tallone.dealing.promise.sealed import Purpose, Sealed, SealedError
from tallone.findings import Finding

__all__ = [
    "Certified",
    "CertifyJob",
    "ClearJob",
    "Commitment",
    "DealError",
    "DealJob",
    "DealPlan",
    "Finding",
    "GoesOn",
    "JobAborted",
    "JobCommand",
    "JobDone",
    "JobOutput",
    "NeedsPerson",
    "Progress",
    "Purpose",
    "Sealed",
    "SealedError",
    "TagIndex",
    "Terms",
    "commit",
    "decode_report",
    "draw_secret",
    "expand",
    "ledger",
]
