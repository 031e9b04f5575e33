"""The edition's pictures, in the order of the contents."""

from collections.abc import Callable, Mapping

from edition.dials import DialPicture, DialPlace
from edition.pictures import (
    adversary,
    counterexample,
    foundations,
    geometry,
    is_it_private,
    kernels,
    private_tuning,
    trade_off,
)

PICTURES: dict[str, Callable[[], DialPicture]] = {
    "trade_off": trade_off.picture,
    "geometry": geometry.picture,
    "counterexample": counterexample.picture,
    "private_tuning": private_tuning.picture,
    "kernels": kernels.picture,
    "foundations": foundations.picture,
    "adversary": adversary.picture,
    "is_it_private": is_it_private.picture,
}
"""By page."""

SCENES: dict[str, Callable[[Mapping[str, str]], DialPlace]] = {
    "trade_off": trade_off.scene,
    "foundations": foundations.scene,
    "adversary": adversary.scene,
    "is_it_private": is_it_private.scene,
}
"""By page, its picture at the settings of an address."""
