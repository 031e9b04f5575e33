"""What the edition draws of what an address may ask for."""

from collections.abc import Mapping


class NoPicture(ValueError):
    """An address asks for what the edition does not draw."""


def require_supported(texts: Mapping[str, str], fixed: Mapping[str, str], *free: str) -> None:
    """Check that an address asks for what a picture can show.

    Raises
    ------
    NoPicture
        If it names anything else.
    """
    others = {name: text for name, text in texts.items() if name not in free}
    if not others.items() <= fixed.items():
        raise NoPicture(f"The edition has no such picture: {dict(texts)}.")
