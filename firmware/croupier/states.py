# What the croupier does next, as tables: {state: {event: next state}}.
#
# This file holds every transition and nothing else; it does not know what a state does. A pair that
# is missing must not happen: `follow` gives PERSON for it, with the machine stopped. HALT stands in
# every state that moves something: the lid, the host or a person wants everything still.

# One card on its way from the hopper into a slot.
DRAW = "draw"  # the feed roller turns; no card at the entry barriers yet
PASS = "pass"  # noqa: S105  a card shades the entry; it is parked when the exit barrier goes dark
READ = "read"  # parked; the reader asks who is there
ROUTE = "route"  # read; the host says the slot
TURN = "turn"  # the rack turns that slot to the mouth
PUSH = "push"  # the exit roller pushes the card in; the next one is already drawn
BACK = "back"  # something is wrong: both rollers carry back what is in the throat
AGAIN = "again"  # the card would not go in: a little back, then pushed once more
# One slot on its way to a tray.
EJECT = "eject"  # the slot stands at the ejector, the gate at the tray; the packet is pushed out
RETRACT = "retract"  # the ejector goes back; only then may the rack turn
RETRY = "retry"  # fewer cards came than the slot holds: one more stroke
# Both.
PERSON = "person"  # still, until RESUME
SURVEY = "survey"  # everything is looked at again before anything is believed
DONE = "done"

FEED_TABLE = {
    DRAW: {
        "entered": PASS,
        "late": BACK,
        "skewed": BACK,
        "obstructed": BACK,
        "empty": DONE,
        "halt": PERSON,
    },
    PASS: {"parked": READ, "late": BACK, "long": BACK, "short": BACK, "halt": PERSON},
    READ: {"alone": ROUTE, "silent": ROUTE, "several": BACK, "reader": PERSON, "halt": PERSON},
    ROUTE: {"routed": TURN, "unanswered": PERSON, "disordered": PERSON, "halt": PERSON},
    TURN: {"turned": PUSH, "lost": PERSON, "halt": PERSON},
    PUSH: {"stored": DRAW, "late": AGAIN, "early": PERSON, "halt": PERSON},
    BACK: {"cleared": DRAW, "stuck": BACK, "tried": PERSON, "halt": PERSON},
    AGAIN: {"ready": PUSH, "tried": PERSON, "halt": PERSON},
    PERSON: {"resumed": SURVEY},
    SURVEY: {
        "empty": DRAW,
        "card": READ,
        "half": PUSH,
        "unsound": PERSON,
        "blocked": PERSON,
        "unknown": PERSON,
        "halt": PERSON,
    },
    DONE: {},
}

DELIVER_TABLE = {
    TURN: {"turned": EJECT, "lost": PERSON, "blocked": PERSON, "halt": PERSON},
    EJECT: {"all": RETRACT, "fewer": RETRY, "more": RETRACT, "halt": PERSON},
    RETRY: {"ready": EJECT, "tried": PERSON, "accepted": RETRACT, "halt": PERSON},
    RETRACT: {"clear": DONE, "blocked": PERSON, "halt": PERSON},
    PERSON: {"resumed": SURVEY},
    SURVEY: {"empty": TURN, "unsound": PERSON, "halt": PERSON},
    DONE: {},
}

# The croupier as the host sees it; the events are the host's commands and the ends of their work.
# The names of the states are those of tallone_wire.messages.CROUPIER_STATES; a command that is not
# in a row is answered BUSY or REFUSED and changes nothing.
JOB_TABLE = {
    "idle": {"begin": "ready"},
    "ready": {"feed": "feeding", "deliver": "delivering", "end": "idle", "abort": "idle"},
    "feeding": {"done": "ready", "stopped": "person", "abort": "idle"},
    "delivering": {"done": "ready", "stopped": "person", "abort": "idle"},
    "person": {"feed_on": "feeding", "deliver_on": "delivering", "abort": "idle"},
    "cut": {"feed_on": "feeding", "deliver_on": "delivering", "rest": "ready", "abort": "idle"},
}

# For which events of a table the machine may try again by itself, and the fault it reports.
FAULT_OF = {
    (DRAW, "late"): "no-feed",
    (DRAW, "skewed"): "skew",
    (DRAW, "obstructed"): "barrier",
    (PASS, "late"): "jam",
    (PASS, "long"): "double-feed",
    (PASS, "short"): "barrier",
    (READ, "several"): "double-feed",
    (READ, "reader"): "reader",
    (ROUTE, "unanswered"): "no-route",
    (ROUTE, "disordered"): "order",
    (TURN, "lost"): "rack",
    (TURN, "blocked"): "jam",
    (PUSH, "late"): "jam",
    (PUSH, "early"): "barrier",
    (BACK, "stuck"): "jam",
    (SURVEY, "unsound"): "barrier",
    (SURVEY, "blocked"): "jam",
    (SURVEY, "unknown"): "places",
    (EJECT, "fewer"): "eject",
    (EJECT, "more"): "eject",
    (RETRACT, "blocked"): "eject",
}


def follow(table, state, event):
    """Return the next state; a pair that is not in the table stops the machine."""
    return table[state].get(event, PERSON)
