"""The pictures of the two halves."""
