"""Reads episodes with a language model, whose reply is taken for a proposal only."""
