"""Lists that people bring: entries, seatings and slips, pasted or from a file."""
