"""Answers as people give them: read, checked, and what is said of them."""
