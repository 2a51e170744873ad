"""The states of the jobs at the croupier, and what leads from one to the next.

House rule: everything that decides which state follows which stands in this file.
"""

import enum
from typing import Final


class JobState(enum.Enum):
    """Where a job stands."""

    NEW = "new"  # nothing has been sent
    FIRST_PASS = "first pass"  # noqa: S105 - all cards go through the throat; this certifies the pack
    AGAIN = "once more"  # hands were inside: the rack is emptied, then all cards pass again
    FIRST_DELIVERY = "first delivery"  # hands and pozzetti are handed out, the rest goes back
    SECOND_PASS = "second pass"  # noqa: S105 - the stock's cards go through the throat
    SECOND_DELIVERY = "second delivery"  # the stock is handed out
    RETURNING = "returning"  # the deal will not be played; the rack is emptied into the hopper
    DONE = "done"
    ABORTED = "aborted"


class JobCause(enum.Enum):
    """What moves a job on."""

    BEGUN = "begun"
    PASS_RIGHT = "pass right"  # noqa: S105 - every card as it must be
    PASS_WRONG = "pass wrong"  # noqa: S105 - the pass is over, and not every card was as it must be
    OPENED = "opened"  # the stage is over, and hands were inside the machine meanwhile
    DELIVERED = "delivered"  # every delivery of this stage, each with its count
    MISCOUNTED = "miscounted"  # a delivery with another count
    GIVEN_UP = "given up"  # machine and program disagree, or a person has decided


_GIVE_UP: Final = {JobCause.GIVEN_UP: JobState.ABORTED}
_MISCOUNT: Final = {JobCause.MISCOUNTED: JobState.RETURNING}
_SPOILT: Final = _MISCOUNT | {JobCause.OPENED: JobState.RETURNING}

DEAL_TRANSITIONS: Final = {
    JobState.NEW: {JobCause.BEGUN: JobState.FIRST_PASS} | _GIVE_UP,
    JobState.FIRST_PASS: {
        JobCause.PASS_RIGHT: JobState.FIRST_DELIVERY,
        JobCause.PASS_WRONG: JobState.RETURNING,
        JobCause.OPENED: JobState.AGAIN,
    }
    | _GIVE_UP,
    JobState.AGAIN: {JobCause.DELIVERED: JobState.FIRST_PASS} | _MISCOUNT | _GIVE_UP,
    JobState.FIRST_DELIVERY: {JobCause.DELIVERED: JobState.SECOND_PASS} | _SPOILT | _GIVE_UP,
    JobState.SECOND_PASS: {
        JobCause.PASS_RIGHT: JobState.SECOND_DELIVERY,
        JobCause.PASS_WRONG: JobState.RETURNING,
        JobCause.OPENED: JobState.RETURNING,
    }
    | _GIVE_UP,
    JobState.SECOND_DELIVERY: {JobCause.DELIVERED: JobState.DONE} | _SPOILT | _GIVE_UP,
    JobState.RETURNING: {
        JobCause.DELIVERED: JobState.ABORTED,
        JobCause.MISCOUNTED: JobState.RETURNING,
    }
    | _GIVE_UP,
    JobState.DONE: {},
    JobState.ABORTED: {},
}

# A certification returns the cards whatever it has found.
CERTIFY_TRANSITIONS: Final = {
    JobState.NEW: {JobCause.BEGUN: JobState.FIRST_PASS} | _GIVE_UP,
    JobState.FIRST_PASS: {
        JobCause.PASS_RIGHT: JobState.RETURNING,
        JobCause.PASS_WRONG: JobState.RETURNING,
    }
    | _GIVE_UP,
    JobState.RETURNING: {
        JobCause.DELIVERED: JobState.DONE,
        JobCause.MISCOUNTED: JobState.RETURNING,
    }
    | _GIVE_UP,
    JobState.DONE: {},
    JobState.ABORTED: {},
}

# Emptying a rack that is not known to be empty.
CLEAR_TRANSITIONS: Final = {
    JobState.NEW: {JobCause.BEGUN: JobState.RETURNING} | _GIVE_UP,
    JobState.RETURNING: {
        JobCause.DELIVERED: JobState.DONE,
        JobCause.MISCOUNTED: JobState.RETURNING,
    }
    | _GIVE_UP,
    JobState.DONE: {},
    JobState.ABORTED: {},
}

Transitions = dict[JobState, dict[JobCause, JobState]]
ENDED: Final = frozenset({JobState.DONE, JobState.ABORTED})


def after(transitions: Transitions, state: JobState, cause: JobCause) -> JobState:
    """Return the state that follows; raise ValueError where the table has none."""
    following = transitions[state].get(cause)
    if following is None:
        raise ValueError(f"{cause.value} cannot happen to a job that is {state.value}")
    return following
