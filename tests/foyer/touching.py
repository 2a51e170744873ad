"""An evening driven by fingers alone: events into SDL's own queue, the real window, the real program's calls.

Simulated people play; where they press, a finger goes down and up on what the screen shows at that moment.
What stands around the play is touched by the words that stand on the buttons.
"""

import dataclasses
from pathlib import Path

import pygame

from tallone.app.edges.attendant import Attendant, Room
from tallone.app.edges.window_people import WindowPeople
from tallone.app.evening import presses
from tallone.app.foyer.foyer import Foyer
from tallone.app.foyer.seating import Seating
from tallone.app.foyer.settings import FIRST_RUN
from tallone.app.foyer.stages import Stage
from tallone.app.headless.direct import DirectEvening
from tallone.app.screen.around import around_view
from tallone.app.screen.screen import theme_of
from tallone.config import Language
from tallone.display.texts.phrases import text
from tallone.display.window.correction import Correction
from tallone.display.window.window import Window
from tallone.mat.events import CardLifted, CardPlaced, Seconds
from tallone.mat.zones import Zone
from tallone.press import Button, Press
from tallone.rules.cards.cards import CardCopy

# Nobody touches faster than that.
PAUSE_S = 0.7
FINGER = 3


class TouchedEvening(DirectEvening):
    """An evening whose every press is a touch."""

    def __init__(self, folder: Path, language: Language = Language.ITALIAN, size=(1280, 800)):
        super().__init__(folder)

        self.tones: list[str] = []
        self.touches = 0
        self.pages: set[str] = set()
        self.titles: set[str] = set()
        self.at_turn: dict[int, list] = {}
        self.file = folder / "table.toml"
        members = folder / "members.txt"
        members.write_text("Anna Bianchi\nBruno Colombo\nCarla Ferrari\nDino Esposito\n")
        config = dataclasses.replace(
            self.evening.setup.config, language=language, screen_inches=10
        )
        self.evening.setup = dataclasses.replace(self.evening.setup, config=config)
        self.window = Window(theme_of(config), size=size)
        room = Room(
            settings_file=self.file,
            members=members,
            packs=("blue-and-red-1",),
            receipts=folder,
            tone=self.tones.append,
            changed=self._taken,
        )
        foyer = Foyer(stage=Stage.FIRST_RUN, setting=FIRST_RUN[0], seating=Seating(players=4))
        self.attendant = Attendant(foyer, self.evening, room)
        self.clock = 0.0  # of the fingers; the table's own stands in `now`
        self.now = 0.0
        self._seen = None
        self.language = language
        self.show()

    def _taken(self, config):
        self.language = Language(config.language.value)
        self.window.take(theme_of(config), Correction.read(config.touch))

    # What is seen.

    def show(self):
        self.attendant.tick(self.clock)
        given = self.attendant.given(self.clock)
        view = around_view(self.attendant.foyer, given, self.evening, self.now, self.language)
        self.window.show(view, self.clock)
        self.pages.add(self.attendant.foyer.stage.value)
        title = getattr(view.body, "title", None)
        if title is not None:
            self.titles.add(title.key)
        return view

    def words(self):
        return [
            " ".join(item.lines) for item in self.window._scene.items if hasattr(item, "lines")
        ]

    # What is touched.

    def finger(self, box, stays=0.0):
        """Let a finger go down and up in the middle of a box; SDL's own queue brings it in."""
        width, height = self.window.size
        place = {"x": (box.x + box.w / 2) / width, "y": (box.y + box.h / 2) / height}
        pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, finger_id=FINGER, **place))
        self._read()
        self.clock += stays
        pygame.event.post(pygame.event.Event(pygame.FINGERUP, finger_id=FINGER, **place))
        self._read()
        self.touches += 1
        self.clock += PAUSE_S
        self.show()

    def _read(self):
        for pressed in WindowPeople(self.window, None).presses(self.clock):
            if not self.attendant.press(pressed, self.clock):
                presses.press(self.evening, pressed, self.now)

    def touch(self, key, **fields):
        """Touch the button that bears those words of the catalogue."""
        wanted = text(key, self.language.value, **fields)
        for target in self.window._scene.targets:
            on_it = [
                " ".join(item.lines)
                for item in self.window._scene.items
                if hasattr(item, "lines") and target.box.holds(item.box)
            ]
            if wanted in on_it:
                self.finger(target.box)
                return
        raise AssertionError(f"nobody can touch {wanted!r}; the screen says {self.words()}")

    def type(self, words):
        for char in words:
            self.finger(self._target("key", value=ord(char)).box)

    def _target(self, button, **fields):
        for target in self.window._scene.targets:
            if target.button == button and all(
                getattr(target, name) == value for name, value in fields.items()
            ):
                return target
        raise AssertionError(f"no {button} {fields} on the screen: {self.words()}")

    def lay(self, word):
        """Somebody lays a card on the mat, and takes it away when it is on the screen."""
        card, at = CardCopy.parse(word), Seconds(self.now)
        self.evening.mat_event(CardPlaced(card=card, zone=Zone.MELD_NS_1, at=at), self.now)
        self.show()
        self.clock += PAUSE_S
        self.evening.mat_event(CardLifted(card=card, zone=Zone.MELD_NS_1, at=at), self.now)
        self.show()

    # What the simulated people do, with fingers.

    def press(self, pressed: Press, now):
        self.now, self.clock = now, max(self.clock, now)
        self.show()
        match pressed.button:
            case Button.CUT:
                for digit in str(pressed.value):
                    self.finger(self._target(f"key.{digit}").box)
                self.finger(self._target("key.ok").box)
            case Button.ANSWER:
                target = self._target("answer", value=pressed.option, question=pressed.question)
                self.finger(target.box)
            case Button.READY:
                self.finger(self._target("ready", seat=pressed.seat).box)
            case button:
                self.finger(self._target(button.value).box)

    def step(self, now):
        self.now, self.clock = now, max(self.clock, now)
        play = self.evening.play
        turn = None if play is None else play.referee.hand.turns
        seen = (self.evening.phase, self.evening.hand, turn)
        if seen != self._seen:
            self._seen = seen
            self.show()
            for act in self.at_turn.pop((self.evening.hand, turn), []):
                act(self)
        return super().step(now)
