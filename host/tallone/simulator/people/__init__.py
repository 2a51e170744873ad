"""The people of the simulated table: they deal, play, answer and help."""
