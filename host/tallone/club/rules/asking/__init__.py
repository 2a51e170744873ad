"""Questions to the rules as plain values, one object in and one out."""
