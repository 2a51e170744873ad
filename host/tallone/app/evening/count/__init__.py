"""What hands and matches bring, and how they are counted and confirmed."""
