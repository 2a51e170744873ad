"""The notation (BGN): hands as text, read, written, drawn and asked about."""
