"""What is suggested for a table of one's own: a λ, bounds, columns to leave out.

All of it is read from the table and is not private; nothing here is taken without a word.
"""
