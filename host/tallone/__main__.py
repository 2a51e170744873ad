"""`python -m tallone` and the `tallone` command."""

import os
import sys

from tallone.commands.main import run


def main() -> None:
    """Run the command line; the exit status is the process's."""
    # pygame would greet on standard output, where a report or an answer goes.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
