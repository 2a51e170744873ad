"""The table's settings written by its own screen: the file stays the truth, and stays a person's.

Only the line of the setting changes; what else somebody has written, remarks too, stays as it is. The file
is replaced as a whole or not at all.
"""

import dataclasses
import os
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

from tallone.config import Config, from_mapping
from tallone.errors import ConfigError
from tallone.outside import MOST_TOML_BYTES, read_text

_PLAIN: Final = re.compile(r"[^\x00-\x1f\"\\\x7f]*")


def typed_value(name: str, value: str | int) -> Any:
    """Return a value as the file has it: a setting that is true or false is given as 1 or 0."""
    fields = {field.name: field for field in dataclasses.fields(Config)}
    if name not in fields:
        raise ConfigError(f"{name[:40]} is not an option")
    kind = type(fields[name].default)
    return bool(value) if kind is bool else value


def with_setting(text: str, name: str, value: str | int) -> str:
    """Return the file's text with one setting changed; raise ConfigError if it could not be read again."""
    given = typed_value(name, value)
    line = f"{name} = {_toml(given)}"
    pattern = re.compile(rf"^[ \t]*{re.escape(name)}[ \t]*=.*$", re.MULTILINE)
    if pattern.search(text):
        changed = pattern.sub(lambda _: line, text, count=1)
    else:
        head = text if not text or text.endswith("\n") else text + "\n"
        changed = f"{head}{line}\n"
    try:
        values = tomllib.loads(changed)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name} cannot be written into the settings: {error}") from error
    from_mapping(values)
    return changed


def write_setting(path: Path, name: str, value: str | int) -> Config:
    """Change one setting in the file, which need not be there yet; return all settings as they are now.

    Raises ConfigError if the value is out of its bounds, OSError if the file cannot be written: then it is
    as it was.
    """
    text = read_text(path, MOST_TOML_BYTES, "a file of settings") if path.exists() else ""
    changed = with_setting(text, name, value)
    replace_file(path, changed)
    return from_mapping(tomllib.loads(changed))


def replace_file(path: Path, text: str) -> None:
    """Write a file beside the old one, bring it to the disk, and let it take the old one's place."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    words = str(value)
    if not _PLAIN.fullmatch(words):
        raise ConfigError("a text of the settings has no quotes and no control characters")
    return f'"{words}"'
