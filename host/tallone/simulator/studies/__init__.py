"""Studies of many evenings: curves, faults of the deal, kills and leaks."""
