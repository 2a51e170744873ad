"""A log's facts in the one order in which they count, whatever the order they came in.

By time, at equal times by kind, then by id. The same id twice is one fact; with other content the
earlier counts. After `final` nothing does.
"""

import dataclasses
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tallone.club.rules.record.facts import KIND_ORDER, KIND_PLACE, AnyFact, Signed, read_fact
from tallone.club.rules.refusal import Refused, as_object, seconds, word


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The facts in their order, what was refused as (id, code, sentence), ids that came again."""

    facts: tuple[AnyFact, ...]
    rejected: tuple[tuple[str, str, str], ...]
    duplicates: tuple[str, ...]


def take(log: Sequence[object]) -> Taken:
    """Put a log into its order.

    Raise Refused `query.syntax` for what is no object or lacks `id`, `at` or `kind`.
    """
    by_id: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for one in log:
        written = as_object(one, "a fact")
        seconds(written, "at")
        word(written, "kind")
        by_id[word(written, "id")].append(written)
    first: list[dict[str, Any]] = []
    rejected: list[tuple[str, str, str]] = []
    duplicates: list[str] = []
    for name, versions in by_id.items():
        different = versions
        if len(versions) > 1:
            different = _different(versions)
            if len(different) < len(versions):
                duplicates.append(name)
        first.append(different[0])
        rejected += [
            (
                name,
                "event.id_reused",
                f"the id {name[:60]!r} is another fact's; the earlier counts",
            )
        ] * (len(different) - 1)
    facts: list[AnyFact] = []
    for written in sorted(first, key=_order):
        if facts and isinstance(facts[-1], Signed):
            sentence = "the event is signed; nothing later counts"
            rejected.append((written["id"], "event.final", sentence))
            continue
        try:
            facts.append(read_fact(written))
        except Refused as error:
            rejected.append((written["id"], error.code, error.message))
    return Taken(
        facts=tuple(facts), rejected=tuple(rejected), duplicates=tuple(sorted(duplicates))
    )


def _order(written: Mapping[str, Any]) -> tuple[float, int, str]:
    place = KIND_PLACE.get(written["kind"], len(KIND_ORDER))
    return written["at"], place, written["id"]


def _different(versions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the different contents of one id, the earliest first."""
    contents = {json.dumps(one, sort_keys=True): one for one in versions}
    return [
        contents[text]
        for text in sorted(contents, key=lambda text: (*_order(contents[text]), text))
    ]
