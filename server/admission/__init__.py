"""Admission: a few runs at a time, in turn over visitors, so that a crowd waits and nothing breaks.

`middleware` lets connections in, `open_tabs` counts them, `tab` stands between a browser and
Streamlit, `client_request` says what a message asks for, `waiting` keeps a tab's messages in order,
`run_queue` gives each run its turn, `runs` hears from Streamlit when one has ended.
"""
