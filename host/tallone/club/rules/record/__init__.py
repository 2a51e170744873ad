"""The record of an event: facts, the order in which they count, and the state that follows."""
