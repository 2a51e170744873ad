"""Commands at the desk: packs certified and enrolled."""
