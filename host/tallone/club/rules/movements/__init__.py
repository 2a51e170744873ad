"""Who meets whom: Mitchell, Danish, all'italiana, individual, teams, lot, and at which tables."""
