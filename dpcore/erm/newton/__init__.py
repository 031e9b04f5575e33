"""The inside of the solver: Newton's method for a batch of draws, and where it begins."""
