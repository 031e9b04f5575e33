"""Guided lessons: what they ask (`entries`), what is right (a module each), and who is right."""
