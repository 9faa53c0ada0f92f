"""Template tags of the browser application."""
