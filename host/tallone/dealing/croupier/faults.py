"""The croupier's faults as findings: which are told, when, and under which name."""

from typing import Final

from tallone.findings import Finding, FindingKind, FoundIn

# The kind of finding a fault is; for those that are not here: machine-fault.
_KIND_OF_FAULT: Final = {
    "jam": FindingKind.JAM,
    "eject": FindingKind.JAM,
    "no-feed": FindingKind.JAM,
    "skew": FindingKind.JAM,
    "double-feed": FindingKind.DOUBLE_FEED,
}
# Told at the first try; others only when the machine has given up, for a card that slips once is
# nothing to tell.
_TOLD_AT_ONCE: Final = frozenset({"jam", "eject", "double-feed"})
# A person opened the lid, or the power went: no finding, but a person must say that all is well.
_SILENT_FAULTS: Final = frozenset({"none", "lid", "power"})
# The machine stopped because nobody answered it; now that somebody does, it may go on.
OUR_ABSENCE: Final = frozenset({"host", "no-route"})


def is_told(fault: str, *, gave_up: bool) -> bool:
    """Return whether a fault is a finding; `gave_up`: the machine tries no more."""
    return fault in _TOLD_AT_ONCE or (gave_up and fault not in _SILENT_FAULTS)


def fault_finding(
    fault: str, phase: FoundIn, zone: str, passed: int, card: tuple[str, int, int]
) -> Finding:
    """Return the finding of a fault; `card` is (fault, pass, index of the card from 0)."""
    _, pass_number, index = card
    return Finding(
        kind=_KIND_OF_FAULT.get(fault, FindingKind.MACHINE_FAULT),
        phase=phase,
        zone=zone,
        count=passed,
        detail={"fault": fault, "position": index + 1, "pass": pass_number},
    )
