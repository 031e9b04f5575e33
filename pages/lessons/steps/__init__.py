"""Guided lessons on the live pages: the card of a step, and what was answered."""
