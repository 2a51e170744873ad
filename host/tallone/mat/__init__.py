"""Reports of the mat into mat events: which card came or went, and how many lie on a pile."""

from tallone.mat.events import (
    CardLifted,
    CardPlaced,
    DuplicateTag,
    InventoryTaken,
    MatEvent,
    PileChanged,
    PileUnclear,
    ReaderBack,
    ReaderLost,
    Seconds,
    TagUid,
    UnknownTag,
    ZoneLoaded,
)
from tallone.mat.piles import CardWeight
from tallone.mat.registry import (
    Registry,
    parse_uid,
    read_registry,
    registry_of,
    uid_text,
    write_registry,
)
from tallone.mat.tracker import MatTracker
from tallone.mat.zones import GROUP_TILES, RUN_TILES, WEIGHED, Zone

__all__ = [
    "GROUP_TILES",
    "RUN_TILES",
    "WEIGHED",
    "CardLifted",
    "CardPlaced",
    "CardWeight",
    "DuplicateTag",
    "InventoryTaken",
    "MatEvent",
    "MatTracker",
    "PileChanged",
    "PileUnclear",
    "ReaderBack",
    "ReaderLost",
    "Registry",
    "Seconds",
    "TagUid",
    "UnknownTag",
    "Zone",
    "ZoneLoaded",
    "parse_uid",
    "read_registry",
    "registry_of",
    "uid_text",
    "write_registry",
]
