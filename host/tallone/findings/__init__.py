"""What the table can find wrong: the kinds, who is told what of them, and the finding itself."""

from tallone.findings.catalogue import CATALOGUE, Row, certainty, ref_of, remedies_of, tell, told
from tallone.findings.finding import Article, Finding, article_of
from tallone.findings.kinds import (
    CLOSINGS,
    OF_THE_LEDGER,
    OUT_OF_TURN,
    POZZETTO_KINDS,
    FindingKind,
    FoundIn,
    Ground,
)
from tallone.findings.telling import TELLS, Tell, Voice

__all__ = [
    "CATALOGUE",
    "CLOSINGS",
    "OF_THE_LEDGER",
    "OUT_OF_TURN",
    "POZZETTO_KINDS",
    "TELLS",
    "Article",
    "Finding",
    "FindingKind",
    "FoundIn",
    "Ground",
    "Row",
    "Tell",
    "Voice",
    "article_of",
    "certainty",
    "ref_of",
    "remedies_of",
    "tell",
    "told",
]
