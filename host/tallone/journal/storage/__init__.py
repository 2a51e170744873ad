"""The journal as a file: one append-only table in SQLite, chained by hashes, hidden cards sealed in it."""
