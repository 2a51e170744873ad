"""The table in a hall: what it tells the club's hub and hears from it; without one it plays all the same."""
