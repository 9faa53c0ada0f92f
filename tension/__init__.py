"""Tensions, their surfacings and collisions."""
