"""What people hear: tones, and a voice where the machine has one. A table without a loudspeaker is silent."""

import logging
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pygame

from tallone.display.style import tones

_LOG: Final = logging.getLogger(__name__)
# Speech engines that speak both languages without a network.
_ENGINES: Final = ("espeak-ng", "espeak")
_WORDS_A_MINUTE: Final = "140"
# Some ten seconds.
MOST_VOICE_BYTES: Final = 2_000_000


class Sounds:
    """Plays at the settings' volume; a device that is missing or fails is silence, never an error."""

    def __init__(self, volume: int, *, on: bool, voices: Path | None = None) -> None:
        """`volume` 0 to 100; `voices`: a folder with `it/start.wav` and so on, spoken beforehand."""
        self.volume = volume
        self.on = on
        self.played: list[str] = []  # the last few, for whoever looks
        self._voices = voices
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

    def say(self, name: str, words: str, language: str) -> None:
        """Speak what belongs to a tone: from its file, else by the machine's voice unless that is speaking."""
        if not self.on or self._play_file(name, language) or self._engine is None:
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

    def _play_file(self, name: str, language: str) -> bool:
        """Play an announcement that was spoken beforehand, after its tone; return whether there is one."""
        if self._voices is None or name not in tones.MELODIES:
            return False
        file = self._voices / language / f"{name}.wav"
        try:
            if file.stat().st_size > MOST_VOICE_BYTES or not self._opened():
                return False
            sound = pygame.mixer.Sound(file)
            sound.set_volume(self.volume / 100)
            pygame.mixer.find_channel(force=True).queue(sound)
        except (OSError, pygame.error) as error:
            _LOG.info("no announcement of %s was played: %s", name, error)
            return False
        self.played = [*self.played[-7:], f"{language}/{name}.wav"]
        return True

    def _opened(self) -> bool:
        if self._device is None:
            try:
                pygame.mixer.init(frequency=tones.RATE, size=-16, channels=1)
                self._device = True
            except pygame.error as error:
                _LOG.info("this table has no sound: %s", error)
                self._device = False
        return self._device
