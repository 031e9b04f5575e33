"""Mistakes planted one by one into what decides privacy: which ones do tests let pass?

``python -m tests.release.mistakes`` (``make mistakes``) changes each ε, part, scale, count and
comparison of `MODULES`, in releases and in estimators, runs the tests that know the module, and
lists what survived and is not explained in ``survivors.toml``. About two hours as a whole:
``--only calibration`` tries those of one module, ``--some 40`` that many, chosen by ``--seed``.
"""
