"""The one notice of the moment: factual, blaming nobody, and silent where the level wants silence."""

from typing import Final

from tallone.app.evening.evening import Night
from tallone.app.evening.phases import Phase
from tallone.app.watching.ready_check import Piles
from tallone.config import Assist
from tallone.dealing.croupier.deal_job import OPENED
from tallone.dealing.findings import Finding
from tallone.dealing.layout import STOCK, layout
from tallone.display.texts.phrases import Phrase, say
from tallone.display.view import Notice, Severity
from tallone.rules.cards.seats import Seat

# How long something that has passed stays on the screen.
STAYS_S: Final = 8.0
_DEAL: Final = {
    "missing-card": "notice.cards_missing",
    "extra-card": "notice.cards_extra",
    "foreign-card": "notice.foreign_card",
    "unknown-card": "notice.foreign_card",
    "duplicate-card": "notice.foreign_card",
    "dead-tag": "notice.unreadable",
    "duplicate-uid": "notice.foreign_card",
}
_MACHINE_PHASES: Final = (Phase.CONNECT, Phase.LOAD, Phase.CUT, Phase.DEAL)
_PLAY: Final = {
    "two-drawn": "notice.stock_short",
    "draw-out-of-turn": "notice.out_of_turn",
    "take-out-of-turn": "notice.out_of_turn",
    "forgotten-draw": "notice.not_drawn",
    "two-discards": "notice.two_discards",
    "wrong-meld": "notice.meld_not_valid",
    "identical-group": "notice.meld_not_valid",
    "close-no-burraco": "notice.close_not_valid",
    "close-wild": "notice.close_not_valid",
    "close-no-discard": "notice.close_not_valid",
}


def notice_of(night: Night, now: float) -> Notice | None:
    """Return the notice with the most weight, or None for a calm screen."""
    if night.arbiter_called:
        return Notice(
            severity=Severity.ARBITER,
            message=say("notice.arbiter_called"),
            detail=say("notice.keep_cards"),
        )
    return _board_notice(night) or _deal_notice(night, now) or _play_notice(night, now)


def _board_notice(night: Night) -> Notice | None:
    if night.phase is Phase.CONNECT and not night.trouble:
        return None
    for role, key in (("mat", "notice.mat_lost"), ("croupier", "notice.croupier_lost")):
        needed = role == "mat" or night.phase in _MACHINE_PHASES
        if role not in night.up and needed and role in night.setup.boards:
            return Notice(severity=Severity.STOP, message=say(key))
    return None


def _deal_notice(night: Night, now: float) -> Notice | None:
    deal = night.deal
    if night.phase is Phase.LOAD:
        left = [
            found
            for at, found in night.noticeboard.recent
            if found.what == "zone-not-empty" and now - at < STAYS_S
        ]
        return _attention(say("notice.clear_mat")) if left else None
    if night.phase is Phase.DEAL and deal is not None and deal.needs_person:
        key = "notice.lid" if deal.needs_person == "lid" else "notice.jam"
        return Notice(severity=Severity.STOP, message=say(key))
    if night.phase is Phase.STOPPED:
        return Notice(
            severity=Severity.STOP, message=_reason(night), detail=say("notice.deal_again")
        )
    if night.phase is Phase.READY and (notice := _pile_notice(night, now)) is not None:
        return notice
    if night.setup.is_manual and night.phase in (Phase.PASS, Phase.READY):
        return Notice(severity=Severity.INFORMATION, message=say("notice.by_hand"))
    return None


def _reason(night: Night) -> Phrase:
    for finding in night.deal.findings if night.deal is not None else ():
        if finding.kind == "wrong-pack":
            wanted, found = night.setup.pack(night.hand), str(finding.detail.get("pack", ""))
            if found:
                return say("notice.wrong_pack", pack=found, wanted=wanted)
            return say("notice.unknown_pack", wanted=wanted)
        key = _DEAL.get(finding.kind)
        if key is not None:
            how_many = finding.detail.get("cards", 1)
            return say(key, n=how_many if isinstance(how_many, int) else 1)
    aborted = night.deal.aborted if night.deal is not None else None
    if aborted is not None and aborted.reason == OPENED:
        return say("notice.opened")
    return say("notice.wait")


def _pile_notice(night: Night, now: float) -> Notice | None:
    """Say which pile is wrong, or what people should count."""
    check = night.ready_check
    match check.piles(now):
        case Piles.WRONG:
            return _attention(_wrong_pile(check.findings[0]))
        case Piles.DOUBT:
            key = "notice.count_stock" if check.doubts == (STOCK,) else "notice.count_piles"
            return _attention(say(key, n=layout(night.setup.players).counts[STOCK]))
        case _:
            return None


def _wrong_pile(finding: Finding) -> Phrase:
    if finding.kind.endswith("-stock"):
        expected = finding.detail["expected"]
        assert isinstance(expected, int), "a pile's finding says how many cards were expected"
        lacking = expected - (finding.count or 0)
        return say("notice.stock_short" if lacking > 0 else "notice.stock_over", n=abs(lacking))
    if finding.kind.endswith("-hand"):
        return say("notice.hand_count", seat=Seat(finding.zone))
    return say("notice.pozzetto_count")


def _play_notice(night: Night, now: float) -> Notice | None:
    play = night.play
    if play is None or night.phase is not Phase.PLAY or night.setup.config.assist is Assist.GARA:
        return None
    if not play.findings or now - play.last_finding_at > STAYS_S:
        return None
    key = _PLAY.get(play.findings[-1].kind, "notice.keep_cards")
    return _attention(say(key, seat=play.referee.hand.seat, n=1))


def _attention(message: Phrase) -> Notice:
    return Notice(severity=Severity.ATTENTION, message=message)
