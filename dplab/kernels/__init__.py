"""Serving predictions of a kernel minimiser: Jain and Thakurta 2013, and a Gaussian process."""
