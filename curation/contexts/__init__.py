"""What each page shows, as frozen dataclasses built from rows and beliefs."""
