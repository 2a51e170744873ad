"""The stages of what stands around the play, and what leads from one to the next.

House rule: everything that decides which stage follows which stands in this file.
"""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


class Stage(enum.Enum):
    """What the screen is about; the value stands in the journal."""

    FIRST_RUN = "first_run"  # the settings one after another, before the first evening
    WELCOME = "welcome"  # what can be done at this table
    WHO = "who"  # how the players are named, if at all
    LIST = "list"  # a name of the club's list for one seat
    TYPE = "type"  # a name typed for one seat
    SEATING = "seating"  # whether seats are drawn for
    DRAW = "draw"  # cards laid on the mat for the seats
    PLACES = "places"  # who sits where, who deals first
    FORM = "form"  # the rules, and hands or points
    RULES_OF = "rules_of"  # which code
    FORMULA = "formula"  # how long a match is
    TABLE = "table"  # the evening's own screens
    MENU = "menu"  # what can be done in the middle of the play
    PAUSE = "pause"  # nobody plays, the clock stands
    SURE = "sure"  # the second touch of what cannot be taken back
    HELP = "help"  # what now, why do I wait, what a badge means
    RULES = "rules"  # this table's code, page by page
    SETTINGS = "settings"  # every setting, one a line
    SETTING = "setting"  # the values of one of them
    NUMBER = "number"  # a number typed for one of them
    SOUND = "sound"  # the four tones and the voice, to be tried
    TOUCH = "touch"  # marks to be touched, so that touch and picture agree
    LOCKED = "locked"  # the arbiter's PIN is asked for
    GOOD_NIGHT = "good_night"  # what is to be done before the table is switched off
    OFF = "off"  # nothing more: the table switches itself off


class Step(enum.Enum):
    """What somebody does."""

    GO_ON = "go on"
    NEW_MATCH = "new match"
    NO_NAMES = "no names"
    FROM_LIST = "from the list"
    TYPE_NAMES = "type names"
    NAMED = "a name is given"
    ALL_NAMED = "every seat has its name"
    DRAW_SEATS = "draw for seats"
    SEATED = "already seated"
    DRAWN = "the draw is settled"
    PLACES_RIGHT = "the places are right"
    CHOOSE_RULES = "choose the rules"
    CHOOSE_FORMULA = "choose the formula"
    CHOSEN = "chosen"
    ALL_SET = "every setting is chosen"
    BEGIN = "begin the match"
    OPEN_MENU = "menu"
    PAUSE = "pause"
    RESUME = "resume"
    ASK = "ask once more"
    HELP = "help"
    SHOW_RULES = "show the rules"
    SETTINGS = "settings"
    ONE_SETTING = "one setting"
    ENTER_NUMBER = "enter a number"
    TRY_SOUND = "try the sound"
    TRY_TOUCH = "try the touch"
    LOCK = "the PIN is needed"
    UNLOCKED = "the PIN is right"
    LEAVE = "good night"
    BACK = "back"


# Where BACK leads that the stage before does not say: most pages lie one under another.
STEPS: Final[Mapping[Stage, Mapping[Step, Stage]]] = MappingProxyType(
    {
        Stage.FIRST_RUN: {
            Step.CHOSEN: Stage.FIRST_RUN,
            Step.BACK: Stage.FIRST_RUN,
            Step.ALL_SET: Stage.WELCOME,
        },
        Stage.WELCOME: {
            Step.GO_ON: Stage.TABLE,
            Step.NEW_MATCH: Stage.WHO,
            Step.ASK: Stage.SURE,
            Step.SETTINGS: Stage.SETTINGS,
            Step.HELP: Stage.HELP,
            Step.LEAVE: Stage.GOOD_NIGHT,
        },
        Stage.WHO: {
            Step.NO_NAMES: Stage.SEATING,
            Step.FROM_LIST: Stage.LIST,
            Step.TYPE_NAMES: Stage.TYPE,
            Step.BACK: Stage.WELCOME,
        },
        Stage.LIST: {
            Step.NAMED: Stage.LIST,
            Step.TYPE_NAMES: Stage.TYPE,
            Step.ALL_NAMED: Stage.SEATING,
            Step.BACK: Stage.WHO,
        },
        Stage.TYPE: {
            Step.NAMED: Stage.TYPE,
            Step.FROM_LIST: Stage.LIST,
            Step.ALL_NAMED: Stage.SEATING,
            Step.BACK: Stage.WHO,
        },
        Stage.SEATING: {
            Step.DRAW_SEATS: Stage.DRAW,
            Step.SEATED: Stage.PLACES,
            Step.BACK: Stage.WHO,
        },
        Stage.DRAW: {Step.DRAWN: Stage.PLACES, Step.BACK: Stage.SEATING},
        Stage.PLACES: {Step.PLACES_RIGHT: Stage.FORM, Step.BACK: Stage.SEATING},
        Stage.FORM: {
            Step.CHOOSE_RULES: Stage.RULES_OF,
            Step.CHOOSE_FORMULA: Stage.FORMULA,
            Step.BEGIN: Stage.TABLE,
            Step.BACK: Stage.PLACES,
        },
        Stage.RULES_OF: {Step.CHOSEN: Stage.FORM, Step.BACK: Stage.FORM},
        Stage.FORMULA: {Step.CHOSEN: Stage.FORM, Step.BACK: Stage.FORM},
        Stage.TABLE: {Step.OPEN_MENU: Stage.MENU},
        Stage.MENU: {
            Step.BACK: Stage.TABLE,
            Step.PAUSE: Stage.PAUSE,
            Step.ASK: Stage.SURE,
            Step.HELP: Stage.HELP,
            Step.SETTINGS: Stage.SETTINGS,
            Step.NEW_MATCH: Stage.WHO,
            Step.LEAVE: Stage.GOOD_NIGHT,
            Step.LOCK: Stage.LOCKED,
        },
        Stage.PAUSE: {Step.RESUME: Stage.TABLE},
        # What was asked for decides where a yes leads, see `SURE_OF`.
        Stage.SURE: {Step.BACK: Stage.TABLE},
        Stage.HELP: {Step.BACK: Stage.TABLE, Step.SHOW_RULES: Stage.RULES},
        Stage.RULES: {Step.BACK: Stage.HELP},
        Stage.SETTINGS: {
            Step.ONE_SETTING: Stage.SETTING,
            Step.ENTER_NUMBER: Stage.NUMBER,
            Step.TRY_SOUND: Stage.SOUND,
            Step.TRY_TOUCH: Stage.TOUCH,
            Step.LOCK: Stage.LOCKED,
            Step.BACK: Stage.TABLE,
        },
        Stage.SETTING: {Step.CHOSEN: Stage.SETTINGS, Step.BACK: Stage.SETTINGS},
        Stage.NUMBER: {Step.CHOSEN: Stage.SETTINGS, Step.BACK: Stage.SETTINGS},
        Stage.SOUND: {Step.BACK: Stage.SETTINGS},
        Stage.TOUCH: {Step.CHOSEN: Stage.SETTINGS, Step.BACK: Stage.SETTINGS},
        Stage.LOCKED: {Step.BACK: Stage.TABLE, Step.UNLOCKED: Stage.TABLE},
        Stage.GOOD_NIGHT: {
            Step.BACK: Stage.TABLE,
            Step.ASK: Stage.SURE,
        },
        Stage.OFF: {},
    }
)

# Pages that open over the welcome or over the table, and go back to where they were opened.
OVER: Final = frozenset({Stage.HELP, Stage.SETTINGS, Stage.SURE, Stage.GOOD_NIGHT, Stage.LOCKED})


class Act(enum.Enum):
    """What needs a second touch, because it cannot be taken back."""

    NEW_MATCH = "new_match"  # the match in progress is given up
    BREAK_OFF = "break_off"  # this hand is given up and dealt again
    END_MATCH = "end_match"  # the match ends as it stands
    SWITCH_OFF = "switch_off"


SURE_OF: Final[Mapping[Act, Stage]] = MappingProxyType(
    {
        Act.NEW_MATCH: Stage.WHO,
        Act.BREAK_OFF: Stage.TABLE,
        Act.END_MATCH: Stage.TABLE,
        Act.SWITCH_OFF: Stage.OFF,
    }
)


def after(stage: Stage, step: Step) -> Stage | None:
    """Return the stage that follows; None where the table above has none: then nothing changes."""
    return STEPS[stage].get(step)
