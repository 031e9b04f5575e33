"""Simulations: many private classifiers beside the non-private one, and what sums them up."""
