"""Mechanisms: what noise they draw, why that much, and what they release."""
