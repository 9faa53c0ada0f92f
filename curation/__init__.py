"""The curator's browser application: every HTML page lives here."""
