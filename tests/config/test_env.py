"""Environment values are read as typed, and refused by name."""
