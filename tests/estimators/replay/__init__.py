"""A fit run twice with the same entropy, on records and on a neighbour, and looked into.

As `tests.release.replay` does with a release: `fits` makes estimators, records and neighbours,
`trace` notes what a fit does, `claims` says what must hold, `kept` what a fitted model holds, and
`planted` has mistakes that must not get through.
"""
