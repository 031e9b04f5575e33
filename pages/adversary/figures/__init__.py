"""The pictures of the adversary."""
