"""The one notice of the moment: factual, blaming nobody, and silent where the level wants silence.

What is told of a finding, when and in which words says the catalogue of findings; here it is only put on
the screen.
"""

from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.evening.hall import Hall
from tallone.app.evening.phases import Phase
from tallone.app.evening.play import Noticed
from tallone.app.screen.jam import stopped_words
from tallone.app.watching.ready_check import Piles
from tallone.assist import Assist
from tallone.dealing.croupier.deal_job import OPENED
from tallone.dealing.layout import STOCK, layout
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.values import Notice, Severity
from tallone.findings import CATALOGUE, Finding, FindingKind, Tell, tell
from tallone.link.messages import Role
from tallone.rules.cards.seats import Seat

# What the standing has of a table when nothing is left to be said.
_SETTLED: Final = ("confirmed", "corrected", "arbitral", "forfeit")
# So many letters of a pair fit into a notice at the smallest size.
_PAIR: Final = 40
# How long something that has passed stays on the screen.
STAYS_S: Final = 15.0
# After a power cut people come back from wherever they stood.
_RESUMED_STAYS_S: Final = 60.0
_RESUMED_IN: Final = (Phase.CUT, Phase.DEAL, Phase.PASS, Phase.READY, Phase.TURN_FIRST, Phase.PLAY)
_MACHINE_PHASES: Final = (Phase.CONNECT, Phase.LOAD, Phase.CUT, Phase.DEAL)
# A finding of play is shown in these, once its turn may be spoken of.
_IN_PLAY: Final = (Phase.TURN_FIRST, Phase.PLAY, Phase.COUNT)


def notice_of(evening: Evening, now: float) -> Notice | None:
    """Return the notice with the most weight, or None for a calm screen."""
    if evening.arbiter_called:
        return Notice(
            severity=Severity.ARBITER,
            message=say("notice.arbiter_called"),
            detail=say("notice.keep_cards"),
        )
    if evening.journal_trouble:
        return Notice(
            severity=Severity.STOP,
            message=say("notice.journal_stalled"),
            detail=say("notice.journal_stalled_help"),
        )
    return (
        _board_notice(evening)
        or _deal_notice(evening, now)
        or _play_notice(evening, now)
        or _followed_notice(evening)
        or _resumed_notice(evening, now)
        or _hall_notice(evening)
    )


def _hall_notice(evening: Evening) -> Notice | None:
    """Say what the hall wants the table to know: who sits here, that time is over, what became of the result."""
    hall = evening.hall
    if hall is None or hall.place is None:
        return None
    if evening.phase is Phase.MATCH_END:
        return _result_notice(hall)
    if hall.time_out:
        return _attention(say("notice.hall_time_out"))
    if evening.phase is not Phase.LOAD or evening.standings.match.hands:
        return None
    one, other = (pair[:_PAIR] for pair in hall.place.names)
    if hall.waits:
        return Notice(
            severity=Severity.INFORMATION,
            message=say("notice.hall_waits"),
            detail=say("notice.hall_seats_both", one=one[: _PAIR // 2], other=other[: _PAIR // 2]),
        )
    return Notice(
        severity=Severity.INFORMATION,
        message=say("notice.hall_seats_ns", pair=one),
        detail=say("notice.hall_seats_ew", pair=other),
    )


def _result_notice(hall: Hall) -> Notice | None:
    if hall.disputed and hall.accepted not in _SETTLED:
        return _attention(say("notice.hall_disputed"))
    if hall.confirming is not None:
        return None
    key = "notice.hall_accepted" if hall.accepted in _SETTLED else "notice.hall_sent"
    return Notice(severity=Severity.INFORMATION, message=say(key))


def _resumed_notice(evening: Evening, now: float) -> Notice | None:
    """Say after a power cut where the hand goes on, so that people look whether anything was moved."""
    kind = FindingKind.RESUMED.value
    ats = [at for at, found in evening.noticeboard.recent if found.what == kind]
    if not ats or now - ats[-1] >= _RESUMED_STAYS_S or evening.phase not in _RESUMED_IN:
        return None
    hand = evening.hand - evening.standings.began + 1
    if evening.phase is Phase.PLAY and evening.play is not None:
        words = say("notice.resumed", hand=hand, seat=evening.play.referee.hand.seat)
    else:
        words = say("notice.resumed_deal", hand=hand)
    return _attention(words)


def _followed_notice(evening: Evening) -> Notice | None:
    """Say that a part of this hand could not be taken up again."""
    if not evening.unfollowed:
        return None
    return Notice(
        severity=Severity.ATTENTION,
        message=say("notice.unfollowed"),
        detail=say("notice.unfollowed_help"),
    )


def _board_notice(evening: Evening) -> Notice | None:
    if evening.phase is Phase.CONNECT and not evening.trouble:
        return None
    wanted = [Role.MAT, Role.CROUPIER] if evening.phase in _MACHINE_PHASES else [Role.MAT]
    absent = [role for role in wanted if role in evening.setup.boards and role not in evening.up]
    return next(filter(None, (_absent(evening, role) for role in absent)), None)


def _absent(evening: Evening, role: Role) -> Notice | None:
    """Say what is wrong with a board that is needed and not there."""
    if role in evening.refused:
        return Notice(
            severity=Severity.STOP,
            message=say(f"notice.{role.value}_refused"),
            detail=say("notice.refused_help"),
        )
    if role in evening.missing:
        return Notice(
            severity=Severity.STOP,
            message=say(f"notice.{role.value}_missing"),
            detail=say("notice.looked_at", port=evening.missing[role]),
        )
    if evening.phase is Phase.CONNECT and role not in evening.trouble:
        return None  # it has not had the time to answer
    return Notice(severity=Severity.STOP, message=say(f"notice.{role.value}_lost"))


def _deal_notice(evening: Evening, now: float) -> Notice | None:
    deal = evening.deal
    if evening.phase is Phase.LOAD and evening.without_tags:
        pack = evening.setup.pack(evening.hand)
        return Notice(
            severity=Severity.STOP,
            message=say("notice.pack_incomplete", n=evening.without_tags, pack=pack),
            detail=say("notice.pack_incomplete_help"),
        )
    if evening.phase is Phase.LOAD:
        left = [
            found
            for at, found in evening.noticeboard.recent
            if found.what == FindingKind.ZONE_NOT_EMPTY and now - at < STAYS_S
        ]
        return _attention(say("notice.clear_mat")) if left else None
    if evening.phase is Phase.DEAL and deal is not None and deal.needs_person:
        return Notice(severity=Severity.STOP, message=stopped_words(deal.needs_person))
    if evening.phase is Phase.STOPPED:
        return Notice(
            severity=Severity.STOP, message=_reason(evening), detail=say("notice.deal_again")
        )
    if evening.phase is Phase.READY and (notice := _pile_notice(evening, now)) is not None:
        return notice
    if evening.setup.is_manual and evening.phase in (Phase.PASS, Phase.READY):
        return Notice(severity=Severity.INFORMATION, message=say("notice.by_hand"))
    return None


def _reason(evening: Evening) -> Phrase:
    if evening.lost_hand:
        return say("notice.hand_lost")
    for finding in evening.deal.findings if evening.deal is not None else ():
        if finding.kind is FindingKind.WRONG_PACK:
            wanted, found = evening.setup.pack(evening.hand), str(finding.detail.get("pack", ""))
            if found:
                return say("notice.wrong_pack", pack=found, wanted=wanted)
            return say("notice.unknown_pack", wanted=wanted)
        if (words := words_of(finding, evening.setup.config.assist)) is not None:
            return words
    aborted = evening.deal.aborted if evening.deal is not None else None
    if aborted is not None and aborted.reason == OPENED:
        return say("notice.opened")
    return say("notice.wait")


def _pile_notice(evening: Evening, now: float) -> Notice | None:
    """Say which pile is wrong, or what people should count."""
    check = evening.ready_check
    match check.piles(now):
        case Piles.WRONG:
            words = words_of(check.findings[0], evening.setup.config.assist)
            return None if words is None else _attention(words)
        case Piles.DOUBT:
            key = "notice.count_stock" if check.doubts == (STOCK,) else "notice.count_piles"
            return _attention(say(key, n=layout(evening.setup.players).counts[STOCK]))
        case _:
            return None


def _play_notice(evening: Evening, now: float) -> Notice | None:
    play, assist = evening.play, evening.setup.config.assist
    if play is None or evening.phase not in _IN_PLAY:
        return None
    news = [
        (since, noticed.finding)
        for noticed in play.noticed
        if (since := _since(noticed, assist)) is not None and now - since <= STAYS_S
    ]
    for _, finding in sorted(news, key=lambda one: one[0], reverse=True):
        if (words := words_of(finding, assist)) is not None:
            return Notice(
                severity=Severity.ATTENTION, message=words, detail=rule_of(finding, assist)
            )
    return None


def _since(noticed: Noticed, assist: Assist) -> float | None:
    """Return since when players may be told of it; None if they may not."""
    match tell(noticed.finding.kind, assist):
        case Tell.NOTHING:
            return None
        case waiting if waiting.waits:
            return noticed.ended
        case _:
            return noticed.found


def words_of(finding: Finding, assist: Assist) -> Phrase | None:
    """Return what players are told of a finding, once they may be; None if they are told nothing."""
    key = CATALOGUE[finding.kind].notice
    if key is None or tell(finding.kind, assist) is Tell.NOTHING:
        return None
    return say(key, seat=_seat_of(finding), n=_how_many(finding))


def rule_of(finding: Finding, assist: Assist) -> Phrase | None:
    """Return the rule that a finding is about, where the level explains it."""
    key = CATALOGUE[finding.kind].rule
    return None if key is None or tell(finding.kind, assist) is not Tell.RULE else say(key)


def _seat_of(finding: Finding) -> Seat:
    """Return the seat that the words need: whose turn it was, or whose pile it is. Never who erred."""
    if finding.on_turn is not None:
        return finding.on_turn
    of_seats = {seat.value: seat for seat in Seat}
    return of_seats.get(finding.zone or "", Seat.NORTH)


def _how_many(finding: Finding) -> int:
    """Return how many cards are too few or too many, never which."""
    expected = finding.detail.get("expected")
    if isinstance(expected, int):
        return abs(expected - (finding.count or 0))
    if finding.kind is FindingKind.TWO_DRAWN and finding.count is not None:
        return finding.count - 1
    return max(1, len(finding.cards))


def _attention(message: Phrase) -> Notice:
    return Notice(severity=Severity.ATTENTION, message=message)
