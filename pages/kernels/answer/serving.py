"""Placeholder."""


def show(asked: None) -> None:
    """Draw nothing."""
