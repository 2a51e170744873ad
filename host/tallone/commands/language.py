"""The language that a command speaks: one option for all of them, one way to print a text."""

from typing import Annotated

import typer

from tallone.errors import UsageError

LanguageOption = Annotated[str, typer.Option("--language", help="it or en.")]


def checked(language: str) -> str:
    """Return the language; raise UsageError if there is no such one."""
    if language not in ("it", "en"):
        raise UsageError(f"--language {language} is not known; it is it or en")
    return language
