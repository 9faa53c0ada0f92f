"""Finding what the memory holds: by name and by words."""
