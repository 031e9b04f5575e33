"""Mistakes planted one by one into what decides a release's privacy: which ones do tests let pass?

``python -m tests.release.mistakes`` (``make mistakes``) changes each ε, part, scale, count and
comparison of `MODULES` in a copy of the tree, runs the tests that know them, and lists what
survived. Hours as a whole: ``--some 40`` tries that many, chosen by ``--seed``.
"""
