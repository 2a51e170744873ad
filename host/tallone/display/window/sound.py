"""What people hear: tones, and a voice where the machine has one. A table without a loudspeaker is silent."""

import logging
import shutil
import subprocess
from typing import Final

import pygame

from tallone.display.style import tones

_LOG: Final = logging.getLogger(__name__)
# Speech engines that speak both languages without a network.
_ENGINES: Final = ("espeak-ng", "espeak")
_WORDS_A_MINUTE: Final = "140"


class Sounds:
    """Plays at the settings' volume; a device that is missing or fails is silence, never an error."""

    def __init__(self, volume: int, *, on: bool) -> None:
        """`volume` 0 to 100."""
        self.volume = volume
        self.on = on
        self.played: list[str] = []  # the last few, for whoever looks
        self._device: bool | None = None
        self._engine = next(filter(None, map(shutil.which, _ENGINES)), None)
        self._speaking: subprocess.Popen[bytes] | None = None

    def play(self, name: str) -> None:
        """Play one of the tones."""
        if not self.on or name not in tones.MELODIES:
            return
        self.played = [*self.played[-7:], name]
        if not self._opened():
            return
        try:
            sound = pygame.mixer.Sound(buffer=tones.samples(name))
            sound.set_volume(self.volume / 100)
            sound.play()
        except pygame.error as error:
            _LOG.info("no tone could be played: %s", error)

    def say(self, words: str, language: str) -> None:
        """Speak a sentence, unless one is being spoken."""
        if not self.on or self._engine is None:
            return
        if self._speaking is not None and self._speaking.poll() is None:
            return
        loud = str(max(1, self.volume * 2))
        try:
            self._speaking = subprocess.Popen(  # noqa: S603 - the words are the catalogue's
                [self._engine, "-v", language, "-s", _WORDS_A_MINUTE, "-a", loud, "--", words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            _LOG.info("nothing could be spoken: %s", error)

    def _opened(self) -> bool:
        if self._device is None:
            try:
                pygame.mixer.init(frequency=tones.RATE, size=-16, channels=1)
                self._device = True
            except pygame.error as error:
                _LOG.info("this table has no sound: %s", error)
                self._device = False
        return self._device
