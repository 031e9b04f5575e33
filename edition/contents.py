"""The edition's pictures, in the order of the contents."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from edition import views
from edition.dials import DialPicture, DialPlace
from pages.kit.view import View

PICTURES: dict[str, Callable[[], DialPicture]] = {
    "decide": partial(views.picture, "decide"),
    "trade_off": partial(views.picture, "trade_off"),
    "who_pays": partial(views.picture, "who_pays"),
    "sweeps": partial(views.picture, "sweeps"),
    "geometry": partial(views.picture, "geometry"),
    "counterexample": partial(views.picture, "counterexample"),
    "private_tuning": partial(views.picture, "private_tuning"),
    "kernels": partial(views.picture, "kernels"),
    "foundations": partial(views.picture, "foundations"),
    "adversary": partial(views.picture, "adversary"),
    "is_it_private": partial(views.picture, "is_it_private"),
}
"""By page."""

SCENES: dict[str, Callable[[Mapping[str, str]], DialPlace | View[Any]]] = {
    "decide": partial(views.view, "decide"),
    "trade_off": partial(views.view, "trade_off"),
    "who_pays": partial(views.scene, "who_pays"),
    "sweeps": partial(views.view, "sweeps"),
    "geometry": partial(views.scene, "geometry"),
    "counterexample": partial(views.view, "counterexample"),
    "private_tuning": partial(views.scene, "private_tuning"),
    "foundations": partial(views.view, "foundations"),
    "adversary": partial(views.scene, "adversary"),
    "is_it_private": partial(views.view, "is_it_private"),
    "papers": partial(views.view, "papers"),
}
"""By page, its picture at the settings of an address."""
