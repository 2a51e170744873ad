"""Logs that a board cannot fill: so many lines in a while, and then only how many were left out."""

import logging


class SparseLog:
    """Passes lines on to a logger, at most `most` in `span_s` seconds."""

    def __init__(self, logger: logging.Logger, most: int, span_s: float) -> None:
        self._logger = logger
        self._most = most
        self._span_s = span_s
        self._began = float("-inf")
        self._told = self._left_out = 0

    def log(self, now: float, level: int, line: str, *details: object) -> bool:
        """Log a line, if it is not one too many; return whether it was."""
        if now - self._began >= self._span_s:
            if self._left_out:
                self._logger.warning("%d lines like these were left out", self._left_out)
            self._began, self._told, self._left_out = now, 0, 0
        if self._told >= self._most:
            self._left_out += 1
            return False
        self._told += 1
        self._logger.log(level, line, *details)
        return True
