"""What an accuracy needs: the smallest ε, the fewest records.

`crossing` inverts an error curve, `epsilon` asks it which ε is enough.
"""
