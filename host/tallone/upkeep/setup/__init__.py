"""The machine made a table's host: what it shall be as values, done step by step, and undone."""
