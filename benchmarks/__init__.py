"""Speed as ratios of two things measured in one run, each beside its limit."""
