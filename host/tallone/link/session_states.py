"""The states of the host's end of a link, and everything that leads from one to another.

A missing pair is an error of the program, never of the board.
"""

import enum


class LinkState(enum.Enum):
    """What is true of the link now."""

    # No port is open: nothing can be sent.
    CLOSED = "closed"
    # The port is open and HELLO is being sent; the board has not answered.
    GREETING = "greeting"
    # The board has answered and fits; it is asked to prove that it is the one that was paired.
    PROVING = "proving"
    # The board has answered and fits; reports and commands flow.
    OPEN = "open"
    # The board has answered and must not be used; only another port or another board helps.
    REFUSED = "refused"


class LinkInput(enum.Enum):
    """What can happen to a link."""

    PORT_OPENED = "port opened"
    PORT_CLOSED = "port closed"
    # A WELCOME of this greeting, by a board that fits.
    WELCOMED = "welcomed"
    # The same, by a board that has a key.
    CHALLENGED = "challenged"
    # It has the key, and its program is the one that was installed.
    PROVED = "proved"
    # A WELCOME of another protocol, older firmware or another role; a proof that is none.
    MISFIT = "misfit"
    # Nothing came for three seconds, the board has restarted, or a command stays unanswered.
    BROKEN = "broken"


TRANSITIONS: dict[LinkState, dict[LinkInput, LinkState]] = {
    LinkState.CLOSED: {
        LinkInput.PORT_OPENED: LinkState.GREETING,
        LinkInput.PORT_CLOSED: LinkState.CLOSED,
    },
    LinkState.GREETING: {
        LinkInput.WELCOMED: LinkState.OPEN,
        LinkInput.CHALLENGED: LinkState.PROVING,
        LinkInput.MISFIT: LinkState.REFUSED,
        LinkInput.PORT_CLOSED: LinkState.CLOSED,
    },
    LinkState.PROVING: {
        LinkInput.PROVED: LinkState.OPEN,
        LinkInput.MISFIT: LinkState.REFUSED,
        LinkInput.BROKEN: LinkState.GREETING,
        LinkInput.PORT_CLOSED: LinkState.CLOSED,
    },
    LinkState.OPEN: {
        LinkInput.BROKEN: LinkState.GREETING,
        LinkInput.PORT_CLOSED: LinkState.CLOSED,
    },
    LinkState.REFUSED: {
        LinkInput.PORT_CLOSED: LinkState.CLOSED,
    },
}
