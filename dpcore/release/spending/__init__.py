"""What a release costs a budget of another kind than the sum: its laws, a plan's items, what fits.

`laws` gives the laws of what a release draws, `items` reads the lines by which people write a plan,
and `room` says which releases a ρ still pays for.
"""
