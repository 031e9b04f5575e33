"""Tests of releases whose Gamma noise keeps (ε, δ)."""
