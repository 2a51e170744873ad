"""Cards laid into melds: what was seen of a turn, and every legal way to understand it."""
