"""Asks a model what the checks cannot read or judge; code decides what it may say."""
