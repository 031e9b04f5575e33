"""Presenting: one figure and one sentence on a whole screen, and stories made of such slides."""
