"""Draw the transition tables of the code into the documents that ask for them.

A document asks with a section `<!-- made: states MODULE:TABLE -->`; the table is a literal of
`{state: {cause: state}}` whose states and causes are members of an Enum, the first state being
where the machine begins. `--check` ends with status 1 if a drawing is stale.
"""

import enum
import importlib
import sys
from collections.abc import Mapping
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sections import renew

Transitions = Mapping[enum.Enum, Mapping[enum.Enum, enum.Enum]]


def draw(table: Transitions) -> str:
    """Return a Mermaid diagram of a transition table."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {_node(next(iter(table)))}"]
    lines += [f'    state "{state.value}" as {_node(state)}' for state in table]
    for state, following in table.items():
        lines += [
            f"    {_node(state)} --> {_node(after)}: {cause.value}"
            for cause, after in following.items()
        ]
        if not following:
            lines.append(f"    {_node(state)} --> [*]")
    return "\n".join([*lines, "```"])


def _node(state: enum.Enum) -> str:
    return state.name.lower()


def make(name: str) -> str:
    """Return the section for `module:attribute`."""
    module, attribute = name.split(":")
    return draw(getattr(importlib.import_module(module), attribute))


def main() -> int:
    found = renew("states", make, check="--check" in sys.argv[1:])
    stale = [f"{path} is stale: run tools/draw_states.py" for path in found]
    print("\n".join(stale) or "states: fresh")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
