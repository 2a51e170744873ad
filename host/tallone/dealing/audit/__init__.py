"""The audit of the shuffle: everything fixed beforehand, then tested."""
