"""What the two halves say, with the numbers of the moment."""
