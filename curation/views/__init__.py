"""Views: who may, what was asked, one action, one answer."""
