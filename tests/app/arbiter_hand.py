"""The arbiter's finger: touches of his panel by what they mean, whatever place they have on the page."""

from tallone.app.evening.panel.page import page_of
from tallone.app.evening.presses import press
from tallone.display.texts.phrases import spoken
from tallone.press import Button, Press


class Finger:
    """Touches an evening's panel; time goes on by a second with each touch."""

    def __init__(self, evening, at):
        self.evening = evening
        self.at = at

    def call(self):
        press(self.evening, Press(Button.ARBITER), self.at)
        press(self.evening, Press(Button.PANEL), self.at)
        return self

    def open(self, pin=""):
        self.call()
        for digit in pin:
            self.touch("digit", digit)
        return self.touch("unlock")

    @property
    def page(self):
        panel = self.evening.desk.panel
        return None if panel is None else panel.page.value

    @property
    def trouble(self):
        return self.evening.desk.panel.trouble

    def choices(self):
        page = page_of(self.evening.desk, self.evening.play, self.at)
        return [(choice.touch.value, choice.word) for choice in page.choices]

    def rows(self, lang="en"):
        page = page_of(self.evening.desk, self.evening.play, self.at)
        return {
            spoken(row.label, lang): spoken(row.value, lang) if row.value else ""
            for row in page.rows
        }

    def touch(self, *wanted):
        """Touch `touch` or `touch, word`; what is not on the page fails."""
        self.at += 1
        panel = self.evening.desk.panel
        name, word = (*wanted, None)[:2]
        for place, (touch, said) in enumerate(self.choices()):
            if touch == name and word in (None, said):
                pressed = Press(Button.PANEL, value=place, question=panel.step)
                press(self.evening, pressed, self.at)
                return self
        raise AssertionError(f"no {wanted} on {self.page}: {self.choices()}")

    def pick(self, *words):
        for word in words:
            self.touch("picked", word)
        return self

    def cards(self, *names):
        for name in names:
            rank, suit = (name, "") if name == "JK" else (name[:-1], name[-1])
            self.pick(*filter(None, (rank, suit)))
        return self

    def number(self, value):
        for sign in str(value):
            self.touch("digit", sign)
        return self.touch("done")
