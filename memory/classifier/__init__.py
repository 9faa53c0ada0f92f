"""The claims classifier: quantities, relations and the five checks, without Django."""
