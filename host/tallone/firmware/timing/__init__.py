"""The boards' firmware against a simulated clock: how long a card and a deal take."""
