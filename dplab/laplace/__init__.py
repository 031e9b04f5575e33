"""What ε promises, by its simplest mechanism: the executable content of TU (Tu, Lecture 20)."""
