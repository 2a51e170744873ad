"""Cards, seats and verdicts: what everything else in the rules is made of."""
