"""From fingers to presses, without a window: acts on release, forgives trembling, hears all."""

from collections.abc import Iterable
from typing import Final

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Scene, Target
from tallone.display.views.view import LAST_CUT
from tallone.press import Button, Press

# An old hand may tremble: a second press this soon in the same place is the same press. Elsewhere
# it is somebody else's.
DEBOUNCE_S: Final = 0.5
# Twice the same digit is a number of its own, so digits wait less.
DIGIT_DEBOUNCE_S: Final = 0.2
# A finger that has rested so long, or a hand that leans on the screen, presses nothing.
RESTING_S: Final = 3.0
MOUSE: Final = -1  # the mouse's number among the fingers
_MAX_FINGERS: Final = 10

Place = tuple[int, int]


class Touches:
    """Remembers where fingers came down, where the last presses were, and the typed digits."""

    def __init__(self) -> None:
        self.entry = ""
        self.last = LAST_CUT  # the highest number that is taken
        self._down: dict[int, tuple[Target, float | None]] = {}
        self._recent: list[tuple[Box, float]] = []

    def down(
        self, place: Place, scene: Scene, finger: int = MOUSE, now: float | None = None
    ) -> None:
        """Note where a finger has come down."""
        target = under(place, scene.targets)
        self._down.pop(finger, None)
        if target is not None and len(self._down) < _MAX_FINGERS:
            self._down[finger] = (target, now)

    def up(self, place: Place, scene: Scene, now: float, finger: int = MOUSE) -> Press | None:
        """Return the press if the finger leaves the target that it came down on."""
        target, since = self._down.pop(finger, (None, None))
        if since is not None and now - since >= RESTING_S:
            return None
        # The screen may have changed under the finger: then it is not what the person meant.
        if target is None or target != under(place, scene.targets):
            return None
        return self.act(target, now)

    def act(self, target: Target, now: float) -> Press | None:
        """Return what a press of the target means; digits stay here until OK."""
        is_digit = target.button.startswith("key") and target.button != "key.ok"
        if self._is_trembling(target.box, now, DIGIT_DEBOUNCE_S if is_digit else DEBOUNCE_S):
            return None
        self._recent.append((target.box, now))
        if target.button.startswith("key."):
            return self.key(target.button.removeprefix("key."))
        button = Button(target.button)
        # An answer's value is the option's place among the answers.
        is_answer = button is Button.ANSWER
        return Press(
            button=button,
            seat=target.seat,
            side=target.side,
            value=None if is_answer else target.value,
            question=target.question,
            option=target.value if is_answer else None,
        )

    def _is_trembling(self, box: Box, now: float, wait: float) -> bool:
        self._recent = [(old, at) for old, at in self._recent if now - at < DEBOUNCE_S]
        return any(old.meets(box) and now - at < wait for old, at in self._recent)

    def key(self, name: str) -> Press | None:
        """Take one key of the number pad; OK with a number that exists is the press `cut`."""
        if name == "delete":
            self.entry = self.entry[:-1]
        elif name.isdecimal():
            if len(self.entry) < len(str(self.last)):
                self.entry = self.entry.lstrip("0") + name
        elif self.entry and int(self.entry) <= self.last:
            pressed = Press(button=Button.CUT, value=int(self.entry))
            self.entry = ""
            return pressed
        return None

    def forget_entry(self) -> None:
        """Drop the digits: the screen asks for no number any more."""
        self.entry = ""


def under(place: Place, targets: Iterable[Target]) -> Target | None:
    """Return the target at that place."""
    for target in targets:
        box = target.box
        if box.x <= place[0] < box.right and box.y <= place[1] < box.bottom:
            return target
    return None
