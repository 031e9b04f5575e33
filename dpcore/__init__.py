"""Differentially private classifiers (docstring to come with the public names)."""
