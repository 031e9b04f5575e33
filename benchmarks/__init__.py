"""The engine beside its peers: how long, how exact, how much memory. It is no test.

`make bench` runs it; `python -m benchmarks --help` lists the options.
"""
