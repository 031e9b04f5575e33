"""Regularised empirical risk minimisation: losses and the solver."""
