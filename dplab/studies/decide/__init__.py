"""Which ε should it be: the sheet to decide on, and what else may be drawn on it."""
