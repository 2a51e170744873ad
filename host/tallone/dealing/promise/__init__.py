"""The promise of a fair deal: sealed secret, commitment, reveal and receipt."""
