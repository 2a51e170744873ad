"""From the evening to the screen: what may be shown to whom, and when it changes."""
