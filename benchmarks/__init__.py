"""Measurements that are run by hand, each a module with its own command."""
