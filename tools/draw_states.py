"""Draw the transition tables of the code into the documents that ask for them.

A document asks with a section `<!-- made: states MODULE:TABLE -->`; the table is a literal of
`{state: {cause: state}}` whose states and causes are members of an Enum, the first state being
where the machine begins. The firmware has no Enum: there MODULE is the file's path, and states and
causes are strings. `--check` ends with status 1 if a drawing is stale.
"""

import enum
import importlib
import runpy
import sys
from collections.abc import Mapping
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sections import renew

Name = enum.Enum | str
Transitions = Mapping[Name, Mapping[Name, Name]]
ROOT = Path(__file__).resolve().parent.parent


def draw(table: Transitions) -> str:
    """Return a Mermaid diagram of a transition table."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {_node(next(iter(table)))}"]
    lines += [f'    state "{_text(state)}" as {_node(state)}' for state in table]
    for state, following in table.items():
        lines += [
            f"    {_node(state)} --> {_node(after)}: {_text(cause)}"
            for cause, after in following.items()
        ]
        if not following:
            lines.append(f"    {_node(state)} --> [*]")
    return "\n".join([*lines, "```"])


def _node(state: Name) -> str:
    return state if isinstance(state, str) else state.name.lower()


def _text(name: Name) -> str:
    return name if isinstance(name, str) else str(name.value)


def make(name: str) -> str:
    """Return the section for `module:attribute`."""
    module, attribute = name.split(":")
    if module.endswith(".py"):
        return draw(runpy.run_path(str(ROOT / module))[attribute])
    return draw(getattr(importlib.import_module(module), attribute))


def main() -> int:
    found = renew("states", make, check="--check" in sys.argv[1:])
    stale = [f"{path} is stale: run tools/draw_states.py" for path in found]
    print("\n".join(stale) or "states: fresh")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
