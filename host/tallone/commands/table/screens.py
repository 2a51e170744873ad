"""`tallone screens`: every screen as a picture, with contact sheets and checks."""

import os
from pathlib import Path
from typing import Annotated

import typer

from tallone.errors import UsageError
from tallone.outside import say


def screens(
    folder: Annotated[Path, typer.Argument(help="Where the pictures go.")],
    *,
    language: Annotated[
        list[str] | None, typer.Option("--language", help="it or en; both if none is given.")
    ] = None,
    glass: Annotated[
        list[str] | None,
        typer.Option("--glass", help="A screen by name, such as 10-inch; all if none is given."),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Screens whose name begins so.")
    ] = None,
    suits: Annotated[str, typer.Option("--suits", help="classic or safe.")] = "classic",
    large: Annotated[bool, typer.Option("--large", help="With large letters.")] = False,
    sheets_only: Annotated[
        bool, typer.Option("--sheets-only", help="Write no single pictures.")
    ] = False,
) -> None:
    """Write every screen as PNG with contact sheets, and say what the checks find.

    Ends with status 1 if they find anything. `tallone screens out --glass 10-inch --language it`
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from tallone.app.screen.examples import every_screen
    from tallone.commands.files import writable_folder
    from tallone.config import Language
    from tallone.display.checking.pictures import GLASSES, ContactSheet, shots
    from tallone.display.style.theme import SuitScheme, Theme

    by_name = {one.name: one for one in GLASSES}
    for name in glass or ():
        if name not in by_name:
            raise UsageError(f"--glass {name} is not known; it is one of {', '.join(by_name)}")
    for word in language or ():
        if word not in {item.value for item in Language}:
            raise UsageError(f"--language {word} is not known; it is it or en")
    if suits not in ("classic", "safe"):
        raise UsageError(f"--suits {suits} is not known; it is classic or safe")
    writable_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {
        name: view
        for name, view in every_screen().items()
        if not only or name.startswith(tuple(only))
    }
    if not wanted:
        raise UsageError(f"--only {' '.join(only or ())}: no screen has such a name")
    languages = [Language(word) for word in language] if language else list(Language)
    glasses = [by_name[name] for name in glass] if glass else list(GLASSES)
    theme = Theme(suits=SuitScheme(suits), large=large)
    _write(folder, shots(wanted, glasses, languages, theme), ContactSheet, single=not sheets_only)


def _write(folder: Path, every: object, sheet: type, *, single: bool) -> None:
    import pygame

    from tallone.display.checking.pictures import ContactSheet, Shot

    sheets: dict[str, ContactSheet] = {}
    count = wrong = 0
    for shot in every:  # type: ignore[attr-defined]
        assert isinstance(shot, Shot)
        count += 1
        key = f"{shot.glass.name}_{shot.language.value}"
        sheets.setdefault(key, sheet()).add(shot)
        if single:
            pygame.image.save(shot.picture, folder / f"{shot.name}_{key}.png")
        for sentence in shot.wrong:
            wrong += 1
            say(f"{shot.name} {key}: {sentence}")
    for key, made in sheets.items():
        made.save(folder / f"sheet_{key}.png")
    say(f"{count} screens, {len(sheets)} sheets in {folder}; {wrong or 'nothing'} found wrong")
    if wrong:
        raise typer.Exit(1)
