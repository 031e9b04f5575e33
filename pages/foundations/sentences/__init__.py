"""What the six parts say, with the numbers of the moment."""
