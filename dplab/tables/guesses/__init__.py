"""Guesses about a table that nobody has described: its label, its odd columns, its bounds."""
