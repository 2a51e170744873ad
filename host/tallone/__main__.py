"""`python -m tallone` and the `tallone` command."""

import sys

from tallone.commands.main import run


def main() -> None:
    """Run the command line; the exit status is the process's."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
