"""A hall without players: whole evenings to look at, and whole halls under load, each from one seed."""
