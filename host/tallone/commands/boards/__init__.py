"""Commands for the boards: firmware, cable, scales, and what this machine has."""
