"""The arbiter at this table: his desk, and what each page of his panel shows."""
