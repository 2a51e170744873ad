"""After the hand: the cards collected, against the pack."""

from tallone.rules.cards import PACK, CardCopy


def count_findings(
    seen: frozenset[CardCopy], counted: int | None
) -> list[tuple[str, tuple[CardCopy, ...]]]:
    """Return the kinds of finding, with the cards of each.

    `seen` are the cards whose tag was read, `counted` how many passed the barriers, None if nobody
    counted. A card that passed unread has a dead tag; one that did not pass is missing.
    """
    unread = tuple(card for card in PACK if card not in seen)
    if not unread:
        return []
    if counted is None or len(PACK) - counted >= len(unread):
        return [("missing-card", unread)]
    if counted >= len(PACK):
        return [("dead-tag", unread)]
    return [("missing-card", unread), ("dead-tag", unread)]
