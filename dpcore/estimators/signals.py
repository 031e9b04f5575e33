"""What a fit warns of: it looked at the data, or its noise can be drawn again."""

import warnings


class PrivacyLeakWarning(UserWarning):
    """Something that should have been declared was read from the data."""


class SimulationWarning(UserWarning):
    """The noise can be drawn again by whoever knows the seed: fit to simulate, not to release."""


def warn(sentence: str, kind: type[UserWarning]) -> None:
    """Warn whoever called `fit`, and not the module that found the reason."""
    warnings.warn(sentence, kind, stacklevel=4)
