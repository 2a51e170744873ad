"""Everything the referee looks for, in its order: the one table of checks.

House rule: a check looks at the book, settles one thing or nothing, and says whether it has settled
something. Then all of them are asked again from the first. What must wait says until when, by
`Book.has_waited`.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tallone.referee.book.book import Book
from tallone.referee.book.turns import Stage
from tallone.referee.irregularities.empty_hand import (
    ask_about_closing,
    drop_untouched_pozzetto,
    settle_empty_hand,
)
from tallone.referee.irregularities.out_of_turn import (
    drop_restored_pile,
    drop_restored_stock,
    put_back_excess,
    retract_discard,
    retract_draw_out_of_turn,
    settle_second_draw,
    tell_draw_before_discard,
)
from tallone.referee.irregularities.unexplained import (
    forget_stale,
    settle_early_discard,
    settle_early_play,
    settle_foreign_discard,
    settle_illegal_play,
    settle_late_draw,
    settle_late_tile_card,
    settle_two_discards,
    settle_unread_discard,
    take_other_pozzetto,
    tell_no_card_left,
)
from tallone.referee.play.following import follow_draw, follow_play, follow_turning
from tallone.referee.play.late import (
    absorb_late,
    absorb_owed,
    fit_older,
    prune_by_tags,
    withdraw_hidden,
)
from tallone.referee.play.ruled import absorb_ruled
from tallone.referee.play.second_thoughts import (
    discard_taken_back,
    exchanged_after,
    exchanged_discard,
    only_looked_at,
    passed_round,
    sole_discard_taken_back,
    unseen_return,
)

Check = Callable[[Book], bool]

# Even when nothing waits to be explained: what did not come tells as well.
ALWAYS: Final[tuple[Check, ...]] = (settle_empty_hand, ask_about_closing)
# At every stage, of the turns before.
_EARLIER_TURNS: Final[tuple[Check, ...]] = (
    absorb_ruled,
    drop_untouched_pozzetto,
    absorb_owed,
    # Before his cards are taken for late ones of a turn that was none.
    only_looked_at,
    absorb_late,
    discard_taken_back,
    exchanged_after,
    fit_older,
    withdraw_hidden,
    prune_by_tags,
)
CHECKS: Final[Mapping[Stage, tuple[Check, ...]]] = MappingProxyType(
    {
        Stage.TURNING: (*_EARLIER_TURNS, follow_turning, forget_stale),
        Stage.TO_DRAW: (
            *_EARLIER_TURNS,
            follow_draw,
            # What no legal play explains.
            settle_early_play,
            settle_early_discard,
            settle_late_tile_card,
            forget_stale,
        ),
        Stage.TO_PLAY: (
            *_EARLIER_TURNS,
            # What must be told apart before the turn is settled.
            passed_round,
            put_back_excess,
            drop_restored_stock,
            retract_draw_out_of_turn,
            drop_restored_pile,
            sole_discard_taken_back,
            exchanged_discard,
            retract_discard,
            take_other_pozzetto,
            unseen_return,
            tell_draw_before_discard,
            follow_play,
            # What no legal play explains.
            settle_late_draw,
            settle_two_discards,
            settle_illegal_play,
            tell_no_card_left,
            settle_second_draw,
            settle_foreign_discard,
            settle_unread_discard,
            settle_late_tile_card,
            forget_stale,
        ),
        Stage.OVER: (*_EARLIER_TURNS, settle_late_tile_card, forget_stale),
    }
)


def run_checks(book: Book) -> bool:
    """Settle the first thing that can be settled; say whether there was one."""
    if any(check(book) for check in ALWAYS):
        return True
    return bool(book.waiting) and any(check(book) for check in CHECKS[book.stage])
