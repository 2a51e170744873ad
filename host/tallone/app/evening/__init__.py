"""An evening: its phases, what each does, and what was decided is written down."""
