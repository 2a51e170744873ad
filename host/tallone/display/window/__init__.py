"""The window on the table's screen, and the fingers on it."""
