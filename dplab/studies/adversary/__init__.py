"""What a classifier reveals: one person, a line-up, and what is asked of them."""
