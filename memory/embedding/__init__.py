"""Turns texts into vectors, with whichever model the environment names."""
