"""The rules of the domain as plain Python, without Django."""
