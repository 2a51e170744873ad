"""`tallone arbiter pin`: the key of the arbiter's PIN, for the table's settings."""

import os
from typing import Annotated

import typer

from tallone.app.arbiter.lock import LEAST_DIGITS, MOST_DIGITS, is_pin, pin_key
from tallone.errors import UsageError
from tallone.outside import say


def pin(
    digits: Annotated[
        str,
        typer.Option(
            "--pin",
            prompt="PIN",
            hide_input=True,
            confirmation_prompt=True,
            help="The PIN; asked for, unseen, if it is left out.",
        ),
    ],
) -> None:
    """Print the line of the settings that locks the arbiter's panel with a PIN.

    [b]tallone arbiter pin[/]
    """
    if not is_pin(digits):
        raise UsageError(f"a PIN has {LEAST_DIGITS} to {MOST_DIGITS} digits; choose another")
    say(f'arbiter_pin = "{pin_key(digits, os.urandom(16))}"')
