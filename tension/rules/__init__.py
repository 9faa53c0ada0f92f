"""Plain Python: who is surfaced next, how far is near, what triage allows."""
