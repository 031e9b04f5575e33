"""What the page says, with the numbers of the moment."""
