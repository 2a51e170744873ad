"""The club: a tournament as a log of facts, and everything that follows from it.

`rules` is pure: movements, points, standings, the replay of a log. Nothing there knows a file, a
database, a network or a clock.
"""
