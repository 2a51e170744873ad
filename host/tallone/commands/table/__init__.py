"""Commands that play: at the real table, at a simulated one, and over again."""
