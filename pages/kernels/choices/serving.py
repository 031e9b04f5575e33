"""Placeholder."""

VALUES: tuple[()] = ()


def card() -> None:
    """Draw nothing."""
