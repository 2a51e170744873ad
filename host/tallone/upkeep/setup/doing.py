"""Changes carried out and taken back: what was there before is remembered, so that both can be done twice.

House rules: `before` looks and changes nothing; `carry_out` may be cut short anywhere and run again;
`take_back` leaves alone what somebody has changed since.
"""

from typing import Final, assert_never

import msgspec

from tallone.upkeep.setup.changes import (
    ROOT_USER,
    Account,
    BootLine,
    Change,
    Folder,
    KernelWord,
    Link,
    Packages,
    TextFile,
    Unit,
    with_line,
    with_word,
)
from tallone.upkeep.setup.host import Host, Owner, SetupError

_ROOT: Final[Owner] = (0, 0)


class Before(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a change found: enough to take it back."""

    text: str | None = None  # of a file; None: there was none
    mode: int = 0o644
    owner: Owner = _ROOT
    target: str | None = None  # of a link
    names: tuple[str, ...] = ()  # packages or groups that were missing
    was_there: bool = False  # the user, the folder
    was_on: bool = False  # the unit


def is_done(host: Host, change: Change) -> bool:
    """Return whether the machine is as the change wants it."""
    match change:
        case Packages():
            return not host.missing(change.names)
        case Account():
            return host.user(change.name) is not None and set(change.groups) <= set(
                host.groups(change.name)
            )
        case Folder():
            there = host.is_folder(change.path)
            return (
                there
                and host.mode(change.path) == change.mode
                and _owned(host, change.path, change.owner)
            )
        case TextFile():
            return _file_done(host, change)
        case Link():
            return host.link_target(change.path) == change.target
        case BootLine() | KernelWord():
            return host.read(change.path) == _edited(host, change)
        case Unit():
            return host.is_on(change.name) == change.on
        case _:
            assert_never(change)


def before(host: Host, change: Change) -> Before:
    """Return what stands there now."""
    match change:
        case Packages():
            return Before(names=host.missing(change.names))
        case Account():
            there = host.groups(change.name)
            missing = tuple(group for group in change.groups if group not in there)
            return Before(was_there=host.user(change.name) is not None, names=missing)
        case Folder():
            if not host.is_folder(change.path):
                return Before()
            return Before(
                was_there=True, mode=host.mode(change.path), owner=host.owner(change.path)
            )
        case TextFile() | BootLine() | KernelWord():
            text = host.read(change.path)
            if text is None:
                return Before()
            return Before(text=text, mode=host.mode(change.path), owner=host.owner(change.path))
        case Link():
            return Before(target=host.link_target(change.path), text=host.read(change.path))
        case Unit():
            return Before(was_on=host.is_on(change.name))
        case _:
            assert_never(change)


def carry_out(host: Host, change: Change) -> None:
    """Make the machine so; raise SetupError if that fails."""
    match change:
        case Packages():
            host.install(host.missing(change.names))
        case Account():
            if host.user(change.name) is None:
                host.add_user(change.name, change.home)
            host.add_to_groups(change.name, change.groups)
        case Folder():
            host.make_folder(change.path, mode=change.mode, owner=_owner(host, change.owner))
        case TextFile():
            host.write(
                change.path, change.text, mode=change.mode, owner=_owner(host, change.owner)
            )
        case Link():
            host.link(change.path, change.target)
        case BootLine() | KernelWord():
            _write_edited(host, change)
        case Unit():
            host.turn(change.name, on=change.on)
        case _:
            assert_never(change)


def take_back(host: Host, change: Change, found: Before) -> str:
    """Make the machine as it was before the change; return what was left alone and why, or nothing."""
    match change:
        case Packages():
            still = [name for name in found.names if not host.missing((name,))]
            if still:
                host.uninstall(still)
        case Account():
            return _take_account_back(host, change, found)
        case Folder():
            return _take_folder_back(host, change, found)
        case TextFile():
            return _take_file_back(host, change, found)
        case Link():
            _take_link_back(host, change, found)
        case BootLine() | KernelWord():
            return _take_edit_back(host, change, found)
        case Unit():
            if host.is_on(change.name) != found.was_on:
                host.turn(change.name, on=found.was_on)
        case _:
            assert_never(change)
    return ""


def _file_done(host: Host, change: TextFile) -> bool:
    text = host.read(change.path)
    if text is None or change.once:
        return text is not None
    same = text == change.text and host.mode(change.path) == change.mode
    return same and _owned(host, change.path, change.owner)


def _owner(host: Host, name: str) -> Owner:
    if name == ROOT_USER:
        return _ROOT
    found = host.user(name)
    if found is None:
        raise SetupError(f"there is no user {name} here; begin the set-up from the start")
    return found


def _owned(host: Host, path: str, name: str) -> bool:
    return (
        host.owner(path) == _owner(host, name) if name == ROOT_USER or host.user(name) else False
    )


def _edited(host: Host, change: BootLine | KernelWord) -> str:
    text = host.read(change.path)
    if text is None:
        raise SetupError(f"{change.path}: is gone; is the boot partition mounted?")
    return _edit(text, change)


def _edit(text: str, change: BootLine | KernelWord) -> str:
    if isinstance(change, BootLine):
        return with_line(text, change.line)
    return with_word(text, change.word)


def _write_edited(host: Host, change: BootLine | KernelWord) -> None:
    text = _edited(host, change)
    host.write(change.path, text, mode=host.mode(change.path), owner=host.owner(change.path))


def _take_edit_back(host: Host, change: BootLine | KernelWord, found: Before) -> str:
    text = host.read(change.path)
    if text is None or found.text is None:
        return f"{change.path}: is gone; nothing to take back there"
    if text == found.text:
        return ""
    if text != _edit(found.text, change):
        return f"{change.path}: was changed since; take `{_words(change)}` out by hand"
    _restore(host, change.path, found)
    return ""


def _words(change: BootLine | KernelWord) -> str:
    return change.line if isinstance(change, BootLine) else change.word


def _take_folder_back(host: Host, change: Folder, found: Before) -> str:
    if found.was_there:
        host.make_folder(change.path, mode=found.mode, owner=found.owner)
    elif not host.remove_folder(change.path):
        return f"{change.path}: is not empty; it stays with what is in it"
    return ""


def _take_file_back(host: Host, change: TextFile, found: Before) -> str:
    if host.read(change.path) not in (change.text, None):
        return f"{change.path}: was changed since; it stays"
    _restore(host, change.path, found)
    return ""


def _take_link_back(host: Host, change: Link, found: Before) -> None:
    if host.link_target(change.path) == change.target:
        host.remove(change.path)
    if found.target is not None:
        host.link(change.path, found.target)


def _restore(host: Host, path: str, found: Before) -> None:
    if found.text is None:
        host.remove(path)
    else:
        host.write(path, found.text, mode=found.mode, owner=found.owner)


def _take_account_back(host: Host, change: Account, found: Before) -> str:
    if host.user(change.name) is None:
        return ""
    if not found.was_there:
        host.remove_user(change.name)
    else:
        host.take_from_groups(
            change.name, [group for group in found.names if group in host.groups(change.name)]
        )
    return ""
