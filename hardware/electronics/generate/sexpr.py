"""S-expressions as KiCad writes them: nested lists of words, quoted texts and numbers."""

import re
import uuid
from typing import Any

NAMESPACE = uuid.UUID("6b1f1c0e-6c1b-5a59-9f0a-7a110e000000")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()]+')


class Quoted(str):
    """A text that KiCad wants in quotation marks."""

    __slots__ = ()


def identity(*parts: str) -> list[Any]:
    """Return a (uuid ...) that is the same for the same parts in every run."""
    return ["uuid", Quoted(uuid.uuid5(NAMESPACE, "/".join(parts)))]


def text(item: Any, depth: int = 0) -> str:
    """Return an expression as text; lists inside lists start lines of their own."""
    if not isinstance(item, list):
        return _atom(item)
    if not any(isinstance(part, list) for part in item):
        return "(" + " ".join(_atom(part) for part in item) + ")"
    words = [_atom(part) for part in item if not isinstance(part, list)]
    lines = ["\t" * (depth + 1) + text(part, depth + 1) for part in item if isinstance(part, list)]
    return "(" + " ".join(words) + "\n" + "\n".join(lines) + "\n" + "\t" * depth + ")"


def _atom(item: Any) -> str:
    if isinstance(item, Quoted):
        return '"' + item.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(item, float):
        return f"{round(item, 4):g}"
    return str(item)


def parse(source: str) -> list[Any]:
    """Return the expression that a text holds; quoted texts come without their marks."""
    stack: list[list[Any]] = [[]]
    for word in _TOKEN.findall(source):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif word[0] == '"':
            stack[-1].append(Quoted(word[1:-1].replace('\\"', '"').replace("\\\\", "\\")))
        else:
            stack[-1].append(word)
    found: list[Any] = stack[0][0]
    return found


def children(item: list[Any], name: str) -> list[list[Any]]:
    """Return the lists inside an expression that begin with that word."""
    return [part for part in item if isinstance(part, list) and part and part[0] == name]
