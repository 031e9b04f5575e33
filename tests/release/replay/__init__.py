"""A release run twice with the same entropy, on a table and on a neighbour, and looked into.

`trace` notes what a release reads, solves, asks of chance and gives away; `pairs` makes tables,
schemas and neighbours; `claims` says what must hold of one run and of two; `planted` holds mistakes
that must not get through. The idea of looking into a run with recorded chance is that of
*Re:cord-play* (2026).
"""
