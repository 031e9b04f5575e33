"""Geometry: private classifiers with two features, and what the page asks of them."""
