"""What the part asks for."""

from pages.foundations.choices import epsilon
from pages.shared.address import Value

VALUES: tuple[Value, ...] = ()


def card() -> float:
    """Draw the controls and return what they say."""
    epsilon.dial()
    return epsilon.finite()
