"""The browser application: every HTML page lives here."""
