"""Images written at once, for editions of tests: as short as can be they take half of the time."""

from typing import Any

from PIL import Image

save = Image.Image.save


def begin() -> None:
    """Have this process write WebP with the same pixels, in twice the bytes."""
    Image.Image.save = _at_once


def _at_once(image: Image.Image, file: Any, form: str | None = None, **how: Any) -> None:
    save(image, file, form, **how | ({"quality": 0, "method": 0} if form == "WEBP" else {}))
