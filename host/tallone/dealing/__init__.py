"""And back: what the croupier should do, how it is promised, and how anyone can check it."""

from tallone.dealing.certify import CertifyJob, ClearJob
from tallone.dealing.commitment import Commitment, DealError, Terms, commit, draw_secret, expand
from tallone.dealing.deck_check import TagIndex
from tallone.dealing.findings import Finding
from tallone.dealing.job import DealJob
from tallone.dealing.outputs import (
    Certified,
    GoesOn,
    JobAborted,
    JobCommand,
    JobDone,
    JobOutput,
    NeedsPerson,
    Progress,
)
from tallone.dealing.plan import DealPlan, ledger
from tallone.dealing.reports import decode_report, encode_report
from tallone.dealing.sealed import Purpose, Sealed, SealedError

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
    "encode_report",
    "expand",
    "ledger",
]
