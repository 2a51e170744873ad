"""A whole evening at the simulated table, through the boards or straight to the host."""
