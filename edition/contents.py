"""The edition's pictures, in the order of the contents."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from edition import views
from edition.dials import DialPicture, DialPlace
from pages.contents import NAMES
from pages.kit import paths
from pages.kit.view import View

VIEWED = [name for name in NAMES if name in views.names()]

PICTURES: dict[str, Callable[[], DialPicture]] = {
    name: partial(views.picture, name)
    for name in VIEWED
    if hasattr(paths.module(f"{name}.values"), "EDITION")
}
"""By page, of those that say what is turned."""

SCENES: dict[str, Callable[[Mapping[str, str]], DialPlace | View[Any]]] = {
    name: partial(views.scene, name) for name in VIEWED
}
"""By page, its picture at the settings of an address."""
