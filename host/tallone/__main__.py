"""`python -m tallone` and the `tallone` command."""

import sys

_INTERRUPTED = 130


def main() -> None:
    """Run the command line; the exit status is the process's."""
    try:
        # Imported here, so that Ctrl-C while it starts is as silent as later.
        from tallone.commands.main import run  # noqa: PLC0415

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = _INTERRUPTED
    sys.exit(status)


if __name__ == "__main__":
    main()
