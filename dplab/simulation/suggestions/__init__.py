"""What a table says of itself: which bounds suit it, columns to leave out, what λ costs.

All of it is read from the table and is not private; nothing here is taken without a word.
"""
