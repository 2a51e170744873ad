"""Jobs of the croupier: what it is asked, what it reports, and what goes wrong."""
