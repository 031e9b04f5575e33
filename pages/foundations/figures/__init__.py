"""The pictures of the six parts."""
