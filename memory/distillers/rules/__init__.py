"""The offline distiller: extracts what a sentence says outright, and no more."""
