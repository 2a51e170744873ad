"""One attempt to deal a hand: what the evening asks of it, by the machine or by people."""
