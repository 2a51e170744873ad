"""The panel's states, and what leads from one to the next.

House rule: everything that decides which page of the panel follows which stands in this table. A touch
that the table does not have changes nothing.
"""

import enum
from collections.abc import Mapping
from typing import Final


class Page(enum.StrEnum):
    """A page of the arbiter's panel."""

    LOCKED = "locked"  # the PIN is asked for
    QUEUE = "queue"  # what is on the table: cases, and everything else he may do
    GROUPS = "groups"  # of irregularities, for a case that a person reports
    KINDS = "kinds"  # of a group
    CASE = "case"  # facts as noticed, with article and moment; no hidden face
    HEARING = "hearing"  # who has been heard, in the order of hearing
    FACTS = "facts"  # each confirmed or put right
    PICK = "pick"  # a seat, a card, a number, words: whatever is to be named
    SAYS = "says"  # what the code says
    DECIDE = "decide"  # one of the code's options, or none
    OUTSIDE = "outside"  # effects that the code does not write, with a reason
    EFFECTS = "effects"  # what becomes of position and score, before he presses
    MINUTE = "minute"  # what was decided, to read and to sign
    CORRECT = "correct"  # what can be put right by hand
    TABLE = "table"  # time, end of the match, the count


class Touch(enum.StrEnum):
    """What a touch of the panel means."""

    DIGIT = "digit"
    DELETE = "delete"
    UNLOCK = "unlock"
    LEAVE = "leave"  # the panel shuts, the players have their screen again
    BACK = "back"
    OPEN_CASE = "open-case"
    NEW = "new"
    GROUP = "group"
    KIND = "kind"
    HEAR = "hear"  # goes to the hearing, or ticks who was heard
    FACTS = "facts"
    CONFIRM = "confirm"  # a fact is as it stands
    ALL = "all"  # every fact is as it stands
    CHANGE = "change"  # a fact is otherwise
    REVEAL = "reveal"  # the faces of a case, which he asks for
    SAYS = "says"
    DECIDE = "decide"
    OPTION = "option"
    OUTSIDE = "outside"
    ADD = "add"  # an effect to those outside the code
    REASON = "reason"
    PREVIEW = "preview"
    CARRY_OUT = "carry-out"
    NOT_PROVEN = "not-proven"
    MINUTE = "minute"
    UNDO = "undo"
    AMEND = "amend"
    PRINT = "print"
    CORRECT = "correct"
    CORRECTION = "correction"
    TABLE = "table"
    ORDER = "order"  # something of the table's: time-out, end of the match, the count
    PICKED = "picked"  # a word, a seat, a rank, a letter
    DONE = "done"  # what was picked is whole
    MORE = "more"  # the next page of a long list


_ALWAYS: Final = {Touch.LEAVE: Page.LOCKED, Touch.MORE: None}
# None: the page stays, or is the one from which something was to be picked.
PAGES: Final[Mapping[Page, Mapping[Touch, Page | None]]] = {
    Page.LOCKED: {
        Touch.DIGIT: None,
        Touch.DELETE: None,
        Touch.UNLOCK: Page.QUEUE,
        Touch.LEAVE: Page.LOCKED,
    },
    Page.QUEUE: {
        Touch.OPEN_CASE: Page.CASE,
        Touch.NEW: Page.GROUPS,
        Touch.CORRECT: Page.CORRECT,
        Touch.TABLE: Page.TABLE,
        Touch.UNDO: None,
        **_ALWAYS,
    },
    Page.GROUPS: {Touch.GROUP: Page.KINDS, Touch.BACK: Page.QUEUE, **_ALWAYS},
    Page.KINDS: {Touch.KIND: Page.CASE, Touch.BACK: Page.GROUPS, **_ALWAYS},
    Page.CASE: {
        Touch.HEAR: Page.HEARING,
        Touch.FACTS: Page.FACTS,
        Touch.REVEAL: None,
        Touch.SAYS: Page.SAYS,
        Touch.NOT_PROVEN: Page.QUEUE,
        Touch.MINUTE: Page.MINUTE,
        Touch.BACK: Page.QUEUE,
        **_ALWAYS,
    },
    Page.HEARING: {Touch.HEAR: None, Touch.BACK: Page.CASE, **_ALWAYS},
    Page.FACTS: {
        Touch.CONFIRM: None,
        Touch.ALL: None,
        Touch.CHANGE: Page.PICK,
        Touch.SAYS: Page.SAYS,
        Touch.BACK: Page.CASE,
        **_ALWAYS,
    },
    Page.PICK: {
        Touch.PICKED: None,
        Touch.DIGIT: None,
        Touch.DELETE: None,
        Touch.DONE: None,
        Touch.BACK: None,
        **_ALWAYS,
    },
    Page.SAYS: {
        Touch.DECIDE: Page.DECIDE,
        Touch.FACTS: Page.FACTS,
        Touch.BACK: Page.CASE,
        **_ALWAYS,
    },
    Page.DECIDE: {
        Touch.OPTION: Page.EFFECTS,
        Touch.OUTSIDE: Page.OUTSIDE,
        Touch.NOT_PROVEN: Page.QUEUE,
        Touch.BACK: Page.SAYS,
        **_ALWAYS,
    },
    Page.OUTSIDE: {
        Touch.ADD: Page.PICK,
        Touch.DELETE: None,
        Touch.REASON: Page.PICK,
        Touch.PREVIEW: Page.EFFECTS,
        Touch.BACK: Page.DECIDE,
        **_ALWAYS,
    },
    Page.EFFECTS: {Touch.CARRY_OUT: Page.MINUTE, Touch.BACK: Page.DECIDE, **_ALWAYS},
    Page.MINUTE: {
        Touch.UNDO: Page.CASE,
        Touch.AMEND: Page.FACTS,
        Touch.PRINT: None,
        Touch.BACK: Page.QUEUE,
        **_ALWAYS,
    },
    Page.CORRECT: {
        Touch.CORRECTION: Page.PICK,
        Touch.UNDO: None,
        Touch.BACK: Page.QUEUE,
        **_ALWAYS,
    },
    Page.TABLE: {Touch.ORDER: Page.QUEUE, Touch.BACK: Page.QUEUE, **_ALWAYS},
}


def follows(page: Page, touch: Touch) -> bool:
    """Whether a touch means something on a page."""
    return touch in PAGES[page]


def page_after(page: Page, touch: Touch) -> Page:
    """Return the page after a touch that means something there; the page itself where it stays."""
    return PAGES[page][touch] or page
