"""One hand: its position, the moves, who may do what, and its score."""
