"""The line to one board: its serial port, what goes over it on record, and coming back when it was away."""
