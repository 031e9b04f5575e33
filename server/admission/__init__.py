"""Admission: a few runs at a time, in turn over visitors, so that a crowd waits and nothing breaks.

`middleware` lets connections in, `connections` counts them, `tab` stands between a browser and
Streamlit, `asked` says what a message asks for, `waiting` keeps a tab's messages in order, `line`
gives each run its turn, `runs` hears from Streamlit when one has ended, `limits` holds the numbers.
"""
