"""Where tasks run: threads, processes, or other machines.

Nothing here but `choice`, which knows the version of what a cell computes, knows of sweeps; and
sweeps take any `concurrent.futures.Executor`.
"""
