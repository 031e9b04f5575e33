"""Tests of the mechanisms whose Gamma noise keeps (ε, δ)."""
