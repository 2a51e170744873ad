"""The players' screen as the loop uses it: a view is made, drawn if it has changed, and kept to be shown again."""

from pathlib import Path
from typing import Final, Protocol

from tallone.app.evening.evening import Evening
from tallone.app.foyer.foyer import Foyer
from tallone.app.foyer.given import Given
from tallone.app.screen.around import around_view
from tallone.app.screen.cues import cue_of, spoken_words
from tallone.app.screen.views import view_of
from tallone.config import Config, Language
from tallone.display.scene.text_layer import faces_of, texts_of
from tallone.display.style.theme import SuitScheme, Theme, Viewing
from tallone.display.texts.phrases import spoken
from tallone.display.views.story import Narrator
from tallone.display.views.view import HandSheet, MatchEnd, TableView
from tallone.display.window.correction import Correction
from tallone.display.window.sound import Sounds
from tallone.display.window.window import Window
from tallone.journal.outcomes import seat_name
from tallone.journal.records import ScreenShown

# In play a picture is kept after so many turns, besides those of notices and questions.
_LAP_TURNS: Final = 6
_USUAL_INCHES: Final = 24


def theme_of(config: Config) -> Theme:
    """Return how the screen looks by the settings."""
    scheme = SuitScheme.SAFE if config.suits == "safe" else SuitScheme.CLASSIC
    inches = float(config.screen_inches or _USUAL_INCHES)
    viewing = Viewing(inches=inches, distance_m=config.viewing_cm / 100)
    return Theme(suits=scheme, viewing=viewing, large=config.large_type, mirrored=config.mirrored)


class Around(Protocol):
    """Who knows what stands around the play."""

    foyer: Foyer

    def given(self, now: float) -> Given:
        """Return what the pages have to know."""
        ...


class Screen:
    """Draws into the window, tells the terminal, saves pictures; each of the three only if wanted.

    With `keeps_texts` every screen's words go to the journal, so that leaks can be looked for.
    """

    def __init__(
        self,
        language: Language,
        *,
        window: Window | None = None,
        narrator: Narrator | None = None,
        pictures: Path | None = None,
        keeps_texts: bool = False,
        sounds: Sounds | None = None,
    ) -> None:
        self._language = language
        self._window = window
        self._narrator = narrator
        self._pictures = pictures
        self._keeps_texts = keeps_texts
        self._sounds = sounds
        self._shown_at = 0.0
        self._view: TableView | None = None
        self._sheet: TableView | None = None
        self._moment = ("", 0)
        self._noticed = False
        self._saved = 0

    def show(self, evening: Evening, now: float, around: Around | None = None) -> bool:
        """Bring the screen to the evening; return whether it had to be drawn anew."""
        if around is None:
            view = view_of(evening, now, self._language)
        else:
            view = around_view(around.foyer, around.given(now), evening, now, self._language)
        same = view == self._view
        self._hear(view, now)
        drawn = 0
        if self._window is not None:
            drawn = self._window.show(view, now)
        if same:
            return bool(drawn)
        self._view = view
        if isinstance(view.body, HandSheet | MatchEnd):
            self._sheet = view
        if self._narrator is not None:
            self._narrator.show(view, now)
        self._save(evening, view)
        if self._keeps_texts:
            play = evening.play
            seat = play.referee.hand.seat if play is not None else None
            evening.effects.record(
                ScreenShown(
                    at=now,
                    phase=evening.phase.value,
                    texts=(*texts_of(view, now), *map(str, faces_of(view))),
                    seat=seat_name(seat),
                    hand=evening.hand,
                )
            )
        return True

    def _hear(self, view: TableView, now: float) -> None:
        """Let people hear what has changed."""
        then, self._shown_at = self._shown_at, now
        if self._sounds is None:
            return
        cue = cue_of(self._view, view, then, now)
        if cue is not None:
            self._sounds.play(cue)
            language = self._language.value
            self._sounds.say(cue, spoken(spoken_words(cue), language), language)

    def tone(self, name: str) -> None:
        """Play a tone, so that people know it."""
        if self._sounds is not None:
            self._sounds.play(name)

    def show_last_sheet(self, now: float) -> bool:
        """Bring the last score sheet back to the window; return whether there is one to look at."""
        if self._window is None or not self._window.has_screen or self._sheet is None:
            return False
        self._window.show(self._sheet, now)
        return True

    def take(self, config: Config) -> None:
        """Take settings that have changed."""
        self._language = Language(config.language.value)
        if self._sounds is not None:
            self._sounds.on, self._sounds.volume = config.sound, config.volume
        if self._window is not None:
            self._window.take(theme_of(config), Correction.read(config.touch))
            self._window.dim(config.brightness)

    def switch_language(self) -> None:
        """Change between Italian and English; everything else stays."""
        italian = self._language is Language.ITALIAN
        self._language = Language.ENGLISH if italian else Language.ITALIAN

    def _save(self, evening: Evening, view: TableView) -> None:
        noticed = view.notice is not None or view.question is not None
        lap = 0 if evening.play is None else evening.play.referee.hand.turns // _LAP_TURNS
        moment = (evening.phase.value, lap)
        is_new = moment != self._moment or (noticed and not self._noticed)
        self._moment, self._noticed = moment, noticed
        if self._pictures is None or self._window is None or not is_new:
            return
        self._saved += 1
        ending = "-notice" if noticed else ""
        name = f"{self._saved:03d}-hand{evening.hand}-{moment[0]}{ending}.png"
        self._window.save(self._pictures / name)
