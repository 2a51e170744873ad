"""Versions of the database, forward only; each is never edited once it was out."""
