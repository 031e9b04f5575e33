"""What a classifier gives away: one person, a line-up, and what is asked of them."""
